import pytest
from hypothesis import settings

from tests.xworld.sessions import WORLDS, World

# The first call of a kernel compiles it: no test may fail by the clock.
settings.register_profile("xworld", deadline=None)
settings.load_profile("xworld")


@pytest.fixture(params=WORLDS, scope="session")
def world(request: pytest.FixtureRequest) -> World:
    """Both worlds in turn: what is not about pixels must hold in each."""
    return WORLDS[request.param]
