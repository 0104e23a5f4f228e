// warplens: --grid 3,3 --block 16,16 --arg A=float[40][24]:mod=13 --arg B=float[24][36]:mod=7 --arg C=float[40][36]:zero
// warplens: --arg M=40 --arg N=36 --arg K=24
// One thread works out one element of C = A * B: it walks along a row of A and down a column of B, all of it in
// global memory. Neighbours in a warp share the element of A, and read neighbouring elements of B.

__global__ void matmulNaive(const float *A, const float *B, float *C, int M, int N, int K)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;

    if (row < M && col < N) {
        float sum = 0.0f;
        for (int k = 0; k < K; k++)
            sum += A[row * K + k] * B[k * N + col];
        C[row * N + col] = sum;
    }
}
