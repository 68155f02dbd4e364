"""XWORLD3D: meshes and the software renderer."""
