// What `run` looks at besides the run itself: which kernel is worth it, the launches of a whole
// program, the reports that are wanted.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/cli/json.hpp"
#include "app/cli/report_rows.hpp"
#include "app/cli/run_cli.hpp"
#include "app/study/program_launches.hpp"
#include "app/study/section.hpp"
#include "sim/base/diagnostic.hpp"

namespace warplens::cli {

struct CommandLine;
struct Opened;

// Of a text whose host code gives no launch, and where the options give none either: a guessed
// one, of the kernel that is most worth looking at.
struct KernelChoice {
  std::string kernel;
  // What makes it the one: guessed launches of all were tried; or no access of any is wasted.
  enum class Why : uint8_t { kWaste, kFirst } why = Why::kFirst;
  std::vector<std::string> others;
};

// Gives the request a guessed launch where the options give no part of one but perhaps the kernel.
// One choice where the text has several kernels; none where the options name one, and where nothing
// can be guessed, which running the request says.
std::optional<KernelChoice> guess_open_launch(const CommandLine& line, Opened& opened,
                                              const Surroundings& surroundings);

// Of a text without main(), where nobody says what is launched: the functions that launch its
// kernels. Notes where one of them was called, or the options give a launch all the same.
base::Diagnostics offers_of(const Opened& opened);

void print_choice(std::ostream& out, const KernelChoice& choice);
Json choice_json(const KernelChoice& choice);

// The launches of a whole program, run one of each kind for its table
// (app/study/program_launches).

// Runs the launches of the request's program, of each kind the first, and counts more of them as
// far as that takes little. Errors: of the text, and where `wanted`, a launch from 0, is not
// reached.
base::Checked<study::ProgramSummary> survey_program(const prepare::Request& request,
                                                    std::optional<uint32_t> wanted,
                                                    const Surroundings& surroundings);

// What was seen of the launch that is shown in detail; null where that was not looked at.
std::shared_ptr<const run::Run> run_of_chosen(const study::ProgramSummary& summary);

// Of a request for another launch, because the file's program was run and reached none.
std::optional<study::ProgramSummary> program_without_launch(
    const prepare::Request& request, const std::vector<std::string>& arguments);

struct MadeReport {
  const ReportRow* row = nullptr;
  bool is_list = false;  // one section a launch, also where there is one
  std::vector<study::Section> sections;
};

struct Trials {
  std::optional<study::ProgramSummary> program;  // whose launch it is
  std::optional<KernelChoice> choice;            // whose kernel it is
  std::vector<Report> of_memory;                 // parts of the runs' own reports
  std::vector<MadeReport> reports;
};

// `request` gave `runs`. An error: no edit is possible in the line given, or the edited text can't
// run.
base::Checked<Trials> make_trials(const CommandLine& line, const prepare::Request& request,
                                  const run::Runs& runs, const Surroundings& surroundings);

}  // namespace warplens::cli
