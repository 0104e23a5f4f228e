// warplens: --grid 1 --block 32 --arg a=float[1024]:zero --arg b=float[1024]
struct P {
  float x, y, z;
  int id;
};
__global__ void local_struct_array(float* a, const P* b) {
  int i = threadIdx.x;
  P p[2];
  p[0] = b[i];
  p[1] = b[i + 32];
  a[i] = p[i % 2].x;
}
