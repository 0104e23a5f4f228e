// warplens: --grid 5 --block 128 --shared 512 --arg g_idata=int[600]:mod=100 --arg g_odata=int[5]:zero --arg n=600
// Reduction, first version: in step s, every thread whose number is a multiple of 2 s adds the element s further on.
// Half of each warp's lanes idle from the first step on, and the test needs a modulo.

__global__ void reduce1(int *g_idata, int *g_odata, unsigned int n)
{
    extern __shared__ int sdata[];

    unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    sdata[tid] = (i < n) ? g_idata[i] : 0;
    __syncthreads();

    for (unsigned int s = 1; s < blockDim.x; s *= 2) {
        if ((tid % (2 * s)) == 0) {
            sdata[tid] += sdata[tid + s];
        }
        __syncthreads();
    }

    if (tid == 0) g_odata[blockIdx.x] = sdata[0];
}
