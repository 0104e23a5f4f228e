// What became of the branches of tests/data/cubin/branches.cu, from the recorded cubins; each
// answer is held against nvdisasm's text of the same cubin.
#include "app/compare/compiled_branches.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "kernels/measure/cubin/elf.hpp"
#include "kernels/measure/cubin/kernel_code.hpp"
#include "sim/code/opcodes.hpp"
#include "tests/support/golden_sentences.hpp"
#include "tests/support/runs.hpp"
#include "tests/unit/measure/cubin/listing.hpp"

using namespace warplens;
using compare::BranchCode;
using measure::cubin::Listed;
using measure::cubin::ListedInstruction;
using warplens::test::golden;

namespace {

const std::string kFolder = WARPLENS_TEST_DATA "/cubin/";

std::string contents(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream bytes;
  bytes << file.rdbuf();
  return bytes.str();
}

const std::map<std::string, std::string> kLaunches{
    {"short_if", "--arg a=float[256] --arg n=32"},
    {"long_if", "--arg a=float[256] --arg b=int[256] --arg n=8"},
    {"early_return", "--arg a=float[256] --arg n=20"},
    {"guarded", "--arg a=float[256] --arg rows=4 --arg columns=1"},
    {"nested", "--arg a=int[256] --arg n=20"},
    {"one_line", "--arg a=int[256] --arg n=20"},
    {"chain", "--arg a=float[256] --arg b=int[256] --arg n=20"},
    {"in_loop", "--arg a=float[256] --arg n=20"},
    {"chosen", "--arg a=float[256] --arg n=20"},
};

struct Compiled {
  std::shared_ptr<const run::Run> run;
  compare::CompiledKernel kernel;
  std::string section;
};

Compiled compiled(const std::string& name, const std::string& target) {
  Compiled one;
  one.run = test::must_run(contents(kFolder + "branches.cu"),
                           "--kernel " + name + " --block 32 " + kLaunches.at(name));
  const std::string bytes = contents(kFolder + "branches." + target + ".cubin");
  const auto elf = measure::cubin::read_elf(bytes);
  REQUIRE(elf.ok());
  const std::string prefix = ".text._Z" + std::to_string(name.size()) + name;
  for (const measure::cubin::Section& section : elf->sections)
    if (section.name.starts_with(prefix)) one.section = section.name;
  REQUIRE_FALSE(one.section.empty());
  const auto kernels =
      measure::cubin::kernels_of({bytes.begin(), bytes.end()}, {{name, one.section.substr(6)}});
  REQUIRE(kernels.ok());
  REQUIRE(kernels->size() == 1);
  one.kernel = {kernels->front(), "13.0", target};
  // The recorded name, under which the test's text is compiled, too.
  for (std::string& file : one.kernel.code.code.files)
    if (file.ends_with("branches.cu")) file = one.run->request.file.name();
  return one;
}

// By line of the branch.
std::map<uint32_t, compare::CompiledBranch> branches_of(const Compiled& one) {
  std::map<uint32_t, compare::CompiledBranch> found;
  const code::Program& program = *one.run->program;
  for (uint32_t pc = 0; pc < program.instrs.size(); ++pc) {
    if (program.instrs[pc].op != code::Op::kIf) continue;
    const uint32_t line = program.unit->file.line_of(program.spans[pc].begin);
    found[line] = compare::compiled_branch(one.kernel, program, pc);
  }
  return found;
}

bool is_conditional_jump(const ListedInstruction& one) {
  return one.opcode.starts_with("BRA") &&
         (!one.guard.empty() || one.operands.find(',') < one.operands.find('`'));
}
bool is_guarded_or_select(const ListedInstruction& one) {
  const bool is_select =
      one.opcode.find("SEL") != std::string::npos || one.opcode.find("MNMX") != std::string::npos;
  return is_select || (!one.guard.empty() && !one.opcode.starts_with("BRA"));
}
bool ends_block(const ListedInstruction& one) {
  for (const char* opcode : {"BRA", "EXIT", "RET", "CALL"})
    if (one.opcode.starts_with(opcode)) return true;
  return false;
}

// The kernel's instructions as the listing has them, from label or jump to label or jump.
std::vector<std::vector<ListedInstruction>> blocks_of(const Listed& listed,
                                                      const std::string& section) {
  std::set<uint64_t> begins;
  for (const auto& [label, place] : listed.labels)
    if (place.first == section) begins.insert(place.second);
  std::vector<std::vector<ListedInstruction>> blocks(1);
  for (const ListedInstruction& one : listed.instructions) {
    if (one.section != section) continue;
    if (begins.contains(one.offset)) blocks.emplace_back();
    blocks.back().push_back(one);
    if (ends_block(one)) blocks.emplace_back();
  }
  return blocks;
}

template <class Holds>
size_t count(const std::vector<ListedInstruction>& block, uint32_t first, uint32_t last,
             const Holds& holds) {
  return static_cast<size_t>(std::ranges::count_if(block, [&](const ListedInstruction& one) {
    return one.line >= first && one.line <= last && holds(one);
  }));
}

// A branch of branches.cu: the line of its head, the last one of its sides, and what became of it
// for each of the targets.
struct Expected {
  const char* kernel;
  uint32_t line, last;
  BranchCode codes[3];
};

constexpr BranchCode kNo = BranchCode::kUnknown, kJump = BranchCode::kBranch,
                     kGuard = BranchCode::kPredicated, kEnd = BranchCode::kExit;
// sm_75, sm_90, sm_120
const Expected kExpected[] = {
    {"short_if", 7, 9, {kGuard, kGuard, kNo}},  {"short_if", 10, 12, {kGuard, kGuard, kGuard}},
    {"long_if", 22, 30, {kJump, kJump, kJump}}, {"early_return", 36, 36, {kEnd, kEnd, kEnd}},
    {"guarded", 43, 47, {kJump, kJump, kJump}}, {"nested", 54, 58, {kEnd, kEnd, kEnd}},
    {"nested", 55, 57, {kEnd, kEnd, kEnd}},     {"one_line", 69, 69, {kGuard, kGuard, kGuard}},
    {"one_line", 70, 70, {kNo, kNo, kNo}},      {"chain", 75, 84, {kJump, kJump, kJump}},
    {"chain", 77, 84, {kNo, kNo, kNo}},         {"in_loop", 90, 92, {kJump, kJump, kJump}},
    {"in_loop", 93, 93, {kJump, kJump, kJump}}, {"chosen", 100, 100, {kGuard, kGuard, kGuard}},
    {"chosen", 101, 103, {kNo, kNo, kNo}},
};

const char* kTargets[] = {"sm_75", "sm_90", "sm_120"};

}  // namespace

