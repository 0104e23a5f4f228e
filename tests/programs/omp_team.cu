// A team's threads one after another; what they share is done once. `taskset -c 0 g++ -fopenmp`
// prints the same, but for the order of lines that threads print.
#include <cstdio>
#include <omp.h>

int main() {
  int sum = 0, turns = 0, once = 0, nested = 0;
  omp_set_num_threads(3);
#pragma omp parallel reduction(+ : sum)
  {
    const int thread = omp_get_thread_num();
    sum += (thread + 1) * omp_get_num_threads();
#pragma omp for
    for (int i = 0; i < 10; ++i)
#pragma omp atomic
      turns += i;
#pragma omp single
    once += 1;
  }
  printf("%d %d %d\n", sum, turns, once);
  const int wanted = 2;
#pragma omp parallel num_threads(wanted + 2)
  {
#pragma omp critical
    {
#pragma omp parallel
      nested += omp_get_num_threads();
    }
  }
  printf("%d, outside %d of %d\n", nested, omp_get_thread_num(), omp_get_num_threads());
  int squares[8];
#pragma omp parallel for num_threads(4)
  for (int i = 0; i < 8; ++i) squares[i] = i * i;
  printf("%d %d\n", squares[3], squares[7]);
  cudaStream_t streams[3];
  int* device;
  cudaMalloc(&device, sizeof(int) * 3);
#pragma omp parallel
  {
    const int thread = omp_get_thread_num();
    cudaStreamCreate(&streams[thread]);
    cudaMemcpyAsync(device + thread, &thread, sizeof thread, cudaMemcpyHostToDevice, streams[thread]);
    cudaStreamSynchronize(streams[thread]);
  }
  int back[3];
  cudaMemcpy(back, device, sizeof back, cudaMemcpyDeviceToHost);
  printf("%d %d %d\n", back[0], back[1], back[2]);
}
