"""The learner: from a rollout to better weights.

Path of the data: rollout → returns → **learner** → weights. One code path for all objectives of a step, with the
advantage A held constant (the paper's Eq. 3; R = A + v is the return that the value is drawn to, so that the gradient of
its loss is the paper's −A·∇v):

    a2c          −log π(a)·A                                  + η·½(R − v)² − κ·entropy
    ppo          −min(ρ·A, clip(ρ, 1 − ε, 1 + ε)·A)           + η·½(R − v)² − κ·entropy,   ρ = π(a) / π_old(a)
    imitation    −log π(a*), a* the oracle's action           + η·½(R − v)² − κ·entropy
    cloning      the same, a* what was done in a data set

A gradient is the mean over all steps that count, in all processes.
"""

import math
from typing import NamedTuple

import torch
from torch import Tensor

from gft.agent import Agent
from gft.agent.precision import computing_in
from gft.runs.config import Config
from gft.runs.metrics import Sums
from gft.training.clock import Clock
from gft.training.processes import Group
from gft.training.returns import advantages
from gft.training.rollout import Rollout
from xworld import XWorldError

DIVERGED = "the run has diverged: numbers are no longer finite; go on from its last checkpoint, or lower lr."


class Losses(NamedTuple):
    """What a step costs, part by part, [T, B]."""

    policy: Tensor
    value: Tensor
    entropy: Tensor
    approx_kl: Tensor  # how far the policy has moved since it acted: an estimate of KL(old, new)

    def objective(self, eta: float, kappa: float) -> Tensor:
        return self.policy + eta * self.value - kappa * self.entropy


def losses(
    algo: str, rollout: Rollout, logits: Tensor, values: Tensor, advantage: Tensor, target: Tensor, clip_range: float
) -> Losses:
    """The parts of the objective for the policy `logits` [T, B, A] and the `values` [T, B] as they are now.

    `target` [T, B] is the return; advantage and target are constants.
    """
    log_policy = logits.log_softmax(dim=2)
    taken = log_policy.gather(2, rollout.actions.clamp(min=0).unsqueeze(2)).squeeze(2)
    then = rollout.logits.detach().log_softmax(dim=2).gather(2, rollout.actions.clamp(min=0).unsqueeze(2)).squeeze(2)
    difference = taken - then
    ratio = difference.exp()
    if algo == "ppo":
        policy = -torch.minimum(ratio * advantage, ratio.clamp(1 - clip_range, 1 + clip_range) * advantage)
    elif algo in ("imitation", "cloning"):
        assert rollout.targets is not None
        known = rollout.targets >= 0
        policy = -log_policy.gather(2, rollout.targets.clamp(min=0).unsqueeze(2)).squeeze(2) * known
    else:
        policy = -taken * advantage
    entropy = -(log_policy.exp() * log_policy).sum(dim=2)
    return Losses(policy, 0.5 * (target - values).square(), entropy, (ratio - 1 - difference).detach())


