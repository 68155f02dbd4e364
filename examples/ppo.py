"""PPO in one file, in the manner of CleanRL: an agent without memory learns its first words.

    python examples/ppo.py                                             # half a million steps: two minutes of one core
    python examples/ppo.py --total-steps 4096 --num-envs 16 --sessions 50      # a look at how it goes

The agent stands in an alcove between two objects and is told which one to run into: two steps, and a reward that tells of
one word and one picture. Commands are single words, few at first; whoever knows them meets twice as many. What was learned
is measured at the end.
"""

import argparse
import time
from dataclasses import dataclass, fields

import gymnasium as gym
import numpy as np
import torch
from torch import Tensor, nn

import xworld

ALCOVE = xworld.FixedMap.parse("###\n.@.\n###")
PIXELS = 8  # of a cell's side: half of the usual, a quarter of the work
WORLD = {"tasks": "nav", "pixels": PIXELS, "split": xworld.Split(templates=xworld.only("G"))}  # commands of one word: "cat"


@dataclass
class Options:
    seed: int = 0  # of weights, actions and sessions
    total_steps: int = 500_000  # of all environments together
    num_envs: int = 64
    rollout: int = 16  # steps of each environment between two updates
    epochs: int = 2  # passes over a rollout
    minibatches: int = 4  # of a pass
    lr: float = 3e-4  # falling to 0.3 of it
    gamma: float = 0.99
    gae_lambda: float = 0.95
    clip: float = 0.2  # how far the probability of an action may move
    entropy: float = 0.02  # its weight in the loss, falling to a quarter of it
    value: float = 0.5  # weight of the value loss
    most_words: int = 16  # of the last rung of the ladder
    test_words: int = 4  # that are asked for at the end
    sessions: int = 1000  # of the test


class Agent(nn.Module):
    """Each cell of the view is looked at by itself, and compared with the command: what fits is where to go."""

    def __init__(self, words: int, actions: int):
        super().__init__()
        self.look = nn.Sequential(
            nn.Conv2d(3, 64, PIXELS, PIXELS), nn.ReLU(), nn.Conv2d(64, 128, 1), nn.ReLU(), nn.Conv2d(128, 64, 1), nn.ReLU()
        )  # [B, 3, 40, 40] → [B, 64, 5, 5]: a place for each cell
        self.words = nn.EmbeddingBag(words, 128, mode="sum", padding_idx=0)
        self.sought = nn.Linear(128, 64)
        self.rest = nn.Sequential(nn.Conv2d(64, 15, 1), nn.ReLU())  # what a cell holds, whatever was said
        self.body = nn.Sequential(nn.Flatten(), nn.Linear(16 * 25, 256), nn.ReLU())
        self.policy, self.worth = nn.Linear(256, actions), nn.Linear(256, 1)
        for layer in self.modules():
            if isinstance(layer, (nn.Linear, nn.Conv2d)):
                nn.init.orthogonal_(layer.weight)
                nn.init.zeros_(layer.bias)  # type: ignore[arg-type]
        nn.init.orthogonal_(self.policy.weight, 0.01)

    def forward(self, image: Tensor, tokens: Tensor) -> tuple[Tensor, Tensor]:
        """Bytes [B, 40, 40, 3] and ids of words [B, L] → logits [B, A], values [B]."""
        seen = self.look(image.permute(0, 3, 1, 2) / 127.5 - 1)
        fits = torch.einsum("bdhw,bd->bhw", seen, self.sought(self.words(tokens)))  # how well each cell fits the command
        state = self.body(torch.cat([fits.unsqueeze(1), self.rest(seen)], dim=1))  # [B, 16, 5, 5] → [B, 256]
        return self.policy(state), self.worth(state).squeeze(1)


def ladder(most: int) -> xworld.Curriculum:
    """One object and two words, to learn to approach; then two objects and 2, 4, 8, … words."""
    names = mixed()
    counts = [2, *(2**n for n in range(1, 8) if 2**n <= most)]
    levels = [level(names[:count], goals=1 if n == 0 else 2) for n, count in enumerate(counts)]
    return xworld.Curriculum(levels, threshold=0.85, window=30, least=15)


def mixed() -> list[str]:
    """The classes in a fixed order that is no alphabet: neighbours do not look alike."""
    names = xworld.grammar("2d").objects
    return [names[i] for i in np.random.default_rng(0).permutation(len(names))]


def level(names: list[str], goals: int) -> xworld.Level:
    return xworld.Level(map=ALCOVE, goals=goals, tasks=("nav",), classes=tuple(names))


def tensors(observation: dict[str, np.ndarray]) -> tuple[Tensor, Tensor]:
    return torch.from_numpy(observation["image"]), torch.from_numpy(observation["tokens"])


