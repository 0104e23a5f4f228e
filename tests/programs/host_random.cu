// cuRAND's host API: one generator's numbers go on from call to call.
#include <cstdio>
#include <curand.h>

int main() {
  curandGenerator_t generator;
  curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_DEFAULT);
  curandSetPseudoRandomGeneratorSeed(generator, 1234ull);
  unsigned bits[6000], *words;
  float normal[8], uniform[8], *floats;
  double wide[8], *doubles;
  cudaMalloc(&words, sizeof bits);
  cudaMalloc(&floats, sizeof normal);
  cudaMalloc(&doubles, sizeof wide);
  for (int count : {10, 6000, 3}) {
    curandGenerate(generator, words, count);
    cudaMemcpy(bits, words, count * sizeof(unsigned), cudaMemcpyDeviceToHost);
    printf("%u %u %u\n", bits[0], bits[2], bits[count - 1]);
  }
  printf("%d\n", curandGenerateNormal(generator, floats, 7, 0, 1));
  curandGenerateNormal(generator, floats, 8, 2, 0.5f);
  cudaMemcpy(normal, floats, sizeof normal, cudaMemcpyDeviceToHost);
  curandGenerateUniform(generator, floats, 8);
  cudaMemcpy(uniform, floats, sizeof uniform, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 8; ++i) printf("%.4f %.6f\n", normal[i], uniform[i]);
  curandGenerateUniformDouble(generator, doubles, 8);
  cudaMemcpy(wide, doubles, sizeof wide, cudaMemcpyDeviceToHost);
  printf("%.9f %.9f\n", wide[0], wide[7]);
  curandGenerateNormalDouble(generator, doubles, 8, 1, 2);
  cudaMemcpy(wide, doubles, sizeof wide, cudaMemcpyDeviceToHost);
  printf("%.9f %.9f\n", wide[0], wide[7]);
  curandDestroyGenerator(generator);
  curandCreateGeneratorHost(&generator, CURAND_RNG_PSEUDO_XORWOW);
  curandGenerate(generator, bits, 2);
  printf("%u %u\n", bits[0], bits[1]);
  curandDestroyGenerator(generator);
}
