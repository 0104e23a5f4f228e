// What host code sees of CUDA's runtime, as text: types, constants, errors, memory, copies,
// streams, events, launches. Values are those of CUDA 13.0. What fewer programs name is in
// prelude_device.cpp and prelude_placement.cpp.
#include "sim/lang/library/prelude.hpp"

namespace warplens::lang {
namespace {

constexpr std::string_view kRuntimeTypes = R"cuda(
enum cudaError {
  cudaSuccess = 0, cudaErrorInvalidValue = 1, cudaErrorMemoryAllocation = 2,
  cudaErrorInitializationError = 3, cudaErrorCudartUnloading = 4, cudaErrorProfilerDisabled = 5,
  cudaErrorProfilerNotInitialized = 6, cudaErrorProfilerAlreadyStarted = 7,
  cudaErrorProfilerAlreadyStopped = 8, cudaErrorInvalidConfiguration = 9,
  cudaErrorInvalidPitchValue = 12, cudaErrorInvalidSymbol = 13, cudaErrorInvalidHostPointer = 16,
  cudaErrorInvalidDevicePointer = 17, cudaErrorInvalidTexture = 18,
  cudaErrorInvalidTextureBinding = 19, cudaErrorInvalidChannelDescriptor = 20,
  cudaErrorInvalidMemcpyDirection = 21, cudaErrorAddressOfConstant = 22,
  cudaErrorTextureFetchFailed = 23, cudaErrorTextureNotBound = 24,
  cudaErrorSynchronizationError = 25, cudaErrorInvalidFilterSetting = 26,
  cudaErrorInvalidNormSetting = 27, cudaErrorMixedDeviceExecution = 28,
  cudaErrorNotYetImplemented = 31, cudaErrorMemoryValueTooLarge = 32, cudaErrorStubLibrary = 34,
  cudaErrorInsufficientDriver = 35, cudaErrorCallRequiresNewerDriver = 36,
  cudaErrorInvalidSurface = 37, cudaErrorDuplicateVariableName = 43,
  cudaErrorDuplicateTextureName = 44, cudaErrorDuplicateSurfaceName = 45,
  cudaErrorDevicesUnavailable = 46, cudaErrorIncompatibleDriverContext = 49,
  cudaErrorMissingConfiguration = 52, cudaErrorPriorLaunchFailure = 53,
  cudaErrorLaunchMaxDepthExceeded = 65, cudaErrorLaunchFileScopedTex = 66,
  cudaErrorLaunchFileScopedSurf = 67, cudaErrorSyncDepthExceeded = 68,
  cudaErrorLaunchPendingCountExceeded = 69, cudaErrorInvalidDeviceFunction = 98,
  cudaErrorNoDevice = 100, cudaErrorInvalidDevice = 101, cudaErrorDeviceNotLicensed = 102,
  cudaErrorSoftwareValidityNotEstablished = 103, cudaErrorStartupFailure = 127,
  cudaErrorInvalidKernelImage = 200, cudaErrorDeviceUninitialized = 201,
  cudaErrorMapBufferObjectFailed = 205, cudaErrorUnmapBufferObjectFailed = 206,
  cudaErrorArrayIsMapped = 207, cudaErrorAlreadyMapped = 208, cudaErrorNoKernelImageForDevice = 209,
  cudaErrorAlreadyAcquired = 210, cudaErrorNotMapped = 211, cudaErrorNotMappedAsArray = 212,
  cudaErrorNotMappedAsPointer = 213, cudaErrorECCUncorrectable = 214,
  cudaErrorUnsupportedLimit = 215, cudaErrorDeviceAlreadyInUse = 216,
  cudaErrorPeerAccessUnsupported = 217, cudaErrorInvalidPtx = 218,
  cudaErrorInvalidGraphicsContext = 219, cudaErrorNvlinkUncorrectable = 220,
  cudaErrorJitCompilerNotFound = 221, cudaErrorUnsupportedPtxVersion = 222,
  cudaErrorJitCompilationDisabled = 223, cudaErrorUnsupportedExecAffinity = 224,
  cudaErrorUnsupportedDevSideSync = 225, cudaErrorContained = 226, cudaErrorInvalidSource = 300,
  cudaErrorFileNotFound = 301, cudaErrorSharedObjectSymbolNotFound = 302,
  cudaErrorSharedObjectInitFailed = 303, cudaErrorOperatingSystem = 304,
  cudaErrorInvalidResourceHandle = 400, cudaErrorIllegalState = 401, cudaErrorLossyQuery = 402,
  cudaErrorSymbolNotFound = 500, cudaErrorNotReady = 600, cudaErrorIllegalAddress = 700,
  cudaErrorLaunchOutOfResources = 701, cudaErrorLaunchTimeout = 702,
  cudaErrorLaunchIncompatibleTexturing = 703, cudaErrorPeerAccessAlreadyEnabled = 704,
  cudaErrorPeerAccessNotEnabled = 705, cudaErrorSetOnActiveProcess = 708,
  cudaErrorContextIsDestroyed = 709, cudaErrorAssert = 710, cudaErrorTooManyPeers = 711,
  cudaErrorHostMemoryAlreadyRegistered = 712, cudaErrorHostMemoryNotRegistered = 713,
  cudaErrorHardwareStackError = 714, cudaErrorIllegalInstruction = 715,
  cudaErrorMisalignedAddress = 716, cudaErrorInvalidAddressSpace = 717, cudaErrorInvalidPc = 718,
  cudaErrorLaunchFailure = 719, cudaErrorCooperativeLaunchTooLarge = 720,
  cudaErrorTensorMemoryLeak = 721, cudaErrorNotPermitted = 800, cudaErrorNotSupported = 801,
  cudaErrorSystemNotReady = 802, cudaErrorSystemDriverMismatch = 803,
  cudaErrorCompatNotSupportedOnDevice = 804, cudaErrorMpsConnectionFailed = 805,
  cudaErrorMpsRpcFailure = 806, cudaErrorMpsServerNotReady = 807,
  cudaErrorMpsMaxClientsReached = 808, cudaErrorMpsMaxConnectionsReached = 809,
  cudaErrorMpsClientTerminated = 810, cudaErrorCdpNotSupported = 811,
  cudaErrorCdpVersionMismatch = 812, cudaErrorStreamCaptureUnsupported = 900,
  cudaErrorStreamCaptureInvalidated = 901, cudaErrorStreamCaptureMerge = 902,
  cudaErrorStreamCaptureUnmatched = 903, cudaErrorStreamCaptureUnjoined = 904,
  cudaErrorStreamCaptureIsolation = 905, cudaErrorStreamCaptureImplicit = 906,
  cudaErrorCapturedEvent = 907, cudaErrorStreamCaptureWrongThread = 908, cudaErrorTimeout = 909,
  cudaErrorGraphExecUpdateFailure = 910, cudaErrorExternalDevice = 911,
  cudaErrorInvalidClusterSize = 912, cudaErrorFunctionNotLoaded = 913,
  cudaErrorInvalidResourceType = 914, cudaErrorInvalidResourceConfiguration = 915,
  cudaErrorUnknown = 999, cudaErrorApiFailureBase = 10000
};
typedef enum cudaError cudaError_t;
enum cudaMemcpyKind {
  cudaMemcpyHostToHost = 0, cudaMemcpyHostToDevice = 1, cudaMemcpyDeviceToHost = 2,
  cudaMemcpyDeviceToDevice = 3, cudaMemcpyDefault = 4
};
enum cudaMemoryType {
  cudaMemoryTypeUnregistered = 0, cudaMemoryTypeHost = 1, cudaMemoryTypeDevice = 2,
  cudaMemoryTypeManaged = 3
};
enum cudaComputeMode {
  cudaComputeModeDefault = 0, cudaComputeModeExclusive = 1, cudaComputeModeProhibited = 2,
  cudaComputeModeExclusiveProcess = 3
};
enum cudaFuncCache {
  cudaFuncCachePreferNone = 0, cudaFuncCachePreferShared = 1, cudaFuncCachePreferL1 = 2,
  cudaFuncCachePreferEqual = 3
};
enum cudaSharedMemConfig {
  cudaSharedMemBankSizeDefault = 0, cudaSharedMemBankSizeFourByte = 1,
  cudaSharedMemBankSizeEightByte = 2
};
enum cudaFuncAttribute {
  cudaFuncAttributeMaxDynamicSharedMemorySize = 8,
  cudaFuncAttributePreferredSharedMemoryCarveout = 9, cudaFuncAttributeClusterDimMustBeSet = 10,
  cudaFuncAttributeRequiredClusterWidth = 11, cudaFuncAttributeRequiredClusterHeight = 12,
  cudaFuncAttributeRequiredClusterDepth = 13, cudaFuncAttributeNonPortableClusterSizeAllowed = 14,
  cudaFuncAttributeClusterSchedulingPolicyPreference = 15, cudaFuncAttributeMax = 16
};
struct cudaFuncAttributes {
  size_t sharedSizeBytes, constSizeBytes, localSizeBytes;
  int maxThreadsPerBlock, numRegs, ptxVersion, binaryVersion, cacheModeCA;
  int maxDynamicSharedSizeBytes, preferredShmemCarveout, clusterDimMustBeSet;
  int requiredClusterWidth, requiredClusterHeight, requiredClusterDepth;
  int clusterSchedulingPolicyPreference, nonPortableClusterSizeAllowed;
  int reserved[16];
};
enum cudaSharedCarveout {
  cudaSharedmemCarveoutDefault = -1, cudaSharedmemCarveoutMaxShared = 100,
  cudaSharedmemCarveoutMaxL1 = 0
};
enum cudaLimit {
  cudaLimitStackSize = 0, cudaLimitPrintfFifoSize = 1, cudaLimitMallocHeapSize = 2,
  cudaLimitDevRuntimeSyncDepth = 3, cudaLimitDevRuntimePendingLaunchCount = 4,
  cudaLimitMaxL2FetchGranularity = 5, cudaLimitPersistingL2CacheSize = 6
};
struct CUstream_st;
struct CUevent_st;
typedef struct CUstream_st* cudaStream_t;
typedef struct CUevent_st* cudaEvent_t;
#define cudaStreamDefault 0
#define cudaStreamNonBlocking 1
#define cudaStreamLegacy ((cudaStream_t)1ull)
#define cudaStreamPerThread ((cudaStream_t)2ull)
#define cudaEventDefault 0
#define cudaEventBlockingSync 1
#define cudaEventDisableTiming 2
#define cudaEventInterprocess 4
#define cudaEventRecordDefault 0
#define cudaEventRecordExternal 1
#define cudaEventWaitDefault 0
#define cudaEventWaitExternal 1
#define cudaHostAllocDefault 0
#define cudaHostAllocPortable 1
#define cudaHostAllocMapped 2
#define cudaHostAllocWriteCombined 4
#define cudaHostRegisterDefault 0
#define cudaHostRegisterPortable 1
#define cudaHostRegisterMapped 2
#define cudaHostRegisterIoMemory 4
#define cudaHostRegisterReadOnly 8
#define cudaPeerAccessDefault 0
#define cudaMemAttachGlobal 1
#define cudaMemAttachHost 2
#define cudaMemAttachSingle 4
#define cudaOccupancyDefault 0
#define cudaOccupancyDisableCachingOverride 1
#define cudaDeviceScheduleAuto 0
#define cudaDeviceScheduleSpin 1
#define cudaDeviceScheduleYield 2
#define cudaDeviceScheduleBlockingSync 4
#define cudaDeviceBlockingSync 4
#define cudaDeviceScheduleMask 7
#define cudaDeviceMapHost 8
#define cudaDeviceLmemResizeToMax 16
#define cudaDeviceSyncMemops 128
#define cudaDeviceMask 255
#define cudaInitDeviceFlagsAreValid 1
#define cudaIpcMemLazyEnablePeerAccess 1
#define cudaCpuDeviceId (-1)
#define cudaInvalidDeviceId (-2)
#define CUDART_CB
#define CUDARTAPI
)cuda";

constexpr std::string_view kFunctions = R"cuda(
inline cudaError_t cudaFuncSetAttribute(const void* kernel, cudaFuncAttribute attribute, int value) {
  return attribute == cudaFuncAttributeMaxDynamicSharedMemorySize
             ? warplens_set_shared_limit(kernel, value)
             : cudaSuccess;
}
inline cudaError_t cudaFuncSetCacheConfig(const void* kernel, cudaFuncCache config) {
  return cudaSuccess;
}
inline cudaError_t cudaFuncSetSharedMemConfig(const void* kernel, cudaSharedMemConfig config) {
  return cudaSuccess;
}
inline cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* to, const void* kernel) {
  memset(to, 0, sizeof(cudaFuncAttributes));
  return warplens_function_attributes(kernel, &to->maxThreadsPerBlock, &to->sharedSizeBytes,
                                      &to->maxDynamicSharedSizeBytes);
}
// From the largest block down in whole warps: the first with most resident threads. (The runtime's
// own search, cuda_runtime.h.)
template <class SharedOf>
inline cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int* grid, int* block, const void* kernel,
                                                                  SharedOf shared_of, int limit = 0) {
  cudaFuncAttributes of;
  cudaError_t error = cudaFuncGetAttributes(&of, kernel);
  int most = 0, multiprocessors = 0, threads = 0;
  warplens_device_attribute(&multiprocessors, 16, 0);
  warplens_device_attribute(&threads, 39, 0);
  if (limit <= 0 || limit > of.maxThreadsPerBlock) limit = of.maxThreadsPerBlock;
  for (int whole = (limit + 31) / 32 * 32; whole > 0 && most < threads && error == cudaSuccess; whole -= 32) {
    const int size = whole < limit ? whole : limit;
    int blocks = 0;
    error = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, size, shared_of(size));
    if (blocks * size <= most) continue;
    most = blocks * size;
    *block = size;
    *grid = blocks * multiprocessors;
  }
  return error;
}
template <class SharedOf>
inline cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(int* grid, int* block,
                                                                           const void* kernel, SharedOf shared_of,
                                                                           int limit = 0, unsigned flags = 0) {
  return cudaOccupancyMaxPotentialBlockSizeVariableSMem(grid, block, kernel, shared_of, limit);
}
inline cudaError_t cudaOccupancyMaxPotentialBlockSize(int* grid, int* block, const void* kernel,
                                                      size_t shared = 0, int limit = 0) {
  return cudaOccupancyMaxPotentialBlockSizeVariableSMem(grid, block, kernel,
                                                        [shared](int) { return shared; }, limit);
}
inline cudaError_t cudaOccupancyMaxPotentialBlockSizeWithFlags(int* grid, int* block, const void* kernel,
                                                               size_t shared = 0, int limit = 0,
                                                               unsigned flags = 0) {
  return cudaOccupancyMaxPotentialBlockSize(grid, block, kernel, shared, limit);
}
inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, const void* kernel,
                                                                          int block, size_t shared,
                                                                          unsigned flags) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, kernel, block, shared);
}
inline cudaError_t cudaLaunchKernel(const void* kernel, dim3 grid, dim3 block, void** arguments,
                                    size_t shared = 0, cudaStream_t stream = nullptr) {
  return warplens_launch(kernel, grid.x, grid.y, grid.z, block.x, block.y, block.z, arguments,
                         shared, stream);
}

