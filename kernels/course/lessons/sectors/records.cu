// warplens: --block 32 --arg in=Record[32] --arg out=float[32]:zero

// Each thread loads the first member of a record of WORDS words.

#ifndef WORDS
#define WORDS 3
#endif

struct Record {
  float first;
  float others[WORDS - 1];
};

__global__ void records(const Record* in, float* out) {
  int t = threadIdx.x;

  out[t] = in[t].first;
}
