// warplens: --grid 3,4 --block 16,4 --arg iterations=int[16][40]:zero --arg width=40 --arg height=16 --arg max_iterations=60
//
// Mandelbrot set in double precision. Neighbouring pixels leave the while loop at different times:
// a warp runs as long as its slowest lane.

__global__ void mandelbrot(int* iterations, int width, int height, int max_iterations) {
  int px = blockIdx.x * blockDim.x + threadIdx.x;
  int py = blockIdx.y * blockDim.y + threadIdx.y;
  if (px >= width || py >= height) return;

  double cx = -2.0 + 3.0 * px / width;
  double cy = -1.25 + 2.5 * py / height;
  double zx = 0.0, zy = 0.0;
  int count = 0;
  while (zx * zx + zy * zy <= 4.0 && count < max_iterations) {
    double next = zx * zx - zy * zy + cx;
    zy = 2.0 * zx * zy + cy;
    zx = next;
    ++count;
  }
  iterations[py * width + px] = count;
}
