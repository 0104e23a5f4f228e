#include "kernels/measure/machine_code/line_groups.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace warplens::measure::machine_code {

namespace {

Place place_of(const Instruction& instruction) {
  return {instruction.file, instruction.line, instruction.space, instruction.operation};
}

void add(Groups& groups, const Listing& listing, std::vector<uint32_t> Group::*side) {
  for (uint32_t i = 0; i < listing.instructions.size(); ++i) {
    const Instruction& instruction = listing.instructions[i];
    if (instruction.is_memory && instruction.line != 0) {
      (groups[place_of(instruction)].*side).push_back(i);
    }
  }
}

// The other build's instructions of the same line, where they all touch shared memory, tell what
// the debug build's generic address is.
Listing with_spaces(const Listing& listing, const Groups& compiled) {
  Listing result = listing;
  for (Instruction& instruction : result.instructions) {
    if (instruction.is_memory && !instruction.is_space_known) {
      Place shared = place_of(instruction), global = shared;
      shared.space = Space::kShared;
      global.space = Space::kGlobal;
      if (compiled.contains(shared) && !compiled.contains(global)) {
        instruction.space = Space::kShared;
      }
    }
  }
  return result;
}

std::string join_lines(const std::set<uint32_t>& lines) {
  const std::vector<uint32_t> sorted(lines.begin(), lines.end());
  if (sorted.size() == 1) {
    return fmt::format("line {}", sorted[0]);
  }
  if (sorted.size() > 2 && sorted.back() - sorted.front() + 1 == sorted.size()) {
    return fmt::format("lines {} to {}", sorted.front(), sorted.back());
  }
  std::string text = fmt::format("lines {}", sorted[0]);
  for (size_t i = 1; i < sorted.size(); ++i) {
    text += fmt::format("{}{}", i + 1 == sorted.size() ? " and " : ", ", sorted[i]);
  }
  return text;
}

}  // namespace

Groups group_by_line(const Listing& as_written, const Listing& as_compiled) {
  Groups compiled;
  add(compiled, as_compiled, &Group::compiled);
  Groups groups = compiled;
  add(groups, with_spaces(as_written, compiled), &Group::written);
  return groups;
}

Widths widths_of(const Listing& listing, const std::vector<uint32_t>& instructions) {
  Widths widths;
  for (const uint32_t i : instructions) {
    const uint32_t bytes = listing.instructions[i].bytes_per_lane;
    widths.narrowest = widths.total == 0 ? bytes : std::min(widths.narrowest, bytes);
    widths.widest = std::max(widths.widest, bytes);
    widths.total += bytes;
  }
  return widths;
}

std::string name_of(Operation operation, size_t count) {
  switch (operation) {
    case Operation::kLoad:
      return count == 1 ? "load" : "loads";
    case Operation::kStore:
      return count == 1 ? "store" : "stores";
    case Operation::kAtomic:
      return count == 1 ? "atomic operation" : "atomic operations";
  }
  return "";
}

std::string name_lines(const std::vector<Place>& places, const std::string& file) {
  std::map<std::string, std::set<uint32_t>> lines_of;
  for (const Place& place : places) {
    lines_of[place.file].insert(place.line);
  }
  std::string text;
  for (const auto& [name, lines] : lines_of) {
    text += text.empty() ? "" : " and ";
    text += join_lines(lines);
    if (name != file) {
      text += name.empty() ? " of the kernel's text" : fmt::format(" of {}", name);
    }
  }
  return text;
}

}  // namespace warplens::measure::machine_code
