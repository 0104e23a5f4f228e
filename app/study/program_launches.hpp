// The launches of a whole program as a table: those of the same kernel, place and sizes in one row,
// and which of them is shown in detail.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "app/study/section.hpp"
#include "sim/prepare/program.hpp"
#include "sim/run/run.hpp"

namespace warplens::study {

// What several launches count, which may differ with their data.
struct CountRange {
  uint64_t least = ~uint64_t{0}, most = 0;
  void add(uint64_t count);
};

// Launches of the same kernel, at the same place of the text, with the same sizes.
struct LaunchesOfAKind {
  uint32_t launch = 0;  // the first of them, from 0
  uint64_t times = 1;
  std::shared_ptr<const run::Run> run;  // of that first one; null: it was not looked at
  // Of those that were looked at, the first among them: so many, and what they count.
  uint64_t looked_at = 0;
  CountRange requests, wavefronts, sectors;
};

struct ProgramSummary {
  std::shared_ptr<const prepare::ReachedProgram> reached;
  std::vector<LaunchesOfAKind> rows;  // in order
  uint32_t chosen = 0;                // the launch that is shown in detail
  // What makes it the one: the user, or an error, the most waste, or that it is the first.
  enum class Why : uint8_t { kWanted, kError, kWaste, kFirst } why = Why::kFirst;
};

// The program's launches in rows, none of them run.
std::vector<LaunchesOfAKind> kinds_of_launches(const prepare::ReachedProgram& program);
// Of a row's launch other than the first: which it is, from 0, by how many of its kind come before.
uint32_t launch_of_row(const prepare::ReachedProgram& program, const LaunchesOfAKind& row,
                       uint64_t number);
// One of the row's launches was looked at.
void add_counts(LaunchesOfAKind& row, const run::Run& run);
// Wavefronts and sectors that a better layout would not need.
uint64_t waste_of(const run::Run& run);
// Sets what is shown in detail, of rows that were run.
void choose_launch(ProgramSummary& summary, std::optional<uint32_t> wanted);

// `run` of a program: for people its output, its end, findings of host code and its launches; for
// programs "program" and "launches".
Section describe(const ProgramSummary& summary);

}  // namespace warplens::study
