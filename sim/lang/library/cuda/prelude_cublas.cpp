// <cublas_v2.h>: cuBLAS' products of matrices and what its vectors do, for float and double,
// products of 16-bit floats and bytes as well. sim/host/runtime_blas.cpp computes them; here is
// which product each call means: matrices are stored by columns, and a transposed one has its
// strides exchanged.
#include <string>

#include "sim/lang/library/prelude.hpp"

namespace warplens::lang {
namespace {

constexpr std::string_view kCublasTypes = R"cuda(
#pragma once
#include <cuda_fp16.h>
typedef enum cudaDataType_t {
  CUDA_R_32F = 0, CUDA_R_64F = 1, CUDA_R_16F = 2, CUDA_R_8I = 3, CUDA_C_32F = 4, CUDA_C_64F = 5, CUDA_C_16F = 6,
  CUDA_C_8I = 7, CUDA_R_8U = 8, CUDA_R_32I = 10, CUDA_R_16BF = 14, CUDA_R_8F_E4M3 = 28, CUDA_R_8F_E5M2 = 29
} cudaDataType;
typedef enum cublasStatus_t {
  CUBLAS_STATUS_SUCCESS = 0, CUBLAS_STATUS_NOT_INITIALIZED = 1, CUBLAS_STATUS_ALLOC_FAILED = 3,
  CUBLAS_STATUS_INVALID_VALUE = 7, CUBLAS_STATUS_ARCH_MISMATCH = 8, CUBLAS_STATUS_MAPPING_ERROR = 11,
  CUBLAS_STATUS_EXECUTION_FAILED = 13, CUBLAS_STATUS_INTERNAL_ERROR = 14, CUBLAS_STATUS_NOT_SUPPORTED = 15,
  CUBLAS_STATUS_LICENSE_ERROR = 16
} cublasStatus_t;
typedef cublasStatus_t cublasStatus;
typedef enum cublasOperation_t { CUBLAS_OP_N = 0, CUBLAS_OP_T = 1, CUBLAS_OP_C = 2, CUBLAS_OP_HERMITAN = 2, CUBLAS_OP_CONJG = 3 } cublasOperation_t;
typedef enum cublasFillMode_t { CUBLAS_FILL_MODE_LOWER = 0, CUBLAS_FILL_MODE_UPPER = 1, CUBLAS_FILL_MODE_FULL = 2 } cublasFillMode_t;
typedef enum cublasDiagType_t { CUBLAS_DIAG_NON_UNIT = 0, CUBLAS_DIAG_UNIT = 1 } cublasDiagType_t;
typedef enum cublasSideMode_t { CUBLAS_SIDE_LEFT = 0, CUBLAS_SIDE_RIGHT = 1 } cublasSideMode_t;
typedef enum cublasPointerMode_t { CUBLAS_POINTER_MODE_HOST = 0, CUBLAS_POINTER_MODE_DEVICE = 1 } cublasPointerMode_t;
typedef enum cublasAtomicsMode_t { CUBLAS_ATOMICS_NOT_ALLOWED = 0, CUBLAS_ATOMICS_ALLOWED = 1 } cublasAtomicsMode_t;
typedef enum cublasMath_t {
  CUBLAS_DEFAULT_MATH = 0, CUBLAS_TENSOR_OP_MATH = 1, CUBLAS_PEDANTIC_MATH = 2, CUBLAS_TF32_TENSOR_OP_MATH = 3,
  CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION = 16
} cublasMath_t;
typedef enum cublasComputeType_t {
  CUBLAS_COMPUTE_16F = 64, CUBLAS_COMPUTE_16F_PEDANTIC = 65, CUBLAS_COMPUTE_32F = 68, CUBLAS_COMPUTE_32F_PEDANTIC = 69,
  CUBLAS_COMPUTE_32F_FAST_16F = 74, CUBLAS_COMPUTE_32F_FAST_16BF = 75, CUBLAS_COMPUTE_32F_FAST_TF32 = 77,
  CUBLAS_COMPUTE_64F = 70, CUBLAS_COMPUTE_64F_PEDANTIC = 71, CUBLAS_COMPUTE_32I = 72, CUBLAS_COMPUTE_32I_PEDANTIC = 73
} cublasComputeType_t;
typedef enum cublasGemmAlgo_t {
  CUBLAS_GEMM_DFALT = -1, CUBLAS_GEMM_DEFAULT = -1, CUBLAS_GEMM_ALGO0 = 0, CUBLAS_GEMM_ALGO1 = 1, CUBLAS_GEMM_ALGO2 = 2,
  CUBLAS_GEMM_ALGO3 = 3, CUBLAS_GEMM_ALGO4 = 4, CUBLAS_GEMM_ALGO5 = 5, CUBLAS_GEMM_ALGO6 = 6, CUBLAS_GEMM_ALGO7 = 7,
  CUBLAS_GEMM_DEFAULT_TENSOR_OP = 99, CUBLAS_GEMM_DFALT_TENSOR_OP = 99, CUBLAS_GEMM_ALGO0_TENSOR_OP = 100,
  CUBLAS_GEMM_ALGO1_TENSOR_OP = 101, CUBLAS_GEMM_ALGO2_TENSOR_OP = 102
} cublasGemmAlgo_t;
#define CUBLAS_API_H_
#define CUBLAS_V2_H_
#define CUBLAS_VER_MAJOR 13
#define CUBLAS_VER_MINOR 0
#define CUBLAS_VER_PATCH 0
#define CUBLAS_VERSION 130000
struct cublasContext { cudaStream_t stream; cublasPointerMode_t pointers; cublasMath_t math; cublasAtomicsMode_t atomics; };
typedef struct cublasContext* cublasHandle_t;

inline cublasStatus_t cublasCreate(cublasHandle_t* handle) {
  warplens_computed("cuBLAS");
  *handle = (cublasHandle_t)calloc(1, sizeof(cublasContext));
  return CUBLAS_STATUS_SUCCESS;
}
inline cublasStatus_t cublasDestroy(cublasHandle_t handle) {
  if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  cudaDeviceSynchronize();
  free(handle);
  return CUBLAS_STATUS_SUCCESS;
}
inline cublasStatus_t cublasGetVersion(cublasHandle_t handle, int* version) {
  *version = CUBLAS_VERSION;
  return CUBLAS_STATUS_SUCCESS;
}
#define WARPLENS_SETTING(Name, type, member)                                  \
  inline cublasStatus_t cublasSet##Name(cublasHandle_t handle, type value) {  \
    if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;              \
    handle->member = value;                                                   \
    return CUBLAS_STATUS_SUCCESS;                                             \
  }                                                                           \
  inline cublasStatus_t cublasGet##Name(cublasHandle_t handle, type* value) { \
    if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;              \
    *value = handle->member;                                                  \
    return CUBLAS_STATUS_SUCCESS;                                             \
  }
