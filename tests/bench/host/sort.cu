// std::sort of a vector, and a bubble sort by hand.
#include <algorithm>
#include <cstdio>
#include <vector>

#ifdef __CUDACC__
__global__ void none() {}
#define LAUNCH none<<<1, 1>>>()
#else
#define LAUNCH
#endif

int main() {
  LAUNCH;
  unsigned state = 1;
  unsigned long long sum = 0;
  for (int turn = 0; turn < 5; turn++) {
    std::vector<int> values;
    for (int i = 0; i < 100000; i++) {
      state = state * 1664525u + 1013904223u;
      values.push_back(state >> 8);
    }
    std::sort(values.begin(), values.end());
    for (size_t i = 0; i < values.size(); i += 1000) sum += values[i];
  }
  int few[3000];
  for (int i = 0; i < 3000; i++) few[i] = (i * 7919) % 3001;
  for (int i = 0; i < 3000; i++) {
    for (int j = 0; j + 1 < 3000 - i; j++) {
      if (few[j] > few[j + 1]) {
        int t = few[j];
        few[j] = few[j + 1];
        few[j + 1] = t;
      }
    }
  }
  printf("%llu %d %d\n", sum, few[0], few[2999]);
}
