#include <nvtx3/nvToolsExt.h>
#include <cstdio>
__global__ void fill(int* a) {
  a[threadIdx.x] = threadIdx.x;
}
int main() {
  nvtxRangePush("whole");
  int* a;
  cudaMallocManaged(&a, 32 * sizeof(int));
  nvtxEventAttributes_t event = {};
  event.version = NVTX_VERSION;
  event.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
  event.colorType = NVTX_COLOR_ARGB;
  event.color = 0xff00ff00;
  event.messageType = NVTX_MESSAGE_TYPE_ASCII;
  event.message.ascii = "launch";
  nvtxRangePushEx(&event);
  fill<<<1, 32>>>(a);
  cudaDeviceSynchronize();
  nvtxRangePop();
  nvtxMark("done");
  nvtxRangePop();
  printf("%d\n", a[31]);
}
