// How much memory pools hold. The default pool's amounts are those of an H100.
#include <cstdio>

void show(const char* when, cudaMemPool_t pool) {
  size_t reserved = 0, used = 0;
  cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReservedMemCurrent, &reserved);
  cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &used);
  printf("%s: %zu MiB reserved, %zu MiB used\n", when, reserved >> 20, used >> 20);
}

int main() {
  cudaMemPool_t pool;
  cudaDeviceGetDefaultMemPool(&pool, 0);
  show("at first", pool);
  void* parts[10];
  for (void*& part : parts) cudaMallocAsync(&part, 4 << 20, 0);
  cudaDeviceSynchronize();
  show("ten parts", pool);
  for (void* part : parts) cudaFreeAsync(part, 0);
  cudaDeviceSynchronize();
  show("freed", pool);
  size_t most = 0;
  cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &most);
  printf("at most %zu MiB\n", most >> 20);

  unsigned long long keeps = ~0ull;
  cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &keeps);
  cudaMallocAsync(&parts[0], 33 << 20, 0);
  cudaFreeAsync(parts[0], 0);
  cudaDeviceSynchronize();
  show("kept", pool);
  cudaMemPoolTrimTo(pool, 0);
  show("trimmed", pool);

  cudaMemPoolProps properties = {};
  properties.allocType = cudaMemAllocationTypePinned;
  properties.location.type = cudaMemLocationTypeDevice;
  cudaMemPool_t own;
  cudaMemPoolCreate(&own, &properties);
  cudaMallocFromPoolAsync(&parts[0], 1 << 20, own, 0);
  show("own", own);
  show("default", pool);
  cudaFreeAsync(parts[0], 0);
  cudaMemPoolDestroy(own);
}
