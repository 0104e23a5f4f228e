#include "app/cli/report_rows.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "app/cli/option_values.hpp"
#include "app/study/divergence.hpp"
#include "app/study/dram.hpp"
#include "app/study/edit.hpp"
#include "app/study/hiding.hpp"
#include "app/study/memory.hpp"
#include "app/study/occupancy.hpp"
#include "app/study/roofline.hpp"
#include "app/study/schedules.hpp"
#include "app/study/swizzle.hpp"
#include "sim/launch/number.hpp"
#include "sim/model/memory_stream.hpp"
#include "sim/run/sequence_run.hpp"
#include "sim/whatif/fix/confirm.hpp"
#include "sim/whatif/schedules.hpp"

namespace warplens::cli {
namespace {

ReadReport read_schedules(const std::string& word) {
  const auto count = launch::parse_count(word, label("schedules"), 1, whatif::kMostSchedules);
  if (!count)
    return base::fail(
        say("'--schedules {text}': {problem}", "text"_a = word, "problem"_a = count.error()));
  return Report{OfRuns([count = static_cast<uint32_t>(*count)](
                           const ReportInputs& in) -> base::Checked<study::Section> {
    const base::Checked<whatif::ScheduleResults> tried =
        whatif::try_schedules(in.request, in.runs, count);
    if (!tried) return base::fail(tried.error());
    return study::describe(*tried, *in.runs.back());
  })};
}

// ---------------------------------------------------------------- --without and --with-atomic

base::Checked<study::Section> make_edit(const study::EditLine& wanted, const ReportInputs& in) {
  const base::Checked<edit::Edit> edit = study::chosen_edit(wanted, in.runs);
  if (!edit) return base::fail(edit.error());
  prepare::Request recorded = in.request;
  recorded.record = true;
  const base::Checked<whatif::EditResults> results = whatif::try_edit(recorded, *edit);
  if (!results) return base::fail(results.error());
  return study::describe(*results);
}

ReadReport read_edit(const char* option, bool adds_atomic, const std::string& word) {
  const size_t colon = word.find(':');
  const auto line = launch::parse_count(word.substr(0, colon), label("lines"), 1, UINT32_MAX);
  const auto column = colon == word.npos ? line
                                         : launch::parse_count(word.substr(colon + 1),
                                                               label("columns"), 1, UINT32_MAX);
  if (!line || !column) {
    return base::fail(
        say("'{option} {text}': a line, or a line and a column, is needed, as in {option} 12:5",
            "option"_a = option, "text"_a = word));
  }
  study::EditLine place{adds_atomic, static_cast<uint32_t>(*line), 0};
  if (colon != word.npos) place.column = static_cast<uint32_t>(*column);
  return Report{OfRuns([place](const ReportInputs& in) { return make_edit(place, in); })};
}

constexpr Sentence kEditOfOneDevice = sentence("'--without' and '--with-atomic' need one device");

ReadReport read_layout(const std::string& word) {
  const base::Result<study::SwizzleTry, std::string> tried = study::read_swizzle_try(word);
  if (!tried) return base::fail(tried.error());
  return Report{OfRuns([tried = *tried](const ReportInputs& in) -> base::Checked<study::Section> {
    base::Checked<run::Runs> runs = run::run_sequence(fix::observed(in.request));
    if (!runs) return base::fail(runs.error());
    return study::describe(study::swizzle_facts(
        std::make_shared<const study::SwizzleArrays>(std::move(*runs)), tried));
  })};
}

// ------------------------------------------------------------------------------------ models

ReadReport read_caches(const std::string&) {
  return Report{OfMemory([](const run::Run&, const study::MemoryFacts& facts) {
    return study::describe_caches(facts);
  })};
}

ReadReport read_roofline(const std::string&) {
  return Report{OfMemory([](const run::Run&, const study::MemoryFacts& facts) {
    return study::describe(study::roofline_facts(facts), facts);
  })};
}

ReadReport read_dram_report(const std::string& word) {
  study::DramTry tried;
  if (std::string problem = read_dram(word, tried); !problem.empty())
    return base::fail(std::move(problem));
  return Report{OfMemory([tried](const run::Run& run, const study::MemoryFacts& facts) {
    const model::MemoryStream none;
    return study::describe(study::dram_facts(facts, run.stream ? *run.stream : none, tried));
  })};
}

ReadReport read_divergence(const std::string& word) {
  const std::optional<std::array<uint32_t, 3>> block = parse_place(word);
  if (!block) {
    return base::fail(
        say("'--divergence {text}': a block is needed, like 1,0 (each from 0)", "text"_a = word));
  }
  return Report{OfLaunch([](const run::Run& run, const ReportInputs& in) {
                  return study::describe(run, whatif::follow_divergence(run), in.compiled_of(run));
                }),
                *block};
}

ReadReport read_hiding_report(const std::string& word) {
  HidingOption option;
  if (std::string problem = read_hiding(word, option); !problem.empty())
    return base::fail(std::move(problem));
  return Report{OfRuns([option](const ReportInputs& in) -> base::Checked<study::Section> {
    return study::describe(study::hiding_facts(*in.runs.back(), option.latencies, option.notes));
  })};
}

ReadReport read_registers_report(const std::string& word) {
  RegistersOption option;
  if (std::string problem = read_registers(word, option); !problem.empty())
    return base::fail(std::move(problem));
  return Report{OfLaunch([entered = option.entered](const run::Run& run, const ReportInputs& in) {
    return study::describe(
        study::occupancy_facts(run, entered, entered != 0 ? nullptr : &in.compiled_of(run)));
  })};
}

// ------------------------------------------------------------------------------------ the rows

constexpr ReportRow kReportRows[] = {
    {
        .option = "--schedules",
        .value_name = "N",
        .help = sentence("Run the launches under N other schedules too, and report in how many of "
                         "them the arrays come out different"),
        .read = read_schedules,
        .one_device = sentence("'--schedules' needs one device"),
    },
    {
        .option = "--without",
        .value_name = "LINE[:COLUMN]",
        .help = sentence("Run the text, too, without the barrier, guard, padding or atomic in that "
                         "line, and report what comes out different, and who reads what too early"),
        .read = [](const std::string& word) { return read_edit("--without", false, word); },
        .one_device = kEditOfOneDevice,
        .other_option = "--with-atomic",
        .not_both = sentence("'--without' and '--with-atomic' can't be used together"),
        .refusal_order = -1,
    },
    {
        .option = "--with-atomic",
        .value_name = "LINE[:COLUMN]",
        .help = sentence("The same with an atomicAdd in place of the ++ or += in that line"),
        .read = [](const std::string& word) { return read_edit("--with-atomic", true, word); },
        .one_device = kEditOfOneDevice,
        .refusal_order = -1,
    },
    {
        .option = "--layout",
        .value_name = "ARRAY[:LAYOUT]",
        .help = sentence("Report what each access of a shared array would take if it was laid out "
                         "otherwise: tile:pad=8, tile:xor=3,3,0, tile:swizzle=3,3,3, tile:tma=128"),
        .read = read_layout,
        .one_device = sentence("'--layout' needs one device"),
    },
    {
        .option = "--caches",
        .help = sentence("Print, too, what a model of the device's caches makes of the run: hit "
                         "rates, bytes between L2 and L1 and between DRAM and L2"),
        .read = read_caches,
    },
    {
        .option = "--roofline",
        .help = sentence("Print, too, the run in the roofline model: operations a byte, requested "
                         "and transferred, and what they allow at most"),
        .read = read_roofline,
    },
    {
        .option = "--dram",
        .value_name = "hbm2 | gddr5 | ddr4 [,no-caches]",
        .help = sentence("Print, too, what a model of DRAM makes of the run's requests: row-buffer "
                         "hits, activates, time in several orders; no-caches: as if there were "
                         "none"),
        .read = read_dram_report,
        .reading_order = 1,
    },
    {
        .option = "--divergence",
        .value_name = "X[,Y[,Z]]",
        .help = sentence("Report which lanes of that block's warps execute: divergent branches, "
                         "what each side costs, and the active threads a warp instruction, of 32"),
        .read = read_divergence,
        .one_device = sentence("'--divergence' needs one device"),
        .follows_block = true,
        .reading_order = -1,
        .refusal_order = -3,
    },
    {
        .option = "--latency-hiding",
        .value_name = "h200 | lecture [,NAME=CYCLES...]",
        .help = sentence("Show how 1 to 64 warps hide each other's waiting, by a model with the "
                         "latencies of an H200, of the lecture, or with changes: h200,global=280"),
        .read = read_hiding_report,
        .follows_block = true,
        .is_last = true,
    },
    {
        .option = "--registers",
        .value_name = "compiled | N",
        .help = sentence("Report the active blocks an SM and the theoretical occupancy, with so "
                         "many registers a thread, or with those that NVRTC gives the kernel"),
        .read = read_registers_report,
        .one_device = sentence("'--registers' needs one device"),
        .reading_order = 1,
        .refusal_order = -2,
    },
};

ReadReport read_report(const ReportWord& word, const std::vector<ReportWord>& words) {
  const ReportRow& row = *word.row;
  for (const ReportWord& other : words) {
    if (row.other_option != nullptr && other.is_given() &&
        std::string_view(row.other_option) == other.row->option)
      return base::fail(say(row.not_both));
  }
  return row.read(word.text);
}

}  // namespace

std::span<const ReportRow> report_rows() {
  return kReportRows;
}

std::vector<ReportWord> report_words() {
  std::vector<ReportWord> words;
  for (const ReportRow& row : kReportRows) words.push_back({&row});
  return words;
}

std::string read_reports(const std::vector<ReportWord>& words, std::vector<Report>& reports) {
  std::string problem;
  const ReportRow* first = nullptr;  // whose problem it is
  for (const ReportWord& word : words) {
    if (!word.is_given()) continue;
    ReadReport report = read_report(word, words);
    if (report) {
      report->row = word.row;
      reports.push_back(std::move(*report));
    } else if (first == nullptr || word.row->reading_order < first->reading_order) {
      first = word.row;
      problem = report.error();
    }
  }
  return problem;
}

const Report* needing_one_device(const std::vector<Report>& reports) {
  const Report* first = nullptr;
  for (const Report& report : reports) {
    const bool needs_one = report.row->one_device.english != nullptr;
    if (needs_one && (first == nullptr || report.row->refusal_order < first->row->refusal_order))
      first = &report;
  }
  return first;
}

const Report* naming_block(const std::vector<Report>& reports) {
  for (const Report& report : reports) {
    if (report.block) return &report;
  }
  return nullptr;
}

bool follow_block(const std::vector<Report>& reports) {
  return std::any_of(reports.begin(), reports.end(),
                     [](const Report& report) { return report.row->follows_block; });
}

bool need_memory_stream(const std::vector<Report>& reports) {
  return std::any_of(reports.begin(), reports.end(), [](const Report& report) {
    return std::holds_alternative<OfMemory>(report.make);
  });
}

}  // namespace warplens::cli