WARPLENS_SETTING(Stream, cudaStream_t, stream)
WARPLENS_SETTING(PointerMode, cublasPointerMode_t, pointers)
WARPLENS_SETTING(MathMode, cublasMath_t, math)
WARPLENS_SETTING(AtomicsMode, cublasAtomicsMode_t, atomics)
#undef WARPLENS_SETTING
inline cublasStatus_t cublasSetWorkspace(cublasHandle_t handle, void* workspace, size_t bytes) { return CUBLAS_STATUS_SUCCESS; }
inline const char* cublasGetStatusName(cublasStatus_t status) {
  switch (status) {
    case CUBLAS_STATUS_SUCCESS: return "CUBLAS_STATUS_SUCCESS";
    case CUBLAS_STATUS_NOT_INITIALIZED: return "CUBLAS_STATUS_NOT_INITIALIZED";
    case CUBLAS_STATUS_ALLOC_FAILED: return "CUBLAS_STATUS_ALLOC_FAILED";
    case CUBLAS_STATUS_INVALID_VALUE: return "CUBLAS_STATUS_INVALID_VALUE";
    case CUBLAS_STATUS_ARCH_MISMATCH: return "CUBLAS_STATUS_ARCH_MISMATCH";
    case CUBLAS_STATUS_MAPPING_ERROR: return "CUBLAS_STATUS_MAPPING_ERROR";
    case CUBLAS_STATUS_EXECUTION_FAILED: return "CUBLAS_STATUS_EXECUTION_FAILED";
    case CUBLAS_STATUS_INTERNAL_ERROR: return "CUBLAS_STATUS_INTERNAL_ERROR";
    case CUBLAS_STATUS_NOT_SUPPORTED: return "CUBLAS_STATUS_NOT_SUPPORTED";
    default: return "CUBLAS_STATUS_LICENSE_ERROR";
  }
}
inline const char* cublasGetStatusString(cublasStatus_t status) {
  switch (status) {
    case CUBLAS_STATUS_SUCCESS: return "success";
    case CUBLAS_STATUS_NOT_INITIALIZED: return "the library was not initialized";
    case CUBLAS_STATUS_ALLOC_FAILED: return "the resource allocation failed";
    case CUBLAS_STATUS_INVALID_VALUE: return "an unsupported value or parameter was passed to the function";
    case CUBLAS_STATUS_ARCH_MISMATCH: return "an absent device architectural feature is required";
    case CUBLAS_STATUS_MAPPING_ERROR: return "an access to GPU memory space failed";
    case CUBLAS_STATUS_EXECUTION_FAILED: return "the GPU program failed to execute";
    case CUBLAS_STATUS_INTERNAL_ERROR: return "an internal operation failed";
    case CUBLAS_STATUS_NOT_SUPPORTED: return "the functionality is not supported";
    default: return "the license error";
  }
}

