// warplens: --grid 4 --block 100 --arg x=float[700]:mod=25 --arg y=float[700]:mod=9 --arg result=float[1]:zero --arg n=700
// Dot product in one launch: a tree in shared memory for each block (of a size that is no power of two), and one
// atomicAdd a block for the rest.

const int threadsPerBlock = 100;

__global__ void dotProduct(const float *x, const float *y, float *result, int n)
{
    __shared__ float cache[threadsPerBlock];

    float temp = 0;
    for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x)
        temp += x[i] * y[i];
    cache[threadIdx.x] = temp;
    __syncthreads();

    int count = threadsPerBlock;
    while (count > 1) {
        int half = (count + 1) / 2;
        if (threadIdx.x + half < count)
            cache[threadIdx.x] += cache[threadIdx.x + half];
        __syncthreads();
        count = half;
    }

    if (threadIdx.x == 0)
        atomicAdd(result, cache[0]);
}
