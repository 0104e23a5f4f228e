// warplens: --grid 4,3 --block 32,32 --arg idata=float[96][128] --arg odata=float[128][96]:zero --arg width=128 --arg height=96
// The block carries a tile over in shared memory, so that both its loads and its stores run along rows of global
// memory. The price is paid in shared memory: a column of a 32-wide tile lies in one single bank.

#define TILE_DIM 32

__global__ void transposeTiled(float *odata, const float *idata, int width, int height)
{
    __shared__ float tile[TILE_DIM][TILE_DIM];

    int x = blockIdx.x * TILE_DIM + threadIdx.x;
    int y = blockIdx.y * TILE_DIM + threadIdx.y;
    tile[threadIdx.y][threadIdx.x] = idata[y * width + x];

    __syncthreads();

    x = blockIdx.y * TILE_DIM + threadIdx.x;  // the blocks change places, too
    y = blockIdx.x * TILE_DIM + threadIdx.y;
    odata[y * height + x] = tile[threadIdx.x][threadIdx.y];
}