// Between the host's vectors and matrices and the device's.
inline cublasStatus_t warplens_copied(cudaError_t error) {
  return error == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_MAPPING_ERROR;
}
inline cublasStatus_t warplens_copy_matrix(int rows, int columns, int size, const void* a, int lda, void* b, int ldb, cudaMemcpyKind kind) {
  if (rows < 0 || columns < 0 || size <= 0 || lda <= 0 || ldb <= 0) return CUBLAS_STATUS_INVALID_VALUE;
  return warplens_copied(cudaMemcpy2D(b, (size_t)ldb * size, a, (size_t)lda * size, (size_t)rows * size, columns, kind));
}
#define WARPLENS_COPIES(Name, kind)                                                                                             \
  inline cublasStatus_t cublas##Name##Vector(int n, int size, const void* x, int incx, void* y, int incy) {                     \
    return incx == 1 && incy == 1 ? warplens_copied(cudaMemcpy(y, x, (size_t)n * size, kind))                                    \
                                  : warplens_copy_matrix(1, n, size, x, incx, y, incy, kind);                                   \
  }                                                                                                                             \
  inline cublasStatus_t cublas##Name##VectorAsync(int n, int size, const void* x, int incx, void* y, int incy, cudaStream_t s) { \
    return cublas##Name##Vector(n, size, x, incx, y, incy);                                                                     \
  }                                                                                                                             \
  inline cublasStatus_t cublas##Name##Matrix(int rows, int columns, int size, const void* a, int lda, void* b, int ldb) {       \
    return warplens_copy_matrix(rows, columns, size, a, lda, b, ldb, kind);                                                     \
  }                                                                                                                             \
  inline cublasStatus_t cublas##Name##MatrixAsync(int rows, int columns, int size, const void* a, int lda, void* b, int ldb,    \
                                                  cudaStream_t s) {                                                             \
    return warplens_copy_matrix(rows, columns, size, a, lda, b, ldb, kind);                                                     \
  }
WARPLENS_COPIES(Set, cudaMemcpyHostToDevice)
WARPLENS_COPIES(Get, cudaMemcpyDeviceToHost)
#undef WARPLENS_COPIES
)cuda";

