// CUDA graphs in host code, as they are captured from streams (CUDA Programming Guide 13.0, "CUDA
// Graphs"). An executable graph is the graph.
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
inline cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode mode) {
  if (warplens_is_capturing()) return cudaErrorIllegalState;
  warplens_capture();
  return cudaSuccess;
}
inline cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* graph) {
  *graph = (cudaGraph_t)warplens_end_capture();
  return *graph == nullptr ? cudaErrorIllegalState : cudaSuccess;
}
inline cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus* status) {
  *status = warplens_is_capturing() ? cudaStreamCaptureStatusActive : cudaStreamCaptureStatusNone;
  return cudaSuccess;
}
// An empty one.
inline cudaError_t cudaGraphCreate(cudaGraph_t* graph, unsigned flags) {
  if (warplens_is_capturing()) warplens_not_supported("a graph that is made while another one is captured");
  warplens_capture();
  *graph = (cudaGraph_t)warplens_end_capture();
  return cudaSuccess;
}
inline cudaError_t cudaGraphInstantiate(cudaGraphExec_t* executable, cudaGraph_t graph, unsigned long long flags = 0) {
  *executable = (cudaGraphExec_t)graph;
  return cudaSuccess;
}
inline cudaError_t cudaGraphInstantiate(cudaGraphExec_t* executable, cudaGraph_t graph, cudaGraphNode_t* wrong, char* log, size_t size) {
  *executable = (cudaGraphExec_t)graph;
  return cudaSuccess;
}
inline cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t* executable, cudaGraph_t graph, unsigned long long flags = 0) {
  return cudaGraphInstantiate(executable, graph, flags);
}
inline cudaError_t cudaGraphUpload(cudaGraphExec_t executable, cudaStream_t stream) { return cudaSuccess; }
inline cudaError_t cudaGraphLaunch(cudaGraphExec_t executable, cudaStream_t stream) {
  return warplens_graph_launch((unsigned long long)executable, stream);
}
inline cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, size_t* count) {
  *count = warplens_graph_size((unsigned long long)graph);
  return cudaSuccess;
}
inline cudaError_t cudaGraphExecDestroy(cudaGraphExec_t executable) {
  warplens_graph_free((unsigned long long)executable);
  return cudaSuccess;
}
inline cudaError_t cudaGraphDestroy(cudaGraph_t graph) { return cudaSuccess; }
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
