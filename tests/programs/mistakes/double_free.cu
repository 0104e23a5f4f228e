// The host's array is freed twice.
#include <cstdio>
#include <cstdlib>
__global__ void nothing() {}
int main() {
  int *a = (int*)malloc(64), *b = (int*)malloc(64);
  nothing<<<1, 1>>>();
  a[0] = b[0] = 1;
  printf("%d\n", a[0] + b[0]);
  free(a);
  free(a);  // finds: host_double_free
}
