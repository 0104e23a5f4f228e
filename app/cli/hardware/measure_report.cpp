#include "app/cli/hardware/reports.hpp"

#include <fmt/format.h>

#include <cmath>
#include <map>
#include <ostream>

#include "app/cli/table.hpp"
#include "app/compare/shown_word.hpp"
#include "kernels/measure/format/json.hpp"
#include "sim/base/say.hpp"

namespace warplens::cli {
namespace {

constexpr Align kLeft = Align::kLeft, kRight = Align::kRight;

std::vector<Column> count_columns() {
  return {{label("place"), kLeft},     {label("op"), kLeft},          {label("space"), kLeft},
          {label("requests"), kRight}, {label("wavefronts"), kRight}, {label("sectors"), kRight},
          {label("lines"), kRight},    {label("source"), kLeft}};
}

std::vector<std::string> count_cells(const std::string& place, measure::Space space,
                                     measure::Operation operation, const measure::Counts& counts,
                                     const std::string& source) {
  return {place,
          compare::shown(measure::word(operation)),
          compare::shown(measure::word(space)),
          count_text(counts.requests),
          count_text(counts.wavefronts),
          count_text(counts.sectors),
          count_text(counts.lines),
          source};
}

// Sums by (space, operation); rows of line 0 are whole kernels already.
std::vector<std::vector<std::string>> total_rows(const measure::LaunchResult& launch) {
  std::map<std::pair<measure::Space, measure::Operation>, measure::Counts> sums;
  for (const measure::LineCounts& line : launch.lines) {
    add(sums[{line.space, line.operation}], line.counts);
  }
  std::vector<std::vector<std::string>> rows;
  for (const auto& [key, counts] : sums)
    rows.push_back(count_cells(label("total"), key.first, key.second, counts, ""));
  return rows;
}

std::string source_text(const Runs& runs, const measure::LineCounts& line) {
  if (runs.empty() || line.line == 0 || !line.file.empty()) return "";
  const std::string_view text = runs.front()->program->unit->file.line_text(line.line);
  const size_t begin = text.find_first_not_of(" \t");
  return begin == std::string_view::npos ? "" : std::string(text.substr(begin));
}

void print_counts(std::ostream& out, const measure::LaunchResult& launch, const Runs& runs) {
  std::vector<std::vector<std::string>> rows;
  for (const measure::LineCounts& line : launch.lines) {
    if (line.line == 0) continue;
    const std::string place =
        (line.file.empty() ? "" : line.file + ":") + std::to_string(line.line);
    rows.push_back(
        count_cells(place, line.space, line.operation, line.counts, source_text(runs, line)));
  }
  for (std::vector<std::string>& row : total_rows(launch)) rows.push_back(std::move(row));
  if (!rows.empty()) out << format_table(count_columns(), rows, "  ");
}

// "234.5", "12,345": a rate for people, without powers of ten.
std::string rate_number(double rate) {
  return rate < 1000 ? fmt::format("{:.4g}", rate)
                     : grouped(static_cast<uint64_t>(std::llround(rate)));
}

// [GFLOP/s] of what the text computes.
double gflops(uint64_t operations, const measure::Times& times) {
  return static_cast<double>(operations) / (times.median_us * 1e3);
}

// "123.4 GB/s in sectors (61 % of a copy's 4,000), 100 GFLOP/s (0.2 % of 66,000)"; "" without a
// simulation.
std::string rate_text(const measure::Times& times, const Runs& runs, size_t launch,
                      const std::optional<measure::Ceilings>& ceilings) {
  if (launch >= runs.size() || times.median_us <= 0) return "";
  const double rate =
      static_cast<double>(bytes_moved(*runs[launch])) / (times.median_us * 1e3);  // [GB/s]
  std::string text = ", ";
  if (ceilings && ceilings->copy_gb_per_s > 0) {
    text += say("{rate} GB/s in sectors ({percent:.3g} % of a copy's {most})",
                "rate"_a = rate_number(rate), "percent"_a = 100 * rate / ceilings->copy_gb_per_s,
                "most"_a = rate_number(ceilings->copy_gb_per_s));
  } else {
    text += say("{rate} GB/s in sectors", "rate"_a = rate_number(rate));
  }
  if (runs[launch]->flops == 0) return text;
  const double operations = gflops(runs[launch]->flops, times);
  text += fmt::format(", {} GFLOP/s", rate_number(operations));
  if (ceilings && ceilings->fma_gflop_per_s > 0) {
    text +=
        " (" +
        say("{percent:.3g} % of {most}", "percent"_a = 100 * operations / ceilings->fma_gflop_per_s,
            "most"_a = rate_number(ceilings->fma_gflop_per_s)) +
        ")";
  }
  return text;
}

void print_build(std::ostream& out, const measure::BuildResult& build, const Runs& runs,
                 const std::optional<measure::Ceilings>& ceilings) {
  std::string options;
  for (const std::string& option : build.options) options += (options.empty() ? "" : " ") + option;
  out << "\n" << compare::shown(measure::word(build.build));
  if (build.method == measure::Method::kReplay)
    out << ": " << label("replay of the block that the simulation recorded");
  else if (build.method)
    out << ": " << compare::shown(measure::word(*build.method));
  out << "\n";
  if (!options.empty()) out << "  " << options << "\n";
  if (!build.refusal.empty()) out << "  " << build.refusal << "\n";
  for (size_t i = 0; i < build.launches.size(); ++i) {
    const measure::LaunchResult& launch = build.launches[i];
    if (build.launches.size() > 1) {
      out << "  "
          << say("launch {number} of {all}: {kernel}", "number"_a = i + 1,
                 "all"_a = build.launches.size(), "kernel"_a = launch.kernel)
          << "\n";
    }
    print_counts(out, launch, runs);
    for (const measure::Cause& cause : launch.causes) {
      out << "  " << say("line {line}: {message}", "line"_a = cause.line, "message"_a = cause.words)
          << "\n";
    }
    if (launch.times) {
      out << "  " << say("time {time}", "time"_a = time_text(*launch.times))
          << rate_text(*launch.times, runs, i, ceilings) << "\n";
    }
  }
}

// Of all launches together; nothing if one has no time.
std::optional<measure::Times> time_of(const measure::BuildResult* build) {
  if (build == nullptr || build->launches.empty()) return std::nullopt;
  measure::Times sum;
  for (const measure::LaunchResult& launch : build->launches) {
    if (!launch.times) return std::nullopt;
    sum.median_us += launch.times->median_us;
    sum.spread = std::max(sum.spread, launch.times->spread);
  }
  return sum;
}

std::string short_time(const std::optional<measure::Times>& times) {
  return times ? fmt::format("{:.2f} us", times->median_us) : "";
}

std::string wavefronts_of(const measure::BuildResult* build) {
  if (build == nullptr) return "";
  std::optional<uint64_t> sum;
  for (const measure::LaunchResult& launch : build->launches) {
    for (const measure::LineCounts& line : launch.lines) measure::add(sum, line.counts.wavefronts);
  }
  return count_text(sum);
}

std::string sectors_of(const measure::BuildResult* build) {
  if (build == nullptr) return "";
  std::optional<uint64_t> sum;
  for (const measure::LaunchResult& launch : build->launches) {
    for (const measure::LineCounts& line : launch.lines) measure::add(sum, line.counts.sectors);
  }
  return count_text(sum);
}

}  // namespace

uint64_t bytes_moved(const run::Run& run) {
  return run.totals.global_sum().bytes_moved;
}

std::string count_text(const std::optional<uint64_t>& count) {
  return count ? grouped(*count) : "";
}

std::string time_text(const measure::Times& times) {
  const std::string text =
      say("{time:.2f} us, spread {percent:.2g} % over {count} runs", "time"_a = times.median_us,
          "percent"_a = 100 * times.spread, "count"_a = times.runs);
  return times.settled ? text : say("{sentence}, not settled", "sentence"_a = text);
}

void print_arrays(std::ostream& out, const std::vector<measure::ArrayAgreement>& arrays) {
  for (const measure::ArrayAgreement& array : arrays) {
    out << "  ";
    if (array.elements == 0) {
      out << say("array {name}: {reason}", "name"_a = array.name, "reason"_a = array.rule);
    } else if (array.agrees) {
      out << say("array {name}: agrees with the simulation, {rule}", "name"_a = array.name,
                 "rule"_a = array.rule);
    } else {
      out << say("array {name}: {count} of {all} elements differ from the simulation ({rule})",
                 "name"_a = array.name, "count"_a = grouped(array.differing),
                 "all"_a = grouped(array.elements), "rule"_a = array.rule);
    }
    out << "\n";
  }
}

void print_measurement(std::ostream& out, const measure::Measurement& measurement, const Runs& runs,
                       const std::optional<measure::Ceilings>& ceilings) {
  const measure::Provenance& from = measurement.provenance;
  out << measurement.file << "  " << measurement.launch << "\n";
  out << say("{device}, compute capability {compute}, driver {driver}, CUDA Toolkit {toolkit}, "
             "{date}",
             "device"_a = from.device, "compute"_a = from.compute, "driver"_a = from.driver,
             "toolkit"_a = from.toolkit, "date"_a = from.date)
      << "\n";
  for (const measure::BuildResult& build : measurement.builds)
    print_build(out, build, runs, ceilings);
  if (measurement.arrays.empty()) return;
  out << "\n";
  print_arrays(out, measurement.arrays);
}

void print_measurements(std::ostream& out, const std::vector<MeasuredTarget>& targets,
                        const std::optional<measure::Ceilings>& ceilings,
                        const std::optional<measure::Times>& cublas, uint32_t cublas_n) {
  std::vector<std::vector<std::string>> rows;
  for (const MeasuredTarget& target : targets) {
    const measure::BuildResult* written =
        find_build(&target.measurement, measure::Build::kAsWritten);
    const measure::BuildResult* compiled =
        find_build(&target.measurement, measure::Build::kAsCompiled);
    const std::optional<measure::Times> time = time_of(compiled);
    uint64_t bytes = 0, flops = 0;
    for (const auto& run : target.runs) {
      bytes += bytes_moved(*run);
      flops += run->flops;
    }
    std::string rate, operations;
    if (time && time->median_us > 0) {
      if (bytes > 0) rate = rate_number(static_cast<double>(bytes) / (time->median_us * 1e3));
      if (flops > 0) operations = rate_number(gflops(flops, *time));
    }
    rows.push_back({target.name, short_time(time),
                    time ? fmt::format("{:.2g} %", 100 * time->spread) : "", rate, operations,
                    short_time(time_of(written)), wavefronts_of(written), wavefronts_of(compiled),
                    sectors_of(written), sectors_of(compiled)});
  }
  if (cublas) {
    rows.push_back({fmt::format("cuBLAS, n = {}", cublas_n), short_time(cublas),
                    fmt::format("{:.2g} %", 100 * cublas->spread), "",
                    rate_number(gflops(2ull * cublas_n * cublas_n * cublas_n, *cublas))});
  }
  if (!rows.empty()) {
    out << format_table({{"", kLeft},
                         {label("as compiled"), kRight},
                         {label("spread"), kRight},
                         {"GB/s", kRight},
                         {"GFLOP/s", kRight},
                         {label("as written"), kRight},
                         {label("wavefronts"), kRight},
                         {label("compiled"), kRight},
                         {label("sectors"), kRight},
                         {label("compiled"), kRight}},
                        rows, "");
    out << say("GB/s and GFLOP/s: the sectors that the text transfers and the floating-point "
               "operations that it computes, over the time as compiled (cuBLAS: 2 n^3). Wavefronts "
               "of shared memory and sectors of global memory: as written, as compiled.")
        << "\n";
  }
  if (ceilings) {
    out << say("This GPU reaches {rate} GB/s in a copy and {operations} GFLOP/s in multiply-adds; "
               "what its caches serve can be more than a copy.",
               "rate"_a = rate_number(ceilings->copy_gb_per_s),
               "operations"_a = rate_number(ceilings->fma_gflop_per_s))
        << "\n";
  }
}

void print_latencies(std::ostream& out, const measure::Latencies& latencies) {
  const std::pair<Sentence, double> all[] = {
      {sentence("shared memory"), latencies.shared},
      {sentence("constant memory, in its first cache"), latencies.constant},
      {sentence("constant memory, in the next one"), latencies.constant_next},
      {sentence("global memory, in L1"), latencies.l1},
      {sentence("global memory, in L2"), latencies.l2},
      {sentence("global memory, in DRAM"), latencies.dram}};
  std::vector<std::vector<std::string>> rows;
  for (const auto& [name, cycles] : all)
    rows.push_back({label(name), fmt::format("{:.1f}", cycles)});
  out << format_table({{label("a dependent load"), kLeft}, {label("cycles"), kRight}}, rows, "");
  out << say("One thread alone follows addresses that it has just loaded: latency, which other "
             "warps can hide, and not what a load costs among many.")
      << "\n";
}

}  // namespace warplens::cli
