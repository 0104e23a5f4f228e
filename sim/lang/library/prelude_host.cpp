// What host code sees of the C library and CUDA's runtime, as text: types, constants, the functions
// that CUDA C++ itself can say, and the declarations of those that the host's machine executes
// (provided.def). Values are those of CUDA 13.0 and glibc on 64-bit Linux.
#include <string>

#include "sim/lang/library/prelude.hpp"

namespace warplens::lang {
namespace {

// Before the declarations: what they name.
constexpr std::string_view kTypes = R"cuda(
#pragma once
struct _IO_FILE;
typedef struct _IO_FILE FILE;
#define stdin ((FILE*)1ull)
#define stdout ((FILE*)2ull)
#define stderr ((FILE*)3ull)
#define EOF (-1)
#define BUFSIZ 8192
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#define RAND_MAX 2147483647
#define INT32_C(x) x
#define UINT32_C(x) x##u
#define INT64_C(x) x##l
#define UINT64_C(x) x##ul
#define CLOCKS_PER_SEC ((clock_t)1000000)
#define CLOCK_REALTIME 0
#define CLOCK_MONOTONIC 1
#define CLOCK_PROCESS_CPUTIME_ID 2
#define CLOCK_MONOTONIC_RAW 4
typedef long time_t;
typedef long ssize_t;
typedef int clockid_t;
struct timespec { time_t tv_sec; long tv_nsec; };
struct timeval { time_t tv_sec; long tv_usec; };
struct timezone { int tz_minuteswest, tz_dsttime; };

enum cudaError {
  cudaSuccess = 0, cudaErrorInvalidValue = 1, cudaErrorMemoryAllocation = 2,
  cudaErrorInitializationError = 3, cudaErrorCudartUnloading = 4, cudaErrorInvalidConfiguration = 9,
  cudaErrorInvalidPitchValue = 12, cudaErrorInvalidSymbol = 13, cudaErrorInvalidHostPointer = 16,
  cudaErrorInvalidDevicePointer = 17, cudaErrorInvalidTexture = 18,
  cudaErrorInvalidMemcpyDirection = 21, cudaErrorInsufficientDriver = 35,
  cudaErrorMissingConfiguration = 52, cudaErrorInvalidDeviceFunction = 98, cudaErrorNoDevice = 100,
  cudaErrorInvalidDevice = 101, cudaErrorInvalidKernelImage = 200,
  cudaErrorInvalidResourceHandle = 400, cudaErrorIllegalState = 401, cudaErrorSymbolNotFound = 500,
  cudaErrorNotReady = 600, cudaErrorIllegalAddress = 700, cudaErrorLaunchOutOfResources = 701,
  cudaErrorLaunchTimeout = 702, cudaErrorPeerAccessAlreadyEnabled = 704,
  cudaErrorPeerAccessNotEnabled = 705, cudaErrorContextIsDestroyed = 709, cudaErrorAssert = 710,
  cudaErrorHostMemoryAlreadyRegistered = 712, cudaErrorHostMemoryNotRegistered = 713,
  cudaErrorHardwareStackError = 714, cudaErrorIllegalInstruction = 715,
  cudaErrorMisalignedAddress = 716, cudaErrorInvalidAddressSpace = 717, cudaErrorInvalidPc = 718,
  cudaErrorLaunchFailure = 719, cudaErrorCooperativeLaunchTooLarge = 720,
  cudaErrorNotPermitted = 800, cudaErrorNotSupported = 801, cudaErrorUnknown = 999
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
  cudaFuncAttributeMaxDynamicSharedMemorySize = 8, cudaFuncAttributePreferredSharedMemoryCarveout = 9
};
struct cudaFuncAttributes {
  size_t sharedSizeBytes, constSizeBytes, localSizeBytes;
  int maxThreadsPerBlock, numRegs, ptxVersion, binaryVersion, cacheModeCA;
  int maxDynamicSharedSizeBytes, preferredShmemCarveout;
};
enum cudaLimit {
  cudaLimitStackSize = 0, cudaLimitPrintfFifoSize = 1, cudaLimitMallocHeapSize = 2,
  cudaLimitDevRuntimeSyncDepth = 3, cudaLimitDevRuntimePendingLaunchCount = 4
};
enum cudaDeviceAttr {
  cudaDevAttrMaxThreadsPerBlock = 1, cudaDevAttrMaxBlockDimX = 2, cudaDevAttrMaxBlockDimY = 3,
  cudaDevAttrMaxBlockDimZ = 4, cudaDevAttrMaxGridDimX = 5, cudaDevAttrMaxGridDimY = 6,
  cudaDevAttrMaxGridDimZ = 7, cudaDevAttrMaxSharedMemoryPerBlock = 8,
  cudaDevAttrTotalConstantMemory = 9, cudaDevAttrWarpSize = 10, cudaDevAttrMaxPitch = 11,
  cudaDevAttrMaxRegistersPerBlock = 12, cudaDevAttrClockRate = 13, cudaDevAttrTextureAlignment = 14,
  cudaDevAttrMultiProcessorCount = 16, cudaDevAttrIntegrated = 18, cudaDevAttrCanMapHostMemory = 19,
  cudaDevAttrComputeMode = 20, cudaDevAttrConcurrentKernels = 31, cudaDevAttrEccEnabled = 32,
  cudaDevAttrMemoryClockRate = 36, cudaDevAttrGlobalMemoryBusWidth = 37, cudaDevAttrL2CacheSize = 38,
  cudaDevAttrMaxThreadsPerMultiProcessor = 39, cudaDevAttrAsyncEngineCount = 40,
  cudaDevAttrUnifiedAddressing = 41, cudaDevAttrComputeCapabilityMajor = 75,
  cudaDevAttrComputeCapabilityMinor = 76, cudaDevAttrMaxSharedMemoryPerMultiprocessor = 81,
  cudaDevAttrMaxRegistersPerMultiprocessor = 82, cudaDevAttrManagedMemory = 83,
  cudaDevAttrConcurrentManagedAccess = 89, cudaDevAttrCooperativeLaunch = 95,
  cudaDevAttrMaxSharedMemoryPerBlockOptin = 97, cudaDevAttrMaxBlocksPerMultiprocessor = 106,
  cudaDevAttrReservedSharedMemoryPerBlock = 111
};
struct cudaDeviceProp {
  char name[256];
  size_t totalGlobalMem, sharedMemPerBlock;
  int regsPerBlock, warpSize;
  size_t memPitch;
  int maxThreadsPerBlock;
  int maxThreadsDim[3];
  int maxGridSize[3];
  size_t totalConstMem;
  int major, minor;
  size_t textureAlignment, texturePitchAlignment;
  int multiProcessorCount, integrated, canMapHostMemory;
  int concurrentKernels, ECCEnabled, pciBusID, pciDeviceID, pciDomainID, tccDriver;
  int asyncEngineCount, unifiedAddressing, memoryBusWidth, l2CacheSize;
  int persistingL2CacheMaxSize, maxThreadsPerMultiProcessor, streamPrioritiesSupported;
  int globalL1CacheSupported, localL1CacheSupported;
  size_t sharedMemPerMultiprocessor;
  int regsPerMultiprocessor, managedMemory, isMultiGpuBoard, multiGpuBoardGroupID;
  int hostNativeAtomicSupported, pageableMemoryAccess, concurrentManagedAccess;
  int computePreemptionSupported, canUseHostPointerForRegisteredMem, cooperativeLaunch;
  size_t sharedMemPerBlockOptin;
  int pageableMemoryAccessUsesHostPageTables, directManagedMemAccessFromHost;
  int maxBlocksPerMultiProcessor, accessPolicyMaxWindowSize;
  size_t reservedSharedMemPerBlock;
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
#define cudaHostAllocDefault 0
#define cudaHostAllocPortable 1
#define cudaHostAllocMapped 2
#define cudaHostAllocWriteCombined 4
#define cudaHostRegisterDefault 0
#define cudaHostRegisterPortable 1
#define cudaHostRegisterMapped 2
#define cudaMemAttachGlobal 1
#define cudaMemAttachHost 2
#define cudaMemAttachSingle 4
#define cudaDeviceScheduleAuto 0
#define cudaDeviceScheduleSpin 1
#define cudaDeviceScheduleYield 2
#define cudaDeviceScheduleBlockingSync 4
#define cudaDeviceMapHost 8
#define cudaCpuDeviceId (-1)
#define cudaInvalidDeviceId (-2)
#define CUDART_CB
#define CUDARTAPI
)cuda";

// Behind them: what is made of them.
constexpr std::string_view kFunctions = R"cuda(
#define PRId8 "d"
#define PRId16 "d"
#define PRId32 "d"
#define PRId64 "ld"
#define PRIi32 "i"
#define PRIi64 "li"
#define PRIu8 "u"
#define PRIu16 "u"
#define PRIu32 "u"
#define PRIu64 "lu"
#define PRIx32 "x"
#define PRIx64 "lx"
#define PRIX64 "lX"
inline int putchar(int c) { return fputc(c, stdout); }
inline int fputc_unlocked(int c, FILE* file) { return fputc(c, file); }
inline int putc(int c, FILE* file) { return fputc(c, file); }
inline int getchar() { return fgetc(stdin); }
inline int getc(FILE* file) { return fgetc(file); }
inline void rewind(FILE* file) { fseek(file, 0, SEEK_SET); }
inline int setvbuf(FILE* file, char* buffer, int mode, size_t size) { return 0; }
inline void setbuf(FILE* file, char* buffer) {}
inline int atoi(const char* text) { return (int)strtol(text, nullptr, 10); }
inline long atol(const char* text) { return strtol(text, nullptr, 10); }
inline long long atoll(const char* text) { return strtol(text, nullptr, 10); }
inline double atof(const char* text) { return strtod(text, nullptr); }
inline float strtof(const char* text, char** end) { return (float)strtod(text, end); }
inline long long strtoll(const char* text, char** end, int base) { return strtol(text, end, base); }
inline unsigned long long strtoull(const char* text, char** end, int base) {
  return strtoul(text, end, base);
}
inline long random() { return rand(); }
inline void srandom(unsigned seed) { srand(seed); }
inline long labs(long x) { return x < 0 ? -x : x; }
inline int posix_memalign(void** pointer, size_t alignment, size_t bytes) {
  *pointer = aligned_alloc(alignment, bytes);
  return *pointer == nullptr ? 12 : 0;
}

inline void* warplens_zeros(size_t bytes) { return calloc(bytes, 1); }
inline char* strcpy(char* to, const char* from) {
  memcpy(to, from, strlen(from) + 1);
  return to;
}
inline char* strncpy(char* to, const char* from, size_t size) {
  size_t i = 0;
  for (; i < size && from[i] != 0; ++i) to[i] = from[i];
  for (; i < size; ++i) to[i] = 0;
  return to;
}
inline char* strcat(char* to, const char* from) {
  strcpy(to + strlen(to), from);
  return to;
}
inline char* strncat(char* to, const char* from, size_t size) {
  char* end = to + strlen(to);
  size_t i = 0;
  for (; i < size && from[i] != 0; ++i) end[i] = from[i];
  end[i] = 0;
  return to;
}
inline int strncmp(const char* a, const char* b, size_t size) {
  for (size_t i = 0; i < size; ++i) {
    if (a[i] != b[i]) return (unsigned char)a[i] < (unsigned char)b[i] ? -1 : 1;
    if (a[i] == 0) return 0;
  }
  return 0;
}
inline int strcmp(const char* a, const char* b) { return strncmp(a, b, (size_t)-1); }
inline int tolower(int c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; }
inline int toupper(int c) { return c >= 'a' && c <= 'z' ? c - 32 : c; }
inline int isdigit(int c) { return c >= '0' && c <= '9'; }
inline int isupper(int c) { return c >= 'A' && c <= 'Z'; }
inline int islower(int c) { return c >= 'a' && c <= 'z'; }
inline int isalpha(int c) { return isupper(c) || islower(c); }
inline int isalnum(int c) { return isalpha(c) || isdigit(c); }
inline int isspace(int c) { return c == ' ' || (c >= 9 && c <= 13); }
inline int isprint(int c) { return c >= 32 && c < 127; }
inline int ispunct(int c) { return isprint(c) && c != ' ' && !isalnum(c); }
inline int isxdigit(int c) { return isdigit(c) || (tolower(c) >= 'a' && tolower(c) <= 'f'); }
inline int strncasecmp(const char* a, const char* b, size_t size) {
  for (size_t i = 0; i < size; ++i) {
    const int x = tolower(a[i]), y = tolower(b[i]);
    if (x != y) return x - y;
    if (x == 0) return 0;
  }
  return 0;
}
inline int strcasecmp(const char* a, const char* b) { return strncasecmp(a, b, (size_t)-1); }
inline char* strchr(const char* text, int c) {
  for (;; ++text) {
    if (*text == (char)c) return (char*)text;
    if (*text == 0) return nullptr;
  }
}
inline char* strrchr(const char* text, int c) {
  const char* found = nullptr;
  for (;; ++text) {
    if (*text == (char)c) found = text;
    if (*text == 0) return (char*)found;
  }
}
inline char* strstr(const char* text, const char* wanted) {
  const size_t size = strlen(wanted);
  for (;; ++text) {
    if (strncmp(text, wanted, size) == 0) return (char*)text;
    if (*text == 0) return nullptr;
  }
}
inline char* strdup(const char* text) { return strcpy((char*)malloc(strlen(text) + 1), text); }
inline void warplens_merge_sort(char* first, size_t count, size_t size, int (*compare)(const void*, const void*), char* spare) {
  if (count < 2) return;
  const size_t left = count / 2;
  char* middle = first + left * size;
  warplens_merge_sort(first, left, size, compare, spare);
  warplens_merge_sort(middle, count - left, size, compare, spare);
  char* a = first;
  char* b = middle;
  char* end = first + count * size;
  char* to = spare;
  while (a != middle && b != end) {
    char** from = compare(a, b) <= 0 ? &a : &b;
    memcpy(to, *from, size);
    *from += size;
    to += size;
  }
  memcpy(to, a, middle - a);
  memcpy(first, spare, (to - spare) + (middle - a));
}
// As glibc has it: stable.
inline void qsort(void* first, size_t count, size_t size, int (*compare)(const void*, const void*)) {
  char* spare = (char*)malloc(count * size);
  warplens_merge_sort((char*)first, count, size, compare, spare);
  free(spare);
}
inline void* bsearch(const void* key, const void* first, size_t count, size_t size, int (*compare)(const void*, const void*)) {
  size_t low = 0;
  while (low < count) {
    const size_t middle = (low + count) / 2;
    const char* at = (const char*)first + middle * size;
    const int order = compare(key, at);
    if (order == 0) return (void*)at;
    if (order < 0) {
      count = middle;
    } else {
      low = middle + 1;
    }
  }
  return nullptr;
}
inline char* strtok(char* text, const char* separators) {
  static char* next = nullptr;
  if (text == nullptr) text = next;
  if (text == nullptr) return nullptr;
  while (*text != 0 && strchr(separators, *text) != nullptr) ++text;
  if (*text == 0) {
    next = nullptr;
    return nullptr;
  }
  char* const begin = text;
  while (*text != 0 && strchr(separators, *text) == nullptr) ++text;
  next = *text == 0 ? nullptr : text + 1;
  *text = 0;
  return begin;
}

inline clock_t clock() { return warplens_nanoseconds(CLOCK_PROCESS_CPUTIME_ID) / 1000; }
inline time_t time(time_t* to) {
  const time_t now = warplens_nanoseconds(CLOCK_REALTIME) / 1000000000;
  if (to != nullptr) *to = now;
  return now;
}
inline double difftime(time_t end, time_t begin) { return (double)(end - begin); }
inline int clock_gettime(clockid_t clock, struct timespec* to) {
  const long long now = warplens_nanoseconds(clock);
  to->tv_sec = now / 1000000000;
  to->tv_nsec = now % 1000000000;
  return 0;
}
inline int timespec_get(struct timespec* to, int base) {
  clock_gettime(CLOCK_REALTIME, to);
  return base;
}
inline int gettimeofday(struct timeval* to, void* zone) {
  const long long now = warplens_nanoseconds(CLOCK_REALTIME);
  to->tv_sec = now / 1000000000;
  to->tv_usec = now % 1000000000 / 1000;
  return 0;
}
inline int usleep(unsigned microseconds) {
  warplens_sleep(microseconds * 1000ll);
  return 0;
}
inline unsigned sleep(unsigned seconds) {
  warplens_sleep(seconds * 1000000000ll);
  return 0;
}

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
inline cudaError_t cudaOccupancyMaxPotentialBlockSize(int* grid, int* block, const void* kernel,
                                                      size_t shared = 0, int limit = 0) {
  int blocks = 0, multiprocessors = 0;
  *block = limit > 0 && limit < 1024 ? limit : 1024;
  cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0);
  const cudaError_t error =
      cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, *block, shared);
  *grid = blocks * multiprocessors;
  return error;
}
inline cudaError_t cudaLaunchKernel(const void* kernel, dim3 grid, dim3 block, void** arguments,
                                    size_t shared = 0, cudaStream_t stream = nullptr) {
  return warplens_launch(kernel, grid.x, grid.y, grid.z, block.x, block.y, block.z, arguments,
                         shared);
}

