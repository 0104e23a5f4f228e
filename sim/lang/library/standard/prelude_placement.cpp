// Where memory is and which cache keeps it, in host code (CUDA 13.0): advice and prefetches of
// managed memory, pools, pointers' attributes, streams' attributes, copies between devices,
// launches with attributes. There is one device, and its memory is one: advice changes nothing.
#include <array>

#include "sim/lang/library/prelude.hpp"

namespace warplens::lang {
namespace {

constexpr std::string_view kPlacementText = R"cuda(
#pragma once
enum cudaMemLocationType {
  cudaMemLocationTypeInvalid = 0, cudaMemLocationTypeNone = 0, cudaMemLocationTypeDevice = 1,
  cudaMemLocationTypeHost = 2, cudaMemLocationTypeHostNuma = 3,
  cudaMemLocationTypeHostNumaCurrent = 4
};
enum cudaMemoryAdvise {
  cudaMemAdviseSetReadMostly = 1, cudaMemAdviseUnsetReadMostly = 2,
  cudaMemAdviseSetPreferredLocation = 3, cudaMemAdviseUnsetPreferredLocation = 4,
  cudaMemAdviseSetAccessedBy = 5, cudaMemAdviseUnsetAccessedBy = 6
};
enum cudaMemRangeAttribute {
  cudaMemRangeAttributeReadMostly = 1, cudaMemRangeAttributePreferredLocation = 2,
  cudaMemRangeAttributeAccessedBy = 3, cudaMemRangeAttributeLastPrefetchLocation = 4,
  cudaMemRangeAttributePreferredLocationType = 5, cudaMemRangeAttributePreferredLocationId = 6,
  cudaMemRangeAttributeLastPrefetchLocationType = 7, cudaMemRangeAttributeLastPrefetchLocationId = 8
};
struct cudaMemLocation { cudaMemLocationType type; int id; };
inline cudaError_t cudaMemAdvise(const void* pointer, size_t bytes, cudaMemoryAdvise advice,
                                 cudaMemLocation location) {
  return warplens_pointer_kind(pointer) == cudaMemoryTypeManaged ? cudaSuccess
                                                                : warplens_failed(cudaErrorInvalidValue);
}
inline cudaError_t cudaMemPrefetchAsync(const void* pointer, size_t bytes, cudaMemLocation location,
                                        unsigned flags, cudaStream_t stream = nullptr) {
  return warplens_pointer_kind(pointer) == cudaMemoryTypeManaged ? cudaSuccess
                                                                : warplens_failed(cudaErrorInvalidValue);
}
// As CUDA 12 declares them.
inline cudaError_t cudaMemAdvise(const void* pointer, size_t bytes, cudaMemoryAdvise advice, int device) {
  return cudaMemAdvise(pointer, bytes, advice, cudaMemLocation{cudaMemLocationTypeDevice, device});
}
inline cudaError_t cudaMemPrefetchAsync(const void* pointer, size_t bytes, int device,
                                        cudaStream_t stream = nullptr) {
  return cudaMemPrefetchAsync(pointer, bytes, cudaMemLocation{cudaMemLocationTypeDevice, device}, 0, stream);
}
inline cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void* pointer, size_t bytes = 0,
                                            unsigned flags = cudaMemAttachSingle) {
  return cudaSuccess;
}

struct cudaPointerAttributes {
  cudaMemoryType type;
  int device;
  void* devicePointer;
  void* hostPointer;
  long reserved[8];
};
inline cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* to, const void* pointer) {
  memset(to, 0, sizeof *to);
  to->type = (cudaMemoryType)warplens_pointer_kind(pointer);
  to->device = to->type == cudaMemoryTypeUnregistered ? -2 : 0;
  if (to->type != cudaMemoryTypeUnregistered) to->devicePointer = (void*)pointer;
  if (to->type != cudaMemoryTypeDevice) to->hostPointer = (void*)pointer;
  return cudaSuccess;
}

inline cudaError_t cudaMemcpyPeer(void* to, int to_device, const void* from, int from_device, size_t bytes) {
  if (to_device != 0 || from_device != 0) return warplens_failed(cudaErrorInvalidDevice);
  return cudaMemcpy(to, from, bytes, cudaMemcpyDeviceToDevice);
}
inline cudaError_t cudaMemcpyPeerAsync(void* to, int to_device, const void* from, int from_device,
                                       size_t bytes, cudaStream_t stream = nullptr) {
  if (to_device != 0 || from_device != 0) return warplens_failed(cudaErrorInvalidDevice);
  return cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, stream);
}

