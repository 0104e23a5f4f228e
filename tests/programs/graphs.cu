// A graph captured from a stream: launches, a copy and a fill, which happen when it is launched.
#include <cstdio>
__global__ void add(int* p, int by) {
  p[threadIdx.x] += by;
}
int main() {
  int h[4] = {1, 2, 3, 4}, back[4] = {}, *d, *e;
  cudaMalloc(&d, sizeof h);
  cudaMalloc(&e, sizeof h);
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaGraph_t graph;
  cudaGraphExec_t executable;
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  for (int i = 1; i <= 3; ++i) add<<<1, 4, 0, stream>>>(d, i);
  cudaMemsetAsync(e, 0, sizeof h, stream);
  cudaMemcpyAsync(e, d, 2 * sizeof(int), cudaMemcpyDeviceToDevice, stream);
  cudaStreamEndCapture(stream, &graph);
  size_t nodes = 0;
  cudaGraphGetNodes(graph, nullptr, &nodes);
  cudaMemcpy(back, d, sizeof back, cudaMemcpyDeviceToHost);
  printf("%d nodes, nothing is done: %d\n", (int)nodes, back[0]);
  cudaGraphInstantiate(&executable, graph, 0);
  for (int i = 0; i < 2; ++i) cudaGraphLaunch(executable, stream);
  cudaStreamSynchronize(stream);
  cudaMemcpy(back, d, sizeof back, cudaMemcpyDeviceToHost);
  printf("%d %d\n", back[0], back[3]);
  cudaMemcpy(back, e, sizeof back, cudaMemcpyDeviceToHost);
  printf("%d %d %d\n", back[0], back[1], back[3]);
  cudaGraphExecDestroy(executable);
  cudaGraphDestroy(graph);
}