inline cudaError_t cudaLaunchCooperativeKernel(const void* kernel, dim3 grid, dim3 block, void** arguments,
                                               size_t shared = 0, cudaStream_t stream = nullptr) {
  int blocks = 0, multiprocessors = 0;
  warplens_device_attribute(&multiprocessors, 16, 0);
  const cudaError_t error = cudaOccupancyMaxActiveBlocksPerMultiprocessor(
      &blocks, kernel, block.x * block.y * block.z, shared);
  if (error != cudaSuccess) return error;
  if ((size_t)grid.x * grid.y * grid.z > (size_t)blocks * multiprocessors)
    return warplens_failed(cudaErrorCooperativeLaunchTooLarge);
  return cudaLaunchKernel(kernel, grid, block, arguments, shared, stream);
}
typedef void (*cudaHostFn_t)(void* data);
typedef void (*cudaStreamCallback_t)(cudaStream_t stream, cudaError_t status, void* data);
inline cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void* data) {
  const cudaError_t error = cudaDeviceSynchronize();
  if (error == cudaSuccess) function(data);
  return error;
}
inline cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t function, void* data,
                                         unsigned flags) {
  function(stream, cudaDeviceSynchronize(), data);
  return cudaSuccess;
}

inline cudaError_t cudaProfilerStart() { return cudaSuccess; }
inline cudaError_t cudaProfilerStop() { return cudaSuccess; }
// There is one device, which is no peer of itself.
inline cudaError_t cudaDeviceCanAccessPeer(int* can, int device, int peer) {
  *can = 0;
  return device == 0 && peer == 0 ? cudaSuccess : warplens_failed(cudaErrorInvalidDevice);
}
inline cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned flags) {
  return warplens_failed(peer == 0 ? cudaErrorPeerAccessUnsupported : cudaErrorInvalidDevice);
}
inline cudaError_t cudaDeviceDisablePeerAccess(int peer) {
  return warplens_failed(peer == 0 ? cudaErrorPeerAccessNotEnabled : cudaErrorInvalidDevice);
}
inline cudaError_t cudaThreadSynchronize() { return cudaDeviceSynchronize(); }
inline cudaError_t cudaSetDeviceFlags(unsigned flags) { return cudaSuccess; }
inline cudaError_t cudaGetDeviceFlags(unsigned* flags) {
  *flags = cudaDeviceMapHost;
  return cudaSuccess;
}
inline cudaError_t cudaInitDevice(int device, unsigned flags, unsigned mask) {
  return cudaSetDevice(device);
}
inline cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache config) { return cudaSuccess; }
inline cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache* config) {
  *config = cudaFuncCachePreferNone;
  return cudaSuccess;
}
inline cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig* config) {
  *config = cudaSharedMemBankSizeFourByte;
  return cudaSuccess;
}
inline cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig config) { return cudaSuccess; }

