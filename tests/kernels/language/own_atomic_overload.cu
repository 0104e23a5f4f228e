// warplens: --block 64 --arg most=float[1]:zero --arg bins=int[2]:zero --arg in=float[64]
// An overload beside the toolkit's functions of the same name.
__device__ float atomicMax(float* address, float value) {
  int* bits = (int*)address;
  int old = *bits, assumed;
  do {
    assumed = old;
    old = atomicCAS(bits, assumed, __float_as_int(fmaxf(value, __int_as_float(assumed))));
  } while (assumed != old);
  return __int_as_float(old);
}

__global__ void largest(float* most, int* bins, const float* in) {
  atomicMax(most, in[threadIdx.x]);
  atomicAdd(bins, 1);
  atomicMax(&bins[1], (int)in[threadIdx.x]);
}
