// warplens: --grid 1 --block 32 --arg a=float[1024]:zero --arg b=float[1024]
struct P {
  float x, y, z;
  int id;
};
__global__ void struct_member(P* a, const P* b) {
  int i = threadIdx.x;
  a[i].y = b[i].x + b[i].z;
}
