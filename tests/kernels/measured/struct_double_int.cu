// warplens: --grid 1 --block 32 --arg a=float[1024]:zero --arg b=float[1024]
struct A {
  double d;
  int n;
};
__global__ void struct_double_int(A* a, const A* b) {
  int i = threadIdx.x;
  a[i] = b[i];
}
