// A table printed number by number.
#include <cstdio>

#ifdef __CUDACC__
__global__ void none() {}
#define LAUNCH none<<<1, 1>>>()
#else
#define LAUNCH
#endif

int main() {
  LAUNCH;
  for (int row = 0; row < 40000; row++) {
    for (int column = 0; column < 10; column++) printf("%d %6.2f ", row * column, row / (column + 1.0));
    printf("\n");
  }
}
