struct Shape {
  float w;
  __device__ virtual float area() const = 0;
};
struct Square : virtual Shape {};
__global__ void k(float* a) {
  Square s;
  a[0] = 1;
}
// expect error 5:17: virtual base classes are not supported
