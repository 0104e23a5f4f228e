#include "tests/support/measured_counts.hpp"

#include <doctest/doctest.h>

#include <cstdio>
#include <fstream>
#include <sstream>
#include <vector>

#include "tests/support/runs.hpp"

namespace warplens::test {
namespace {

std::vector<std::string> split(const std::string& line, char separator) {
  std::vector<std::string> parts;
  std::istringstream in(line);
  for (std::string part; std::getline(in, part, separator);) parts.push_back(part);
  return parts;
}

// FNV-1a, as the measuring program hashes an array's bytes.
std::string hash_of(const std::vector<std::byte>& bytes) {
  uint64_t hash = 0xcbf29ce484222325ull;
  for (const std::byte byte : bytes) hash = (hash ^ static_cast<uint64_t>(byte)) * 0x100000001b3ull;
  char text[17];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(hash));
  return text;
}

// By the names of the table's columns. An atomic that is a loop on the hardware counts there as so
// many loads and atomics.
std::map<std::string, uint64_t> counts_of(const run::Run& run) {
  const observe::Totals& t = run.totals;
  const observe::SharedTotal& atomics = t.shared[2];
  return {{"shared_load_requests", t.shared[0].requests + atomics.loop_loads},
          {"shared_store_requests", t.shared[1].requests},
          {"shared_atomic_requests", atomics.atomics},
          {"shared_load_wavefronts", t.shared[0].wavefronts + atomics.loop_load_wavefronts},
          {"shared_store_wavefronts", t.shared[1].wavefronts},
          {"shared_atomic_wavefronts", atomics.wavefronts - atomics.loop_load_wavefronts},
          {"global_load_requests", t.global[0].requests},
          {"global_store_requests", t.global[1].requests},
          {"global_load_sectors", t.global[0].sectors},
          {"global_store_sectors", t.global[1].sectors},
          {"global_tags", t.global[0].lines + t.global[1].lines + t.global[2].lines}};
}

// `other`: why the kernel is an exception, or null.
void check_counts(const run::Run& run, const std::vector<std::string>& columns,
                  const std::vector<std::string>& row, const char* other) {
  const std::map<std::string, uint64_t> counts = counts_of(run);
  bool is_different = false;
  for (size_t i = 1; i + 1 < columns.size(); ++i) {
    const std::string simulated = std::to_string(counts.at(columns[i]));
    is_different = is_different || simulated != row[i];
    if (other != nullptr) continue;
    CAPTURE(columns[i]);
    CHECK(simulated == row[i]);
  }
  if (other != nullptr) CHECK_MESSAGE(is_different, "no exception: " << other);
}

void check_arrays(const run::Run& run, const std::string& measured, const char* other) {
  bool is_different = false;
  for (const std::string& array : split(measured, ';')) {
    CAPTURE(array);
    const size_t equals = array.find('=');
    const std::string simulated = hash_of(bytes_of(run, array.substr(0, equals)));
    is_different = is_different || simulated != array.substr(equals + 1);
    if (other == nullptr) CHECK(simulated == array.substr(equals + 1));
  }
  if (other != nullptr) CHECK_MESSAGE(is_different, "no exception: " << other);
}

}  // namespace

void check_measured(const std::string& csv, const std::string& folder,
                    const Exceptions& other_counts, const Exceptions& other_arrays, size_t least) {
  std::ifstream table(std::string(WARPLENS_TEST_DATA) + "/" + csv);
  std::string line;
  REQUIRE(std::getline(table, line));
  const std::vector<std::string> columns = split(line, ',');
  const auto reason = [](const Exceptions& exceptions, const std::string& kernel) {
    const auto found = exceptions.find(kernel);
    return found == exceptions.end() ? nullptr : found->second;
  };
  size_t kernels = 0;
  while (std::getline(table, line)) {
    const std::vector<std::string> row = split(line, ',');
    REQUIRE(row.size() == columns.size());
    CAPTURE(row[0]);
    const auto run = must_run_file(folder + "/" + row[0] + ".cu");
    check_counts(*run, columns, row, reason(other_counts, row[0]));
    check_arrays(*run, row.back(), reason(other_arrays, row[0]));
    ++kernels;
  }
  CHECK(kernels >= least);
}

}  // namespace warplens::test
