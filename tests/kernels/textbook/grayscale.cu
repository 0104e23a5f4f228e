// warplens: --grid 3,3 --block 16,8 --arg rgba=uint8_t[20][37][4]:mod=251 --arg gray=uint8_t[20][37]:none --arg width=37 --arg height=20
//
// RGBA to grey in whole numbers (weights of 256ths). A pixel is one 4-byte load; the result one byte.

__global__ void grayscale(const uchar4* rgba, unsigned char* gray, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) {
    uchar4 pixel = rgba[y * width + x];
    int luminance = 77 * pixel.x + 150 * pixel.y + 29 * pixel.z;
    gray[y * width + x] = (unsigned char)(luminance >> 8);
  }
}

int main(int argc, char** argv) {
  const int width = 37, height = 20;
  uchar4* rgba;
  unsigned char* gray;
  cudaMalloc((void**)&rgba, width * height * sizeof(uchar4));
  cudaMalloc((void**)&gray, width * height);
  const dim3 block(16, 8, 1);
  const dim3 grid((width + 15) / 16, (height + 7) / 8, 1);
  grayscale<<<grid, block>>>(rgba, gray, width, height);
  cudaDeviceSynchronize();
  cudaFree(rgba);
  cudaFree(gray);
  return argc > 1 ? argv[1][0] : 0;
}
