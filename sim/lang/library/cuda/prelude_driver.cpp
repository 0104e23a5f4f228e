// What <cuda.h> and <cudaTypedefs.h> declare of CUDA's driver, as far as programs of the runtime
// use it (CUDA 13.0): tensor maps, and how a function of the driver is found by its name.
#include <array>

#include "sim/lang/library/prelude.hpp"

namespace warplens::lang {
namespace {

// Kernels have it as a parameter.
constexpr std::string_view kTensorMapText = R"cuda(
#pragma once
typedef struct __align__(64) CUtensorMap_st { unsigned long opaque[16]; } CUtensorMap;
)cuda";

constexpr std::string_view kDriverText = R"cuda(
#pragma once
typedef unsigned int cuuint32_t;
typedef unsigned long cuuint64_t;
enum CUresult {
  CUDA_SUCCESS = 0, CUDA_ERROR_INVALID_VALUE = 1, CUDA_ERROR_OUT_OF_MEMORY = 2,
  CUDA_ERROR_NOT_INITIALIZED = 3, CUDA_ERROR_DEINITIALIZED = 4, CUDA_ERROR_NO_DEVICE = 100,
  CUDA_ERROR_INVALID_DEVICE = 101, CUDA_ERROR_INVALID_CONTEXT = 201, CUDA_ERROR_NOT_FOUND = 500,
  CUDA_ERROR_ILLEGAL_ADDRESS = 700, CUDA_ERROR_LAUNCH_FAILED = 719, CUDA_ERROR_NOT_SUPPORTED = 801,
  CUDA_ERROR_UNKNOWN = 999
};
enum CUtensorMapDataType {
  CU_TENSOR_MAP_DATA_TYPE_UINT8 = 0, CU_TENSOR_MAP_DATA_TYPE_UINT16 = 1,
  CU_TENSOR_MAP_DATA_TYPE_UINT32 = 2, CU_TENSOR_MAP_DATA_TYPE_INT32 = 3,
  CU_TENSOR_MAP_DATA_TYPE_UINT64 = 4, CU_TENSOR_MAP_DATA_TYPE_INT64 = 5,
  CU_TENSOR_MAP_DATA_TYPE_FLOAT16 = 6, CU_TENSOR_MAP_DATA_TYPE_FLOAT32 = 7,
  CU_TENSOR_MAP_DATA_TYPE_FLOAT64 = 8, CU_TENSOR_MAP_DATA_TYPE_BFLOAT16 = 9,
  CU_TENSOR_MAP_DATA_TYPE_FLOAT32_FTZ = 10, CU_TENSOR_MAP_DATA_TYPE_TFLOAT32 = 11,
  CU_TENSOR_MAP_DATA_TYPE_TFLOAT32_FTZ = 12, CU_TENSOR_MAP_DATA_TYPE_16U4_ALIGN8B = 13,
  CU_TENSOR_MAP_DATA_TYPE_16U4_ALIGN16B = 14, CU_TENSOR_MAP_DATA_TYPE_16U6_ALIGN16B = 15
};
enum CUtensorMapInterleave {
  CU_TENSOR_MAP_INTERLEAVE_NONE = 0, CU_TENSOR_MAP_INTERLEAVE_16B = 1,
  CU_TENSOR_MAP_INTERLEAVE_32B = 2
};
enum CUtensorMapSwizzle {
  CU_TENSOR_MAP_SWIZZLE_NONE = 0, CU_TENSOR_MAP_SWIZZLE_32B = 1, CU_TENSOR_MAP_SWIZZLE_64B = 2,
  CU_TENSOR_MAP_SWIZZLE_128B = 3, CU_TENSOR_MAP_SWIZZLE_128B_ATOM_32B = 4,
  CU_TENSOR_MAP_SWIZZLE_128B_ATOM_32B_FLIP_8B = 5, CU_TENSOR_MAP_SWIZZLE_128B_ATOM_64B = 6
};
enum CUtensorMapL2promotion {
  CU_TENSOR_MAP_L2_PROMOTION_NONE = 0, CU_TENSOR_MAP_L2_PROMOTION_L2_64B = 1,
  CU_TENSOR_MAP_L2_PROMOTION_L2_128B = 2, CU_TENSOR_MAP_L2_PROMOTION_L2_256B = 3
};
enum CUtensorMapFloatOOBfill {
  CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE = 0, CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA = 1
};
enum CUdriverProcAddress_flags {
  CU_GET_PROC_ADDRESS_DEFAULT = 0, CU_GET_PROC_ADDRESS_LEGACY_STREAM = 1,
  CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM = 2
};
enum CUdriverProcAddressQueryResult {
  CU_GET_PROC_ADDRESS_SUCCESS = 0, CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND = 1,
  CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT = 2
};
enum { cudaEnableDefault = 0, cudaEnableLegacyStream = 1, cudaEnablePerThreadDefaultStream = 2 };
enum cudaDriverEntryPointQueryResult {
  cudaDriverEntryPointSuccess = 0, cudaDriverEntryPointSymbolNotFound = 1,
  cudaDriverEntryPointVersionNotSufficent = 2
};

struct warplens_tensor_map_request {
  unsigned long type, rank;
  const void* address;
  const cuuint64_t* sizes;
  const cuuint64_t* strides;
  const cuuint32_t* box;
  const cuuint32_t* steps;
  unsigned long interleave, swizzle, fill;
};
inline CUresult cuTensorMapEncodeTiled(CUtensorMap* map, CUtensorMapDataType type, cuuint32_t rank, void* address, const cuuint64_t* sizes, const cuuint64_t* strides, const cuuint32_t* box, const cuuint32_t* steps, CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle, CUtensorMapL2promotion promotion, CUtensorMapFloatOOBfill fill) {
  const warplens_tensor_map_request request = {(unsigned long)type, rank, address, sizes, strides, box, steps, (unsigned long)interleave, (unsigned long)swizzle, (unsigned long)fill};
  return (CUresult)warplens_encode_tensor_map(map, &request);
}
inline CUresult cuInit(unsigned int flags) { return CUDA_SUCCESS; }
inline CUresult cuDriverGetVersion(int* version) { return (CUresult)cudaDriverGetVersion(version); }
inline CUresult cuGetErrorName(CUresult error, const char** name) {
  switch (error) {
    case CUDA_SUCCESS: *name = "CUDA_SUCCESS"; return CUDA_SUCCESS;
    case CUDA_ERROR_INVALID_VALUE: *name = "CUDA_ERROR_INVALID_VALUE"; return CUDA_SUCCESS;
    case CUDA_ERROR_NOT_FOUND: *name = "CUDA_ERROR_NOT_FOUND"; return CUDA_SUCCESS;
    case CUDA_ERROR_NOT_SUPPORTED: *name = "CUDA_ERROR_NOT_SUPPORTED"; return CUDA_SUCCESS;
    default: *name = nullptr; return CUDA_ERROR_INVALID_VALUE;
  }
}
inline CUresult cuGetErrorString(CUresult error, const char** text) {
  *text = cudaGetErrorString((cudaError_t)error);
  return CUDA_SUCCESS;
}
typedef CUresult (*PFN_cuTensorMapEncodeTiled_v12000)(CUtensorMap*, CUtensorMapDataType, cuuint32_t, void*, const cuuint64_t*, const cuuint64_t*, const cuuint32_t*, const cuuint32_t*, CUtensorMapInterleave, CUtensorMapSwizzle, CUtensorMapL2promotion, CUtensorMapFloatOOBfill);
typedef PFN_cuTensorMapEncodeTiled_v12000 PFN_cuTensorMapEncodeTiled;
typedef CUresult (*PFN_cuGetProcAddress_v12000)(const char*, void**, int, cuuint64_t, CUdriverProcAddressQueryResult*);
typedef PFN_cuGetProcAddress_v12000 PFN_cuGetProcAddress;
inline CUresult cuGetProcAddress(const char* name, void** function, int version, cuuint64_t flags, CUdriverProcAddressQueryResult* result = nullptr);
inline void* warplens_driver_function(const char* name) {
  if (strcmp(name, "cuTensorMapEncodeTiled") == 0) return (void*)cuTensorMapEncodeTiled;
  if (strcmp(name, "cuGetProcAddress") == 0) return (void*)cuGetProcAddress;
  if (strcmp(name, "cuGetErrorName") == 0) return (void*)cuGetErrorName;
  if (strcmp(name, "cuGetErrorString") == 0) return (void*)cuGetErrorString;
  if (strcmp(name, "cuDriverGetVersion") == 0) return (void*)cuDriverGetVersion;
  if (strcmp(name, "cuInit") == 0) return (void*)cuInit;
  return nullptr;
}
inline CUresult cuGetProcAddress(const char* name, void** function, int version, cuuint64_t flags, CUdriverProcAddressQueryResult* result) {
  *function = warplens_driver_function(name);
  if (result != nullptr) *result = *function != nullptr ? CU_GET_PROC_ADDRESS_SUCCESS : CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
  return *function != nullptr ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}
#define cuGetProcAddress_v2 cuGetProcAddress
inline cudaError_t cudaGetDriverEntryPoint(const char* name, void** function, unsigned long long flags, cudaDriverEntryPointQueryResult* result = nullptr) {
  *function = warplens_driver_function(name);
  if (result != nullptr) *result = *function != nullptr ? cudaDriverEntryPointSuccess : cudaDriverEntryPointSymbolNotFound;
  return cudaSuccess;
}
inline cudaError_t cudaGetDriverEntryPointByVersion(const char* name, void** function, unsigned int version, unsigned long long flags, cudaDriverEntryPointQueryResult* result = nullptr) {
  return cudaGetDriverEntryPoint(name, function, flags, result);
}
)cuda";

constexpr auto kDriverWords = std::to_array<std::string_view>(
    {"CUresult", "CUDA_SUCCESS", "cuTensorMap", "CU_TENSOR_MAP", "PFN_cu", "cuuint64_t",
     "cuuint32_t", "cuGetProcAddress", "cuGetError", "cuInit", "cuDriverGetVersion",
     "DriverEntryPoint"});

}  // namespace

std::string_view tensor_map_text() {
  return kTensorMapText;
}
bool needs_tensor_map_text(std::string_view text) {
  return text.find("CUtensorMap") != std::string_view::npos || needs_driver_text(text);
}

std::string_view driver_text() {
  return kDriverText;
}
bool needs_driver_text(std::string_view text) {
  return names_one_of(text, kDriverWords);
}

}  // namespace warplens::lang
