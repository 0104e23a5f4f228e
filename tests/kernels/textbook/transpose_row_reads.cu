// warplens: --grid 2,3 --block 16,16 --arg in=float[45][30] --arg out=float[30][45]:zero --arg height=45 --arg width=30
// The simplest transpose: neighbouring threads read neighbouring elements of a row, and store them a whole row
// of the result apart. Loads are coalesced, stores are not.

__global__ void transposeRowReads(const float *in, float *out, int height, int width)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;

    if (x < width && y < height)
        out[x * height + y] = in[y * width + x];
}
