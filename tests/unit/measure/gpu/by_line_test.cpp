// Where counts of instructions belong; needs no GPU.
#include "kernels/measure/gpu/by_line.hpp"

#include <doctest/doctest.h>

#include "kernels/measure/cuda/call_sites.hpp"

using namespace warplens::measure;

namespace {

Job job() {
  Job job;
  job.file_name = "folder/scan.cu";
  job.headers = {{"tools/add.cuh", ""}};
  return job;
}

counters::InstructionCount loads(const std::string& function, const std::string& file,
                                 uint32_t line, uint64_t requests) {
  Counts counts;
  counts.requests = requests;
  return {function, 0, file, line, Space::kGlobal, Operation::kLoad, counts};
}

// A call at that line, as the header of call sites names it.
std::string call_at(uint32_t line, const std::string& file) {
  const uint64_t site = uint64_t{cuda::file_hash(file)} << 32 | line;
  return "_Z20warplens_at_atomicAddILy" + std::to_string(site) + "EEiPii";
}

}  // namespace

TEST_CASE("by line: the text's own lines, a header's and those of calls") {
  const std::vector<LineCounts> rows =
      by_line({loads("scan", "scan.cu", 7, 2), loads("scan", "scan.cu", 7, 3),
               loads("add", "add.cuh", 4, 1), loads(call_at(9, "scan.cu"), "", 0, 5),
               loads(call_at(2, "tools/add.cuh"), "", 0, 6)},
              job());
  REQUIRE(rows.size() == 4);
  CHECK(rows[0].file.empty());
  CHECK(rows[0].line == 7);
  CHECK(rows[0].counts.requests == 5);
  CHECK(rows[1].line == 9);
  CHECK(rows[2].file == "tools/add.cuh");
  CHECK(rows[2].line == 2);
  CHECK(rows[3].line == 4);
}

TEST_CASE("by line: code without lines is one row a kind of access, its calls included") {
  const std::vector<LineCounts> rows = by_line(
      {loads("scan", "scan.cu", 7, 2), loads(call_at(9, "scan.cu"), "", 0, 5)}, job(), false);
  REQUIRE(rows.size() == 1);
  CHECK(rows[0].line == 0);
  CHECK(rows[0].counts.requests == 7);
}
