__global__ void k(float* a, cudaTextureObject_t image) {
  a[0] = tex2D<float>(image, 0, 0);
}
// expect error 1:29: textures and surfaces are only known in a program with a main()
// expect error 2:10: textures and surfaces are only known in a program with a main()
