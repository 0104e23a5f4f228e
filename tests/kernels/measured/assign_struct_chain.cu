// warplens: --grid 1 --block 32 --arg a=float[1024]:zero --arg b=float[1024]
struct P {
  float x, y, z;
  int id;
};
__global__ void assign_struct_chain(P* a, P* b) {
  int i = threadIdx.x;
  a[i + 32] = a[i] = b[i];
}
