// nvcc takes a `return` without a value in main() as the program's end.
#include <cstdio>
int main() {
  printf("first\n");
  if (cudaGetLastError() == cudaSuccess) return;
  printf("second\n");
  return 1;
}
