// A store to what was freed.
#include <cstdio>
#include <cstdlib>
__global__ void nothing() {}
int main() {
  int* v = (int*)malloc(16);
  nothing<<<1, 1>>>();
  v[0] = 1;
  printf("%d\n", v[0]);
  free(v);
  v[1] = 2;  // finds: host_use_after_free
}
