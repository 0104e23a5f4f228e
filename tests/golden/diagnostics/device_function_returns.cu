__device__ float nothing(float v) { float w = v * 2; }
__device__ void something(float v) { return v; }
__device__ int empty(int v) { return; }
__global__ void k(float* a) {
  a[0] = nothing(1);
  a[1] = something(2);
  a[2] = empty(3);
}
// expect error 2:45: 'something' returns nothing: its type is void
// expect error 3:31: 'empty' returns 'int', but no value is given here
// expect error 6:10: this has no value: its type is void
