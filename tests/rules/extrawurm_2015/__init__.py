"""The expansion Extrawurm of 2015, as reviews describe it."""
