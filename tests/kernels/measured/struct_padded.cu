// warplens: --grid 1 --block 32 --arg a=float[1020]:zero --arg b=float[1020]
struct A {
  char c;
  int n;
  short s;
};
__global__ void struct_padded(A* a, const A* b) {
  int i = threadIdx.x;
  a[i] = b[i];
}
