"""Training: the acting loop, what it leaves, the learner, and the run that goes round and round."""

from gft.training.trainer import Trainer, train

__all__ = ["Trainer", "train"]
