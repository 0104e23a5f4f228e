constexpr int kTile = 24;
static_assert(kTile % 16 == 0, "the tile is a multiple of 16");
__global__ void k(float* a) {
  static_assert(sizeof(float) == 8);
  a[0] = 1;
}
// expect error 2:1: this static_assert does not hold: the tile is a multiple of 16
// expect error 4:3: this static_assert does not hold
