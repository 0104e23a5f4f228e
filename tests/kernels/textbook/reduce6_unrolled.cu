// warplens: --kernel 'reduce6<128>' --grid 3 --block 128 --shared 512 --arg g_idata=int[600]:mod=100
// warplens: --arg g_odata=int[3]:zero --arg n=600
// Reduction, sixth version: the block's size is a template parameter, so all steps can be written out; those that
// are too large for it are known to be dead when the kernel is compiled, and leave nothing behind.

template <unsigned int blockSize>
__device__ void warpReduce(volatile int *sdata, unsigned int tid)
{
    if (blockSize >= 64) sdata[tid] += sdata[tid + 32];
    if (blockSize >= 32) sdata[tid] += sdata[tid + 16];
    if (blockSize >= 16) sdata[tid] += sdata[tid + 8];
    if (blockSize >= 8) sdata[tid] += sdata[tid + 4];
    if (blockSize >= 4) sdata[tid] += sdata[tid + 2];
    if (blockSize >= 2) sdata[tid] += sdata[tid + 1];
}

template <unsigned int blockSize>
__global__ void reduce6(int *g_idata, int *g_odata, unsigned int n)
{
    extern __shared__ int sdata[];

    unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x * (blockSize * 2) + tid;
    sdata[tid] = i < n ? g_idata[i] : 0;
    if (i + blockSize < n) sdata[tid] += g_idata[i + blockSize];
    __syncthreads();

    if (blockSize >= 512) {
        if (tid < 256) { sdata[tid] += sdata[tid + 256]; }
        __syncthreads();
    }
    if (blockSize >= 256) {
        if (tid < 128) { sdata[tid] += sdata[tid + 128]; }
        __syncthreads();
    }
    if (blockSize >= 128) {
        if (tid < 64) { sdata[tid] += sdata[tid + 64]; }
        __syncthreads();
    }

    if (tid < 32) warpReduce<blockSize>(sdata, tid);
    if (tid == 0) g_odata[blockIdx.x] = sdata[0];
}

void launch(int *d_idata, int *d_odata, unsigned int n, int threads, int blocks)
{
    dim3 dimBlock(threads, 1, 1);
    dim3 dimGrid(blocks, 1, 1);
    int smemSize = threads * sizeof(int);
    switch (threads) {
        case 512: reduce6<512><<<dimGrid, dimBlock, smemSize>>>(d_idata, d_odata, n); break;
        case 256: reduce6<256><<<dimGrid, dimBlock, smemSize>>>(d_idata, d_odata, n); break;
        case 128: reduce6<128><<<dimGrid, dimBlock, smemSize>>>(d_idata, d_odata, n); break;
        case 64: reduce6<64><<<dimGrid, dimBlock, smemSize>>>(d_idata, d_odata, n); break;
    }
}
