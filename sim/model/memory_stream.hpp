// A grid's accesses of global memory as caches see them: for each request the 128-byte lines that
// it touches and the 32-byte sectors of them. Data only; sim/observe/streams/stream_keeper.hpp
// collects it from a run, interleave.hpp says in which order multiprocessors make the requests.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/base/operation.hpp"

namespace warplens::model {

// Of a longer stream the rest is left out, whole requests. [lines]
inline constexpr size_t kMostStreamLines = size_t{4} << 20;

struct StreamLine {
  uint64_t line = 0;      // address / 128
  uint32_t block = 0;     // by linear index
  uint32_t interval = 0;  // barriers that its block has passed
  uint16_t site = 0;      // index into code::Program::sites
  uint16_t warp = 0;      // of its block
  uint8_t sectors = 0;    // bit s: sector s of the line
  base::Operation op = base::Operation::kLoad;
  bool begins = true;  // the first line of a request
};

// An array of global memory.
struct StreamArray {
  std::string name;
  uint64_t base = 0, bytes = 0;
};

struct MemoryStream {
  std::vector<StreamLine> lines;  // block by block, each block's in order of execution
  std::vector<StreamArray> arrays;
  uint64_t lane_bytes = 0;  // that the lanes of those requests ask for
  uint64_t left_out = 0;    // requests behind kMostStreamLines
};

}  // namespace warplens::model
