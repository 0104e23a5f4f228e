// warplens: --arg a=float[32] --block 32
#include <vector>
using std::map;
using std::string;
using std::vector;
namespace chr = std::chrono;
typedef std::map<std::string, std::vector<float> > Table;
typedef vector<int> VI;
struct Config {
  int n;
  std::vector<float> v;
} g_config, *g_ptr = nullptr;
struct Dev {
  float s;
  __device__ float get() const { return s; }
  std::string name() const { return std::to_string(s); }
  std::vector<int> list() { return {}; }
} dev = {1}, other;
enum Mode { ON, OFF } mode = OFF, mode2;
struct Packed {
  char c;
  int v;
} __attribute__((packed));
__global__ void k(float* a) {
  Dev d = {2};
  int string = 1, map = OFF;
  float* vector = a;
  vector[threadIdx.x] = d.get() + string + map + sizeof(Dev);
}
