// warplens: --grid 1 --block 128 --shared 1056 --arg g_odata=int[256]:zero --arg g_idata=int[256]:mod=17 --arg n=256
// The tree scan with its conflicts padded away: one unused word after every 32, so that elements which are a power of
// two apart fall into different banks. A thread also takes elements n / 2 apart instead of neighbours.

#define NUM_BANKS 32
#define LOG_NUM_BANKS 5
#define CONFLICT_FREE_OFFSET(n) ((n) >> LOG_NUM_BANKS)

__global__ void scanConflictFree(int *g_odata, int *g_idata, int n)
{
    extern __shared__ int temp[];
    int thid = threadIdx.x;
    int offset = 1;

    int left = thid;
    int right = thid + n / 2;
    temp[left + CONFLICT_FREE_OFFSET(left)] = g_idata[left];
    temp[right + CONFLICT_FREE_OFFSET(right)] = g_idata[right];

    for (int d = n >> 1; d > 0; d >>= 1) {
        __syncthreads();
        if (thid < d) {
            int ai = offset * (2 * thid + 1) - 1;
            int bi = offset * (2 * thid + 2) - 1;
            ai += CONFLICT_FREE_OFFSET(ai);
            bi += CONFLICT_FREE_OFFSET(bi);
            temp[bi] += temp[ai];
        }
        offset *= 2;
    }

    if (thid == 0) {
        int last = n - 1;
        temp[last + CONFLICT_FREE_OFFSET(last)] = 0;
    }

    for (int d = 1; d < n; d *= 2) {
        offset >>= 1;
        __syncthreads();
        if (thid < d) {
            int ai = offset * (2 * thid + 1) - 1;
            int bi = offset * (2 * thid + 2) - 1;
            ai += CONFLICT_FREE_OFFSET(ai);
            bi += CONFLICT_FREE_OFFSET(bi);
            int t = temp[ai];
            temp[ai] = temp[bi];
            temp[bi] += t;
        }
    }
    __syncthreads();

    g_odata[left] = temp[left + CONFLICT_FREE_OFFSET(left)];
    g_odata[right] = temp[right + CONFLICT_FREE_OFFSET(right)];
}
