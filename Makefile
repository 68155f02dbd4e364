# make test   everything that must hold: formatting, lint, types, tests. Sets up .venv by itself.
# make studio command the agents that come with the package, in the browser.
# make run    first contact: an agent learns all the words in minutes; table, curve and film in runs/tour.
PYTHON ?= python3.11
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: test lint types check browser run studio grid-kills grid-ray art bench clients clean
# What waits for the network, and what one core can do beside the other, goes side by side.
test:
	@$(MAKE) --no-print-directory -j2 $(READY) browser
	@$(MAKE) --no-print-directory lint
	@$(MAKE) --no-print-directory -j3 types warm-2d warm-3d
	@$(MAKE) --no-print-directory check

# This PyTorch first and pinned: an open range may bring gigabytes of CUDA along.
$(READY): pyproject.toml
	@command -v $(PYTHON) >/dev/null || { echo "$(PYTHON) not found: install Python 3.11 or newer, or run 'make PYTHON=python3.12 …'"; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(BIN)/python -c "import torch" 2>/dev/null || $(BIN)/pip install --quiet torch==2.13.0
	$(BIN)/pip install --quiet --editable '.[train,dev]'
	@touch $@

lint: $(READY)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

types: $(READY)
	$(BIN)/mypy

# Three at a time on two cores, because some tests wait for other processes. What they all need is compiled before, once.
check: $(READY) browser warm-2d warm-3d
	$(BIN)/pytest -n 3

warm-%: $(READY)
	@$(BIN)/python -m tests.warm $*

# The tests of the studio's page need a browser. CI gets one; elsewhere they use what is there, or are left out and say so.
browser:
	@test -z "$(CI)" || command -v chromium >/dev/null || \
		{ apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium >/dev/null; }

run: $(READY)
	$(BIN)/gft tour --out runs/tour

studio: $(READY)
	$(BIN)/gft studio

# A grid whose driver is killed ten times; a grid on a local Ray cluster, of which a node is killed. Minutes each.
grid-kills: $(READY)
	$(BIN)/python -m tests.gft.grid.kills

grid-ray: $(READY)
	$(BIN)/pip install --quiet --editable '.[cluster]'
	$(BIN)/python -m tests.gft.grid.ray_cluster

# Rebuild the built-in drawings from art/.
art: $(READY)
	$(BIN)/python art/build.py

bench: $(READY)
	$(BIN)/pip install --quiet --editable '.[bench]'
	$(BIN)/python benchmarks/world2d.py
	$(BIN)/python benchmarks/world3d.py

# Other people's libraries: the examples and the stumbling blocks against all of them. RLlib pins a Gymnasium of its own.
CLIENTS := $(VENV)-clients
RLLIB := $(VENV)-rllib
clients: $(READY)
	@test -x $(CLIENTS)/bin/python || $(PYTHON) -m venv $(CLIENTS)
	$(CLIENTS)/bin/python -c "import torch" 2>/dev/null || $(CLIENTS)/bin/pip install --quiet torch==2.13.0
	$(CLIENTS)/bin/pip install --quiet --editable '.[train,dev,minari,clients]'
	$(CLIENTS)/bin/pytest tests/examples tests/xworld/wrappers tests/xworld/datasets tests/xworld/test_clients.py
	$(CLIENTS)/bin/python benchmarks/clients.py
	@test -x $(RLLIB)/bin/python || $(PYTHON) -m venv $(RLLIB)
	$(RLLIB)/bin/python -c "import torch" 2>/dev/null || $(RLLIB)/bin/pip install --quiet torch==2.13.0
	$(RLLIB)/bin/pip install --quiet 'ray[rllib]>=2.40' pytest hypothesis && $(RLLIB)/bin/pip install --quiet --editable .
	$(RLLIB)/bin/pytest tests/examples -k rllib
	$(RLLIB)/bin/python benchmarks/clients.py

clean:
	rm -rf $(CLIENTS) $(RLLIB) $(VENV) build dist runs .pytest_cache .mypy_cache .ruff_cache .hypothesis
