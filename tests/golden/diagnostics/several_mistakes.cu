__global__ void blur(const float* in, float* out, int width, int hight) {
  int x = blockIdx.x * blockDim.x + threadIdx.x
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  float sum = 0.0f;
  for (int d = -1; d <= 1; ++d) {
    sum += in[y * width + x + d]
  }
  out[y * width + X] = sum / 3.0.f;
}
// expect error 2:48: missing ';' after this declaration
// expect error 4:26: unknown name 'height' -> did you mean 'hight'?
// expect error 7:33: missing ';' after this statement
// expect error 9:30: '3.0.f' is not a number
