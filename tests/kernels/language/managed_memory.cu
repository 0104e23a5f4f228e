// warplens: --arg n=8 --block 8
#define SHARED_VAR __device__ __managed__
SHARED_VAR float result[8];
__managed__ int a = 3, b[2] = {1, 2};
__global__ void k(int n) {
  result[threadIdx.x] = n + a + b[1];
}
int main() {
  k<<<1, 8>>>(3);
  cudaDeviceSynchronize();
  printf("%f", result[0]);
}
