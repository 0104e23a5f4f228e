#include <mma.h>
using namespace nvcuda;
__global__ void k(float* c) {
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc;
  wmma::fill_fragment(acc, 0.0f);
}
// expect error 4:3: tensor core fragments (wmma, mma) are not supported -> write the multiplication as loops over elements
// expect error 5:3: tensor core fragments (wmma, mma) are not supported -> write the multiplication as loops over elements
