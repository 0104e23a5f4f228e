#include "sim/whatif/hiding_words.hpp"

namespace warplens::whatif {
namespace {

constexpr std::array<LatencyName, 5> kLatencyNames{{
    {"arithmetic", sentence("arithmetic, registers"), &model::Latencies::arithmetic, true},
    {"shared", sentence("shared memory"), &model::Latencies::shared, true},
    {"constant", sentence("constant memory, cached"), &model::Latencies::constant, true},
    {"global", sentence("global memory"), &model::Latencies::global, true},
    {"barrier", sentence("a barrier, after the last arrival"), &model::Latencies::barrier, false},
}};

constexpr std::array<WarpStateName, 6> kWarpStateNames{{
    {model::WarpState::kIssues, "issues", sentence("issues")},
    {model::WarpState::kReady, "ready", sentence("ready, not picked")},
    {model::WarpState::kMemory, "memory", sentence("waits for memory")},
    {model::WarpState::kArithmetic, "arithmetic", sentence("waits for arithmetic")},
    {model::WarpState::kPipe, "pipe", sentence("waits for the memory pipe")},
    {model::WarpState::kBarrier, "barrier", sentence("waits at a barrier")},
}};

}  // namespace

const std::array<LatencyName, 5>& latency_names() {
  return kLatencyNames;
}

const std::array<WarpStateName, 6>& warp_state_names() {
  return kWarpStateNames;
}

}  // namespace warplens::whatif
