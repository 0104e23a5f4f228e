// warplens: --grid 2 --block 32 --arg text=char[640]:random=55 --arg lengths=int[64]:none --arg sums=int[64]:none --arg row=10
//
// Walks an array with pointers instead of indices: an end pointer, *p++, differences of pointers, and
// a loop over a local array by range.

__global__ void pointer_walk(const char* text, int* lengths, int* sums, int row) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  const char* const begin = text + thread * row;
  const char* const end = begin + row;

  const char* p = begin;
  while (p != end && *p++ >= -40) {
  }
  lengths[thread] = static_cast<int>(p - begin);

  int parts[3] = {0, 0, 0};
  int* part = parts;
  for (const char* q = end; q > begin;) {
    *part += *--q;
    if (++part == parts + 3) part = parts;
  }
  int sum = 0;
  for (int value : parts) sum = 2 * sum + value;
  sums[thread] = sum;
}
