// A graph made node by node: kernels, a copy, a fill, a function of the host's, another graph.
#include <cstdio>
__global__ void add(int* p, int by) {
  p[threadIdx.x] += by;
}
void CUDART_CB tell(void* data) {
  printf("%s\n", (const char*)data);
}
int main() {
  int h[4] = {1, 2, 3, 4}, back[4] = {}, *d, *e, by = 10;
  cudaMalloc(&d, sizeof h);
  cudaMalloc(&e, sizeof h);
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  cudaGraph_t graph, child;
  cudaGraphNode_t fill, kernel, copy, host, inner, nested;
  cudaGraphCreate(&graph, 0);
  cudaGraphCreate(&child, 0);

  cudaMemsetParams zeros = {};
  zeros.dst = e;
  zeros.elementSize = 4;
  zeros.width = 4;
  zeros.height = 1;
  cudaGraphAddMemsetNode(&fill, graph, nullptr, 0, &zeros);
  void* arguments[] = {&d, &by};
  cudaKernelNodeParams launch = {0};
  launch.func = (void*)add;
  launch.gridDim = dim3(1);
  launch.blockDim = dim3(4);
  launch.kernelParams = arguments;
  cudaGraphAddKernelNode(&kernel, graph, &fill, 1, &launch);
  cudaGraphAddMemcpyNode1D(&copy, graph, &kernel, 1, e, d, 2 * sizeof(int),
                           cudaMemcpyDeviceToDevice);
  cudaHostNodeParams telling = {0};
  telling.fn = tell;
  telling.userData = (void*)"copied";
  cudaGraphAddHostNode(&host, graph, &copy, 1, &telling);
  by = 100;
  cudaGraphAddKernelNode(&inner, child, nullptr, 0, &launch);
  cudaGraphAddChildGraphNode(&nested, graph, &host, 1, child);

  size_t nodes = 0;
  cudaGraphGetNodes(graph, nullptr, &nodes);
  printf("%d nodes\n", (int)nodes);
  cudaGraphExec_t executable;
  cudaGraphInstantiate(&executable, graph, 0);
  for (int i = 0; i < 2; ++i) cudaGraphLaunch(executable, 0);
  cudaDeviceSynchronize();
  cudaMemcpy(back, d, sizeof back, cudaMemcpyDeviceToHost);
  printf("%d %d\n", back[0], back[3]);
  cudaMemcpy(back, e, sizeof back, cudaMemcpyDeviceToHost);
  printf("%d %d %d\n", back[0], back[1], back[2]);
  by = 1;
  cudaGraphExecKernelNodeSetParams(executable, kernel, &launch);
  cudaGraphLaunch(executable, 0);
  cudaDeviceSynchronize();
  cudaMemcpy(back, d, sizeof back, cudaMemcpyDeviceToHost);
  printf("%d\n", back[0]);
  cudaGraphExecDestroy(executable);
  cudaGraphDestroy(child);
  cudaGraphDestroy(graph);
}