constexpr std::string_view kProducts = R"cuda(
// What the host computes of them; each is as sim/host/runtime_blas.cpp has it.
struct warplens_matrix { const void* data; long long type, row, column, batch; };
struct warplens_product { warplens_matrix a, b, c; long long m, n, k, count; double alpha, beta; };
struct warplens_vectors { warplens_matrix x, y; long long n, what; double alpha, result; };
template <class T> struct warplens_data_type { static constexpr int value = CUDA_R_32F; };
template <> struct warplens_data_type<double> { static constexpr int value = CUDA_R_64F; };
template <> struct warplens_data_type<__half> { static constexpr int value = CUDA_R_16F; };
template <> struct warplens_data_type<int> { static constexpr int value = CUDA_R_32I; };

// A number that the call points to, where its handle says.
template <class T>
inline double warplens_number(cublasHandle_t handle, const T* at) {
  if (handle->pointers == CUBLAS_POINTER_MODE_HOST) return (double)*at;
  T value;
  cudaMemcpy(&value, at, sizeof(T), cudaMemcpyDeviceToHost);
  return (double)value;
}
template <class T>
inline void warplens_give_number(cublasHandle_t handle, T* to, double number) {
  const T value = (T)number;
  if (handle->pointers == CUBLAS_POINTER_MODE_HOST)
    *to = value;
  else
    cudaMemcpy(to, &value, sizeof(T), cudaMemcpyHostToDevice);
}
// op(A): stored by columns, `ld` elements from one to the next.
inline warplens_matrix warplens_operand(cublasOperation_t op, const void* data, int type, int ld, long long batch) {
  return op == CUBLAS_OP_N ? warplens_matrix{data, type, 1, ld, batch} : warplens_matrix{data, type, ld, 1, batch};
}
inline cublasStatus_t warplens_ended(int error) {
  return error == 0 ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_EXECUTION_FAILED;
}
// Which parameter of a product is illegal, counted from the handle's operations on; 0: none is.
inline int warplens_illegal(cublasOperation_t opa, cublasOperation_t opb, int m, int n, int k, int lda, int ldb, int ldc) {
  const int a_rows = opa == CUBLAS_OP_N ? m : k, b_rows = opb == CUBLAS_OP_N ? k : n;
  if (m < 0) return 3;
  if (n < 0) return 4;
  if (k < 0) return 5;
  if (lda < (a_rows > 1 ? a_rows : 1)) return 8;
  if (ldb < (b_rows > 1 ? b_rows : 1)) return 10;
  return ldc < (m > 1 ? m : 1) ? 13 : 0;
}
inline void warplens_tell_illegal(const char* name, int parameter) {
  if (parameter != 0) printf(" ** On entry to %s parameter number %d had an illegal value\n", name, parameter);
}
inline cublasStatus_t warplens_gemm(cublasHandle_t handle, cublasOperation_t opa, cublasOperation_t opb, int m, int n, int k, double alpha,
                                    const void* a, int a_type, int lda, long long a_batch, const void* b, int b_type, int ldb,
                                    long long b_batch, double beta, void* c, int c_type, int ldc, long long c_batch, int count) {
  if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  if (count < 0 || warplens_illegal(opa, opb, m, n, k, lda, ldb, ldc) != 0) return CUBLAS_STATUS_INVALID_VALUE;
  if (m == 0 || n == 0 || count == 0) return CUBLAS_STATUS_SUCCESS;
  const warplens_product product{warplens_operand(opa, a, a_type, lda, a_batch), warplens_operand(opb, b, b_type, ldb, b_batch),
                                 warplens_matrix{c, c_type, 1, ldc, c_batch}, m, n, k, count, alpha, beta};
  return warplens_ended(warplens_multiply(&product));
}
// Of several products whose matrices the device has a table of.
template <class T>
inline cublasStatus_t warplens_gemm_table(cublasHandle_t handle, cublasOperation_t opa, cublasOperation_t opb, int m, int n, int k,
                                          double alpha, const T* const a[], int lda, const T* const b[], int ldb, double beta,
                                          T* const c[], int ldc, int count) {
  if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  T** all = (T**)malloc(3 * count * sizeof(T*));
  cudaError_t error = cudaMemcpy(all, a, count * sizeof(T*), cudaMemcpyDefault);
  if (error == cudaSuccess) error = cudaMemcpy(all + count, b, count * sizeof(T*), cudaMemcpyDefault);
  if (error == cudaSuccess) error = cudaMemcpy(all + 2 * count, c, count * sizeof(T*), cudaMemcpyDefault);
  cublasStatus_t status = error == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_EXECUTION_FAILED;
  const int type = warplens_data_type<T>::value;
  for (int i = 0; i < count && status == CUBLAS_STATUS_SUCCESS; ++i)
    status = warplens_gemm(handle, opa, opb, m, n, k, alpha, all[i], type, lda, 0, all[count + i], type, ldb, 0, beta, all[2 * count + i],
                           type, ldc, 0, 1);
  free(all);
  return status;
}
inline double warplens_scale(cublasHandle_t handle, const void* at, cublasComputeType_t compute) {
  if (compute == CUBLAS_COMPUTE_64F || compute == CUBLAS_COMPUTE_64F_PEDANTIC) return warplens_number(handle, (const double*)at);
  if (compute == CUBLAS_COMPUTE_32I || compute == CUBLAS_COMPUTE_32I_PEDANTIC) return warplens_number(handle, (const int*)at);
  if (compute == CUBLAS_COMPUTE_16F || compute == CUBLAS_COMPUTE_16F_PEDANTIC) return warplens_half_number(handle, at);
  return warplens_number(handle, (const float*)at);
}
inline cublasComputeType_t warplens_compute_type(cudaDataType type) {
  return type == CUDA_R_64F ? CUBLAS_COMPUTE_64F : type == CUDA_R_32I ? CUBLAS_COMPUTE_32I : type == CUDA_R_16F ? CUBLAS_COMPUTE_16F : CUBLAS_COMPUTE_32F;
}
inline bool warplens_is_computed(cudaDataType type) {
  return type == CUDA_R_32F || type == CUDA_R_64F || type == CUDA_R_16F || type == CUDA_R_16BF || type == CUDA_R_8I || type == CUDA_R_32I;
}
inline cublasStatus_t cublasGemmStridedBatchedEx(cublasHandle_t handle, cublasOperation_t opa, cublasOperation_t opb, int m, int n, int k,
                                                 const void* alpha, const void* a, cudaDataType a_type, int lda, long long a_batch,
                                                 const void* b, cudaDataType b_type, int ldb, long long b_batch, const void* beta, void* c,
                                                 cudaDataType c_type, int ldc, long long c_batch, int count, cublasComputeType_t compute,
                                                 cublasGemmAlgo_t algorithm) {
  if (!warplens_is_computed(a_type) || !warplens_is_computed(b_type) || !warplens_is_computed(c_type))
    warplens_not_supported("a product of cuBLAS of these types");
  return warplens_gemm(handle, opa, opb, m, n, k, warplens_scale(handle, alpha, compute), a, a_type, lda, a_batch, b, b_type, ldb, b_batch,
                       warplens_scale(handle, beta, compute), c, c_type, ldc, c_batch, count);
}
inline cublasStatus_t cublasGemmStridedBatchedEx(cublasHandle_t handle, cublasOperation_t opa, cublasOperation_t opb, int m, int n, int k,
                                                 const void* alpha, const void* a, cudaDataType a_type, int lda, long long a_batch,
                                                 const void* b, cudaDataType b_type, int ldb, long long b_batch, const void* beta, void* c,
                                                 cudaDataType c_type, int ldc, long long c_batch, int count, cudaDataType compute,
                                                 cublasGemmAlgo_t algorithm) {
  return cublasGemmStridedBatchedEx(handle, opa, opb, m, n, k, alpha, a, a_type, lda, a_batch, b, b_type, ldb, b_batch, beta, c, c_type, ldc,
                                    c_batch, count, warplens_compute_type(compute), algorithm);
}
template <class Compute>
inline cublasStatus_t cublasGemmEx(cublasHandle_t handle, cublasOperation_t opa, cublasOperation_t opb, int m, int n, int k,
                                   const void* alpha, const void* a, cudaDataType a_type, int lda, const void* b, cudaDataType b_type,
                                   int ldb, const void* beta, void* c, cudaDataType c_type, int ldc, Compute compute,
                                   cublasGemmAlgo_t algorithm) {
  return cublasGemmStridedBatchedEx(handle, opa, opb, m, n, k, alpha, a, a_type, lda, 0, b, b_type, ldb, 0, beta, c, c_type, ldc, 0, 1, compute,
                                    algorithm);
}
inline cublasStatus_t cublasSgemmEx(cublasHandle_t handle, cublasOperation_t opa, cublasOperation_t opb, int m, int n, int k,
                                    const float* alpha, const void* a, cudaDataType a_type, int lda, const void* b, cudaDataType b_type,
                                    int ldb, const float* beta, void* c, cudaDataType c_type, int ldc) {
  return cublasGemmEx(handle, opa, opb, m, n, k, alpha, a, a_type, lda, b, b_type, ldb, beta, c, c_type, ldc, CUBLAS_COMPUTE_32F,
                      CUBLAS_GEMM_DEFAULT);
}
)cuda";

