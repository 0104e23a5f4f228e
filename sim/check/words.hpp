// The parts that findings share: where in the text, which thread, which element.
#pragma once

#include <cstdint>
#include <string>

#include "sim/analysis/memory_layout.hpp"
#include "sim/analysis/text_place.hpp"
#include "sim/analysis/totals.hpp"
#include "sim/code/program.hpp"

namespace warplens::check {

// A finding's place, or its other access's.
template <class Placed>
void put_place(Placed& finding, const code::Program& program, base::Span span, uint32_t frame) {
  const analysis::TextPlace text = analysis::text_place(program, span, frame);
  finding.span = text.span;
  finding.file = text.file;
  finding.line = text.line;
  finding.column = text.column;
}

// `thread` is counted through the block, whose extents are `extent`.
template <class Placed>
void put_thread(Placed& finding, trace::BlockId block, uint32_t thread, trace::BlockId extent) {
  finding.block = block;
  finding.thread[0] = thread % extent.x;
  finding.thread[1] = thread / extent.x % extent.y;
  finding.thread[2] = thread / extent.x / extent.y;
}

std::string thread_words(const uint32_t thread[3]);  // "thread x 3 y 0"
std::string block_words(trace::BlockId block);       // "block (0, 1)"
// "tile[1][3]"; of an address in no array, its number.
std::string element_words(const analysis::MemoryLayout& layout, trace::Space space,
                          uint64_t address);

}  // namespace warplens::check
