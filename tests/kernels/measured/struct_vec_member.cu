// warplens: --grid 1 --block 32 --arg a=float[1024]:zero --arg b=float[1024]
struct A {
  float4 v;
  float2 u;
  float s;
};
__global__ void struct_vec_member(A* a, const A* b) {
  int i = threadIdx.x;
  a[i] = b[i];
}
