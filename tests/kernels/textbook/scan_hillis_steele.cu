// warplens: --grid 3 --block 64 --shared 512 --arg g_odata=float[180]:zero --arg g_idata=float[180]:mod=23 --arg n=180
// Inclusive scan of each block's elements in log2(n) steps: at distance d, every element adds the one d to the left.
// Two halves of one dynamic shared array take turns as source and target, so one barrier a step is enough.

__global__ void scanHillisSteele(float *g_odata, const float *g_idata, int n)
{
    extern __shared__ float temp[];  // two buffers of blockDim.x elements

    int thid = threadIdx.x;
    int i = blockIdx.x * blockDim.x + thid;
    int pout = 0, pin = 1;

    temp[pout * blockDim.x + thid] = (i < n) ? g_idata[i] : 0.0f;
    __syncthreads();

    for (int offset = 1; offset < blockDim.x; offset *= 2) {
        pout = 1 - pout;  // the buffers change places
        pin = 1 - pout;
        if (thid >= offset)
            temp[pout * blockDim.x + thid] = temp[pin * blockDim.x + thid] + temp[pin * blockDim.x + thid - offset];
        else
            temp[pout * blockDim.x + thid] = temp[pin * blockDim.x + thid];
        __syncthreads();
    }

    if (i < n)
        g_odata[i] = temp[pout * blockDim.x + thid];
}

int main()
{
    const int n = 180, threads = 64;
    float *d_in, *d_out;
    cudaMalloc(&d_in, n * sizeof(float));
    cudaMalloc(&d_out, n * sizeof(float));
    scanHillisSteele<<<(n + threads - 1) / threads, threads, 2 * threads * sizeof(float)>>>(d_out, d_in, n);
    return cudaDeviceSynchronize();
}
