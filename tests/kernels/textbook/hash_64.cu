// warplens: --grid 2 --block 50 --arg keys=uint64_t[90]:random=99 --arg hashes=uint64_t[90]:zero --arg buckets=unsigned[16]:zero --arg n=90
//
// 64-bit hashing: FNV-1a over a key's eight bytes, then a xorshift-multiply finaliser. The hash's top
// four bits pick a bucket to count in.

#include <stdint.h>

__device__ uint64_t fnv1a(uint64_t key) {
  uint64_t hash = 14695981039346656037ULL;
  for (int byte = 0; byte < 8; ++byte) {
    hash ^= (key >> (8 * byte)) & 0xff;
    hash *= 1099511628211ULL;
  }
  return hash;
}

__device__ uint64_t finalise(uint64_t x) {
  x ^= x >> 33;
  x *= 0xff51afd7ed558ccdULL;
  x ^= x >> 29;
  return x;
}

__global__ void hash_64(const uint64_t* keys, uint64_t* hashes, unsigned int* buckets, size_t n) {
  size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i >= n) return;
  uint64_t hash = finalise(fnv1a(keys[i]));
  hashes[i] = hash;
  atomicAdd(&buckets[hash >> 60], 1u);
}
