// Memory that the runtime fills: files, numbers of a text, properties of the device.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <sstream>
__global__ void f() {}
int main() {
  FILE* o = fopen("t.bin", "wb");
  int x[4] = {1, 2, 3, 4};
  fwrite(x, 4, 4, o);
  fclose(o);
  int* y = (int*)malloc(16);
  o = fopen("t.bin", "rb");
  size_t n = fread(y, 4, 4, o);
  fclose(o);
  char* line = (char*)malloc(64);
  strcpy(line, "12 34");
  int a, b;
  sscanf(line, "%d %d", &a, &b);
  int* c = (int*)malloc(8);
  sscanf(line, "%d %d", c, c + 1);
  struct cudaDeviceProp* p = (cudaDeviceProp*)malloc(sizeof(cudaDeviceProp));
  cudaGetDeviceProperties(p, 0);
  size_t* m = (size_t*)malloc(16);
  cudaMemGetInfo(m, m + 1);
  void** ptr = (void**)malloc(8);
  cudaMalloc(ptr, 16);
  cudaMemset(*ptr, 0, 16);
  int z;
  cudaMemcpy(&z, *ptr, 4, cudaMemcpyDeviceToHost);
  char* end = nullptr;
  double* e = (double*)malloc(8);
  *e = strtod("1.5", &end);
  f<<<1, 1>>>();
  std::cout << y[3] << ' ' << n << ' ' << a + b << ' ' << c[1] << ' ' << p->warpSize << ' '
            << (m[1] > m[0]) << ' ' << z << ' ' << *e << ' ' << *end << '\n';
}
