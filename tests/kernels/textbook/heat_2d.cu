// warplens: --grid 1 --block 32,8 --arg a=double[24][40]:random=8 --arg b=double[24][40]:zero --arg width=40 --arg height=24 --arg steps=5
// Heat spreads over a plate whose edge keeps its temperature. One block takes several steps: two arrays are source and
// target in turn, by swapping the pointers, with a barrier between the steps. Threads stride over the plate.

#define INDEX(row, column) ((row) * width + (column))

__global__ void heat(double *a, double *b, int width, int height, int steps)
{
    double *now = a, *next = b;
    const double k = 0.125;

    for (int step = 0; step < steps; ++step) {
        for (int row = threadIdx.y; row < height; row += blockDim.y) {
            for (int col = threadIdx.x; col < width; col += blockDim.x) {
                double here = now[INDEX(row, col)];
                bool edge = row == 0 || col == 0 || row == height - 1 || col == width - 1;
                if (!edge) {
                    double around = now[INDEX(row - 1, col)] + now[INDEX(row + 1, col)] +
                                    now[INDEX(row, col - 1)] + now[INDEX(row, col + 1)];
                    here += k * (around - 4.0 * here);
                }
                next[INDEX(row, col)] = here;
            }
        }
        __syncthreads();
        double *swap = now;
        now = next;
        next = swap;
    }
}
