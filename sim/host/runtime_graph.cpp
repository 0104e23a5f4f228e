// Graphs that are captured from streams.
#include <optional>
#include <vector>

#include "sim/host/runtime.hpp"

namespace warplens::host::runtime {

uint64_t warplens_capture_(Call& call) {
  Process& process = call.process;
  process.captured = process.new_handle();
  process.graphs[*process.captured];
  return *process.captured;
}
// 0 where nothing is captured.
uint64_t warplens_end_capture_(Call& call) {
  const uint64_t graph = call.process.captured.value_or(0);
  call.process.captured.reset();
  return graph;
}
uint64_t warplens_is_capturing_(Call& call) {
  return call.process.captured ? 1 : 0;
}
uint64_t warplens_graph_launch_(Call& call) {
  Process& process = call.process;
  const auto graph = process.graphs.find(call.bits(0));
  Error error = graph == process.graphs.end() ? Error::kInvalidValue : Error::kSuccess;
  if (error == Error::kSuccess) {
    const std::vector<Process::Work> all = graph->second;
    Follower* const follower = process.follower();
    if (follower != nullptr) follower->streams.order.give_all_to(call.bits(1));
    for (const Process::Work& work : all) {
      error = work();
      if (error != Error::kSuccess) break;
    }
    if (follower != nullptr) follower->streams.order.give_all_to(std::nullopt);
  }
  return static_cast<uint64_t>(process.device.note(error));
}
uint64_t warplens_graph_size_(Call& call) {
  const auto graph = call.process.graphs.find(call.bits(0));
  return graph == call.process.graphs.end() ? 0 : graph->second.size();
}
uint64_t warplens_graph_free_(Call& call) {
  call.process.graphs.erase(call.bits(0));
  return 0;
}

}  // namespace warplens::host::runtime
