// warplens: --grid 5 --block 128 --shared 512 --arg g_idata=int[600]:mod=100 --arg g_odata=int[5]:zero --arg n=600
// Reduction, second version: the working threads have neighbouring numbers, so whole warps end early. But now their
// elements lie 2 s words apart, and the banks they fall into become fewer with each step.

__global__ void reduce2(int *g_idata, int *g_odata, unsigned int n)
{
    extern __shared__ int sdata[];

    unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    sdata[tid] = (i < n) ? g_idata[i] : 0;
    __syncthreads();

    for (unsigned int s = 1; s < blockDim.x; s *= 2) {
        int index = 2 * s * tid;
        if (index < blockDim.x) {
            sdata[index] += sdata[index + s];
        }
        __syncthreads();
    }

    if (tid == 0) g_odata[blockIdx.x] = sdata[0];
}
