// warplens: --kernel vadd --arg a=float[32] --arg b=float[32] --arg c=float[32] --block 32
#ifdef __cplusplus
extern "C" {
#endif
__device__ float add1(float a, float b);
__global__ void vadd(const float* a, const float* b, float* c) {
  int i = threadIdx.x;
  c[i] = add1(a[i], b[i]);
}
__device__ float add1(float a, float b) {
  return a + b;
}
void host_launch(float* a, float* b, float* c) {
  vadd<<<1, 32>>>(a, b, c);
}
int other_host(void);
#ifdef __cplusplus
}
#endif
