namespace geo { __device__ int area(int s) { return s * s; } }
__global__ void k(int* a) {
  a[1] = geo::aera(3);
  a[2] = geometry::area(3);
}
// expect error 3:10: unknown function 'geo::aera'
// expect error 4:10: unknown function 'geometry::area'
