// Kernels that a real H200 ran (tests/hardware/measure_kernels.py made
// tests/data/h200_kernel_counts.csv): requests, wavefronts, sectors, lines and the bytes of every
// array must equal what the hardware did.
#include <doctest/doctest.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>

#include "sim/engine/run.hpp"
#include "sim/launch/parse.hpp"

using namespace warplens;

namespace {

std::string read_text(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  REQUIRE(in);
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

std::vector<std::string> split(const std::string& line, char separator) {
  std::vector<std::string> parts;
  std::istringstream in(line);
  for (std::string part; std::getline(in, part, separator);) parts.push_back(part);
  return parts;
}

std::string hash_of(const std::vector<std::byte>& bytes) {
  uint64_t hash = 0xcbf29ce484222325ull;
  for (const std::byte byte : bytes) hash = (hash ^ static_cast<uint64_t>(byte)) * 0x100000001b3ull;
  char text[17];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(hash));
  return text;
}

std::map<std::string, uint64_t> counts_of(const engine::Run& run) {
  const analysis::Totals& t = run.totals;
  return {{"shared_load_requests", t.shared[0].requests},
          {"shared_store_requests", t.shared[1].requests},
          {"shared_atomic_requests", t.shared[2].requests},
          {"shared_load_wavefronts", t.shared[0].wavefronts},
          {"shared_store_wavefronts", t.shared[1].wavefronts},
          {"shared_atomic_wavefronts", t.shared[2].wavefronts},
          {"global_load_requests", t.global[0].requests},
          {"global_store_requests", t.global[1].requests},
          {"global_load_sectors", t.global[0].sectors},
          {"global_store_sectors", t.global[1].sectors},
          {"global_tags", t.global[0].lines + t.global[1].lines + t.global[2].lines}};
}

// Kernels where the debug build does not reconverge where the text does, as its machine code shows:
// their arrays must agree all the same. break_and_continue: a loop with a break directly before a
// barrier gets no reconvergence point of its own (the barrier's WARPSYNC serves), and the lanes of
// its first `continue` lose theirs with it. switch_fall_through: of labels that fall through one
// into the next, only the last has a reconvergence point.
bool reconverges_elsewhere(const std::string& kernel) {
  return kernel == "break_and_continue" || kernel == "switch_fall_through";
}

}  // namespace

TEST_CASE("measured kernels: counts and arrays equal an H200's") {
  const std::filesystem::path folder =
      std::filesystem::path(WARPLENS_SOURCE_DIR) / "tests/kernels/measured";
  std::istringstream table(
      read_text(std::filesystem::path(WARPLENS_TEST_DATA) / "h200_kernel_counts.csv"));
  std::string line;
  std::getline(table, line);
  const std::vector<std::string> columns = split(line, ',');
  size_t kernels = 0;
  while (std::getline(table, line)) {
    const std::vector<std::string> row = split(line, ',');
    REQUIRE(row.size() == columns.size());
    CAPTURE(row[0]);
    engine::Request request;
    request.file = base::SourceFile(row[0] + ".cu", read_text(folder / (row[0] + ".cu")));
    request.record = false;
    const auto words = launch::embedded_options(request.file.text());
    REQUIRE(words.has_value());
    const auto options = launch::parse_options(launch::split_words(*words));
    REQUIRE(options.ok());
    request.launch = launch::apply({}, *options);
    const base::SourceFile file = request.file;
    const auto run = engine::run(std::move(request));
    REQUIRE_MESSAGE(run.ok(), (run.ok() ? "" : base::render(run.error(), file)));
    const auto counts = counts_of(**run);
    for (size_t i = 1; i + 1 < columns.size() && !reconverges_elsewhere(row[0]); ++i) {
      CAPTURE(columns[i]);
      CHECK(std::to_string(counts.at(columns[i])) == row[i]);
    }
    for (const std::string& array : split(row.back(), ';')) {
      CAPTURE(array);
      const std::string name = array.substr(0, array.find('='));
      const machine::GlobalMemory& memory = *(*run)->memory_after;
      bool is_found = false;
      for (uint32_t i = 0; i < memory.array_count(); ++i) {
        if (memory.array(i).name != name) continue;
        is_found = true;
        CHECK(hash_of(memory.array(i).bytes) == array.substr(array.find('=') + 1));
      }
      CHECK(is_found);
    }
    ++kernels;
  }
  CHECK(kernels >= 53);
}
