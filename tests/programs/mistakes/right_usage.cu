// Without its argument the program ends before its launch.
#include <cstdio>
#include <cstdlib>
__global__ void f() {
  printf("x\n");
}
int main(int argc, char** argv) {
  if (argc < 2) {
    fprintf(stderr, "usage: %s N\n", argv[0]);
    return 1;
  }
  f<<<1, atoi(argv[1])>>>();
  cudaDeviceSynchronize();
}
