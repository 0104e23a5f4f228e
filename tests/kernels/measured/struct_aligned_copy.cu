// warplens: --grid 1 --block 32 --arg a=float[1024]:zero --arg b=float[1024]
struct __align__(16) Q {
  float x, y, z, w;
};
__global__ void struct_aligned_copy(Q* a, const Q* b) {
  int i = threadIdx.x;
  a[i] = b[i];
}
