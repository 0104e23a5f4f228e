// What `warplens grade` writes for other programs: verdicts as graders read them, and for people
// the page of a class.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "app/cli/command_line.hpp"
#include "app/cli/html.hpp"
#include "app/course/judge.hpp"
#include "sim/base/result.hpp"

namespace warplens::cli {

// `warplens grade --format`: the file that a grader reads, of a verdict that is usable. An error: a
// sentence about the environment of this process, which kClassroom50 reads.
// `beliefs`: how often each is behind a wrong first answer of the student, where that is known.
base::Result<std::string, std::string> for_grader(GradeFormat format,
                                                  const course::Verdict& verdict,
                                                  const std::map<std::string, uint64_t>& beliefs);

// kJunit.
std::string junit_report(const course::Verdict& verdict);

// "now 4,096, goal at most 128", and why not.
std::string output_of(const course::Mark& mark);
// The verdict's first line, and of a text that does not compile its messages.
std::string about(const course::Verdict& verdict);

// The lines of a mark's finding and the lanes that it is about, as SVG; empty where nothing is
// found.
std::string picture_of(const course::Mark& mark, const base::SourceFile& file);

}  // namespace warplens::cli
