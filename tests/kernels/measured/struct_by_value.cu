// warplens: --grid 1 --block 32 --arg a=float[1024]:zero --arg b=float[1024]
struct P {
  float x, y, z;
  int id;
};
__device__ float f(P p) {
  return p.x + p.y;
}
__global__ void struct_by_value(float* a, const P* b) {
  int i = threadIdx.x;
  a[i] = f(b[i]);
}
