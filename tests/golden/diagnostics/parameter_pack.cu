template <typename... Ts> __device__ float sum(Ts... values) { return (values + ...); }
template <typename T, typename... Ts> __device__ float first(T x, Ts... rest) { return x + sum(x...); }
__global__ void k(float* a) { a[0] = sum(); }
__global__ void l(float* a) { a[0] = first(1, 2); }
// expect error 1:81: this fold of an empty pack has no value
// expect error 2:97: there is no parameter pack before '...'
