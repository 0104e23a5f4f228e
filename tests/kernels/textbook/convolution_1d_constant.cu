// warplens: --grid 3 --block 96 --arg N=float[250]:mod=17 --arg P=float[250]:zero --arg Width=250
// One-dimensional convolution: the mask lies in constant memory, since all lanes of a warp read the same word of it at
// the same time. Elements beyond either end count as zero.

#define MAX_MASK_WIDTH 7

__constant__ float M[MAX_MASK_WIDTH] = {1.0f, 2.0f, 3.0f, 4.0f, 3.0f, 2.0f, 1.0f};

__global__ void convolution_1D(const float *N, float *P, int Width)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= Width)
        return;

    float Pvalue = 0;
    int N_start_point = i - (MAX_MASK_WIDTH / 2);
    for (int j = 0; j < MAX_MASK_WIDTH; j++) {
        if (N_start_point + j >= 0 && N_start_point + j < Width) {
            Pvalue += N[N_start_point + j] * M[j];
        }
    }
    P[i] = Pvalue;
}
