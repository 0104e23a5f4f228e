// Kernels that take references to managed objects, and members that const objects may change.
#include <cstdio>
#include <mutex>
#include <vector>

struct Element { int value; float weight; };

__global__ void visit(Element& element, const int& step) {
  element.value += step;
  element.weight *= 2;
}

class Counter {
  mutable std::mutex mutex_;
  mutable int reads_ = 0;
  std::vector<int> values_{1, 2, 3};

 public:
  int sum() const {
    std::lock_guard<std::mutex> lock(mutex_);
    ++reads_;
    int total = 0;
    for (int value : values_) total += value;
    return total * 10 + reads_;
  }
};

int main() {
  Element* element;
  int* step;
  cudaMallocManaged(&element, sizeof(Element));
  cudaMallocManaged(&step, sizeof(int));
  *element = {10, 1.5f};
  *step = 3;
  visit<<<1, 1>>>(*element, *step);
  cudaDeviceSynchronize();
  visit<<<1, 1>>>(element[0], step[0]);
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  printf("%d %.1f\n", element->value, element->weight);
  const Counter counter;
  counter.sum();
  printf("%d\n", counter.sum());
}
