// warplens: --arg x=float[32] --block 32
class Rng {
 public:
  __device__ Rng(unsigned seed) : state(seed) {}
  __device__ unsigned next() {
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state;
  }
  __device__ float uniform() { return next() * (1.0f / 4294967296.0f); }

 private:
  unsigned state;
};
__global__ void pi(float* x) {
  Rng rng(threadIdx.x * 7919u + 1u);
  int in = 0;
  for (int i = 0; i < 10; ++i) {
    float u = rng.uniform(), v = rng.uniform();
    if (u * u + v * v <= 1.f) ++in;
  }
  x[threadIdx.x] = 4.f * in / 10;
}
