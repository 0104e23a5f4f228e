// warplens: --grid 3,2 --block 32,8 --arg in=double[50][70] --arg out=double[70][50]:zero --arg width=70 --arg height=50
// A block of 32 x 8 threads moves a tile of 32 x 32, four elements a thread, so that the index arithmetic is shared
// by them. The matrix is no multiple of the tile, so every step looks whether it is still inside.

#define TILE_DIM   32
#define BLOCK_ROWS 8

__global__ void transposeBlockRows(const double *in, double *out, int width, int height)
{
    __shared__ double tile[TILE_DIM][TILE_DIM + 1];

    int x = blockIdx.x * TILE_DIM + threadIdx.x;
    int y = blockIdx.y * TILE_DIM + threadIdx.y;
    for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS) {
        if (x < width && y + j < height)
            tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
    }
    __syncthreads();

    x = blockIdx.y * TILE_DIM + threadIdx.x;
    y = blockIdx.x * TILE_DIM + threadIdx.y;
    for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS) {
        if (x < height && y + j < width)
            out[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
    }
}
