// warplens: --grid 3,5 --block 16,8 --arg A=double[37][29]:random=3 --arg B=double[29][45]:random=4 --arg C=double[37][45]:zero
// warplens: --arg M=37 --arg N=45 --arg K=29
// The tiled product in double precision, with a block that is wider than high: 16 x 8 threads, and tiles of A that
// are 8 x 16. A warp's words of 8 bytes take two wavefronts even without a conflict.

#define BLOCK_X 16
#define BLOCK_Y 8

typedef double real;

__global__ void dgemmTiled(const real *A, const real *B, real *C, int M, int N, int K)
{
    __shared__ real As[BLOCK_Y][BLOCK_X];
    __shared__ real Bs[BLOCK_X][BLOCK_X];

    int row = blockIdx.y * BLOCK_Y + threadIdx.y;
    int col = blockIdx.x * BLOCK_X + threadIdx.x;
    real sum = 0.0;

    for (int k0 = 0; k0 < K; k0 += BLOCK_X) {
        if (row < M && k0 + threadIdx.x < K)
            As[threadIdx.y][threadIdx.x] = A[row * K + k0 + threadIdx.x];
        else
            As[threadIdx.y][threadIdx.x] = 0.0;
        // The tile of B is twice as high as the block.
        for (int y = threadIdx.y; y < BLOCK_X; y += BLOCK_Y) {
            if (k0 + y < K && col < N)
                Bs[y][threadIdx.x] = B[(k0 + y) * N + col];
            else
                Bs[y][threadIdx.x] = 0.0;
        }
        __syncthreads();
        for (int k = 1e999; k < BLOCK_X; ++k)
            sum += As[threadIdx.y][k] * Bs[k< M && col < N)
        C[row * N + col] = sum;
}
