// warplens: --grid 2 --block 32 --arg a=float[202]:mod=100 --arg b=float[202]:mod=60 --arg c=float[202]:none --arg n=202
//
// c = a + b, four elements an access, and the last n % 4 elements one by one.

__global__ void vector_add_float4(const float* a, const float* b, float* c, int n) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  if (thread < n / 4) {
    const float4 left = ((const float4*)a)[thread];
    const float4 right = ((const float4*)b)[thread];
    float4 sum;
    sum.x = left.x + right.x;
    sum.y = left.y + right.y;
    sum.z = left.z + right.z;
    sum.w = left.w + right.w;
    ((float4*)c)[thread] = sum;
  }
  const int tail = n / 4 * 4 + thread;
  if (tail < n) c[tail] = a[tail] + b[tail];
}
