"""The comparison as a folder of cells: who trains what with which seed, here or on a cluster, until all is done."""
