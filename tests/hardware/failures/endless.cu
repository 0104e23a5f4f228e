// warplens: --grid 1 --block 32 --arg flag=int[2]:zero --step-limit 2000
// A loop that waits for a flag that nobody sets.
__global__ void endless(volatile int* flag) {
  while (flag[0] == 0) flag[1] = flag[1] + 1;
}
