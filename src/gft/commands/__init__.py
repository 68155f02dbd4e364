"""The commands of `gft`, one file each."""
