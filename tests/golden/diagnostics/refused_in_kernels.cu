__global__ void k(float* a, int n) {
  static int calls = 0;
  asm volatile("wgmma.fence.sync.aligned;");
  throw 3;
  k<<<1, 1>>>(a, n);
  a[0] = tex2D<float>(n, 1, 2);
  dynamic_cast<int*>(a);
}
// expect error 2:3: static variables are not supported in a kernel
// expect error 3:17: inline PTX: 'wgmma.fence.sync.aligned' is not supported: it is for products of four warps (wgmma)
// expect error 4:3: exceptions are not supported on a GPU
// expect error 5:3: a kernel cannot launch another one here (dynamic parallelism)
// expect error 6:10: textures and surfaces are only known in a program with a main()
// expect error 7:3: dynamic_cast from 'float*' to 'int*' needs pointers to classes with virtual functions
