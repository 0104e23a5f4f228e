#include <vector>
using namespace std;
__global__ void k(float* a, int n) {
  std::vector<float> v(n);
  string s = "x";
}
// expect error 4:3: the standard library (std::) is not supported in a kernel
// expect error 5:3: the standard library (std::) is not supported in a kernel