inline cudaError_t cudaLaunchCooperativeKernel(const void* kernel, dim3 grid, dim3 block, void** arguments,
                                               size_t shared = 0, cudaStream_t stream = nullptr) {
  int blocks = 0, multiprocessors = 0;
  cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0);
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
// There is one device.
inline cudaError_t cudaDeviceCanAccessPeer(int* can, int device, int peer) {
  *can = 0;
  return cudaSuccess;
}
inline cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned flags) {
  return warplens_failed(cudaErrorInvalidDevice);
}
inline void bzero(void* memory, size_t bytes) { memset(memory, 0, bytes); }
// OpenMP: its pragmas are read as comments, so there is one thread.
inline int omp_get_thread_num() { return 0; }
inline int omp_get_num_threads() { return 1; }
inline int omp_get_max_threads() { return 1; }
inline int omp_get_num_procs() { return 1; }
inline void omp_set_num_threads(int count) {}
inline double omp_get_wtime() { return warplens_nanoseconds(0) * 1e-9; }
inline cudaError_t cudaThreadSynchronize() { return cudaDeviceSynchronize(); }
inline cudaError_t cudaSetDeviceFlags(unsigned flags) { return cudaSuccess; }
inline cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache config) { return cudaSuccess; }
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
template <class T>
inline cudaError_t cudaMallocAsync(T** pointer, size_t bytes, cudaStream_t stream) {
  return warplens_device_malloc((void**)pointer, bytes);
}
inline cudaError_t cudaFreeAsync(void* pointer, cudaStream_t stream) { return cudaFree(pointer); }
inline cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t bytes, cudaMemcpyKind kind,
                                   cudaStream_t stream = nullptr) {
  return warplens_copy_later(to, from, bytes, kind);
}
inline cudaError_t cudaMemsetAsync(void* to, int value, size_t bytes,
                                   cudaStream_t stream = nullptr) {
  return warplens_fill_later(to, value, bytes);
}
inline cudaError_t cudaHostRegister(void* pointer, size_t bytes, unsigned flags) {
  return cudaSuccess;
}
inline cudaError_t cudaHostUnregister(void* pointer) { return cudaSuccess; }
inline cudaError_t cudaMemPrefetchAsync(const void* pointer, size_t bytes, int device,
                                        cudaStream_t stream = nullptr) {
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
  return limit == cudaLimitMallocHeapSize ? cudaMemcpyToSymbol(warplens_heap_limit, &value, sizeof value)
                                          : cudaSuccess;
}
inline cudaError_t cudaDeviceGetLimit(size_t* value, cudaLimit limit) {
  if (limit == cudaLimitMallocHeapSize) return cudaMemcpyFromSymbol(value, warplens_heap_limit, sizeof *value);
  *value = limit == cudaLimitPrintfFifoSize ? 1 << 20 : 1024;
  return cudaSuccess;
}

