__global__ void k(float* a, cudaTextureObject_t image) {
  a[0] = tex2D<float>(image, 0.5f, 0.5f);
}
// expect error 1:29: textures and surfaces are only known in a program with a main() -> pass a pointer and compute the index
// expect error 2:10: textures and surfaces are only known in a program with a main() -> pass a pointer and compute the index
