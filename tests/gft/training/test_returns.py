"""Advantages against the equations, written out term by term."""

from hypothesis import given
from hypothesis import strategies as st

from gft.training.returns import advantages
from tests.gft.rollouts import made_up


def reference(rollout, gamma, gae_lambda):
    """A[t] = Σ_k (γλ)^k δ[t+k] up to the end of the session or of the rollout, by the definition, one by one."""
    steps, agents = rollout.rewards.shape
    result = {}
    for b in range(agents):
        for t in range(steps):
            total, weight = 0.0, 1.0
            for k in range(t, steps):
                if rollout.terminated[k, b]:
                    following = 0.0
                elif rollout.truncated[k, b] or k == steps - 1:
                    following = float(rollout.bootstrap[k, b])
                else:
                    following = float(rollout.values[k + 1, b])
                total += weight * (float(rollout.rewards[k, b]) + gamma * following - float(rollout.values[k, b]))
                weight *= gamma * gae_lambda
                if rollout.terminated[k, b] or rollout.truncated[k, b]:
                    break
            result[t, b] = total
    return result


@given(st.integers(1, 9), st.integers(1, 4), st.integers(0, 10**6), st.floats(0, 1), st.floats(0, 1), st.booleans())
def test_advantages_follow_the_equations(steps, agents, seed, gamma, gae_lambda, waits):
    rollout = made_up(steps, agents, seed, waits)
    got = advantages(rollout, gamma=gamma, gae_lambda=gae_lambda)
    for (t, b), expected in reference(rollout, gamma, gae_lambda).items():
        if rollout.mask[t, b]:
            assert abs(float(got[t, b]) - expected) < 1e-9


@given(st.integers(1, 9), st.integers(0, 10**6), st.floats(0.5, 1))
def test_with_lambda_1_an_advantage_is_the_discounted_sum_of_rewards_less_the_value(steps, seed, gamma):
    rollout = made_up(steps, 3, seed)
    got = advantages(rollout, gamma=gamma, gae_lambda=1.0)
    for b in range(3):
        total = 0.0
        for t in reversed(range(steps)):
            if t == steps - 1 or rollout.terminated[t, b] or rollout.truncated[t, b]:
                total = float(rollout.bootstrap[t, b])
            total = float(rollout.rewards[t, b]) + gamma * total
            assert abs(float(got[t, b]) - (total - float(rollout.values[t, b]))) < 1e-9
