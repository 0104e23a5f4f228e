// warplens: --grid 2,2 --block 32,32 --arg A=int[64][64]:mod=100 --arg B=int[64][64]:mod=51 --arg C=int[64][64]:zero --arg n=64
// C = A * B where B's tile is kept transposed: each thread then walks along rows of both tiles. The store into it
// runs down a column, and so do the warp's reads; one column of padding keeps both free of conflicts.

#define TILE 32

__global__ void matmulTurnedPadded(const int *A, const int *B, int *C, int n)
{
    __shared__ int sA[TILE][TILE];
    __shared__ int sBt[TILE][TILE + 1];
    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE + ty;
    int col = blockIdx.x * TILE + tx;

    int sum = 0;
    for (int t = 0; t < n / TILE; t++) {
        sA[ty][tx] = A[row * n + t * TILE + tx];
        sBt[tx][ty] = B[(t * TILE + ty) * n + col];
        __syncthreads();
        for (int k = 0; k < TILE; k++)
            sum += sA[ty][k] * sBt[tx][k];
        __syncthreads();
    }
    C[row * n + col] = sum;
}
