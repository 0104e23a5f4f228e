__global__ void k(float* a, const float* b, int n) {
  a[threadIdx.x];
  n + 1;
  for (int i = 0; i < n; i + 1) a[i] = b[i];
}
// expect warning 2:3: this names a place in memory, and stores nothing there
// expect warning 3:3: this statement does nothing, and accesses no memory
// expect warning 4:26: the loop's step changes nothing
