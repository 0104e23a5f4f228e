// Kernels in the manner of lecture slides: host code around them, macros, guards, Chinese comments.
#include <stdio.h>
#include "cuda_runtime.h"
#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif
#define CHECK(call) do { cudaError_t e = (call); if (e != cudaSuccess) printf("%s\n", cudaGetErrorString(e)); } while (0)

// 每个线程计算一个元素
__global__ void multiply(int m, int n, int k, float *A,float  *B, float *C)
{
    int Row=blockIdx.y*blockDim.y+threadIdx.y;
    int Col=blockIdx.x*blockDim.x+threadIdx.x;
    if((Row<m) && (Col<k))
    {
        float Cvalue=0.0;
        for(int i=0;i<n;++i)
            Cvalue+=A[Row*n+i]*B[Col+i*k];
        C[Row*k+Col]=Cvalue;
    }
}

__global__ void multiply_tiled(
    float* Md, float* Nd, float* Pd, int Width)
{
    __shared__ float Mds[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Nds[TILE_WIDTH][TILE_WIDTH];
    int bx = blockIdx.x;  int by = blockIdx.y;
    int tx = threadIdx.x; int ty = threadIdx.y;
    int Row = by * TILE_WIDTH + ty;
    int Col = bx * TILE_WIDTH + tx;
    float Pvalue = 0;
    for (int m = 0; m < Width/TILE_WIDTH; ++m) {
        Mds[ty][tx] = Md[Row*Width + (m*TILE_WIDTH + tx)];
        Nds[ty][tx] = Nd[Col + (m*TILE_WIDTH + ty)*Width];
        __syncthreads();
        #pragma unroll
        for (int k = 0; k < TILE_WIDTH; ++k)
            Pvalue += Mds[ty][k] * Nds[k][tx];
        __syncthreads();
    }
    Pd[Row*Width+Col] = Pvalue;
}

__global__ void reduce(const int *in, int *out) {
    extern __shared__ int sdata[];
    unsigned int tid = threadIdx.x, i = blockIdx.x * (blockDim.x * 2) + threadIdx.x;
    sdata[tid] = in[i] + in[i + blockDim.x];
    __syncthreads();
    for (unsigned int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (tid < s) sdata[tid] += sdata[tid + s];
        __syncthreads();
    }
    if (tid == 0) atomicAdd(out, sdata[0]);
}

__global__ void count(int* x) { *x++; x[-1] += 1; }

__global__ void histogram(const unsigned char* text, long long n, unsigned int* bins) {
    __shared__ unsigned int local[26];
    if (threadIdx.x < 26) local[threadIdx.x] = 0u;
    __syncthreads();
    long long stride = (long long)blockDim.x * gridDim.x;
    for (long long i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
        const int letter = text[i] - 'a';
        if (letter >= 0 && letter < 26) atomicAdd(&local[letter], 1);
    }
    __syncthreads();
    if (threadIdx.x < 26) atomicAdd(&(bins[threadIdx.x]), local[threadIdx.x]);
}

int main()
{
    float A[6] = { 11.4, 24, 33.5,   45, 55 ,32.4 }; //2×3的矩阵
    float *d_a;
    CHECK(cudaMalloc((void**)&d_a, sizeof(A)));
    dim3 grid((4-1)/TILE_WIDTH+1,1,1);
    multiply<<<grid, dim3(16,16)>>>(2, 3, 4, d_a, d_a, d_a);
    return 0;
}