inline cudaError_t cudaStreamCreate(cudaStream_t* stream) {
  *stream = (cudaStream_t)warplens_handle();
  return cudaSuccess;
}
inline cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned flags) {
  return cudaStreamCreate(stream);
}
inline cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned flags,
                                                int priority) {
  return cudaStreamCreate(stream);
}
inline cudaError_t cudaStreamDestroy(cudaStream_t stream) { return cudaSuccess; }
inline cudaError_t cudaStreamSynchronize(cudaStream_t stream) { return cudaDeviceSynchronize(); }
inline cudaError_t cudaStreamQuery(cudaStream_t stream) { return cudaDeviceSynchronize(); }
inline cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event,
                                       unsigned flags = 0) {
  return cudaSuccess;
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
inline cudaError_t cudaEventDestroy(cudaEvent_t event) { return cudaSuccess; }
inline cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream = nullptr) {
  return warplens_event_record(event);
}
inline cudaError_t cudaEventSynchronize(cudaEvent_t event) { return cudaDeviceSynchronize(); }
inline cudaError_t cudaEventQuery(cudaEvent_t event) { return cudaDeviceSynchronize(); }
inline cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t start, cudaEvent_t stop) {
  return warplens_event_elapsed(milliseconds, start, stop);
}
)cuda";

std::string whole_text() {
  std::string text(kTypes);
#define WL_PROVIDED(name, prototype) text += prototype "\n";
#include "sim/lang/library/provided.def"
  text += kFunctions;
  text += objects_text("inline");
  text += throwing_text();
  return text;
}

}  // namespace

std::string_view host_text() {
  static const std::string text = whole_text();
  return text;
}

}  // namespace warplens::lang
