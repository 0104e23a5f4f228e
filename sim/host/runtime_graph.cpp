// Graphs that are captured from streams.
#include <optional>
#include <vector>

#include "sim/host/runtime.hpp"

namespace warplens::host::runtime {

namespace {

base::Sliced<uint64_t> launched_graph(Process& process, std::vector<Process::Work> all,
                                      uint64_t stream) {
  Follower* const follower = process.follower();
  if (follower != nullptr) follower->streams.order.give_all_to(stream);
  Error error = Error::kSuccess;
  for (const Process::Work& work : all) {
    error = co_await work();
    if (error != Error::kSuccess) break;
  }
  if (follower != nullptr) follower->streams.order.give_all_to(std::nullopt);
  co_return static_cast<uint64_t>(process.device.note(error));
}

}  // namespace

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
  const auto graph = call.process.graphs.find(call.bits(0));
  if (graph == call.process.graphs.end())
    return static_cast<uint64_t>(call.process.device.note(Error::kInvalidValue));
  call.rest = launched_graph(call.process, graph->second, call.bits(1));
  return 0;
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
