template <typename T> __global__ void fill(T* out, T value) {
  out[threadIdx.x] = valeu;
}
void host(float* d) { fill<float><<<1, 32>>>(d, 1); }
// expect error 2:22: unknown name 'valeu'
