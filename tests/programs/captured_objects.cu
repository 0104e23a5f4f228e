// Lambdas that hold copies of the object around them, and of arrays of one and two dimensions.
#include <cstdio>

struct Counter {
  int base = 5;
  auto copied() { return [*this](int x) { return x + base; }; }
  auto pointed() { return [this](int x) { return x + base; }; }
  auto counting(int step) {
    return [=, *this]() mutable {
      base += step;
      return this->base + twice();
    };
  }
  auto nested() {
    return [*this] { return [this](int x) { return x * base; }(2); };
  }
  int twice() const { return 2 * base; }
};

template <typename F>
__global__ void apply(float* data, F f) {
  data[threadIdx.x] = f(data[threadIdx.x]);
}

struct Scale {
  float factor;
  void run(float* data) const {
    apply<<<1, 4>>>(data, [*this] __device__(float x) { return x * factor; });
  }
};

int main() {
  Counter counter;
  const auto copied = counter.copied();
  const auto pointed = counter.pointed();
  auto counting = counter.counting(3);
  const auto nested = counter.nested();
  counter.base = 100;
  const int first = counting();
  printf("%d %d %d %d %d\n", copied(1), pointed(1), first, counting(), nested());

  int row[4] = {1, 2, 3, 4};
  float matrix[2][3] = {{1, 2, 3}, {4, 5, 6}};
  const auto pick = [row, matrix](int i) { return row[i] + (int)matrix[1][i % 3]; };
  const auto sum = [=] {
    float all = 0;
    for (const auto& line : matrix)
      for (float value : line) all += value;
    return all;
  };
  row[0] = 50;
  matrix[0][0] = 1000;
  printf("%d %g %zu\n", pick(0), sum(), sizeof pick);

  float values[4] = {1, 2, 3, 4}, *data;
  cudaMalloc(&data, sizeof values);
  cudaMemcpy(data, values, sizeof values, cudaMemcpyHostToDevice);
  Scale{3}.run(data);
  const float weights[2][2] = {{1, 2}, {3, 4}};
  apply<<<1, 4>>>(data, [weights] __device__(float x) { return x + weights[1][threadIdx.x % 2]; });
  cudaMemcpy(values, data, sizeof values, cudaMemcpyDeviceToHost);
  for (float value : values) printf("%g ", value);
  printf("\n");
  cudaFree(data);
}
