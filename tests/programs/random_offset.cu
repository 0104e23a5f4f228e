// cuRAND's host API: an offset counts numbers of the whole sequence, from its start.
#include <cstdio>
#include <curand.h>

int main() {
  curandGenerator_t generator;
  curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_DEFAULT);
  curandSetPseudoRandomGeneratorSeed(generator, 77ull);
  unsigned bits[8], *words;
  cudaMalloc(&words, sizeof bits);
  for (unsigned long long offset : {0ull, 1ull, 4095ull, 5000ull, 1000000ull, 3ull}) {
    printf("%d:", curandSetGeneratorOffset(generator, offset));
    curandGenerate(generator, words, 8);
    cudaMemcpy(bits, words, sizeof bits, cudaMemcpyDeviceToHost);
    printf(" %u %u %u\n", bits[0], bits[1], bits[7]);
  }
  curandGenerate(generator, words, 2);
  cudaMemcpy(bits, words, sizeof bits, cudaMemcpyDeviceToHost);
  printf("%u\n", bits[0]);
  curandDestroyGenerator(generator);
}
