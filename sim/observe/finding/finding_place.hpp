// Where a finding is: in the text, and in which thread.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "sim/code/program.hpp"
#include "sim/observe/finding/finding.hpp"
#include "sim/observe/finding/source_location.hpp"

namespace warplens::observe {

// Of a Finding, or of its other access.
template <class Placed>
void put_place(Placed& placed, const code::Program& program, base::Span span, uint32_t frame) {
  const SourceLocation location = source_location(program, span, frame);
  placed.span = location.span;
  placed.file = location.file;
  placed.line = location.line;
  placed.column = location.column;
}

// `thread` is counted through the block, whose extents are `extent`.
template <class Placed>
void put_thread(Placed& placed, trace::BlockId block, uint32_t thread, trace::BlockId extent) {
  placed.block = block;
  const std::array<uint32_t, 3> at = trace::thread_at(thread, extent);
  std::copy(at.begin(), at.end(), placed.thread);
  if constexpr (requires { placed.extent; }) placed.extent = extent;
}

// By file, line and column; findings at one place keep their order.
void sort_by_place(std::vector<Finding>& findings);

// "thread 3" of a block whose extents have one dimension, "thread (3, 0)" of two.
std::string thread_words(const uint32_t thread[3], trace::BlockId extent);
std::string block_words(trace::BlockId block);  // "block (0, 1)"

}  // namespace warplens::observe
