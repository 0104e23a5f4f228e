// warplens: --grid 4 --block 256 --arg data=uint8_t[5000]:random=1 --arg histo=unsigned[256]:zero --arg size=5000
// A private histogram for each block in shared memory, where atomics are cheap; at the end the block adds its counts
// to the global ones, one atomic a counter.

__global__ void histogramShared(const unsigned char *data, unsigned int *histo, long size)
{
    __shared__ unsigned int temp[256];
    temp[threadIdx.x] = 0;
    __syncthreads();

    int i = threadIdx.x + blockIdx.x * blockDim.x;
    int offset = blockDim.x * gridDim.x;
    while (i < size) {
        atomicAdd(&temp[data[i]], 1);
        i += offset;
    }
    __syncthreads();

    atomicAdd(&(histo[threadIdx.x]), temp[threadIdx.x]);
}

int main(void)
{
    const long size = 5000;
    unsigned char *dev_buffer;
    unsigned int *dev_histo;
    unsigned int histo[256];
    cudaMalloc((void **)&dev_buffer, size);
    cudaMalloc((void **)&dev_histo, 256 * sizeof(unsigned int));
    cudaMemset(dev_buffer, 7, size);
    cudaMemset(dev_histo, 0, 256 * sizeof(unsigned int));
    histogramShared<<<4, 256>>>(dev_buffer, dev_histo, size);
    cudaMemcpy(histo, dev_histo, sizeof(histo), cudaMemcpyDeviceToHost);
    cudaFree(dev_histo);
    cudaFree(dev_buffer);
    return histo[7] == size ? 0 : 1;
}