inline cudaError_t cudaMalloc(void** pointer, size_t bytes) {
  return warplens_device_malloc(pointer, bytes);
}
template <class T>
inline cudaError_t cudaMalloc(T** pointer, size_t bytes) {
  return warplens_device_malloc((void**)pointer, bytes);
}
inline cudaError_t cudaMallocManaged(void** pointer, size_t bytes, unsigned flags = 1) {
  return warplens_managed_malloc(pointer, bytes);
}
template <class T>
inline cudaError_t cudaMallocManaged(T** pointer, size_t bytes, unsigned flags = 1) {
  return warplens_managed_malloc((void**)pointer, bytes);
}
inline cudaError_t cudaMallocHost(void** pointer, size_t bytes, unsigned flags = 0) {
  return warplens_pinned_malloc(pointer, bytes);
}
template <class T>
inline cudaError_t cudaMallocHost(T** pointer, size_t bytes, unsigned flags = 0) {
  return warplens_pinned_malloc((void**)pointer, bytes);
}
inline cudaError_t cudaHostAlloc(void** pointer, size_t bytes, unsigned flags) {
  return warplens_pinned_malloc(pointer, bytes);
}
template <class T>
inline cudaError_t cudaHostAlloc(T** pointer, size_t bytes, unsigned flags) {
  return warplens_pinned_malloc((void**)pointer, bytes);
}
inline cudaError_t cudaHostGetDevicePointer(void** device, void* host, unsigned flags) {
  *device = host;
  return cudaSuccess;
}
template <class T>
inline cudaError_t cudaHostGetDevicePointer(T** device, void* host, unsigned flags) {
  *device = (T*)host;
  return cudaSuccess;
}
inline unsigned long long warplens_pool = 0;  // that streams allocate from
template <class T>
inline cudaError_t cudaMallocAsync(T** pointer, size_t bytes, cudaStream_t stream) {
  return warplens_pool_malloc((void**)pointer, bytes, warplens_pool);
}
inline cudaError_t cudaFreeAsync(void* pointer, cudaStream_t stream) { return warplens_free_later(pointer); }
inline cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t bytes, cudaMemcpyKind kind,
                                   cudaStream_t stream = nullptr) {
  return warplens_copy_later(to, from, bytes, kind, stream);
}
inline cudaError_t cudaMemsetAsync(void* to, int value, size_t bytes,
                                   cudaStream_t stream = nullptr) {
  return warplens_fill_later(to, value, bytes, stream);
}
inline cudaError_t cudaHostRegister(void* pointer, size_t bytes, unsigned flags) {
  return cudaSuccess;
}
inline cudaError_t cudaHostUnregister(void* pointer) { return cudaSuccess; }
inline cudaError_t cudaHostGetFlags(unsigned* flags, void* pointer) {
  if (warplens_pointer_kind(pointer) != cudaMemoryTypeHost) return warplens_failed(cudaErrorInvalidValue);
  *flags = cudaHostAllocMapped;
  return cudaSuccess;
}
inline cudaError_t cudaMallocPitch(void** pointer, size_t* pitch, size_t width, size_t height) {
  *pitch = (width + 511) / 512 * 512;
  return warplens_device_malloc(pointer, *pitch * height);
}
template <class T>
inline cudaError_t cudaMallocPitch(T** pointer, size_t* pitch, size_t width, size_t height) {
  return cudaMallocPitch((void**)pointer, pitch, width, height);
}
inline cudaError_t cudaMemcpy2D(void* to, size_t to_pitch, const void* from, size_t from_pitch,
                                size_t width, size_t height, cudaMemcpyKind kind) {
  return warplens_copy_2d(to, to_pitch, from, from_pitch, width, height, kind);
}
inline cudaError_t cudaMemcpy2DAsync(void* to, size_t to_pitch, const void* from,
                                     size_t from_pitch, size_t width, size_t height,
                                     cudaMemcpyKind kind, cudaStream_t stream = nullptr) {
  return warplens_copy_2d(to, to_pitch, from, from_pitch, width, height, kind);
}
inline cudaError_t cudaMemset2D(void* to, size_t pitch, int value, size_t width, size_t height) {
  for (size_t y = 0; y < height; ++y) {
    const cudaError_t error = cudaMemset((char*)to + y * pitch, value, width);
    if (error != cudaSuccess) return error;
  }
  return cudaSuccess;
}
template <class T>
inline cudaError_t cudaMemcpyToSymbol(const T& symbol, const void* from, size_t bytes,
                                      size_t offset = 0,
                                      cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
  return warplens_copy_to_symbol(&symbol, from, bytes, offset, kind);
}
template <class T>
inline cudaError_t cudaMemcpyFromSymbol(void* to, const T& symbol, size_t bytes, size_t offset = 0,
                                        cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
  return warplens_copy_from_symbol(to, &symbol, bytes, offset, kind);
}
template <class T>
inline cudaError_t cudaMemcpyToSymbolAsync(const T& symbol, const void* from, size_t bytes,
                                           size_t offset, cudaMemcpyKind kind,
                                           cudaStream_t stream = nullptr) {
  return warplens_copy_to_symbol(&symbol, from, bytes, offset, kind);
}
template <class T>
inline cudaError_t cudaMemcpyFromSymbolAsync(void* to, const T& symbol, size_t bytes, size_t offset,
                                             cudaMemcpyKind kind, cudaStream_t stream = nullptr) {
  return warplens_copy_from_symbol(to, &symbol, bytes, offset, kind);
}
template <class T>
inline cudaError_t cudaGetSymbolAddress(void** pointer, const T& symbol) {
  size_t bytes = 0;
  return warplens_symbol_address(pointer, &bytes, &symbol);
}
template <class T>
inline cudaError_t cudaGetSymbolSize(size_t* bytes, const T& symbol) {
  void* pointer = nullptr;
  return warplens_symbol_address(&pointer, bytes, &symbol);
}

