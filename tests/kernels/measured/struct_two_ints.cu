// warplens: --grid 1 --block 32 --arg a=float[1024]:zero --arg b=float[1024]
struct A {
  int u;
  int v;
};
__global__ void struct_two_ints(A* a, const A* b) {
  int i = threadIdx.x;
  A t = b[i];
  a[i] = t;
}
