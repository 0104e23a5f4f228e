__global__ void k(float* a, const float* b, int n) {
  if (n > 3) goto done;
  a[0] = 1;
done:
  a[1] = 2;
}
// expect error 2:14: goto is not supported
// expect error 4:1: labels are for goto, which is not supported
