template <typename T, int N, bool B = false>
__global__ void k(T* a) { a[N] = 1; }
// expect error: the file holds only templates of kernels: k<typename T, int N, bool B = false> -> say which instance is meant: --kernel 'k<float, 16>', or launch it in the file: k<...><<<grid, block>>>(...)
