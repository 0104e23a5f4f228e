// Machine instructions and their lines, against nvdisasm 13.0's text of the same cubins. With
// WARPLENS_LISTINGS=FOLDER, of all NAME.cubin and NAME.sass in that folder, too.
#include "kernels/measure/cubin/instruction.hpp"

#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "kernels/measure/cubin/line_table.hpp"
#include "listing.hpp"
#include "tests/support/skip.hpp"

namespace warplens::measure::cubin {
namespace {

namespace fs = std::filesystem;

std::string bytes_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream bytes;
  bytes << file.rdbuf();
  return bytes.str();
}

std::string stem_of(const std::string& opcode) {
  return opcode.substr(0, opcode.find('.'));
}

Control control_of(const std::string& stem) {
  if (stem == "BRA") return Control::kJump;
  if (stem == "EXIT") return Control::kExit;
  if (stem == "RET") return Control::kReturn;
  if (stem == "CALL") return Control::kCall;
  if (stem == "BRX") return Control::kUnknown;  // through a table
  for (const char* one : {"BSSY", "BSYNC", "BREAK", "WARPSYNC", "YIELD", "BMOV"})
    if (stem == one) return Control::kConverge;
  return Control::kNext;
}

bool is_select(const std::string& stem) {
  for (const char* one : {"SEL", "FSEL", "FMNMX", "IMNMX", "VIMNMX", "VIADDMNMX"})
    if (stem == one) return true;
  return false;
}

struct Compared {
  size_t instructions = 0, guards = 0, jumps = 0, conditional = 0, targets = 0, lines = 0;
};

// Lines of functions behind the kernel are not compared: the table has none of its own there.
void compare(const fs::path& cubin, const fs::path& listing, Compared& sum) {
  CAPTURE(cubin.string());
  const std::string bytes = bytes_of(cubin);
  const auto elf = read_elf(bytes);
  REQUIRE(elf.ok());
  const Listed listed = read_listing(listing);
  std::string section;
  LineTable table;
  for (const ListedInstruction& text : listed.instructions) {
    if (text.section != section) {
      section = text.section;
      table = lines_of(*elf, section);
    }
    CAPTURE(section);
    CAPTURE(text.offset);
    CAPTURE(text.opcode);
    const Section* code = elf->find(section);
    REQUIRE(code != nullptr);
    REQUIRE(text.offset + kInstructionBytes <= code->bytes.size());
    const Instruction one =
        decode(code->bytes.substr(text.offset, kInstructionBytes), elf->compute);
    const std::string stem = stem_of(text.opcode);
    ++sum.instructions;
    REQUIRE(one.control == control_of(stem));
    REQUIRE(one.has_guard == !text.guard.empty());
    REQUIRE(one.is_select == is_select(stem));
    sum.guards += one.has_guard ? 1 : 0;
    const std::string label = [&] {
      const size_t begin = text.operands.find("`(");
      const size_t end = text.operands.find(')', std::min(begin, text.operands.size()));
      return begin == std::string::npos ? "" : text.operands.substr(begin + 2, end - begin - 2);
    }();
    if (one.control == Control::kJump) {
      // A predicate is an operand before the label; .DIV and .CONV depend on the lanes.
      const bool has_operand = text.operands.find(',') < text.operands.find("`(");
      const bool asks_lanes = text.opcode.ends_with(".DIV") || text.opcode.ends_with(".CONV");
      REQUIRE(one.is_conditional == (has_operand || asks_lanes || !text.guard.empty()));
      ++sum.jumps;
      sum.conditional += one.is_conditional ? 1 : 0;
    }
    if (one.target) {
      const auto place = listed.labels.find(label);
      REQUIRE(place != listed.labels.end());
      REQUIRE(place->second.first == section);
      const auto next = static_cast<int64_t>(text.offset + kInstructionBytes);
      REQUIRE(next + *one.target == static_cast<int64_t>(place->second.second));
      ++sum.targets;
    }
    if (text.line != 0) {
      const LineRow row = table.at(text.offset);
      REQUIRE(row.line == text.line);
      REQUIRE(row.file < table.files.size());
      REQUIRE(table.files[row.file] == text.file);
      ++sum.lines;
    }
  }
}

}  // namespace

TEST_CASE("instruction: guards, jumps, targets and lines are those of nvdisasm") {
  Compared sum;
  for (const char* target : {"sm_75", "sm_90", "sm_120"}) {
    const std::string stem = std::string(WARPLENS_TEST_DATA "/cubin/branches.") + target;
    compare(stem + ".cubin", stem + ".sass", sum);
  }
  CHECK(sum.instructions > 2000);
  CHECK(sum.guards > 100);
  CHECK(sum.jumps > 100);
  CHECK(sum.conditional > 100);
  CHECK(sum.targets > sum.jumps);
  CHECK(sum.lines > 1500);
}

TEST_CASE("instruction: other cubins, where a folder of them is named") {
  const char* folder = std::getenv("WARPLENS_LISTINGS");
  WARPLENS_NEEDS(folder != nullptr, "WARPLENS_LISTINGS names no folder");
  Compared sum;
  size_t files = 0;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() != ".cubin") continue;
    const fs::path listing = fs::path(entry.path()).replace_extension(".sass");
    if (!fs::exists(listing) || fs::file_size(listing) == 0) continue;
    compare(entry.path(), listing, sum);
    ++files;
  }
  MESSAGE(files << " files, " << sum.instructions << " instructions, " << sum.guards
                << " with a guard, " << sum.jumps << " jumps (" << sum.conditional
                << " conditional), " << sum.targets << " targets, " << sum.lines << " lines");
}

TEST_CASE("instruction: an opcode of control flow that is not known is not guessed") {
  std::string bytes(16, '\0');
  bytes[0] = '\x49';  // BRX, a jump to an address in a register
  bytes[1] = '\x79';
  CHECK(decode(bytes, 90).control == Control::kUnknown);
  bytes[0] = '\x4d';
  CHECK(decode(bytes, 90).control == Control::kExit);
  CHECK_FALSE(decode(bytes, 90).has_guard);
  bytes[1] = '\x89';
  CHECK(decode(bytes, 90).has_guard);  // @!P0
}

}  // namespace warplens::measure::cubin
