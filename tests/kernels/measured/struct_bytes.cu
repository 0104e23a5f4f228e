// warplens: --grid 1 --block 32 --arg a=float[1020]:zero --arg b=float[1020]
struct A {
  unsigned char r, g, b;
};
__global__ void struct_bytes(A* a, const A* b) {
  int i = threadIdx.x;
  a[i] = b[i];
}
