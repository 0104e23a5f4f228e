// warplens: --grid 4 --block 32 --arg in=float[256]:iota --arg out=float[256]:none --arg bits=7
//
// The reordering in front of a radix-2 FFT: element i goes where its index's bits point backwards.
// Reads are coalesced; the writes scatter over as many sectors as there are lanes.

__global__ void bit_reversal_permutation(const float2* in, float2* out, int bits) {
  unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned int target = __brev(i) >> (32 - bits);
  out[target] = in[i];
}
