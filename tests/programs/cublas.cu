// cuBLAS: products and vector operations. Small whole numbers, so every order of additions gives
// the same.
#include <cstdio>
#include <cstdlib>
#include <cublas_v2.h>

#define CHECK(call)                                                             \
  do {                                                                          \
    cublasStatus_t status = (call);                                             \
    if (status != CUBLAS_STATUS_SUCCESS) {                                      \
      printf("%s: %s\n", #call, cublasGetStatusString(status));                 \
      exit(1);                                                                  \
    }                                                                           \
  } while (0)

template <typename T>
T* on_device(const T* from, int n) {
  T* to;
  cudaMalloc(&to, n * sizeof(T));
  cublasSetVector(n, sizeof(T), from, 1, to, 1);
  return to;
}
template <typename T>
void show(const char* name, const T* device, int n) {
  T values[64];
  cublasGetVector(n, sizeof(T), device, 1, values, 1);
  printf("%s:", name);
  for (int i = 0; i < n; ++i) printf(" %g", (double)values[i]);
  printf("\n");
}

int main() {
  cublasHandle_t handle;
  CHECK(cublasCreate(&handle));
  const int m = 3, n = 2, k = 4;
  float a[m * k], b[k * n], c[m * n];
  for (int i = 0; i < m * k; ++i) a[i] = i % 5 - 1;
  for (int i = 0; i < k * n; ++i) b[i] = i % 3 + 1;
  for (int i = 0; i < m * n; ++i) c[i] = 10 * i;
  float *da = on_device(a, m * k), *db = on_device(b, k * n), *dc = on_device(c, m * n);
  float alpha = 2, beta = 1, zero = 0, one = 1;
  CHECK(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, m, n, k, &alpha, da, m, db, k, &beta, dc, m));
  show("gemm", dc, m * n);
  CHECK(cublasSgemm(handle, CUBLAS_OP_T, CUBLAS_OP_T, m, n, k, &one, da, k, db, n, &zero, dc, m));
  show("transposed", dc, m * n);
  CHECK(cublasSgemmStridedBatched(handle, CUBLAS_OP_N, CUBLAS_OP_N, 1, 1, 2, &one, da, 1, 2, db, 2, 2, &zero, dc, 1, 1, 4));
  show("strided", dc, 4);
  CHECK(cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, m, n, k, &one, da, CUDA_R_32F, m, db, CUDA_R_32F, k, &zero, dc, CUDA_R_32F, m,
                     CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT));
  show("gemmEx", dc, m * n);
  float* tables[3][2] = {{da, da + 2}, {db, db + 1}, {dc, dc + 1}};
  float** dt;
  cudaMalloc(&dt, sizeof tables);
  cudaMemcpy(dt, tables, sizeof tables, cudaMemcpyHostToDevice);
  CHECK(cublasSgemmBatched(handle, CUBLAS_OP_N, CUBLAS_OP_N, 1, 1, 2, &one, dt, 1, dt + 2, 2, &zero, dt + 4, 1, 2));
  show("batched", dc, 2);

  CHECK(cublasSgemv(handle, CUBLAS_OP_N, m, k, &one, da, m, db, 2, &zero, dc, 2));
  show("gemv", dc, m * n);
  CHECK(cublasSgemv(handle, CUBLAS_OP_T, m, k, &one, da, m, db, 1, &zero, dc, 1));
  show("gemv of the transposed", dc, k);
  CHECK(cublasSger(handle, m, n, &one, da, 1, db, 1, dc, m));
  show("ger", dc, m * n);
  CHECK(cublasSgeam(handle, CUBLAS_OP_T, CUBLAS_OP_N, m, n, &one, da, n, &beta, db, m, dc, m));
  show("geam", dc, m * n);

  double x[6] = {3, -4, 0, 1, 2, -5}, y[6] = {1, 1, 2, 2, 3, 3}, result, of_device = 3;
  double *dx = on_device(x, 6), *dy = on_device(y, 6), *dalpha = on_device(&of_device, 1);
  int index, least;
  CHECK(cublasDdot(handle, 6, dx, 1, dy, 1, &result));
  printf("dot %g\n", result);
  CHECK(cublasDnrm2(handle, 2, dx, 1, &result));
  printf("nrm2 %g\n", result);
  CHECK(cublasDasum(handle, 3, dx, 2, &result));
  CHECK(cublasIdamax(handle, 6, dx, 1, &index));
  CHECK(cublasIdamin(handle, 6, dx, 1, &least));
  printf("asum %g amax %d amin %d\n", result, index, least);
  cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE);
  CHECK(cublasDaxpy(handle, 6, dalpha, dx, 1, dy, 1));
  show("axpy", dy, 6);
  CHECK(cublasDdot(handle, 3, dx, -1, dy, 2, dalpha));
  show("dot on the device", dalpha, 1);
  cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST);
  double half = 0.5;
  CHECK(cublasDscal(handle, 3, &half, dx, 2));
  CHECK(cublasDswap(handle, 3, dx, 1, dy, 1));
  CHECK(cublasDcopy(handle, 2, dx, 1, dy + 4, 1));
  show("x", dx, 6);
  show("y", dy, 6);

  printf("%s\n", cublasGetStatusString(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, m, n, k, &one, da, 1, db, k, &zero, dc, m)));
  float square[9], matrix[4] = {1, 2, 3, 4};
  cublasSetMatrix(2, 2, sizeof(float), matrix, 2, da, 3);
  cublasGetMatrix(2, 2, sizeof(float), da, 3, square, 3);
  printf("%g %g %g %g\n", square[0], square[1], square[3], square[4]);
  CHECK(cublasDestroy(handle));
}