// Of one type: @ is its letter, S, D or H, and ~ the same as a small one.
constexpr std::string_view kGemm = R"cuda(
inline cublasStatus_t cublas@gemm(cublasHandle_t handle, cublasOperation_t opa, cublasOperation_t opb, int m, int n, int k,
                                  const TYPE* alpha, const TYPE* a, int lda, const TYPE* b, int ldb, const TYPE* beta, TYPE* c, int ldc) {
  if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  const int type = warplens_data_type<TYPE>::value;
  warplens_tell_illegal("@GEMM ", warplens_illegal(opa, opb, m, n, k, lda, ldb, ldc));
  return warplens_gemm(handle, opa, opb, m, n, k, warplens_number(handle, alpha), a, type, lda, 0, b, type, ldb, 0,
                       warplens_number(handle, beta), c, type, ldc, 0, 1);
}
inline cublasStatus_t cublas@gemmStridedBatched(cublasHandle_t handle, cublasOperation_t opa, cublasOperation_t opb, int m, int n, int k,
                                                const TYPE* alpha, const TYPE* a, int lda, long long a_batch, const TYPE* b, int ldb,
                                                long long b_batch, const TYPE* beta, TYPE* c, int ldc, long long c_batch, int count) {
  if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  const int type = warplens_data_type<TYPE>::value;
  return warplens_gemm(handle, opa, opb, m, n, k, warplens_number(handle, alpha), a, type, lda, a_batch, b, type, ldb, b_batch,
                       warplens_number(handle, beta), c, type, ldc, c_batch, count);
}
inline cublasStatus_t cublas@gemmBatched(cublasHandle_t handle, cublasOperation_t opa, cublasOperation_t opb, int m, int n, int k,
                                         const TYPE* alpha, const TYPE* const a[], int lda, const TYPE* const b[], int ldb, const TYPE* beta,
                                         TYPE* const c[], int ldc, int count) {
  if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  return warplens_gemm_table(handle, opa, opb, m, n, k, warplens_number(handle, alpha), a, lda, b, ldb, warplens_number(handle, beta), c,
                             ldc, count);
}
)cuda";