enum cudaMemPoolAttr {
  cudaMemPoolReuseFollowEventDependencies = 1, cudaMemPoolReuseAllowOpportunistic = 2,
  cudaMemPoolReuseAllowInternalDependencies = 3, cudaMemPoolAttrReleaseThreshold = 4,
  cudaMemPoolAttrReservedMemCurrent = 5, cudaMemPoolAttrReservedMemHigh = 6,
  cudaMemPoolAttrUsedMemCurrent = 7, cudaMemPoolAttrUsedMemHigh = 8
};
enum cudaMemAllocationType {
  cudaMemAllocationTypeInvalid = 0, cudaMemAllocationTypePinned = 1,
  cudaMemAllocationTypeManaged = 2, cudaMemAllocationTypeMax = 2147483647
};
enum cudaMemAllocationHandleType {
  cudaMemHandleTypeNone = 0, cudaMemHandleTypePosixFileDescriptor = 1, cudaMemHandleTypeWin32 = 2,
  cudaMemHandleTypeWin32Kmt = 4, cudaMemHandleTypeFabric = 8
};
enum cudaMemAccessFlags {
  cudaMemAccessFlagsProtNone = 0, cudaMemAccessFlagsProtRead = 1,
  cudaMemAccessFlagsProtReadWrite = 3
};
struct cudaMemAccessDesc { cudaMemLocation location; cudaMemAccessFlags flags; };
struct cudaMemPoolProps {
  cudaMemAllocationType allocType;
  cudaMemAllocationHandleType handleTypes;
  cudaMemLocation location;
  void* win32SecurityAttributes;
  size_t maxSize;
  unsigned short usage;
  unsigned char reserved[54];
};
struct CUmemPoolHandle_st { unsigned long long number; };
typedef struct CUmemPoolHandle_st* cudaMemPool_t;
inline CUmemPoolHandle_st warplens_default_pool{0};
inline cudaMemPool_t warplens_current_pool = &warplens_default_pool;
inline cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* pool, int device) {
  *pool = &warplens_default_pool;
  return device == 0 ? cudaSuccess : warplens_failed(cudaErrorInvalidDevice);
}
inline cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* pool, int device) {
  *pool = warplens_current_pool;
  return device == 0 ? cudaSuccess : warplens_failed(cudaErrorInvalidDevice);
}
inline cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool) {
  if (device != 0) return warplens_failed(cudaErrorInvalidDevice);
  warplens_current_pool = pool;
  warplens_pool = pool->number;
  return cudaSuccess;
}
inline cudaError_t cudaMemPoolCreate(cudaMemPool_t* pool, const cudaMemPoolProps* properties) {
  *pool = (cudaMemPool_t)malloc(sizeof(CUmemPoolHandle_st));
  (*pool)->number = warplens_handle();
  return cudaSuccess;
}
inline cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool) {
  free(pool);
  return cudaSuccess;
}
inline cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t bytes) {
  warplens_pool_trim(pool->number, bytes);
  return cudaSuccess;
}
inline cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const cudaMemAccessDesc* all, size_t count) {
  return cudaSuccess;
}
inline cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value) {
  if (attribute == cudaMemPoolAttrReleaseThreshold) warplens_pool_keep(pool->number, *(unsigned long long*)value);
  return cudaSuccess;
}
inline cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value) {
  if (attribute < cudaMemPoolAttrReleaseThreshold)
    *(int*)value = 1;
  else
    *(unsigned long long*)value = warplens_pool_amount(pool->number, attribute - cudaMemPoolAttrReleaseThreshold);
  return cudaSuccess;
}
template <class T>
inline cudaError_t cudaMallocFromPoolAsync(T** pointer, size_t bytes, cudaMemPool_t pool, cudaStream_t stream) {
  return warplens_pool_malloc((void**)pointer, bytes, pool->number);
}

