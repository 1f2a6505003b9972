"""Takes a recording's curves for numpy arrays; prints nanoseconds, number of keys, checksum."""

import struct
import sys
import time

import numpy

FLOAT = numpy.dtype(
    [
        ("time_secs", "<f4"),
        ("value", "<f4"),
        ("in_tangent", "<f4"),
        ("out_tangent", "<f4"),
        ("in_weight", "<f4"),
        ("out_weight", "<f4"),
        ("weighted_mode", "<i4"),
    ]
)
BOOLEAN = numpy.dtype([("time_secs", "<f4"), ("value", "<f4")])
CURVES = [FLOAT] * 7 + [BOOLEAN] * 4 + [FLOAT] * (2 * 27 * 7) + [FLOAT] * 6


def decode(path: str) -> list[numpy.ndarray]:
    with open(path, "rb") as file:
        data = file.read()
    curves = []
    at = 19
    for key in CURVES:
        _, _, count = struct.unpack_from("<iii", data, at)
        curves.append(numpy.frombuffer(data, key, count, at + 12))
        at += 12 + count * key.itemsize
    return curves


start = time.perf_counter_ns()
curves = decode(sys.argv[1])
nanos = time.perf_counter_ns() - start

keys = sum(len(curve) for curve in curves)
checksum = sum(
    number * int(curve.view("<u4").sum(dtype="<u8")) for number, curve in enumerate(curves, 1)
)
print(nanos, keys, checksum % 2**64)
