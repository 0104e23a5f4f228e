__global__ void k(float* a, int n) {
  printf(n);
  std::cout << n;
  cout << n << endl;
}
// expect error 2:10: the first argument of printf is a string, found 'n'
// expect error 3:3: the standard library (std::) is not supported in a kernel
// expect error 4:3: cout belongs to host code: a kernel cannot use it
// expect error 4:16: endl belongs to host code: a kernel cannot use it
