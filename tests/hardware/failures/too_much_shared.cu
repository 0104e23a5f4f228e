// warplens: --grid 1 --block 32 --shared 1000000 --arg a=int[32]:zero
__global__ void too_much_shared(int* a) {
  extern __shared__ int tile[];
  tile[threadIdx.x] = a[threadIdx.x];
  a[threadIdx.x] = tile[threadIdx.x] + 1;
}
