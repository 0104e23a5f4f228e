// Lowers a text and inspects the program.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "sim/code/disassemble.hpp"
#include "sim/code/lower.hpp"
#include "sim/lang/compile.hpp"

namespace warplens::code::test {

inline base::Checked<std::shared_ptr<const Program>> lower_text(const std::string& text) {
  const base::SourceFile file("test.cu", text);
  const auto unit = lang::compile(file, {});
  REQUIRE_MESSAGE(unit.ok(), (unit.ok() ? "" : base::render(unit.error(), file)));
  REQUIRE_FALSE((*unit)->kernels.empty());
  return lower(*unit, (*unit)->kernels.front());
}

// A text that must lower.
inline std::shared_ptr<const Program> program_of(const std::string& text) {
  const auto program = lower_text(text);
  REQUIRE_MESSAGE(program.ok(), (program.ok() ? "" : program.error().front().message));
  return *program;
}

inline size_t count(const Program& program, Op op) {
  return static_cast<size_t>(std::count_if(program.instrs.begin(), program.instrs.end(),
                                           [op](const Instr& instr) { return instr.op == op; }));
}

// Each site in order of the program: "load 16 x[i]", "store 4 y[i].z", "atomic 4 atomicAdd(p, 1)".
inline std::vector<std::string> sites(const Program& program) {
  std::vector<const AccessSite*> in_order;
  for (const AccessSite& site : program.sites) in_order.push_back(&site);
  std::sort(in_order.begin(), in_order.end(),
            [](const AccessSite* a, const AccessSite* b) { return a->pc < b->pc; });
  std::vector<std::string> texts;
  for (const AccessSite* site : in_order) {
    const char* operation = site->operation == Operation::kLoad    ? "load "
                            : site->operation == Operation::kStore ? "store "
                                                                   : "atomic ";
    texts.push_back(operation + std::to_string(site->bytes) + " " +
                    std::string(program.unit->file.text().substr(
                        site->span.begin, site->span.end - site->span.begin)));
  }
  return texts;
}

using Texts = std::vector<std::string>;

}  // namespace warplens::code::test