enum cudaAccessProperty {
  cudaAccessPropertyNormal = 0, cudaAccessPropertyStreaming = 1, cudaAccessPropertyPersisting = 2
};
enum cudaSynchronizationPolicy {
  cudaSyncPolicyAuto = 1, cudaSyncPolicySpin = 2, cudaSyncPolicyYield = 3,
  cudaSyncPolicyBlockingSync = 4
};
enum cudaLaunchAttributeID {
  cudaLaunchAttributeIgnore = 0, cudaLaunchAttributeAccessPolicyWindow = 1,
  cudaLaunchAttributeCooperative = 2, cudaLaunchAttributeSynchronizationPolicy = 3,
  cudaLaunchAttributeClusterDimension = 4, cudaLaunchAttributeClusterSchedulingPolicyPreference = 5,
  cudaLaunchAttributeProgrammaticStreamSerialization = 6, cudaLaunchAttributeProgrammaticEvent = 7,
  cudaLaunchAttributePriority = 8, cudaLaunchAttributeMemSyncDomainMap = 9,
  cudaLaunchAttributeMemSyncDomain = 10, cudaLaunchAttributePreferredClusterDimension = 11,
  cudaLaunchAttributeLaunchCompletionEvent = 12, cudaLaunchAttributeDeviceUpdatableKernelNode = 13,
  cudaLaunchAttributePreferredSharedMemoryCarveout = 14,
  cudaLaunchAttributeNvlinkUtilCentricScheduling = 16
};
struct cudaAccessPolicyWindow {
  void* base_ptr;
  size_t num_bytes;
  float hitRatio;
  cudaAccessProperty hitProp, missProp;
};
union cudaLaunchAttributeValue {
  char pad[64];
  cudaAccessPolicyWindow accessPolicyWindow;
  int cooperative;
  cudaSynchronizationPolicy syncPolicy;
  struct { unsigned x, y, z; } clusterDim;
  int programmaticStreamSerializationAllowed;
  int priority;
  unsigned sharedMemCarveout;
};
typedef struct cudaLaunchAttribute_st {
  cudaLaunchAttributeID id;
  char pad[4];
  cudaLaunchAttributeValue val;
} cudaLaunchAttribute;
typedef struct cudaLaunchConfig_st {
  dim3 gridDim, blockDim;
  size_t dynamicSmemBytes;
  cudaStream_t stream;
  cudaLaunchAttribute* attrs;
  unsigned numAttrs;
} cudaLaunchConfig_t;
#define cudaStreamAttrID cudaLaunchAttributeID
#define cudaStreamAttrValue cudaLaunchAttributeValue
#define cudaStreamAttributeAccessPolicyWindow cudaLaunchAttributeAccessPolicyWindow
#define cudaStreamAttributeSynchronizationPolicy cudaLaunchAttributeSynchronizationPolicy
#define cudaStreamAttributePriority cudaLaunchAttributePriority
#define cudaKernelNodeAttrID cudaLaunchAttributeID
#define cudaKernelNodeAttrValue cudaLaunchAttributeValue
#define cudaKernelNodeAttributeAccessPolicyWindow cudaLaunchAttributeAccessPolicyWindow
inline cudaError_t cudaStreamSetAttribute(cudaStream_t stream, cudaStreamAttrID attribute,
                                          const cudaStreamAttrValue* value) {
  return cudaSuccess;
}
inline cudaError_t cudaCtxResetPersistingL2Cache() { return cudaSuccess; }
inline cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* launch, const void* kernel, void** arguments) {
  for (unsigned i = 0; i < launch->numAttrs; ++i) {
    if (launch->attrs[i].id == cudaLaunchAttributeCooperative && launch->attrs[i].val.cooperative != 0)
      return cudaLaunchCooperativeKernel(kernel, launch->gridDim, launch->blockDim, arguments,
                                         launch->dynamicSmemBytes, launch->stream);
    if (launch->attrs[i].id == cudaLaunchAttributeClusterDimension &&
        launch->attrs[i].val.clusterDim.x * launch->attrs[i].val.clusterDim.y * launch->attrs[i].val.clusterDim.z > 1)
      warplens_not_supported("a cluster of several blocks");
  }
  return cudaLaunchKernel(kernel, launch->gridDim, launch->blockDim, arguments, launch->dynamicSmemBytes,
                          launch->stream);
}
template <class... Parameters>
inline cudaError_t warplens_launch_values(const cudaLaunchConfig_t* launch, const void* kernel, Parameters... values) {
  void* all[] = {(void*)&values...};
  return cudaLaunchKernelExC(launch, kernel, all);
}
template <class... Parameters, class... Arguments>
inline cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t* launch, void (*kernel)(Parameters...),
                                      Arguments... arguments) {
  return warplens_launch_values<Parameters...>(launch, (const void*)kernel, arguments...);
}
)cuda";

constexpr auto kPlacementWords = std::to_array<std::string_view>(
    {"cudaMemAdvise", "cudaMemPrefetch", "cudaMemLocation", "cudaMemRange", "cudaStreamAttach",
     "MemPool", "cudaMallocFromPool", "cudaPointer", "Peer", "cudaAccess", "cudaStreamAttr",
     "cudaStreamSetAttribute", "PersistingL2", "cudaLaunchKernelEx", "cudaLaunchConfig",
     "cudaLaunchAttribute", "cudaKernelNodeAttr"});

}  // namespace

std::string_view placement_text() {
  return kPlacementText;
}

bool needs_placement_text(std::string_view text) {
  return names_one_of(text, kPlacementWords);
}

}  // namespace warplens::lang
