// warplens: --block 1 --arg in=float[278528] --arg out=float[1]:zero

// One thread loads COUNT floats, each from a burst of its own, of two rows of one bank: the rows in turn, or (IN_TURN 0)
// one row after the other. In the model of HBM2 a channel has four bursts of 16 floats side by side, and its next four
// 2,048 floats further on.

#ifndef COUNT
#define COUNT 32
#endif
#ifndef IN_TURN
#define IN_TURN 1
#endif
#define NEXT_ROW 262144

__global__ void rows(const float* in, float* out) {
  float sum = 0.0f;

  for (int i = 0; i < COUNT; ++i) {
    int row = IN_TURN ? i % 2 : i / (COUNT / 2);
    int burst = IN_TURN ? i / 2 : i % (COUNT / 2);
    sum += in[row * NEXT_ROW + burst / 4 * 2048 + burst % 4 * 16];
  }
  out[0] = sum;
}
