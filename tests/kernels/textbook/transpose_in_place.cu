// warplens: --grid 4,4 --block 16,16 --arg matrix=short[64][64]:iota --arg n=64
// Transposes a square matrix where it is. A block above the diagonal swaps its tile with the mirrored one, a block
// on the diagonal turns its own, and the blocks below have nothing to do.

#define TILE 16

__global__ void transposeInPlace(short *matrix, int n)
{
    __shared__ short upper[TILE][TILE + 2];
    __shared__ short lower[TILE][TILE + 2];
    if (blockIdx.y > blockIdx.x)
        return;

    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
    int mirrored_x = blockIdx.y * TILE + threadIdx.x;
    int mirrored_y = blockIdx.x * TILE + threadIdx.y;

    upper[threadIdx.y][threadIdx.x] = matrix[y * n + x];
    if (blockIdx.x != blockIdx.y)
        lower[threadIdx.y][threadIdx.x] = matrix[mirrored_y * n + mirrored_x];
    __syncthreads();

    matrix[mirrored_y * n + mirrored_x] = upper[threadIdx.x][threadIdx.y];
    if (blockIdx.x != blockIdx.y)
        matrix[y * n + x] = lower[threadIdx.x][threadIdx.y];
}

int main()
{
    const int n = 64;
    short *matrix;
    cudaMallocManaged(&matrix, n * n * sizeof(short));
    for (int i = 0; i < n * n; ++i)
        matrix[i] = (short)i;
    transposeInPlace<<<dim3(n / TILE, n / TILE), dim3(TILE, TILE)>>>(matrix, n);
    cudaDeviceSynchronize();
    cudaFree(matrix);
    return 0;
}
