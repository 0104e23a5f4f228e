// warplens: --grid 1 --block 128 --arg x=int[1]:zero
// finds: lost_update
__global__ void k(int* x) {
  (*x)++;
}
