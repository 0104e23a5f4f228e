// What `warplens run` can report besides the run itself, a row each: its option, how its word is
// read, what it needs, and what makes its section. All else is done for every row alike: options
// are declared (declared_options.cpp), sections made (trials.cpp) and printed (run_report.cpp) in
// the order of the rows.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "app/compare/compiled_kernel.hpp"
#include "app/study/section.hpp"
#include "sim/base/diagnostic.hpp"
#include "sim/base/result.hpp"
#include "sim/base/say.hpp"
#include "sim/prepare/request.hpp"
#include "sim/run/run.hpp"

namespace warplens::study {
struct MemoryFacts;
}

namespace warplens::cli {

// The run's kernel as a GPU's compiler translates it, or why that is not known.
using CompiledOf = std::function<const compare::CompiledResult&(const run::Run&)>;

struct ReportInputs {
  const prepare::Request& request;
  const run::Runs& runs;  // that it gave, on the first device
  const CompiledOf& compiled_of;
};

// A part of each run's own report, on every device, from the stream of its memory requests.
using OfMemory = std::function<study::Section(const run::Run&, const study::MemoryFacts&)>;
// One a launch: as JSON an array.
using OfLaunch = std::function<study::Section(const run::Run&, const ReportInputs&)>;
// One of all launches. Errors: of the option's word, or of a text that was made.
using OfRuns = std::function<base::Checked<study::Section>(const ReportInputs&)>;

struct ReportRow;

// One that is wanted.
struct Report {
  std::variant<OfMemory, OfLaunch, OfRuns> make;
  std::optional<std::array<uint32_t, 3>> block = {};  // that the word names
  const ReportRow* row = nullptr;                     // read_reports() sets it
};
// The error is a sentence.
using ReadReport = base::Result<Report, std::string>;

struct ReportRow {
  const char* option;
  const char* value_name = nullptr;  // null: a flag, which has no word
  Sentence help{};
  ReadReport (*read)(const std::string& word) = nullptr;
  Sentence one_device{};       // the refusal of several; none: it takes them
  bool follows_block = false;  // the block is recorded, and executed again
  bool is_last = false;        // printed behind the others, and as JSON behind the program, too
  const char* other_option = nullptr;  // which it can't be used with,
  Sentence not_both{};                 // and the refusal of both

  // Of several mistakes the one with the lowest number is reported, and of those the first row's.
  int8_t reading_order = 0, refusal_order = 0;
};

// In the order of the help.
std::span<const ReportRow> report_rows();

// An option as it was given.
struct ReportWord {
  const ReportRow* row;
  std::string text = {};
  bool flag = false;
  bool is_given() const { return flag || !text.empty(); }
};
std::vector<ReportWord> report_words();  // one a row

// Those that are given; "" or what is wrong.
std::string read_reports(const std::vector<ReportWord>& words, std::vector<Report>& reports);

// What they need. The pointers are null where none does.
const Report* needing_one_device(const std::vector<Report>& reports);  // the one that refuses first
const Report* naming_block(const std::vector<Report>& reports);
bool follow_block(const std::vector<Report>& reports);
bool need_memory_stream(const std::vector<Report>& reports);

}  // namespace warplens::cli
