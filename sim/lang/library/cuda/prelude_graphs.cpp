// CUDA graphs in host code, captured from streams or made node by node (CUDA Programming
// Guide 13.0, "CUDA Graphs"). An executable graph launches the nodes of its graph.
#include <array>

#include "sim/lang/library/prelude.hpp"

namespace warplens::lang {
namespace {

constexpr std::string_view kGraphsText = R"cuda(
#pragma once
struct CUgraph_st;
struct CUgraphExec_st;
struct CUgraphNode_st;
typedef struct CUgraph_st* cudaGraph_t;
typedef struct CUgraphExec_st* cudaGraphExec_t;
typedef struct CUgraphNode_st* cudaGraphNode_t;
enum cudaStreamCaptureMode {
  cudaStreamCaptureModeGlobal = 0, cudaStreamCaptureModeThreadLocal = 1, cudaStreamCaptureModeRelaxed = 2
};
enum cudaStreamCaptureStatus {
  cudaStreamCaptureStatusNone = 0, cudaStreamCaptureStatusActive = 1, cudaStreamCaptureStatusInvalidated = 2
};
// A part is what was captured at once, a function of the host's, or another graph.
struct CUgraphNode_st {
  unsigned long long captured;
  cudaHostFn_t function;
  void* data;
  struct CUgraph_st* child;
  CUgraphNode_st* next;
};
struct CUgraph_st {
  CUgraphNode_st *first, *last;
  int holders;  // its handle, executable graphs, graphs that it is a part of
};
struct CUgraphExec_st {
  CUgraph_st* graph;
};
struct cudaKernelNodeParams {
  void* func;
  dim3 gridDim, blockDim;
  unsigned sharedMemBytes;
  void** kernelParams;
  void** extra;
};
struct cudaHostNodeParams {
  cudaHostFn_t fn;
  void* userData;
};
struct cudaMemsetParams {
  void* dst;
  size_t pitch;
  unsigned value, elementSize;
  size_t width, height;
};
struct cudaGraphExecUpdateResultInfo {
  int result;
  cudaGraphNode_t errorNode, errorFromNode;
};
inline CUgraph_st* warplens_new_graph() {
  CUgraph_st* graph = (CUgraph_st*)malloc(sizeof(CUgraph_st));
  graph->first = graph->last = nullptr;
  graph->holders = 1;
  return graph;
}
inline void warplens_release_graph(CUgraph_st* graph) {
  if (--graph->holders > 0) return;
  for (CUgraphNode_st* node = graph->first; node != nullptr;) {
    CUgraphNode_st* next = node->next;
    if (node->captured != 0) warplens_graph_free(node->captured);
    if (node->child != nullptr) warplens_release_graph(node->child);
    free(node);
    node = next;
  }
  free(graph);
}
inline CUgraphNode_st* warplens_add_node(CUgraph_st* graph, unsigned long long captured) {
  CUgraphNode_st* node = (CUgraphNode_st*)calloc(1, sizeof(CUgraphNode_st));
  node->captured = captured;
  if (graph->last == nullptr)
    graph->first = node;
  else
    graph->last->next = node;
  graph->last = node;
  return node;
}
// Nodes are executed in the order in which they were added: each one's dependencies come before it.
inline cudaError_t warplens_launch_graph(CUgraph_st* graph, cudaStream_t stream) {
  cudaError_t error = cudaSuccess;
  for (CUgraphNode_st* node = graph->first; node != nullptr && error == cudaSuccess; node = node->next) {
    if (node->captured != 0) error = warplens_graph_launch(node->captured, stream);
    if (node->child != nullptr) error = warplens_launch_graph(node->child, stream);
    if (node->function == nullptr) continue;
    error = cudaDeviceSynchronize();
    if (error == cudaSuccess) node->function(node->data);
  }
  return error;
}
inline void warplens_begin_node() {
  if (warplens_is_capturing()) warplens_not_supported("a graph that is made while another one is captured");
  warplens_capture();
}
inline unsigned long long warplens_captured_launch(const cudaKernelNodeParams* of) {
  warplens_begin_node();
  cudaLaunchKernel(of->func, of->gridDim, of->blockDim, of->kernelParams, of->sharedMemBytes);
  return warplens_end_capture();
}
inline cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode mode) {
  if (warplens_is_capturing()) return cudaErrorIllegalState;
  warplens_capture();
  return cudaSuccess;
}
inline cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* graph) {
  const unsigned long long captured = warplens_end_capture();
  *graph = nullptr;
  if (captured == 0) return cudaErrorIllegalState;
  *graph = warplens_new_graph();
  warplens_add_node(*graph, captured);
  return cudaSuccess;
}
inline cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus* status) {
  *status = warplens_is_capturing() ? cudaStreamCaptureStatusActive : cudaStreamCaptureStatusNone;
  return cudaSuccess;
}
inline cudaError_t cudaGraphCreate(cudaGraph_t* graph, unsigned flags) {
  *graph = warplens_new_graph();
  return cudaSuccess;
}
inline cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* before, size_t count,
                                          const cudaKernelNodeParams* of) {
  *node = warplens_add_node(graph, warplens_captured_launch(of));
  return cudaSuccess;
}
inline cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node, const cudaKernelNodeParams* of) {
  const unsigned long long old = node->captured;
  node->captured = warplens_captured_launch(of);
  warplens_graph_free(old);
  return cudaSuccess;
}
inline cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node, const cudaKernelNodeParams* of) {
  return cudaGraphKernelNodeSetParams(node, of);
}
inline cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* before, size_t count,
                                            void* to, const void* from, size_t bytes, cudaMemcpyKind kind) {
  warplens_begin_node();
  cudaMemcpyAsync(to, from, bytes, kind);
  *node = warplens_add_node(graph, warplens_end_capture());
  return cudaSuccess;
}
inline cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* before, size_t count,
                                          const cudaMemcpy3DParms* of) {
  warplens_begin_node();
  cudaMemcpy3DAsync(of);
  *node = warplens_add_node(graph, warplens_end_capture());
  return cudaSuccess;
}
inline cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* before, size_t count,
                                          const cudaMemsetParams* of) {
  const unsigned byte = of->value & 0xff;
  const unsigned repeated = of->elementSize == 4 ? byte * 0x01010101u : of->elementSize == 2 ? byte * 0x0101u : byte;
  if (of->value != repeated) warplens_not_supported("a memset node whose value is not one byte");
  warplens_begin_node();
  const size_t bytes = of->width * of->elementSize;
  for (size_t row = 0; row < of->height; ++row) cudaMemsetAsync((char*)of->dst + row * of->pitch, (int)byte, bytes);
  *node = warplens_add_node(graph, warplens_end_capture());
  return cudaSuccess;
}
inline cudaError_t cudaGraphAddHostNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* before, size_t count,
                                        const cudaHostNodeParams* of) {
  *node = warplens_add_node(graph, 0);
  (*node)->function = of->fn;
  (*node)->data = of->userData;
  return cudaSuccess;
}
inline cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* before, size_t count) {
  *node = warplens_add_node(graph, 0);
  return cudaSuccess;
}
inline cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* before, size_t count,
                                              cudaGraph_t child) {
  *node = warplens_add_node(graph, 0);
  (*node)->child = child;
  ++child->holders;
  return cudaSuccess;
}
inline cudaError_t cudaGraphInstantiate(cudaGraphExec_t* executable, cudaGraph_t graph, unsigned long long flags = 0) {
  *executable = (cudaGraphExec_t)malloc(sizeof(CUgraphExec_st));
  (*executable)->graph = graph;
  ++graph->holders;
  return cudaSuccess;
}
inline cudaError_t cudaGraphInstantiate(cudaGraphExec_t* executable, cudaGraph_t graph, cudaGraphNode_t* wrong, char* log, size_t size) {
  return cudaGraphInstantiate(executable, graph);
}
inline cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t* executable, cudaGraph_t graph, unsigned long long flags = 0) {
  return cudaGraphInstantiate(executable, graph, flags);
}
inline cudaError_t cudaGraphExecUpdate(cudaGraphExec_t executable, cudaGraph_t graph, cudaGraphExecUpdateResultInfo* info) {
  ++graph->holders;
  warplens_release_graph(executable->graph);
  executable->graph = graph;
  if (info != nullptr) *info = {0, nullptr, nullptr};
  return cudaSuccess;
}
inline cudaError_t cudaGraphUpload(cudaGraphExec_t executable, cudaStream_t stream) { return cudaSuccess; }
inline cudaError_t cudaGraphLaunch(cudaGraphExec_t executable, cudaStream_t stream) {
  return executable == nullptr ? cudaErrorInvalidValue : warplens_launch_graph(executable->graph, stream);
}
inline cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, size_t* count) {
  size_t known = 0;
  for (CUgraphNode_st* node = graph->first; node != nullptr; node = node->next) {
    if (nodes != nullptr && known < *count) nodes[known] = node;
    known += node->captured != 0 ? warplens_graph_size(node->captured) : 1;
  }
  *count = known;
  return cudaSuccess;
}
inline cudaError_t cudaGraphExecDestroy(cudaGraphExec_t executable) {
  warplens_release_graph(executable->graph);
  free(executable);
  return cudaSuccess;
}
inline cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
  warplens_release_graph(graph);
  return cudaSuccess;
}
)cuda";

constexpr auto kGraphWords = std::to_array<std::string_view>({"cudaGraph", "Captur"});

}  // namespace

std::string_view graphs_text() {
  return kGraphsText;
}

bool needs_graphs_text(std::string_view text) {
  return names_one_of(text, kGraphWords);
}

}  // namespace warplens::lang