def train(options: Options) -> Agent:
    torch.manual_seed(options.seed)
    torch.set_num_threads(1)  # products are small: a second thread waits more than it helps, above all beside other work
    levels = ladder(options.most_words)
    envs = gym.make_vec("XWorld2D-v0", num_envs=options.num_envs, curriculum=levels, **WORLD)
    agent = Agent(envs.unwrapped.vocabulary.size, envs.single_action_space.n)
    optimiser = torch.optim.Adam(agent.parameters(), lr=options.lr, eps=1e-5)
    batch = options.num_envs * options.rollout
    updates = max(1, options.total_steps // batch)
    image, tokens = tensors(envs.reset(seed=options.seed)[0])
    ended: list[bool] = []  # how sessions ended since the last line
    began = told = time.monotonic()
    for update in range(updates):
        left = 1 - update / updates
        optimiser.param_groups[0]["lr"] = options.lr * (0.3 + 0.7 * left)
        shape = (options.rollout, options.num_envs)
        images, words = torch.empty(*shape, *image.shape[1:], dtype=torch.uint8), torch.empty(*shape, tokens.shape[1]).long()
        actions, logs, values = torch.empty(shape).long(), torch.empty(shape), torch.empty(shape)
        rewards, goes_on, after = torch.empty(shape), torch.empty(shape), torch.zeros(shape)
        for t in range(options.rollout):
            images[t], words[t] = image, tokens
            with torch.no_grad():
                logits, values[t] = agent(image, tokens)
            policy = torch.distributions.Categorical(logits=logits)
            actions[t] = policy.sample()
            logs[t] = policy.log_prob(actions[t])
            observation, reward, terminated, truncated, info = envs.step(actions[t].numpy())
            rewards[t], goes_on[t] = torch.from_numpy(reward), torch.from_numpy(~(terminated | truncated))
            if "final_info" in info:
                ended += info["final_info"]["success"][info["_final_info"]].tolist()
                if truncated.any():  # what the clock cut off would have gone on from its last picture
                    which = np.flatnonzero(truncated)
                    last = {name: np.stack([info["final_obs"][i][name] for i in which]) for name in ("image", "tokens")}
                    with torch.no_grad():
                        after[t, which] = agent(*tensors(last))[1]
            image, tokens = tensors(observation)
        with torch.no_grad():
            following = agent(image, tokens)[1]
        # Generalised advantage estimation, from the last step to the first.
        advantages, later = torch.empty(shape), torch.zeros(options.num_envs)
        for t in reversed(range(options.rollout)):
            delta = rewards[t] + options.gamma * (goes_on[t] * following + after[t]) - values[t]
            later = advantages[t] = delta + options.gamma * options.gae_lambda * goes_on[t] * later
            following = values[t]
        returns = (advantages + values).flatten()
        flat = [part.flatten(0, 1) for part in (images, words, actions, logs, advantages)]
        for _ in range(options.epochs):
            for which in torch.randperm(batch).chunk(options.minibatches):
                seen, said, done, before, better = (part[which] for part in flat)
                logits, worth = agent(seen, said)
                policy = torch.distributions.Categorical(logits=logits)
                ratio = (policy.log_prob(done) - before).exp()
                better = (better - better.mean()) / (better.std() + 1e-8)
                gain = torch.minimum(ratio * better, ratio.clamp(1 - options.clip, 1 + options.clip) * better).mean()
                error = 0.5 * (returns[which] - worth).square().mean()
                chance = options.entropy * (0.25 + 0.75 * left) * policy.entropy().mean()
                optimiser.zero_grad()
                (options.value * error - gain - chance).backward()
                nn.utils.clip_grad_norm_(agent.parameters(), 1.0)
                optimiser.step()
        if time.monotonic() - told > 10 and ended:
            told, steps = time.monotonic(), (update + 1) * batch
            print(
                f"{steps:,} steps  {steps / (told - began):,.0f}/s  success {np.mean(ended):.0%}  "
                f"mean level {info['level'].mean():.1f}",
                flush=True,
            )
            ended = []
    return agent


def test(agent: Agent, options: Options) -> float:
    """Success in new sessions with two objects and the first words."""
    names = mixed()[: options.test_words]
    envs = gym.make_vec("XWorld2D-v0", num_envs=50, level=level(names, goals=2), **WORLD)
    observation, _ = envs.reset(seed=10**6)
    ended: list[bool] = []
    while len(ended) < options.sessions:
        with torch.no_grad():
            logits, _ = agent(*tensors(observation))
        actions = torch.distributions.Categorical(logits=logits).sample().numpy()
        observation, *_, info = envs.step(actions)
        if "final_info" in info:
            ended += info["final_info"]["success"][info["_final_info"]].tolist()
    return float(np.mean(ended))


def main(arguments: list[str] | None = None) -> float:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for each in fields(Options):
        parser.add_argument(f"--{each.name.replace('_', '-')}", type=type(each.default), default=each.default)
    options = Options(**vars(parser.parse_args(arguments)))
    success = test(train(options), options)
    print(f"two objects, {options.test_words} words: success {success:.1%} in {options.sessions:,} sessions; chance is 50%")
    return success


if __name__ == "__main__":
    main()
