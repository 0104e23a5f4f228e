// warplens: --grid 1 --block 32 --arg a=float[1024]:zero --arg b=float[1024]
struct P {
  float x, y, z;
  int id;
};
__global__ void struct_shared(P* a, const P* b) {
  __shared__ P s[32];
  int i = threadIdx.x;
  s[i] = b[i];
  __syncthreads();
  a[i] = s[31 - i];
}
