// warplens: --grid 5 --block 128 --shared 512 --arg g_idata=int[600]:mod=100 --arg g_odata=int[5]:zero --arg n=600
// Reduction, third version: the second half of the elements is added to the first, then the second quarter to the
// first. Neighbours touch neighbouring words at every step.

__global__ void reduce3(int *g_idata, int *g_odata, unsigned int n)
{
    extern __shared__ int sdata[];

    unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    sdata[tid] = (i < n) ? g_idata[i] : 0;
    __syncthreads();

    for (unsigned int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (tid < s) {
            sdata[tid] += sdata[tid + s];
        }
        __syncthreads();
    }

    if (tid == 0) g_odata[blockIdx.x] = sdata[0];
}

int main()
{
    const unsigned int n = 600, threads = 128;
    const unsigned int blocks = (n + threads - 1) / threads;
    int *d_in, *d_out, h_out[5];
    cudaMalloc(&d_in, n * sizeof(int));
    cudaMalloc(&d_out, blocks * sizeof(int));
    cudaMemset(d_in, 0, n * sizeof(int));
    int smemSize = threads * sizeof(int);
    reduce3<<<blocks, threads, smemSize>>>(d_in, d_out, n);
    cudaMemcpy(h_out, d_out, sizeof(h_out), cudaMemcpyDeviceToHost);
    int total = 0;
    for (unsigned int b = 0; b < blocks; ++b) total += h_out[b];
    return total;
}
