// warplens: --grid 4 --block 96 --arg composite=uint8_t[2000]:zero --arg limit=2000
//
// Sieve of Eratosthenes: each thread takes candidates p with p * p < limit and crosses out their
// multiples. Threads may cross out the same number; as all of them write 1, the order is no matter.

__global__ void prime_sieve(unsigned char* composite, int limit) {
  int id = blockIdx.x * blockDim.x + threadIdx.x;
  if (id < 2) composite[id] = 1;
  for (int p = id + 2; p * p < limit; p += gridDim.x * blockDim.x) {
    for (int multiple = p * p; multiple < limit; multiple += p) {
      composite[multiple] = 1;
    }
  }
}
