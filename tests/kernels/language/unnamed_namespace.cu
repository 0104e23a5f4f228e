// warplens: --arg a=float[32] --block 32 --kernel k
namespace {
constexpr int kTile = 16;
__device__ int helper(int v) {
  return v + kTile;
}
class Host {
  int x;

 public:
  int get() { return x; }
};
namespace inner {
__global__ void other(int* p) {
  *p = 1;
}
}  // namespace inner
__global__ void k(float* a) {
  a[threadIdx.x] = helper(1);
}
void go() {
  k<<<1, 32>>>(nullptr);
}
}  // namespace
int main() {
  go();
}
