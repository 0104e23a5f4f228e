// warplens: --grid 1 --block 45 --arg factorials=uint64_t[45]:none --arg fibonaccis=int[45]:none --arg digits=int[45]:none
//
// Small recursive device functions: each lane recurses to its own depth, and the lanes that are done
// wait for the deeper ones.

__device__ unsigned long long factorial(int n) {
  if (n <= 1) return 1;
  return n * factorial(n - 1);
}

__device__ int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

__device__ int digit_sum(int n) {
  if (n == 0) return 0;
  return n % 10 + digit_sum(n / 10);
}

__global__ void recursion(unsigned long long* factorials, int* fibonaccis, int* digits) {
  int t = threadIdx.x;
  factorials[t] = factorial(t % 21);
  fibonaccis[t] = fibonacci(t % 9);
  digits[t] = digit_sum(t * t * t);
}
