// warplens: --grid 1 --block 32 --arg a=int[1024]:zero --arg b=int[1024]
__global__ void lane_shuffles(int* a, const int* b) {
  int i = threadIdx.x;
  int v = b[i];
  a[i] = __shfl_down_sync(0xffffffff, v, 3);
  a[i + 32] = __shfl_xor_sync(0xffffffff, v, 5, 8);
  a[i + 64] = __shfl_up_sync(0xffffffff, v, 2, 16);
  a[i + 96] = __shfl_sync(0xffffffff, v, i * 3, 8);
  a[i + 128] = __ballot_sync(0xffffffff, v % 3 == 0);
  a[i + 160] = __match_any_sync(0xffffffff, v % 4);
  int p;
  a[i + 192] = __match_all_sync(0xffffffff, v / 64, &p) + p;
  a[i + 224] = __reduce_add_sync(0xffffffff, v);
  a[i + 256] = __activemask();
  a[i + 288] = __any_sync(0xffffffff, v == 4) + 2 * __all_sync(0xffffffff, v < 4);
  if (i < 7) {
    a[i + 320] = __activemask();
    a[i + 352] = __shfl_sync(0x7f, v, 5);
    a[i + 384] = __shfl_down_sync(0x7f, v, i < 2 ? 5 : 0);
  }
}
