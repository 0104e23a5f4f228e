// Clocks that advance, numbers of the machine's, and a file that is written and read back.
#include <chrono>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <random>

__global__ void square(int* a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = i * i;
}

int main() {
  const int n = 1000;
  int* d;
  cudaMalloc(&d, n * sizeof(int));
  cudaEvent_t start, stop;
  cudaEventCreate(&start);
  cudaEventCreate(&stop);
  auto begin = std::chrono::steady_clock::now();
  cudaEventRecord(start);
  square<<<(n + 127) / 128, 128>>>(d, n);
  cudaEventRecord(stop);
  cudaEventSynchronize(stop);
  float ms = -1;
  cudaEventElapsedTime(&ms, start, stop);
  double host = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
  printf("events %d, host %d\n", ms > 0, host > 0);
  printf("after 2020: %d\n", time(nullptr) > 1577836800);

  std::random_device device;
  printf("from %u to %u\n", std::random_device::min(), std::random_device::max());
  std::mt19937 engine(device());
  std::uniform_int_distribution<int> die(1, 6);
  int bad = 0;
  for (int i = 0; i < 100; ++i) {
    const int thrown = die(engine);
    bad += thrown < 1 || thrown > 6;
  }
  printf("%d bad throws\n", bad);

  int h[n];
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  const char* name = "warplens_squares.tmp";
  FILE* file = fopen(name, "w");
  for (int i = 0; i < n; i += 333) fprintf(file, "%d %d\n", i, h[i]);
  fclose(file);
  file = fopen(name, "r");
  int i, value;
  while (fscanf(file, "%d %d", &i, &value) == 2) printf("%d: %d\n", i, value);
  fclose(file);
  remove(name);
  printf("%s\n", fopen(name, "r") == nullptr ? "removed" : "still there");
  return 0;
}
