struct Shape {
  float w;
  __device__ virtual float area() const { return w; }
};
__global__ void k(float* a) { Shape s; a[0] = 1; }
// expect error 3:14: virtual functions are not supported
