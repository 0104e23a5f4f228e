enum { WIDTH = 16 };
enum class Mode { kFast, kSlow };
__global__ void k(float* a) {
  a[WIDTH] = 1;
  WIDTH = 3;
  int m = Mode::kFats;
}
// expect error 5:3: 'WIDTH' is const and cannot be assigned to
// expect error 6:11: 'Mode' has no 'kFats'
