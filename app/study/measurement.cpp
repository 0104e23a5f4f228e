#include "app/study/measurement.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "app/compare/gather.hpp"
#include "app/compare/shown_word.hpp"
#include "app/study/counts.hpp"
#include "app/study/format.hpp"
#include "app/study/words.hpp"
#include "kernels/measure/format/words.hpp"

namespace warplens::study {
namespace {

using CountOf = std::optional<uint64_t> measure::Counts::*;

std::string rate_number(double rate) {
  return rendered(Value(rate, Form::kFourDigits));
}

// [10^9 a second], of a number of things in a time.
double giga_per_second(uint64_t things, const measure::Times& times) {
  return static_cast<double>(things) / (times.median_us * 1e3);
}

std::vector<Value> counts_row(Value place, measure::Space space, measure::Operation operation,
                              const measure::Counts& counts, std::string source) {
  return {std::move(place),
          Value(word(operation), name_of(operation)),
          Value(word(space), name_of(space)),
          count_of(counts.requests),
          count_of(counts.wavefronts),
          count_of(counts.sectors),
          count_of(counts.lines),
          std::move(source)};
}

std::string source_of(const run::Runs& runs, const measure::LineCounts& line) {
  if (runs.empty() || line.line == 0 || !line.file.empty()) return "";
  const std::string_view text = runs.front()->program->unit->file.line_text(line.line);
  const size_t begin = text.find_first_not_of(" \t");
  return begin == std::string_view::npos ? "" : std::string(text.substr(begin));
}

Column count_column(Measure measure) {
  return {word(measure), head_of(measure)};
}

// By line, then in total; rows of line 0 are whole kernels already.
void add_counts_table(Section& section, const measure::LaunchResult& launch,
                      const run::Runs& runs) {
  if (launch.lines.empty()) return;
  Table& table = section.table("counts", {{"place", sentence("place"), Align::kLeft},
                                          {"op", sentence("op"), Align::kLeft},
                                          {"space", sentence("space"), Align::kLeft},
                                          count_column(Measure::kRequests),
                                          count_column(Measure::kWavefronts),
                                          count_column(Measure::kSectors),
                                          count_column(Measure::kLines),
                                          {nullptr, sentence("source"), Align::kLeft}});
  std::map<std::pair<measure::Space, measure::Operation>, measure::Counts> sums;
  for (const measure::LineCounts& line : launch.lines) {
    measure::add(sums[{line.space, line.operation}], line.counts);
    if (line.line == 0) continue;
    const std::string place =
        line.file.empty() ? std::to_string(line.line) : fmt::format("{}:{}", line.file, line.line);
    table.rows.push_back(
        counts_row(place, line.space, line.operation, line.counts, source_of(runs, line)));
  }
  for (const auto& [key, counts] : sums)
    table.rows.push_back(
        counts_row(Value("total", sentence("total")), key.first, key.second, counts, ""));
}

// How fast bytes moved; empty without a simulation.
Text bytes_rate_text(double rate, const std::optional<measure::Ceilings>& ceilings) {
  if (!ceilings || ceilings->copy_gb_per_s <= 0)
    return to_say("{rate} GB/s in sectors", "rate"_a = rate_number(rate));
  return to_say("{rate} GB/s in sectors ({percent:.3g} % of a copy's {most})",
                "rate"_a = rate_number(rate), "percent"_a = 100 * rate / ceilings->copy_gb_per_s,
                "most"_a = rate_number(ceilings->copy_gb_per_s));
}

Text operations_rate_text(double rate, const std::optional<measure::Ceilings>& ceilings) {
  if (!ceilings || ceilings->fma_gflop_per_s <= 0)
    return to_say("{rate} GFLOP/s", "rate"_a = rate_number(rate));
  return to_say("{rate} GFLOP/s ({percent:.3g} % of {most})", "rate"_a = rate_number(rate),
                "percent"_a = 100 * rate / ceilings->fma_gflop_per_s,
                "most"_a = rate_number(ceilings->fma_gflop_per_s));
}

// With rates, where the launch was simulated.
Text time_and_rates_text(const measure::Times& times, const run::Runs& runs, size_t launch,
                         const std::optional<measure::Ceilings>& ceilings) {
  std::vector<Text> parts{to_say("time {time}", "time"_a = time_text(times))};
  if (launch < runs.size() && times.median_us > 0) {
    const run::Run& run = *runs[launch];
    parts.push_back(bytes_rate_text(giga_per_second(bytes_moved(run), times), ceilings));
    if (run.flops != 0)
      parts.push_back(operations_rate_text(giga_per_second(run.flops, times), ceilings));
  }
  return commas_between(parts);
}

Text build_text(const measure::BuildResult& build) {
  if (!build.method) return name_of(build.build);
  const Text method = build.method == measure::Method::kReplay
                          ? sentence("replay of the block that the simulation recorded")
                          : name_of(*build.method);
  return to_say("{build}: {method}", "build"_a = Text(name_of(build.build)), "method"_a = method);
}

Section build_in_words(const measure::BuildResult& build, const run::Runs& runs,
                       const std::optional<measure::Ceilings>& ceilings) {
  Section section{.key = measure::word(build.build)};
  section.title = build_text(build);
  if (!build.options.empty())
    section.line(Text::as_is(fmt::format("{}", fmt::join(build.options, " "))));
  if (!build.refusal.empty()) section.line(Text::as_is(build.refusal));
  for (size_t i = 0; i < build.launches.size(); ++i) {
    const measure::LaunchResult& launch = build.launches[i];
    if (build.launches.size() > 1)
      section.line(to_say("launch {number} of {all}: {kernel}", "number"_a = i + 1,
                          "all"_a = build.launches.size(), "kernel"_a = launch.kernel));
    add_counts_table(section, launch, runs);
    for (const measure::Cause& cause : launch.causes)
      section.line(
          to_say("line {line}: {message}", "line"_a = cause.line, "message"_a = cause.words));
    if (launch.times) section.line(time_and_rates_text(*launch.times, runs, i, ceilings));
  }
  return section;
}

// Of all launches together; nothing if one has no time.
std::optional<measure::Times> time_of_all(const measure::BuildResult* build) {
  if (build == nullptr || build->launches.empty()) return std::nullopt;
  measure::Times sum;
  for (const measure::LaunchResult& launch : build->launches) {
    if (!launch.times) return std::nullopt;
    sum.median_us += launch.times->median_us;
    sum.spread = std::max(sum.spread, launch.times->spread);
  }
  return sum;
}

Value time_value(const std::optional<measure::Times>& times) {
  if (!times) return {};
  return {Value(times->median_us, Form::kTwoPlaces),
          to_say("{time:.2f} us", "time"_a = times->median_us)};
}

Value spread_value(const std::optional<measure::Times>& times) {
  if (!times) return {};
  const double share = 100 * times->spread;
  return {Value(share, Form::kPercent), to_say("{percent:.2g} %", "percent"_a = share)};
}

Value sum_of(const measure::BuildResult* build, CountOf count) {
  std::optional<uint64_t> sum;
  if (build == nullptr) return {};
  for (const measure::LaunchResult& launch : build->launches) {
    for (const measure::LineCounts& line : launch.lines) measure::add(sum, line.counts.*count);
  }
  return count_of(sum);
}

// Absent of nothing, and without a time.
Value rate_value(uint64_t things, const std::optional<measure::Times>& times) {
  if (things == 0 || !times || times->median_us <= 0) return {};
  return {giga_per_second(things, *times), Form::kFourDigits};
}

std::vector<Value> target_row(const MeasuredTarget& target) {
  using measure::Build, measure::Counts;
  const measure::BuildResult* written = find_build(&target.measurement, Build::kAsWritten);
  const measure::BuildResult* compiled = find_build(&target.measurement, Build::kAsCompiled);
  const std::optional<measure::Times> time = time_of_all(compiled);
  uint64_t moved = 0, flops = 0;
  for (const auto& run : target.runs) {
    moved += bytes_moved(*run);
    flops += run->flops;
  }
  return {target.name,
          time_value(time),
          spread_value(time),
          rate_value(moved, time),
          rate_value(flops, time),
          time_value(time_of_all(written)),
          sum_of(written, &Counts::wavefronts),
          sum_of(compiled, &Counts::wavefronts),
          sum_of(written, &Counts::sectors),
          sum_of(compiled, &Counts::sectors)};
}

std::vector<Value> cublas_row(const measure::Times& times, uint64_t n) {
  return {fmt::format("cuBLAS, n = {}", n), time_value(times), spread_value(times), Value(),
          Value(giga_per_second(2 * n * n * n, times), Form::kFourDigits)};
}

}  // namespace

uint64_t bytes_moved(const run::Run& run) {
  return run.totals.global_sum().bytes_moved;
}

Sentence name_of(measure::Build build) {
  return compare::shown(measure::word(build));
}

Sentence name_of(measure::Method method) {
  return compare::shown(measure::word(method));
}

Value count_of(const std::optional<uint64_t>& count) {
  return count ? Value(*count) : Value();
}

Text time_text(const measure::Times& times) {
  const Text text =
      to_say("{time:.2f} us, spread {percent:.2g} % over {count} runs", "time"_a = times.median_us,
             "percent"_a = 100 * times.spread, "count"_a = times.runs);
  return times.settled ? text : to_say("{sentence}, not settled", "sentence"_a = text);
}

Text agreement_text(const measure::ArrayAgreement& array) {
  if (array.elements == 0)
    return to_say("array {name}: {reason}", "name"_a = array.name, "reason"_a = array.rule);
  if (array.agrees)
    return to_say("array {name}: agrees with the simulation, {rule}", "name"_a = array.name,
                  "rule"_a = array.rule);
  return to_say("array {name}: {count} of {all} elements differ from the simulation ({rule})",
                "name"_a = array.name, "count"_a = grouped(array.differing),
                "all"_a = grouped(array.elements), "rule"_a = array.rule);
}

Section describe(const MeasuredTarget& target, const std::optional<measure::Ceilings>& ceilings) {
  const measure::Measurement& measurement = target.measurement;
  const measure::Provenance& from = measurement.provenance;
  Section section;
  Section head;
  head.title = Text::as_is(fmt::format("{}  {}", measurement.file, measurement.launch));
  head.line(to_say("{device}, compute capability {compute}, driver {driver}, CUDA Toolkit "
                   "{toolkit}, {date}",
                   "device"_a = from.device, "compute"_a = from.compute, "driver"_a = from.driver,
                   "toolkit"_a = from.toolkit, "date"_a = from.date),
            -1);
  section.parts.push_back(std::move(head));
  for (const measure::BuildResult& build : measurement.builds)
    section.parts.push_back(build_in_words(build, target.runs, ceilings));
  Section arrays;
  for (const measure::ArrayAgreement& array : measurement.arrays)
    arrays.line(agreement_text(array));
  section.parts.push_back(std::move(arrays));
  return section;
}

Section describe(const MeasuredTargets& measured) {
  Section section;
  Table table{"targets",
              {{"name", Text(), Align::kLeft},
               {"median_us", sentence("as compiled")},
               {"spread_percent", sentence("spread")},
               {"gb_per_s", Text::as_is("GB/s")},
               {"gflop_per_s", Text::as_is("GFLOP/s")},
               {"as_written_median_us", sentence("as written")},
               count_column(Measure::kWavefronts),
               {"wavefronts_as_compiled", sentence("compiled")},
               count_column(Measure::kSectors),
               {"sectors_as_compiled", sentence("compiled")}},
              {},
              -1};
  for (const MeasuredTarget& target : measured.targets) table.rows.push_back(target_row(target));
  if (measured.cublas) table.rows.push_back(cublas_row(*measured.cublas, measured.cublas_n));
  if (!table.rows.empty()) {
    section.parts.push_back(std::move(table));
    section.line(
        sentence("GB/s and GFLOP/s: the sectors that the text transfers and the floating-point "
                 "operations that it computes, over the time as compiled (cuBLAS: 2 n^3). "
                 "Wavefronts of shared memory and sectors of global memory: as written, as "
                 "compiled."),
        -1);
  }
  if (measured.ceilings)
    section.line(
        to_say("This GPU reaches {rate} GB/s in a copy and {operations} GFLOP/s in multiply-adds; "
               "what its caches serve can be more than a copy.",
               "rate"_a = rate_number(measured.ceilings->copy_gb_per_s),
               "operations"_a = rate_number(measured.ceilings->fma_gflop_per_s)),
        -1);
  return section;
}

Section describe(const measure::Latencies& latencies) {
  Section section;
  Table& table = section.table("latencies", {{"memory", sentence("a dependent load"), Align::kLeft},
                                             {"cycles", sentence("cycles")}});
  table.indent = -1;
  const auto add = [&](const char* name, Sentence text, double cycles) {
    table.rows.push_back({Value(name, text), Value(cycles, Form::kOnePlace)});
  };
  add("shared", sentence("shared memory"), latencies.shared);
  add("constant", sentence("constant memory, in its first cache"), latencies.constant);
  add("constant_next", sentence("constant memory, in the next one"), latencies.constant_next);
  add("l1", sentence("global memory, in L1"), latencies.l1);
  add("l2", sentence("global memory, in L2"), latencies.l2);
  add("dram", sentence("global memory, in DRAM"), latencies.dram);
  section.line(
      sentence("One thread alone follows addresses that it has just loaded: latency, which other "
               "warps can hide, and not what a load costs among many."),
      -1);
  return section;
}

Section describe_recorded() {
  Section section{.key = "recorded"};
  const std::vector<measure::MeasurementFile> recordings = compare::load_recordings("").recordings;
  const auto found =
      std::find_if(recordings.begin(), recordings.end(),
                   [](const measure::MeasurementFile& one) { return one.latencies.has_value(); });
  if (found == recordings.end()) return section;
  section.fact("device", found->provenance.device);
  const measure::Latencies& all = *found->latencies;
  section.fact("date", all.date.empty() ? found->provenance.date : all.date);
  Section latency{.key = "latency"};
  for (const auto& [memory, cycles] :
       {std::pair{"shared", all.shared}, std::pair{"constant", all.constant},
        std::pair{"constant_next", all.constant_next}, std::pair{"l1", all.l1},
        std::pair{"l2", all.l2}, std::pair{"dram", all.dram}})
    latency.fact(memory, int64_t{std::llround(cycles)});
  section.parts.push_back(std::move(latency));
  return section;
}

}  // namespace warplens::study
