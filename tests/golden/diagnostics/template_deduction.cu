template <typename T> __device__ T larger(T a, T b) { return a > b ? a : b; }
__global__ void k(float* a, int n) { a[0] = larger(a[0], n); }
// expect error 2:45: 'T' would be both float and int: convert an argument, or write the types in < >