TEST_CASE("compiled branches: each answer is what nvdisasm shows in those lines") {
  for (size_t i = 0; i < std::size(kTargets); ++i) {
    const Listed listed =
        measure::cubin::read_listing(kFolder + "branches." + kTargets[i] + ".sass");
    for (const Expected& expected : kExpected) {
      CAPTURE(kTargets[i]);
      CAPTURE(expected.kernel);
      CAPTURE(expected.line);
      const Compiled one = compiled(expected.kernel, kTargets[i]);
      const auto branches = branches_of(one);
      REQUIRE(branches.contains(expected.line));
      const compare::CompiledBranch& branch = branches.at(expected.line);
      CHECK(branch.code == expected.codes[i]);
      CHECK(branch.why.empty() == (branch.code != BranchCode::kUnknown));
      // What the listing shows of it.
      size_t jumps = 0, exits = 0;
      bool are_together = true, are_guarded = true;
      for (const auto& block : blocks_of(listed, one.section)) {
        const uint32_t line = expected.line, last = expected.last;
        jumps += count(block, line, line, is_conditional_jump);
        exits += count(block, line, last, [](const ListedInstruction& each) {
          return each.opcode == "EXIT" && !each.guard.empty();
        });
        const auto any = [](const ListedInstruction&) { return true; };
        const bool has_side = count(block, last == line ? line : line + 1, last, any) > 0;
        are_together &= !has_side || count(block, line, line, any) > 0;
        are_guarded &= !has_side || count(block, line, last, is_guarded_or_select) > 0;
      }
      if (branch.code == BranchCode::kBranch) CHECK(jumps > 0);
      if (branch.code == BranchCode::kPredicated) {
        CHECK(jumps == 0);
        CHECK(are_together);
        CHECK(are_guarded);
      }
      if (branch.code == BranchCode::kExit) {
        CHECK(jumps == 0);
        CHECK(exits > 0);
      }
    }
  }
}

TEST_CASE("compiled branches: without lines nothing is known, and it says why") {
  Compiled one = compiled("long_if", "sm_90");
  one.kernel.code.code = {};
  for (const auto& [line, branch] : branches_of(one)) {
    CHECK(branch.code == BranchCode::kUnknown);
    CHECK(compare::branch_words(branch) == golden("compare.branches.no_lines"));
  }
  // Lines of another text.
  one = compiled("long_if", "sm_90");
  one.kernel.code.code.files = {"/usr/include/other.cuh"};
  for (const auto& [line, branch] : branches_of(one)) {
    CHECK(branch.code == BranchCode::kUnknown);
    CHECK(branch.why == golden("compare.branches.nothing_left"));
  }
  CHECK(compare::branch_words({BranchCode::kBranch, ""}) == "compiled as a branch");
}
