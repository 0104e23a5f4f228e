// warplens: --grid 1 --block 32 --arg a=float[1024]:zero --arg b=float[1024]
struct V {
  float x, y;
  __device__ V(float p, float q) : x(p), y(q) {}
  __device__ float sum() const { return x + y; }
};
__global__ void struct_construct(V* a, const V* b) {
  int i = threadIdx.x;
  a[i] = V(b[i].sum(), b[i].x);
}