class Learner:
    """Turns rollouts into updates of an agent's weights."""

    def __init__(self, config: Config, agent: Agent, optimiser: torch.optim.Optimizer, group: Group, clock: Clock):
        self.config, self.agent, self.optimiser, self.group, self.clock = config, agent, optimiser, group, clock

    def learn(self, rollout: Rollout, steps: int) -> Sums:
        """Learn from a rollout; `steps` had been made before it. Returns sums for the metrics."""
        config = self.config
        advantage = advantages(rollout, gamma=config.gamma, gae_lambda=config.gae_lambda)
        target = advantage + rollout.values
        sums = self._explained(rollout, advantage, target)
        if config.normalise:
            advantage = self._normalised(advantage, rollout.mask)
        now = scheduled(config, steps)
        for group in self.optimiser.param_groups:
            group["lr"] = now["lr"] * group["multiple"]
        for _ in range(config.epochs):
            for number in range(config.minibatches):
                which = slice(number, None, config.minibatches)
                sums += self._update(rollout.of(which), advantage[:, which], target[:, which], now["kappa"])
        return sums

    def _update(self, rollout: Rollout, advantage: Tensor, target: Tensor, kappa: float) -> Sums:
        """One update: a step of the optimiser."""
        config = self.config
        with self.clock("forward"):
            with computing_in(config.precision, self.agent):
                logits, values, _ = self.agent.rollout(rollout.images, rollout.tokens, rollout.previous, rollout.memory)
            parts = losses(config.algo, rollout, logits, values, advantage, target, config.clip_range)
            count = self.group.sum(rollout.mask.sum().to(values.dtype))  # of all processes
            loss = (parts.objective(config.eta, kappa) * rollout.mask).sum() / count
        with self.clock("backward"):
            self.optimiser.zero_grad()
            loss.backward()
            self.group.sum_gradients(self.agent.parameters())
        with self.clock("optimiser"):
            limit = math.inf if config.max_grad_norm is None else config.max_grad_norm
            norm = float(torch.nn.utils.clip_grad_norm_(self.agent.parameters(), limit))
            if not math.isfinite(norm):
                raise XWorldError(DIVERGED)
            self.optimiser.step()
        policy, value, entropy, kl = (float((part.detach() * rollout.mask).sum()) for part in parts)
        first = self.group.rank == 0  # the norm is the same in every process: noted once
        return Sums(
            learned=int(rollout.mask.sum()),
            policy_loss=policy,
            value_loss=value,
            entropy=entropy,
            approx_kl=kl,
            updates=int(first),
            grad_norm=norm if first else 0.0,
        )

    def _normalised(self, advantage: Tensor, mask: Tensor) -> Tensor:
        """Mean 0 and deviation 1 over the steps that count, of all processes."""
        counted = (advantage * mask).double()
        count, total, squares = self.group.sum(torch.stack([mask.sum().double(), counted.sum(), counted.square().sum()]))
        mean = total / count
        deviation = (squares / count - mean.square()).clamp(min=0).sqrt()
        return ((advantage - mean) / (deviation + 1e-8)).to(advantage.dtype)

    def _explained(self, rollout: Rollout, error: Tensor, target: Tensor) -> Sums:
        """Sums from which the variance of returns that the value function explains is worked out."""
        error, target = error[rollout.mask].double(), target[rollout.mask].double()
        return Sums(
            samples=len(target),
            returns=float(target.sum()),
            returns_squared=float(target.square().sum()),
            errors=float(error.sum()),
            errors_squared=float(error.square().sum()),
        )


def make_optimiser(config: Config, agent: Agent) -> torch.optim.Optimizer:
    """The run's optimiser; the learning rates of its groups, multiples of the run's, are set anew for every rollout.

    An entry of GFT's T moves with every weight that makes it, so at the same rate T moves tens of times as fast as a
    plain matrix (by its number of inputs): well scaled at the start, it can blow up before the first word is learned.
    """
    made = {id(p) for layer in agent.grounding.generators() for p in layer.parameters()}
    groups = [
        {"params": [p for p in agent.parameters() if (id(p) in made) == generated], "multiple": multiple}
        for generated, multiple in ((False, 1.0), (True, config.generator_lr))
    ]
    groups = [group for group in groups if group["params"]]
    if config.optimiser == "adam":
        betas = (config.momentum, config.rho)
        return torch.optim.Adam(groups, lr=config.lr, betas=betas, eps=config.epsilon, fused=True)
    return torch.optim.RMSprop(groups, lr=config.lr, alpha=config.rho, eps=config.epsilon, momentum=config.momentum)


def scheduled(config: Config, steps: int) -> dict[str, float]:
    """Learning rate and weight of the entropy after so many steps: constant, or on a straight line and then constant."""
    return {
        "lr": _on_line(config.lr, config.lr_end, steps / (config.lr_steps or config.steps)),
        "kappa": _on_line(config.kappa, config.kappa_end, steps / (config.kappa_steps or config.steps)),
    }


def _on_line(start: float, end: float | None, progress: float) -> float:
    return start if end is None else start + (end - start) * min(progress, 1.0)
