// warplens: --grid 1 --block 32 --arg a=float[1020]:zero --arg b=float[1020]
struct I {
  float p, q;
};
struct A {
  I i;
  int n;
};
__global__ void struct_nested(A* a, const A* b) {
  int i = threadIdx.x;
  a[i] = b[i];
}
