#include "kernels/measure/cubin/kernel_code.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "kernels/measure/cubin/instruction.hpp"
#include "kernels/measure/cubin/line_table.hpp"

namespace warplens::measure::cubin {
namespace {

constexpr uint32_t kVolta = 70;           // whose instructions are read, and later ones
constexpr size_t kMostEntries = 100'000;  // of lines and of jumps; a larger kernel has none

// The kernel's own instructions; a section also has those of library functions behind it.
std::string_view code_of(const Elf& elf, std::string_view kernel) {
  const Section* section = elf.find(".text." + std::string(kernel));
  if (section == nullptr) return "";
  const auto index = static_cast<uint32_t>(section - elf.sections.data());
  uint64_t end = section->bytes.size();
  for (const Symbol& symbol : elf.symbols)
    if (symbol.section == index && symbol.value != 0) end = std::min(end, symbol.value);
  return section->bytes.substr(0, end / kInstructionBytes * kInstructionBytes);
}

bool ends_block(const Instruction& one) {
  return one.control == Control::kJump || one.control == Control::kCall ||
         one.control == Control::kReturn || one.control == Control::kExit;
}

// Where blocks begin, as indices of instructions.
std::set<uint64_t> find_blocks(const std::vector<Instruction>& code) {
  std::set<uint64_t> begins{0};
  for (uint64_t i = 0; i < code.size(); ++i) {
    if (ends_block(code[i])) begins.insert(i + 1);
    if (!code[i].target) continue;
    const int64_t target =
        static_cast<int64_t>(i) + 1 + *code[i].target / static_cast<int64_t>(kInstructionBytes);
    if (target >= 0 && static_cast<uint64_t>(target) < code.size())
      begins.insert(static_cast<uint64_t>(target));
  }
  return begins;
}

}  // namespace

CodeLines code_lines_of(const Elf& elf, std::string_view kernel) {
  const LineTable table = lines_of(elf, ".text." + std::string(kernel));
  const std::string_view bytes = code_of(elf, kernel);
  if (elf.compute < kVolta || table.rows.empty()) return {};
  std::vector<Instruction> code;
  for (uint64_t at = 0; at < bytes.size(); at += kInstructionBytes) {
    code.push_back(decode(bytes.substr(at, kInstructionBytes), elf.compute));
    if (code.back().control == Control::kUnknown) return {};
  }
  const std::set<uint64_t> begins = find_blocks(code);
  const auto block_at = [&](int64_t instruction) {
    if (instruction < 0 || static_cast<uint64_t>(instruction) >= code.size())
      return CodeJump::kOutside;
    const auto after = begins.upper_bound(static_cast<uint64_t>(instruction));
    return static_cast<uint32_t>(std::distance(begins.begin(), after)) - 1;
  };
  CodeLines lines;
  lines.files = table.files;
  std::map<std::tuple<uint32_t, uint32_t, uint32_t>, size_t> known;  // index into lines.lines
  uint32_t block = 0;
  for (uint64_t i = 0; i < code.size(); ++i) {
    if (i > 0 && begins.contains(i)) ++block;
    const Instruction& one = code[i];
    const LineRow row = table.at(i * kInstructionBytes);
    if (one.is_padding || row.line == 0 || row.file == LineTable::kNoFile) continue;
    const auto [place, is_new] =
        known.emplace(std::tuple{block, row.file, row.line}, lines.lines.size());
    if (is_new) lines.lines.push_back({block, row.file, row.line, 0, 0, 0});
    CodeLine& line = lines.lines[place->second];
    const bool is_exit = one.control == Control::kExit;
    ++line.instructions;
    if (one.is_select || (one.has_guard && one.control == Control::kNext)) ++line.guarded;
    if (is_exit && one.has_guard) ++line.exits;
    const bool is_call = one.control == Control::kCall && one.has_guard;
    if (is_call || one.is_conditional) {
      const int64_t to = static_cast<int64_t>(i) + 1 +
                         one.target.value_or(0) / static_cast<int64_t>(kInstructionBytes);
      lines.jumps.push_back(
          {block, is_call ? CodeJump::kOutside : block_at(to), row.file, row.line});
    }
  }
  if (lines.lines.size() > kMostEntries || lines.jumps.size() > kMostEntries) return {};
  return lines;
}

}  // namespace warplens::measure::cubin
