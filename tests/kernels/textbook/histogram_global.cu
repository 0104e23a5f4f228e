// warplens: --grid 3 --block 256 --arg data=uint8_t[5000]:random=1 --arg histo=unsigned[256]:zero --arg size=5000
// Histogram of bytes straight into global memory: every thread strides over the input and adds one to a counter by
// an atomic. Lanes that meet at the same counter have to wait for each other.

__global__ void histogramGlobal(const unsigned char *data, unsigned int *histo, long size)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    int stride = blockDim.x * gridDim.x;
    while (i < size) {
        atomicAdd(&histo[data[i]], 1);
        i += stride;
    }
}
