// warplens: --grid 3 --block 128 --shared 512 --arg g_idata=int[600]:mod=100 --arg g_odata=int[3]:zero --arg n=600
// Reduction, fourth version: in the third, half of the threads did nothing but bring one element. Here each thread
// brings two and adds them on the way, so half as many blocks are enough.

__global__ void reduce4(int *g_idata, int *g_odata, unsigned int n)
{
    extern __shared__ int sdata[];

    unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x * (blockDim.x * 2) + threadIdx.x;
    int mySum = (i < n) ? g_idata[i] : 0;
    if (i + blockDim.x < n) mySum += g_idata[i + blockDim.x];
    sdata[tid] = mySum;
    __syncthreads();

    for (unsigned int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (tid < s) {
            sdata[tid] = mySum = mySum + sdata[tid + s];
        }
        __syncthreads();
    }

    if (tid == 0) g_odata[blockIdx.x] = mySum;
}
