// warplens: --block 128 --arg counter=int[1]:zero

// Every thread adds STEP to one counter: by loading, adding and storing, or with ATOMIC in one step.

#ifndef ATOMIC
#define ATOMIC 0
#endif
#ifndef STEP
#define STEP 1
#endif

__global__ void count(int* counter) {
#if ATOMIC
  atomicAdd(counter, STEP);
#else
  *counter += STEP;
#endif
}
