// Lines that a measurement may separate in another way than the simulation does.
//
// The simulator names the line where an accessing expression begins. NVRTC's line table names one
// of the lines of that expression: of `a[i]` written over three lines the one of `i`; inside of a
// macro's use its first line, whatever line an argument is on; of a struct's or vector's copy
// the line that the statement's value ends in; of a member that a method names without `this` the
// line before. Lines of one such expression, use, or statement are therefore one line here, on both
// sides; all other lines stay by themselves.
//
// Operators of half numbers are functions of the toolkit's header: what they read and write is
// counted at that header's lines, for all of their calls together. So are atomics, at no line at
// all, where the text has functions of its own under the same names. Where a measurement has such
// rows, they and all lines of the text that touch half numbers (or have atomics) are one place.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "kernels/measure/format/measurement.hpp"
#include "sim/run/run.hpp"

namespace warplens::compare {

class JoinedLines {
 public:
  using FileLine = std::pair<std::string, uint32_t>;  // file as in LineCounts, line

  // `measured`: of the launch that `run` simulates.
  JoinedLines(const run::Run& run, const std::vector<measure::LineCounts>& measured);
  // The first of the places that count as one with this one.
  FileLine first(const std::string& file, uint32_t line) const;

 private:
  FileLine first_of_stretch(const std::string& file, uint32_t line) const;
  void join_toolkit_lines(const code::Program& program, bool has_atomics);
  void join(const base::SourceFile& file, base::Span span);
  void join_macro_uses(const base::SourceFile& file, const std::vector<std::string>& macros);

  std::map<FileLine, uint32_t> first_of_;  // (file, last line) of each stretch: its first line
  std::set<std::string> files_;            // of the text: "" and what it includes
  std::set<FileLine> toolkit_lines_;       // empty: they stay by themselves
};

}  // namespace warplens::compare
