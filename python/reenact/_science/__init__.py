"""Conversion of samples for scientific libraries: NumPy, xarray, HDF5."""
