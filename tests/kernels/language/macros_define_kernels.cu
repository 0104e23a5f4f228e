// warplens: --arg a=float[32] --block 32 --kernel k
#define LAUNCH(kernel, grid, ...)      \
  do {                                 \
    kernel<<<grid, 32>>>(__VA_ARGS__); \
    cudaDeviceSynchronize();           \
  } while (0)
#define DEFINE_KERNEL(name, op)              \
  __global__ void name(float* a) {           \
    a[threadIdx.x] = a[threadIdx.x] op 2.0f; \
  }
#define SQUARE(x)   \
  ({                \
    float _x = (x); \
    _x* _x;         \
  })
DEFINE_KERNEL(k, +)
DEFINE_KERNEL(times, *)
int main() {
  LAUNCH(k, 1, nullptr);
  LAUNCH(times, dim3(1), nullptr);
}
