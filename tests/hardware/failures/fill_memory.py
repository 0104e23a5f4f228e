#!/usr/bin/env python3
"""Takes the GPU's memory, all but the MiB given, and holds it until its input ends. Prints how much it took."""
import ctypes
import sys

cuda = ctypes.CDLL("libcuda.so.1")


def call(name, *arguments):
    result = getattr(cuda, name)(*arguments)
    if result != 0:
        sys.exit(f"{name} failed with {result}")


left = int(sys.argv[1]) << 20
context = ctypes.c_void_p()
call("cuInit", 0)
call("cuDevicePrimaryCtxRetain", ctypes.byref(context), 0)
call("cuCtxSetCurrent", context)
free, total = ctypes.c_size_t(), ctypes.c_size_t()
call("cuMemGetInfo_v2", ctypes.byref(free), ctypes.byref(total))
address = ctypes.c_uint64()
call("cuMemAlloc_v2", ctypes.byref(address), ctypes.c_size_t(max(free.value - left, 1)))
print(f"{(free.value - left) >> 20} MiB are taken", flush=True)
sys.stdin.read()
