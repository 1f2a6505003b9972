"""Samples for the libraries of scientists: one array, labelled arrays, HDF5."""
