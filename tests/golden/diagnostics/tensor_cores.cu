__global__ void k(float* c) {
  nvcuda::wmma::fragment<nvcuda::wmma::accumulator, 16, 16, 16, float> acc;
}
// expect error 2:3: tensor core fragments (wmma) are in <mma.h> -> write #include <mma.h>, and nvcuda::wmma:: before the name
