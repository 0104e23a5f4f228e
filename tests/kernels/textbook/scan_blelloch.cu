// warplens: --grid 1 --block 128 --shared 1024 --arg g_odata=int[256]:zero --arg g_idata=int[256]:mod=17 --arg n=256
// Exclusive scan with no more additions than a serial one: sums are built up a balanced tree, the root is cleared, and
// going down each node hands its value to the left and the sum to the right. Strides are powers of two, hence conflicts.

__global__ void scanBlelloch(int *g_odata, int *g_idata, int n)
{
    extern __shared__ int temp[];
    int thid = threadIdx.x;
    int offset = 1;

    temp[2 * thid] = g_idata[2 * thid];
    temp[2 * thid + 1] = g_idata[2 * thid + 1];

    for (int d = n >> 1; d > 0; d >>= 1) {  // up the tree
        __syncthreads();
        if (thid < d) {
            int ai = offset * (2 * thid + 1) - 1;
            int bi = offset * (2 * thid + 2) - 1;
            temp[bi] += temp[ai];
        }
        offset *= 2;
    }

    if (thid == 0)
        temp[n - 1] = 0;

    for (int d = 1; d < n; d *= 2) {  // and down again
        offset >>= 1;
        __syncthreads();
        if (thid < d) {
            int ai = offset * (2 * thid + 1) - 1;
            int bi = offset * (2 * thid + 2) - 1;
            int t = temp[ai];
            temp[ai] = temp[bi];
            temp[bi] += t;
        }
    }
    __syncthreads();

    g_odata[2 * thid] = temp[2 * thid];
    g_odata[2 * thid + 1] = temp[2 * thid + 1];
}
