// What the latencies and the states of model::Hiding are called, on the command line and on screen.
#pragma once

#include <array>
#include <cstdint>

#include "sim/base/say.hpp"
#include "sim/model/latency_hiding.hpp"

namespace warplens::whatif {

struct LatencyName {
  const char* word;  // of options and of JSON
  Sentence name;
  uint32_t model::Latencies::*value;
  bool is_in_lecture;
};
const std::array<LatencyName, 5>& latency_names();

struct WarpStateName {
  model::WarpState state;
  const char* word;
  Sentence name;  // a part of a sentence: "waits for memory"
};
const std::array<WarpStateName, 6>& warp_state_names();

}  // namespace warplens::whatif