constexpr std::string_view kVectors = R"cuda(
inline cublasStatus_t cublas@gemv(cublasHandle_t handle, cublasOperation_t op, int m, int n, const TYPE* alpha, const TYPE* a, int lda,
                                  const TYPE* x, int incx, const TYPE* beta, TYPE* y, int incy) {
  if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  if (m < 0 || n < 0 || lda < (m > 1 ? m : 1) || incx == 0 || incy == 0) return CUBLAS_STATUS_INVALID_VALUE;
  const int type = warplens_data_type<TYPE>::value, rows = op == CUBLAS_OP_N ? m : n, terms = op == CUBLAS_OP_N ? n : m;
  if (rows == 0) return CUBLAS_STATUS_SUCCESS;
  const warplens_product product{warplens_operand(op, a, type, lda, 0), warplens_vector(x, terms, incx), warplens_vector(y, rows, incy),
                                 rows, 1, terms, 1, warplens_number(handle, alpha), warplens_number(handle, beta)};
  return warplens_ended(warplens_multiply(&product));
}
inline cublasStatus_t cublas@ger(cublasHandle_t handle, int m, int n, const TYPE* alpha, const TYPE* x, int incx, const TYPE* y, int incy,
                                 TYPE* a, int lda) {
  if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  if (m < 0 || n < 0 || lda < (m > 1 ? m : 1) || incx == 0 || incy == 0) return CUBLAS_STATUS_INVALID_VALUE;
  if (m == 0 || n == 0) return CUBLAS_STATUS_SUCCESS;
  warplens_matrix row = warplens_vector(y, n, incy);
  row.column = row.row;
  row.row = 1;
  const warplens_product product{warplens_vector(x, m, incx), row, warplens_matrix{a, warplens_data_type<TYPE>::value, 1, lda, 0}, m, n, 1, 1,
                                 warplens_number(handle, alpha), 1};
  return warplens_ended(warplens_multiply(&product));
}
// C = alpha op(A) + beta op(B): A times 1, and then B added, which C may be itself.
inline cublasStatus_t cublas@geam(cublasHandle_t handle, cublasOperation_t opa, cublasOperation_t opb, int m, int n, const TYPE* alpha,
                                  const TYPE* a, int lda, const TYPE* beta, const TYPE* b, int ldb, TYPE* c, int ldc) {
  if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  const int a_rows = opa == CUBLAS_OP_N ? m : n, b_rows = opb == CUBLAS_OP_N ? m : n;
  if (m < 0 || n < 0 || lda < (a_rows > 1 ? a_rows : 1) || ldb < (b_rows > 1 ? b_rows : 1) || ldc < (m > 1 ? m : 1))
    return CUBLAS_STATUS_INVALID_VALUE;
  if (m == 0 || n == 0) return CUBLAS_STATUS_SUCCESS;
  const double of_a = warplens_number(handle, alpha), of_b = warplens_number(handle, beta);
  const int type = warplens_data_type<TYPE>::value;
  TYPE* sum;
  if (cudaMalloc(&sum, sizeof(TYPE) * m * n) != cudaSuccess) return CUBLAS_STATUS_ALLOC_FAILED;
  int error = 0;
  cudaMemset(sum, 0, sizeof(TYPE) * m * n);
  for (int column = 0; column < n && error == 0; ++column) {
    const size_t a_begin = opa == CUBLAS_OP_N ? (size_t)column * lda : column, b_begin = opb == CUBLAS_OP_N ? (size_t)column * ldb : column;
    warplens_vectors vectors{};
    vectors.n = m;
    vectors.y = warplens_vector(sum + (size_t)column * m, m, 1);
    if (of_a != 0) {
      vectors.x = warplens_vector(a + a_begin, m, opa == CUBLAS_OP_N ? 1 : lda);
      vectors.alpha = of_a;
      error = warplens_combine(&vectors);
    }
    if (of_b != 0 && error == 0) {
      vectors.x = warplens_vector(b + b_begin, m, opb == CUBLAS_OP_N ? 1 : ldb);
      vectors.alpha = of_b;
      error = warplens_combine(&vectors);
    }
  }
  if (error == 0) error = cudaMemcpy2D(c, ldc * sizeof(TYPE), sum, m * sizeof(TYPE), m * sizeof(TYPE), n, cudaMemcpyDeviceToDevice);
  cudaFree(sum);
  return warplens_ended(error);
}
inline cublasStatus_t cublas@axpy(cublasHandle_t handle, int n, const TYPE* alpha, const TYPE* x, int incx, TYPE* y, int incy) {
  return warplens_vectors_of(handle, 0, n, handle == nullptr ? 0 : warplens_number(handle, alpha), x, incx, y, incy, (double*)nullptr);
}
inline cublasStatus_t cublas@scal(cublasHandle_t handle, int n, const TYPE* alpha, TYPE* x, int incx) {
  return warplens_vectors_of(handle, 1, n, handle == nullptr ? 0 : warplens_number(handle, alpha), x, incx, (TYPE*)nullptr, 1, (double*)nullptr);
}
inline cublasStatus_t cublas@copy(cublasHandle_t handle, int n, const TYPE* x, int incx, TYPE* y, int incy) {
  return warplens_vectors_of(handle, 2, n, 0, x, incx, y, incy, (double*)nullptr);
}
inline cublasStatus_t cublas@swap(cublasHandle_t handle, int n, TYPE* x, int incx, TYPE* y, int incy) {
  return warplens_vectors_of(handle, 3, n, 0, x, incx, y, incy, (double*)nullptr);
}
inline cublasStatus_t cublas@dot(cublasHandle_t handle, int n, const TYPE* x, int incx, const TYPE* y, int incy, TYPE* result) {
  return warplens_vectors_of(handle, 4, n, 0, x, incx, y, incy, result);
}
inline cublasStatus_t cublas@nrm2(cublasHandle_t handle, int n, const TYPE* x, int incx, TYPE* result) {
  return warplens_vectors_of(handle, 5, n, 0, x, incx, (const TYPE*)nullptr, 1, result);
}
inline cublasStatus_t cublas@asum(cublasHandle_t handle, int n, const TYPE* x, int incx, TYPE* result) {
  return warplens_vectors_of(handle, 6, n, 0, x, incx, (const TYPE*)nullptr, 1, result);
}
inline cublasStatus_t cublasI~amax(cublasHandle_t handle, int n, const TYPE* x, int incx, int* result) {
  return warplens_vectors_of(handle, 7, n, 0, x, incx, (const TYPE*)nullptr, 1, result);
}
inline cublasStatus_t cublasI~amin(cublasHandle_t handle, int n, const TYPE* x, int incx, int* result) {
  return warplens_vectors_of(handle, 8, n, 0, x, incx, (const TYPE*)nullptr, 1, result);
}
)cuda";

