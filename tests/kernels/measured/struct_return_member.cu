// warplens: --grid 1 --block 32 --arg a=float[1024]:zero --arg b=float[1024]
struct P {
  float x, y, z;
  int id;
};
__device__ P g(const P* b, int i) {
  return b[i];
}
__global__ void struct_return_member(float* a, const P* b) {
  int i = threadIdx.x;
  a[i] = g(b, i).z;
}
