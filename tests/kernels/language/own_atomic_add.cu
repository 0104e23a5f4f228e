// warplens: --block 32 --arg values=double[32] --arg total=double[2]
// For GPUs of before 2016 the text defines what newer ones have.
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 600
#else
__device__ double atomicAdd(double* at, double value) {
  return 0;
}
#endif
typedef unsigned long long int bits_t;
__device__ double addByExchange(double* at, double value) {
  bits_t* bits = (bits_t*)at;
  bits_t seen = *bits, wanted;
  do {
    wanted = seen;
    seen = atomicCAS(bits, wanted, __double_as_longlong(__longlong_as_double(wanted) + value));
  } while (seen != wanted);
  return __longlong_as_double(seen);
}
__global__ void sum(const double* values, double* total) {
  atomicAdd(total, values[threadIdx.x]);
  if (threadIdx.x % 8 == 0) addByExchange(total + 1, 1);
}
