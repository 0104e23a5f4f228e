// warplens: --grid 1 --block 32 --arg a=float[1024]:zero --arg b=float[1024]
struct P {
  float x, y, z;
  int id;
};
__global__ void struct_brace(P* a, const float* b) {
  int i = threadIdx.x;
  a[i] = {b[i], 2, 3, i};
}
