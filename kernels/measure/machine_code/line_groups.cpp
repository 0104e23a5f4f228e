#include "kernels/measure/machine_code/line_groups.hpp"

#include <algorithm>
#include <set>

#include "sim/base/list_words.hpp"
#include "sim/base/say.hpp"

namespace warplens::measure::machine_code {

namespace {

LineAccess access_of(const Instruction& instruction) {
  return {instruction.file, instruction.line, instruction.space, instruction.operation};
}

void add(Groups& groups, const Listing& listing, std::vector<uint32_t> Group::*side) {
  for (uint32_t i = 0; i < listing.instructions.size(); ++i) {
    const Instruction& instruction = listing.instructions[i];
    if (instruction.is_memory && instruction.line != 0) {
      (groups[access_of(instruction)].*side).push_back(i);
    }
  }
}

// If the other build's instructions of the same line all access shared memory, so does the debug
// build's generic address.
Listing with_spaces(const Listing& listing, const Groups& compiled) {
  Listing result = listing;
  for (Instruction& instruction : result.instructions) {
    if (instruction.is_memory && !instruction.is_space_known) {
      LineAccess shared = access_of(instruction), global = shared;
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
    return say("line {line}", "line"_a = sorted[0]);
  }
  if (sorted.size() > 2 && sorted.back() - sorted.front() + 1 == sorted.size()) {
    return say("lines {first} to {last}", "first"_a = sorted.front(), "last"_a = sorted.back());
  }
  std::vector<std::string> numbers;
  for (const uint32_t line : sorted) {
    numbers.push_back(std::to_string(line));
  }
  return say("lines {numbers}", "numbers"_a = base::list_words(numbers));
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

std::string the_access(Operation operation) {
  switch (operation) {
    case Operation::kLoad:
      return say("the load");
    case Operation::kStore:
      return say("the store");
    case Operation::kAtomic:
      return say("the atomic operation");
    case Operation::kCpAsync:
    case Operation::kBulk:
      break;
  }
  return "";
}

std::string name_accesses(Operation operation, size_t count, uint32_t bytes) {
  const bool is_byte = bytes == 1;
  switch (operation) {
    case Operation::kLoad:
      return is_byte ? say_count("{count} load of 1 byte", "{count} loads of 1 byte", count)
                     : say_count("{count} load of {bytes} bytes", "{count} loads of {bytes} bytes",
                                 count, "bytes"_a = bytes);
    case Operation::kStore:
      return is_byte ? say_count("{count} store of 1 byte", "{count} stores of 1 byte", count)
                     : say_count("{count} store of {bytes} bytes",
                                 "{count} stores of {bytes} bytes", count, "bytes"_a = bytes);
    case Operation::kAtomic:
      return is_byte ? say_count("{count} atomic operation of 1 byte",
                                 "{count} atomic operations of 1 byte", count)
                     : say_count("{count} atomic operation of {bytes} bytes",
                                 "{count} atomic operations of {bytes} bytes", count,
                                 "bytes"_a = bytes);
    case Operation::kCpAsync:
    case Operation::kBulk:
      break;
  }
  return "";
}

std::string name_lines(const std::vector<LineAccess>& places, const std::string& file) {
  std::map<std::string, std::set<uint32_t>> lines_of;
  for (const LineAccess& place : places) {
    lines_of[place.file].insert(place.line);
  }
  std::string text;
  for (const auto& [name, lines] : lines_of) {
    const std::string own =
        name == file   ? join_lines(lines)
        : name.empty() ? say("{lines} of the kernel's text", "lines"_a = join_lines(lines))
                       : say("{lines} of {file}", "lines"_a = join_lines(lines), "file"_a = name);
    text = text.empty() ? own : base::list_words({text, own});
  }
  return text;
}

}  // namespace warplens::measure::machine_code
