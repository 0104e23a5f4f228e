// The model of caches held against an H200's counters: every launch of tests/data/caches. Prints
// the table of tests/data/caches/README.md (warplens_test_whatif --test-case="measured caches*").
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>
#include <fstream>
#include <map>
#include <sstream>

#include "sim/whatif/run_caches.hpp"
#include "tests/support/runs.hpp"

using namespace warplens;

namespace {

using CsvRow = std::map<std::string, std::string>;

std::vector<CsvRow> rows_of(const std::string& name) {
  std::ifstream file(WARPLENS_SOURCE_DIR "/tests/data/caches/" + name);
  REQUIRE(file.good());
  const auto fields_of = [](const std::string& line) {
    std::vector<std::string> fields;
    std::istringstream in(line);
    for (std::string field; std::getline(in, field, ',');) fields.push_back(field);
    return fields;
  };
  std::string line;
  std::getline(file, line);
  const std::vector<std::string> heads = fields_of(line);
  std::vector<CsvRow> rows;
  while (std::getline(file, line)) {
    const std::vector<std::string> fields = fields_of(line);
    CsvRow row;
    for (size_t i = 0; i < fields.size(); ++i) row[heads[i]] = fields[i];
    rows.push_back(std::move(row));
  }
  return rows;
}

double at(const CsvRow& row, const std::string& column) {
  return std::stod(row.at(column));
}

double percent(double part, double whole) {
  return whole == 0 ? 0 : 100 * part / whole;
}

std::shared_ptr<const run::Run> run_of(const CsvRow& row, const std::string& text) {
  const auto of = [&](const char* name) { return row.at(name); };
  prepare::Request request = test::make_request(
      text,
      fmt::format("--kernel {} --grid {},{} --block {},{} --arg a=float[{}] --arg b=float[{}] "
                  "--arg c=float[{}]:zero --arg n={} --arg m={} --checks none",
                  of("kernel"), of("grid_x"), of("grid_y"), of("block_x"), of("block_y"), of("a"),
                  of("b"), of("c"), of("n"), of("m")));
  request.record = false;
  request.extra.stream = true;
  const auto run = run::run(std::move(request));
  REQUIRE(run.ok());
  return *run;
}

// Percentage points by which L1's hit rate may be off, where it is more than 3: a GPU does not
// forget the least recently used line of a loop over more than L1 holds.
const std::map<std::string, double> kL1Off = {{"grid-16m", 8}, {"grid-32m", 23}};
// The same of sectors from DRAM, in percent, where it is more than 5.
const std::map<std::string, double> kDramOff = {{"grid-48m", 15}};
// Sectors that a launch reads besides its arrays' (its instructions and parameters).
constexpr double kOwn = 200;

double allowed(const std::map<std::string, double>& off, const std::string& name, double usual) {
  const auto found = off.find(name);
  return found == off.end() ? usual : found->second;
}

}  // namespace

TEST_CASE("measured caches: hits of L1 and sectors from DRAM are near an H200's") {
  std::ifstream file(WARPLENS_SOURCE_DIR "/tests/data/caches/kernels.cu");
  std::stringstream text;
  text << file.rdbuf();
  const std::vector<CsvRow> cases = rows_of("cases.csv"), measured = rows_of("caches.csv");
  REQUIRE(cases.size() == measured.size());
  REQUIRE(cases.size() >= 30);
  fmt::print("| launch | L1 hits % | L2 reads, thousands | L2 hits % | DRAM reads, thousands |\n");
  for (size_t i = 0; i < cases.size(); ++i) {
    const CsvRow& gpu = measured[i];
    const std::string& name = gpu.at("case");
    CAPTURE(name);
    REQUIRE(cases[i].at("case") == name);
    const auto run = run_of(cases[i], text.str());
    const whatif::RunCaches caches = whatif::caches_of(*run);
    const model::Traffic& all = caches.result.all;
    const bool is_whole = run->stream->left_out == 0;
    const double l1 = percent(static_cast<double>(all.load_hits), static_cast<double>(all.loads));
    const double l1_gpu = percent(at(gpu, "load_hits"), at(gpu, "load_sectors"));
    const double l2 =
        percent(static_cast<double>(all.l2_read_hits), static_cast<double>(all.l2_reads));
    const double l2_gpu = percent(at(gpu, "l2_read_hits"), at(gpu, "l2_reads"));
    const double dram_gpu = at(gpu, "dram_read_bytes") / 32;
    fmt::print("| {}{} | {:.1f} / {:.1f} | {:.0f} / {:.0f} | {:.1f} / {:.1f} | {:.1f} / {:.1f} |\n",
               name, is_whole ? "" : " (cut)", l1, l1_gpu, static_cast<double>(all.l2_reads) / 1000,
               at(gpu, "l2_reads") / 1000, l2, l2_gpu, static_cast<double>(all.dram_reads) / 1000,
               dram_gpu / 1000);
    CHECK(std::abs(l1 - l1_gpu) <= allowed(kL1Off, name, 3));
    if (!is_whole) continue;
    CHECK(static_cast<double>(all.loads) == at(gpu, "load_sectors"));
    CHECK(std::abs(static_cast<double>(all.dram_reads) - dram_gpu) <=
          dram_gpu * allowed(kDramOff, name, 5) / 100 + kOwn);
  }
}
