// warplens: --kernel 'reduce7<float, 64, false>' --grid 4 --block 64 --arg g_idata=float[5000]:mod=37 --arg g_odata=float[4]:zero --arg n=5000
// Reduction, seventh version: a fixed number of blocks walks over the input in steps of the whole grid, and each
// thread adds up as many elements as it meets before the tree begins. Any size of input, few idle threads.

template <class T, unsigned int blockSize, bool nIsPow2>
__global__ void reduce7(const T *g_idata, T *g_odata, unsigned int n)
{
    __shared__ T sdata[blockSize];

    unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x * blockSize * 2 + threadIdx.x;
    unsigned int gridSize = blockSize * 2 * gridDim.x;

    T mySum = 0;
    while (i < n) {
        mySum += g_idata[i];
        if (nIsPow2 || i + blockSize < n) mySum += g_idata[i + blockSize];
        i += gridSize;
    }
    sdata[tid] = mySum;
    __syncthreads();

#pragma unroll
    for (unsigned int s = blockSize / 2; s >= 32; s >>= 1) {
        if (tid < s) sdata[tid] = mySum = mySum + sdata[tid + s];
        __syncthreads();
    }

    if (tid < 32) {
        for (int offset = warpSize / 2; offset > 0; offset /= 2)
            mySum += __shfl_down_sync(0xffffffff, mySum, offset);
    }
    if (tid == 0) g_odata[blockIdx.x] = mySum;
}

int main()
{
    const unsigned int n = 5000;
    float *in, *out;
    cudaMallocManaged(&in, n * sizeof(float));
    cudaMallocManaged(&out, 4 * sizeof(float));
    reduce7<float, 64, false><<<4, 64>>>(in, out, n);
    cudaDeviceSynchronize();
    return 0;
}
