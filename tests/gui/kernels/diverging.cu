// warplens: --grid 1 --block 60 --arg a=int[64]:zero --arg n=50
__global__ void diverging(int* a, int n) {
  int t = threadIdx.x;
  if (t >= n) return;
  int s = 0;
  if (t % 2 == 0)
    a[t] = t * 3;
  else
    a[t] = t * t + 5 * t;
  for (int i = 0; i < t % 4; ++i)
    s += i * i;
  a[t] += s;
}
