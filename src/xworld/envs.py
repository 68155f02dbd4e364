"""The environments that Gymnasium makes: "XWorld2D-v0" and "XWorld3D-v0", one of them or a batch."""

from typing import Any, ClassVar

from xworld import spaces
from xworld.single_env import XWorld
from xworld.vector_env import XWorldVector

__all__ = ["XWorld", "XWorld2D", "XWorld2DVector", "XWorld3D", "XWorld3DVector", "XWorldVector"]


class XWorld2D(XWorld):
    """One XWORLD2D environment: `gym.make("XWorld2D-v0", …)`."""

    world = "2d"
    metadata: ClassVar[dict[str, Any]] = spaces.metadata("2d")  # type: ignore[misc]


class XWorld3D(XWorld):
    """One XWORLD3D environment: `gym.make("XWorld3D-v0", …)`."""

    world = "3d"
    segmentation_classes = property(lambda self: self.simulation.world.segmentation_classes)
    metadata: ClassVar[dict[str, Any]] = spaces.metadata("3d")  # type: ignore[misc]


class XWorld2DVector(XWorldVector):
    """A batch of XWORLD2D environments: `gym.make_vec("XWorld2D-v0", num_envs=N, …)`."""

    world = "2d"


class XWorld3DVector(XWorldVector):
    """A batch of XWORLD3D environments: `gym.make_vec("XWorld3D-v0", num_envs=N, …)`."""

    world = "3d"
    segmentation_classes = property(lambda self: self.simulation.world.segmentation_classes)
