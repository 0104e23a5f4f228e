// warplens: --grid 1 --block 32 --arg a=float[1024]:zero --arg b=float[1024]
struct A {
  float v[3];
  int n;
};
__global__ void struct_array_member(A* a, const A* b) {
  int i = threadIdx.x;
  a[i] = b[i];
}
