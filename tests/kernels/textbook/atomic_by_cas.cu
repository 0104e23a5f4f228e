// warplens: --grid 3 --block 50 --arg in=float[150]:random=8 --arg sum=double[1]:zero --arg largest=float[1]:zero --arg products=float[4]:const=1
//
// Atomics that the hardware lacks, made of atomicCAS: a double sum (as before compute capability 6.0),
// a float maximum by its bits, and a float product.

__device__ double atomicAddDouble(double* address, double value) {
  unsigned long long int* bits = (unsigned long long int*)address;
  unsigned long long int old = *bits, assumed;
  do {
    assumed = old;
    old = atomicCAS(bits, assumed,
                    __double_as_longlong(value + __longlong_as_double(assumed)));
  } while (assumed != old);
  return __longlong_as_double(old);
}

__device__ float atomicMaxFloat(float* address, float value) {
  int* bits = (int*)address;
  int old = *bits;
  while (value > __int_as_float(old)) {
    int assumed = old;
    old = atomicCAS(bits, assumed, __float_as_int(value));
    if (old == assumed) break;
  }
  return __int_as_float(old);
}

__device__ void atomicMultiply(float* address, float factor) {
  unsigned int* bits = reinterpret_cast<unsigned int*>(address);
  unsigned int expected, found = *bits;
  do {
    expected = found;
    found = atomicCAS(bits, expected, __float_as_uint(factor * __uint_as_float(expected)));
  } while (expected != found);
}

__global__ void atomic_by_cas(const float* in, double* sum, float* largest, float* products) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAddDouble(sum, (double)in[i]);
  atomicMaxFloat(largest, in[i]);
  if (i % 8 == 0) atomicMultiply(&products[i / 8 % 4], 2.0f);
}
