template <typename... Ts> __device__ float sum(Ts... values) { return 0; }
__global__ void k(float* a) { a[0] = sum(1, 2, 3); }
// expect error 1:23: parameter packs (...) are not supported
// expect error 2:38: its template parameters are not supported
