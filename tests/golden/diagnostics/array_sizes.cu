__global__ void k(float* a, const float* b, int n) {
  float t[0];
  float u[-3];
  float v[2.5];
  float w[3000000000];
}
// expect error 2:11: an array of 0 elements
// expect error 3:11: an array of -3 elements
// expect error 4:11: the size of an array must be an integer, this is double
// expect error 5:9: the array 'w' is larger than 2 GiB
