__global__ void k(float* a, const float* b, int n) {
  a[0] = 1;
}
const char* s = "abc;
int x;
// expect error 4:17: this string has no closing quote on its line
