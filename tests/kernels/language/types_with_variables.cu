// warplens: --arg a=float[32] --block 32
struct Options {
  int n;
  bool verbose;
  std::string name;
} options;
struct {
  int a, b;
} anonymous = {1, 2};
enum { A = 1, B = 2 } which = A;
enum Level { LOW, MID = A + B, HIGH } level;
struct Params {
  int n;
  float s;
};
__constant__ Params params = {4, 0.5f};
__device__ Params table[2] = {{1, 2.f}, {3, 4.f}};
const Params kDefaults = {7, 8.f};
__global__ void k(float* a) {
  a[threadIdx.x] = params.s * params.n + MID + table[threadIdx.x & 1].s + kDefaults.n;
}
int main() {
  cudaMemcpyToSymbol(params, &options, sizeof(Params));
}
