// warplens: --kernel 'sgemm2d<32, 64, 8, 4, 4>' --grid 2,2 --block 128 --arg A=float[64][48]:mod=10 --arg B=float[48][128]:mod=7
// warplens: --arg C=float[64][128]:mod=5 --arg M=64 --arg N=128 --arg K=48 --arg alpha=2 --arg beta=3
// Register blocking in two dimensions: a thread keeps TM x TN sums in registers. For each step along K it reads TM
// words of A and TN of B from shared memory and multiplies each with each.

#include <cassert>

template <const int BM, const int BN, const int BK, const int TM, const int TN>
__global__ void sgemm2d(int M, int N, int K, float alpha, const float *A, const float *B, float beta, float *C)
{
    constexpr int kThreads = (BM * BN) / (TM * TN);
    static_assert(BM % TM == 0 && BN % TN == 0, "a thread's results must fill the block's tile");
    assert(kThreads == blockDim.x);

    __shared__ float As[BM * BK];
    __shared__ float Bs[BK * BN];

    const int threadCol = threadIdx.x % (BN / TN);
    const int threadRow = threadIdx.x / (BN / TN);

    A += blockIdx.y * BM * K;
    B += blockIdx.x * BN;
    C += blockIdx.y * BM * N + blockIdx.x * BN;

    float threadResults[TM][TN] = {};
    float regM[TM];
    float regN[TN];

    for (int bkIdx = 0; bkIdx < K; bkIdx += BK) {
        for (int i = threadIdx.x; i < BM * BK; i += kThreads)
            As[i] = A[(i / BK) * K + i % BK];
        for (int i = threadIdx.x; i < BK * BN; i += kThreads)
            Bs[i] = B[(i / BN) * N + i % BN];
        __syncthreads();
        A += BK;
        B += BK * N;

        for (int dotIdx = 0; dotIdx < BK; ++dotIdx) {
            for (int i = 0; i < TM; ++i)
                regM[i] = As[(threadRow * TM + i) * BK + dotIdx];
            for (int i = 0; i < TN; ++i)
                regN[i] = Bs[dotIdx * BN + threadCol * TN + i];
            for (int m = 0; m < TM; ++m)
                for (int n = 0; n < TN; ++n)
                    threadResults[m][n] += regM[m] * regN[n];
        }
        __syncthreads();
    }

    for (int m = 0; m < TM; ++m) {
        for (int n = 0; n < TN; ++n) {
            float *c = &C[(threadRow * TM + m) * N + threadCol * TN + n];
            *c = alpha * threadResults[m][n] + beta * *c;
        }
    }
}

int main()
{
    const int M = 64, N = 128, K = 48;
    float *A, *B, *C;
    cudaMalloc(&A, M * K * sizeof(float));
    cudaMalloc(&B, K * N * sizeof(float));
    cudaMalloc(&C, M * N * sizeof(float));
    const dim3 gridDim(2, 2);
    const dim3 blockDim(128);
    sgemm2d<32, 64, 8, 4, 4><<<gridDim, blockDim>>>(M, N, K, 2.0f, A, B, 3.0f, C);
    cudaDeviceSynchronize();
}