constexpr std::string_view kVectorCalls = R"cuda(
// A column; a negative increment begins at its end.
template <class T>
inline warplens_matrix warplens_vector(const T* data, int n, int increment) {
  return warplens_matrix{increment < 0 ? data - (long long)(n - 1) * increment : data, warplens_data_type<T>::value, increment, 1, 0};
}
template <class T, class R>
inline cublasStatus_t warplens_vectors_of(cublasHandle_t handle, int what, int n, double alpha, const T* x, int incx, const T* y, int incy,
                                          R* result) {
  if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  int error = 0;
  warplens_vectors vectors{};
  if (n > 0) {
    vectors.x = warplens_vector(x, n, incx);
    if (y != nullptr) vectors.y = warplens_vector(y, n, incy);
    vectors.n = n;
    vectors.what = what;
    vectors.alpha = alpha;
    error = warplens_combine(&vectors);
  }
  if (result != nullptr) warplens_give_number(handle, result, vectors.result);
  return warplens_ended(error);
}
)cuda";

constexpr std::string_view kHalfNumber = R"cuda(
inline float warplens_half_number(cublasHandle_t handle, const void* at) {
  if (handle->pointers == CUBLAS_POINTER_MODE_HOST) return __half2float(*(const __half*)at);
  __half value;
  cudaMemcpy(&value, at, sizeof value, cudaMemcpyDeviceToHost);
  return __half2float(value);
}
)cuda";

std::string of_type(std::string_view text, std::string_view letter, std::string_view small_letter,
                    std::string_view type) {
  return with(with(with(text, "@", letter), "~", small_letter), "TYPE", type);
}

std::string whole_text() {
  std::string text(kCublasTypes);
  text += kHalfNumber;
  text += kProducts;
  text += kVectorCalls;
  for (const std::string_view part : {kGemm, kVectors}) {
    text += of_type(part, "S", "s", "float");
    text += of_type(part, "D", "d", "double");
  }
  return text + of_type(kGemm, "H", "h", "__half");
}

}  // namespace

std::string_view cublas_header() {
  static const std::string text = whole_text();
  return text;
}

}  // namespace warplens::lang
