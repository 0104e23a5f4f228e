// What g++ takes beside standard C++, and members that programs call by unusual names.
#include <cstdio>
#include <cstring>
#include <iostream>

#define MAX(a, b) ({ __typeof__(a) x_ = (a); __typeof__(b) y_ = (b); x_ > y_ ? x_ : y_; })

__global__ void larger(int* out, int n) { out[threadIdx.x] = MAX((int)threadIdx.x, n); }

class Managed {
 public:
  static int made;
  void* operator new(size_t bytes) {
    void* memory;
    cudaMallocManaged(&memory, bytes);
    ++made;
    return memory;
  }
  void operator delete(void* memory) {
    cudaDeviceSynchronize();
    cudaFree(memory);
    --made;
  }
};
int Managed::made = 0;

struct Element : public Managed {
  char* name;
  int value;
};

__global__ void visit(Element* element) {
  printf("kernel %s %d\n", element->name, element->value);
  element->name[0] = 'd';
  element->value++;
}

class Steps {
  int count = 0;
  static void CUDART_CB done(cudaStream_t stream, cudaError_t status, void* self);

 public:
  void add_to(cudaStream_t stream) { cudaStreamAddCallback(stream, Steps::done, this, 0); }
  int counted() const { return count; }
  Steps operator+(int n) const {
    Steps sum;
    sum.count = count + n;
    return sum;
  }
};
void Steps::done(cudaStream_t stream, cudaError_t status, void* self) { ++((Steps*)self)->count; }

int length(char* text) { return (int)strlen(text); }

int sum_of(int n) {
  int squares[n], total = 0;
  for (int i = 0; i < n; ++i) squares[i] = i * i;
  for (int i = 0; i < n; ++i) total += squares[i];
  return total;
}

int main() {
  int host[8], *device;
  cudaMalloc(&device, sizeof host);
  larger<<<1, 8>>>(device, 4);
  cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost);
  for (int value : host) printf("%d ", value);
  printf("\n%d %.1f %d\n", MAX(3, 7), MAX(2.5, 1), MAX(MAX(1, 9), 4));

  Element* element = new Element;
  cudaMallocManaged((void**)&(element->name), 6);
  strcpy(element->name, "hello");
  element->value = 10;
  visit<<<1, 1>>>(element);
  cudaDeviceSynchronize();
  printf("host %s %d, made %d\n", element->name, element->value, Managed::made);
  cudaFree(element->name);
  delete element;
  printf("made %d\n", Managed::made);

  cudaStream_t stream;
  cudaStreamCreate(&stream);
  Steps steps;
  steps.add_to(stream);
  cudaStreamSynchronize(stream);
  printf("steps %d %d\n", steps.counted(), steps.operator+(4).counted());
  printf("%d %d %d\n", length((char*)"four"), sum_of(5), sum_of(10));
  try {
    throw std::runtime_error("reached");
  } catch (const std::exception& error) {
    std::cout << error.what() << " " << __INT_MAX__ << " " << (__FLT_MAX__ > 1e38f) << std::endl;
  }
#ifdef __CUDA_RUNTIME_H__
  printf("runtime\n");
#endif
}