inline cudaError_t cudaDeviceSetLimit(cudaLimit limit, size_t value) {
  // Kernels cannot wait for kernels that they launched, since compute capability 9.0.
  if (limit == cudaLimitDevRuntimeSyncDepth) return warplens_failed(cudaErrorUnsupportedLimit);
  return limit == cudaLimitMallocHeapSize ? cudaMemcpyToSymbol(warplens_heap_limit, &value, sizeof value)
                                          : cudaSuccess;
}
inline cudaError_t cudaDeviceGetLimit(size_t* value, cudaLimit limit) {
  if (limit == cudaLimitMallocHeapSize) return cudaMemcpyFromSymbol(value, warplens_heap_limit, sizeof *value);
  switch (limit) {  // of an H100
    case cudaLimitStackSize: *value = 1024; break;
    case cudaLimitPrintfFifoSize: *value = 8650752; break;
    case cudaLimitDevRuntimePendingLaunchCount: *value = 2048; break;
    case cudaLimitMaxL2FetchGranularity: *value = 64; break;
    case cudaLimitPersistingL2CacheSize: *value = 9830400; break;
    default: return warplens_failed(cudaErrorUnsupportedLimit);
  }
  return cudaSuccess;
}

inline cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned flags) {
  *stream = (cudaStream_t)warplens_stream(flags);
  return cudaSuccess;
}
inline cudaError_t cudaStreamCreate(cudaStream_t* stream) {
  return cudaStreamCreateWithFlags(stream, cudaStreamDefault);
}
inline cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned flags,
                                                int priority) {
  return cudaStreamCreateWithFlags(stream, flags);
}
inline cudaError_t cudaStreamDestroy(cudaStream_t stream) { return cudaSuccess; }
inline cudaError_t cudaStreamSynchronize(cudaStream_t stream) { return warplens_wait_for_stream(stream); }
inline cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned* flags) {
  *flags = cudaStreamDefault;
  return cudaSuccess;
}
inline cudaError_t cudaStreamGetDevice(cudaStream_t stream, int* device) { return cudaGetDevice(device); }
inline cudaError_t cudaStreamQuery(cudaStream_t stream) { return warplens_wait_for_stream(stream); }
inline cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event,
                                       unsigned flags = 0) {
  return warplens_stream_wait(stream, event);
}
inline cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
  *least = 0;
  *greatest = -5;
  return cudaSuccess;
}
inline cudaError_t cudaEventCreate(cudaEvent_t* event) {
  *event = (cudaEvent_t)warplens_handle();
  return cudaSuccess;
}
inline cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned flags) {
  return cudaEventCreate(event);
}
inline cudaError_t cudaEventCreate(cudaEvent_t* event, unsigned flags) { return cudaEventCreate(event); }
inline cudaError_t cudaEventDestroy(cudaEvent_t event) { return cudaSuccess; }
inline cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream = nullptr) {
  return warplens_event_record(event, stream);
}
inline cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream = nullptr,
                                            unsigned flags = 0) {
  return warplens_event_record(event, stream);
}
inline cudaError_t cudaEventSynchronize(cudaEvent_t event) { return warplens_wait_for_event(event); }
inline cudaError_t cudaEventQuery(cudaEvent_t event) { return warplens_wait_for_event(event); }
inline cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t start, cudaEvent_t stop) {
  return warplens_event_elapsed(milliseconds, start, stop);
}
)cuda";

}  // namespace

std::string_view runtime_types_text() {
  return kRuntimeTypes;
}

std::string_view runtime_functions_text() {
  return kFunctions;
}

}  // namespace warplens::lang
