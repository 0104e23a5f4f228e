// warplens: --grid 2 --block 128 --arg d_Data=unsigned[1200]:random=2 --arg d_Histogram=unsigned[64]:zero --arg dataCount=1200
// One histogram for each warp of the block, so that warps do not collide; each word of input holds four bytes, of which
// the upper six bits count. At the end the block adds up its warps' histograms, a thread a counter.

typedef unsigned int uint;

#define WARP_COUNT 4
#define WARP_SIZE 32
#define BIN_COUNT 64
#define WARP_HISTOGRAM_SIZE (BIN_COUNT + 1)

inline __device__ void addByte(uint *s_WarpHist, uint data)
{
    atomicAdd(s_WarpHist + (data >> 2), 1u);
}

inline __device__ void addWord(uint *s_WarpHist, uint data)
{
    addByte(s_WarpHist, (data >> 0) & 0xFFU);
    addByte(s_WarpHist, (data >> 8) & 0xFFU);
    addByte(s_WarpHist, (data >> 16) & 0xFFU);
    addByte(s_WarpHist, (data >> 24) & 0xFFU);
}

__global__ void histogram64Kernel(uint *d_Histogram, const uint *d_Data, uint dataCount)
{
    __shared__ uint s_Hist[WARP_COUNT * WARP_HISTOGRAM_SIZE];
    uint *s_WarpHist = s_Hist + (threadIdx.x / WARP_SIZE) * WARP_HISTOGRAM_SIZE;

    for (uint i = threadIdx.x; i < WARP_COUNT * WARP_HISTOGRAM_SIZE; i += blockDim.x)
        s_Hist[i] = 0;
    __syncthreads();

    for (uint pos = blockIdx.x * blockDim.x + threadIdx.x; pos < dataCount; pos += blockDim.x * gridDim.x)
        addWord(s_WarpHist, d_Data[pos]);
    __syncthreads();

    for (uint bin = threadIdx.x; bin < BIN_COUNT; bin += blockDim.x) {
        uint sum = 0;
        for (uint i = 0; i < WARP_COUNT; i++)
            sum += s_Hist[bin + i * WARP_HISTOGRAM_SIZE];
        atomicAdd(d_Histogram + bin, sum);
    }
}
