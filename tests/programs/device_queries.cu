// What a program asks about the device and its memory, and launches with attributes.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void scale(float* data, float by, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] *= by;
}

int shared_of(int block) { return block * 64; }

int main() {
  cudaDeviceProp properties;
  cudaGetDeviceProperties(&properties, 0);
  int device = -1, value = 0;
  cudaChooseDevice(&device, &properties);
  printf("device %d\n", device);
  printf("%d.%d: %d %d %zu %zu\n", properties.major, properties.minor, properties.multiProcessorCount, properties.maxThreadsPerMultiProcessor, properties.sharedMemPerMultiprocessor, properties.sharedMemPerBlockOptin);
  printf("textures %d %d %d %d %d\n", properties.maxTexture1D, properties.maxTexture2D[1], properties.maxTexture3D[2], properties.maxTexture2DLayered[2], properties.maxSurface2D[0]);
  printf("%zu %d %d %d %zu\n", sizeof properties, properties.clusterLaunch, properties.memoryPoolsSupported, properties.accessPolicyMaxWindowSize, properties.reservedSharedMemPerBlock);
  for (cudaDeviceAttr attribute : {cudaDevAttrMaxThreadsPerBlock, cudaDevAttrSurfaceAlignment, cudaDevAttrGpuOverlap, cudaDevAttrClusterLaunch, cudaDevAttrMaxTexture2DLinearPitch}) {
    cudaDeviceGetAttribute(&value, attribute, 0);
    printf("%d ", value);
  }
  printf("%d\n", cudaDeviceGetAttribute(&value, cudaDevAttrWarpSize, 5));
  cudaGetLastError();
  size_t limit = 0;
  for (cudaLimit one : {cudaLimitStackSize, cudaLimitPrintfFifoSize, cudaLimitMallocHeapSize, cudaLimitMaxL2FetchGranularity}) {
    cudaDeviceGetLimit(&limit, one);
    printf("%zu ", limit);
  }
  cudaFuncCache cache;
  cudaDeviceGetCacheConfig(&cache);
  printf("%d\n", cache);
  printf("%s %s\n", cudaGetErrorName(cudaErrorECCUncorrectable), cudaGetErrorString(cudaErrorStreamCaptureMerge));

  const int n = 1000;
  float *managed, *pooled, pinned_sum = 0;
  cudaMallocManaged(&managed, n * sizeof(float));
  for (int i = 0; i < n; ++i) managed[i] = i;
  cudaMemLocation here = {cudaMemLocationTypeDevice, 0};
  printf("advice %d ", cudaMemAdvise(managed, n * sizeof(float), cudaMemAdviseSetReadMostly, here));
  printf("%d ", cudaMemPrefetchAsync(managed, n * sizeof(float), here, 0));
  cudaMemPool_t pool;
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  unsigned long long threshold = 1 << 20;
  printf("pool %d ", cudaDeviceGetDefaultMemPool(&pool, 0));
  printf("%d ", cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold));
  printf("%d\n", cudaMallocFromPoolAsync(&pooled, n * sizeof(float), pool, stream));
  cudaStreamAttrValue window = {};
  window.accessPolicyWindow.base_ptr = pooled;
  window.accessPolicyWindow.num_bytes = n * sizeof(float);
  window.accessPolicyWindow.hitRatio = 0.5f;
  window.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
  window.accessPolicyWindow.missProp = cudaAccessPropertyStreaming;
  printf("window %d\n", cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &window));
  cudaMemcpyAsync(pooled, managed, n * sizeof(float), cudaMemcpyDefault, stream);
  cudaLaunchConfig_t launch = {};
  launch.gridDim = dim3(4);
  launch.blockDim = dim3(256);
  launch.stream = stream;
  printf("launch %d ", cudaLaunchKernelEx(&launch, scale, pooled, 2.0f, n));
  cudaMemcpyAsync(managed, pooled, n * sizeof(float), cudaMemcpyDefault, stream);
  cudaFreeAsync(pooled, stream);
  cudaStreamSynchronize(stream);
  for (int i = 0; i < n; ++i) pinned_sum += managed[i];
  printf("%.0f\n", pinned_sum);
  cudaPointerAttributes where;
  cudaPointerGetAttributes(&where, managed);
  printf("managed %d %d ", where.type == cudaMemoryTypeManaged, where.device);
  cudaPointerGetAttributes(&where, &pinned_sum);
  printf("host %d\n", where.type == cudaMemoryTypeUnregistered);
  int grid = 0, block = 0;
  cudaOccupancyMaxPotentialBlockSizeVariableSMem(&grid, &block, scale, shared_of);
  printf("%d %d\n", grid, block);
}
