// Fragments of shapes and types that tensor cores do not have, and of others than a product takes.
#include <mma.h>
using namespace nvcuda;
__global__ void k(float* a, const half* h) {
  wmma::fragment<wmma::matrix_a, 16, 8, 16, half, wmma::row_major> narrow;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, float, wmma::row_major> wide;
}
__global__ void exchanged(float* a, const half* h) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> x;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> y;
  wmma::fragment<wmma::matrix_b, 32, 8, 16, half, wmma::col_major> flat;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> z;
  wmma::mma_sync(z, x, flat, z);
  wmma::mma_sync(z, y, x, z);
  wmma::load_matrix_sync(z, a, 16);
  wmma::store_matrix_sync(h, x, 16, wmma::mem_row_major);
}
// expect error 5:9: wmma has no fragment of this shape and type: products of half, __nv_bfloat16 and bytes have 16, 16, 16 or 32, 8, 16 or 8, 32, 16; those of precision::tf32 have 16, 16, 8, those of double 8, 8, 4
// expect error 6:9: wmma has no fragment of this shape and type: products of half, __nv_bfloat16 and bytes have 16, 16, 16 or 32, 8, 16 or 8, 32, 16; those of precision::tf32 have 16, 16, 8, those of double 8, 8, 4
// expect error 13:3: 'm' would be both 16 and 32: convert an argument, or write the types in < >
// expect error 14:21: argument 2 of 'wmma::mma_sync': 'nvcuda::wmma::fragment<nvcuda::wmma::matrix_b, 16, 16, 16, __half, nvcuda::wmma::col_major>' does not convert to 'const nvcuda::wmma::fragment<nvcuda::wmma::matrix_a, 16, 16, 16, __half, nvcuda::wmma::col_major>' -> it is declared: nvcuda::wmma::mma_sync of mma.h
// expect error 15:3: no 'wmma::load_matrix_sync' takes (nvcuda::wmma::fragment<nvcuda::wmma::accumulator, 16, 16, 16, float, void>, float*, int) -> it is declared: nvcuda::wmma::load_matrix_sync of mma.h
// expect error 16:3: 'T' would be both const __half and __half: convert an argument, or write the types in < >
