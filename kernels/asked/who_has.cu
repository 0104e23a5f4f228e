// Which cells lane LANE has: of an 8 x 8 matrix after ldmatrix, and of a 16 x 8 result after mma.m16n8k16, whose left-hand
// matrix is the identity. Cells are numbered, 8 a row. TURNED: with .trans.
#include <cstdio>
#include <cuda_fp16.h>

#ifndef LANE
#define LANE 6
#endif
#ifdef TURNED
#define LDMATRIX "ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16"
#else
#define LDMATRIX "ldmatrix.sync.aligned.m8n8.x1.shared.b16"
#endif

__global__ void show() {
  __shared__ __align__(16) half matrix[8][8];
  int lane = threadIdx.x, g = lane / 4, t = lane % 4;
  for (int i = lane; i < 64; i += 32) matrix[i / 8][i % 8] = __float2half((float)i);
  __syncwarp();
  unsigned got, named = (unsigned)__cvta_generic_to_shared(&matrix[lane % 8][0]);
  asm volatile(LDMATRIX " {%0}, [%1];" : "=r"(got) : "r"(named));

  unsigned a[4], b[2];
  for (int i = 0; i < 4; ++i) {
    int row = g + i % 2 * 8, col = 2 * t + i / 2 * 8;
    half2 two = __floats2half2_rn(row == col, row == col + 1);
    a[i] = *(unsigned*)&two;
  }
  for (int i = 0; i < 2; ++i) {
    int row = 2 * t + 8 * i;
    half2 two = __floats2half2_rn((float)(row * 8 + g), (float)(row * 8 + 8 + g));
    b[i] = *(unsigned*)&two;
  }
  float d[4] = {};
  asm volatile(
      "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
      : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));

  if (lane != LANE) return;
  printf("lane %d names row %d\n", lane, lane % 8);
  for (int part = 0; part < 2; ++part) {
    int cell = (int)__half2float(__ushort_as_half((unsigned short)(got >> 16 * part)));
    printf("lane %d gets row %d, column %d\n", lane, cell / 8, cell % 8);
  }
  for (int i = 0; i < 4; ++i) printf("d%d is row %d, column %d\n", i, (int)d[i] / 8, (int)d[i] % 8);
}

int main() {
  show<<<1, 32>>>();
  cudaDeviceSynchronize();
}
