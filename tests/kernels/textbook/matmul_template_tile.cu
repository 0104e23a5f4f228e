// warplens: --kernel 'matmulTile<8>' --grid 5,4 --block 8,8 --arg A=float[32][40]:mod=10 --arg B=float[40][40]:mod=5
// warplens: --arg C=float[32][40]:zero --arg wA=40 --arg wB=40
// The tile's edge is a template parameter: a constant wherever it is used, so the shared arrays may have that size
// and the inner loop can be unrolled, and the host may still choose between several sizes.

#include <cstdio>

template <int TILE>
__global__ void matmulTile(float *C, const float *A, const float *B, int wA, int wB)
{
    const int tx = threadIdx.x;
    const int ty = threadIdx.y;

    // First and last tile of A, and the steps from one to the next in either matrix.
    const int aBegin = wA * TILE * blockIdx.y;
    const int aEnd = aBegin + wA - 1;
    const int aStep = TILE;
    const int bBegin = TILE * blockIdx.x;
    const int bStep = TILE * wB;

    float Csub = 0;
    for (int a = aBegin, b = bBegin; a <= aEnd; a += aStep, b += bStep) {
        __shared__ float As[TILE][TILE];
        __shared__ float Bs[TILE][TILE];
        As[ty][tx] = A[a + wA * ty + tx];
        Bs[ty][tx] = B[b + wB * ty + tx];
        __syncthreads();
#pragma unroll
        for (int k = 0; k < TILE; ++k)
            Csub += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }

    const int c = wB * TILE * blockIdx.y + TILE * blockIdx.x;
    C[c + wB * ty + tx] = Csub;
}

int main(int argc, char **argv)
{
    const int rows = 32, inner = 40, cols = 40;
    const int tile = argc > 1 ? 16 : 8;
    float *A, *B, *C;
    cudaMallocManaged(&A, sizeof(float) * rows * inner);
    cudaMallocManaged(&B, sizeof(float) * inner * cols);
    cudaMallocManaged(&C, sizeof(float) * rows * cols);
    dim3 threads(tile, tile);
    dim3 grid(cols / threads.x, rows / threads.y);
    if (tile == 16)
        matmulTile<16><<<grid, threads>>>(C, A, B, inner, cols);
    else
        matmulTile<8><<<grid, threads>>>(C, A, B, inner, cols);
    cudaDeviceSynchronize();
    printf("%s\n", cudaGetErrorString(cudaGetLastError()));
    cudaFree(A);
    cudaFree(B);
    cudaFree(C);
    return argv[0] == nullptr;
}
