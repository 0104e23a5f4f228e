enum class Mode { fast, exact };
__global__ void k(int* a, Mode m) {
  if (m == Mode::fast) a[0] = 1;
  a[2] = Mode::precise;
}
// expect error 4:10: 'Mode' has no 'precise'
