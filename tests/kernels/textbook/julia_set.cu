// warplens: --grid 2,3 --block 16,8 --arg pixels=uint8_t[4][24][32]:zero --arg DIMX=32 --arg DIMY=24
//
// A Julia set with a small complex-number struct: a constructor and member functions instead of
// overloaded operators. Each pixel is four bytes, stored as one uchar4.

struct Complex {
  float r;
  float i;
  __device__ Complex(float a, float b) : r(a), i(b) {}
  __device__ float magnitude2() const { return r * r + i * i; }
  __device__ Complex times(const Complex& other) const {
    return Complex(r * other.r - i * other.i, i * other.r + r * other.i);
  }
  __device__ Complex plus(const Complex& other) const { return Complex(r + other.r, i + other.i); }
};

__device__ int julia(int x, int y, int dimx, int dimy) {
  const float scale = 1.5f;
  float jx = scale * (float)(dimx / 2 - x) / (dimx / 2);
  float jy = scale * (float)(dimy / 2 - y) / (dimy / 2);
  Complex c(-0.8f, 0.156f);
  Complex a(jx, jy);
  for (int k = 0; k < 50; k++) {
    a = a.times(a).plus(c);
    if (a.magnitude2() > 1000) return 0;
  }
  return 1;
}

__global__ void julia_set(uchar4* pixels, int DIMX, int DIMY) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  int offset = x + y * gridDim.x * blockDim.x;
  if (y >= DIMY) return;
  int inside = julia(x, y, DIMX, DIMY);
  pixels[offset] = make_uchar4(255 * inside, 0, 0, 255);
}
