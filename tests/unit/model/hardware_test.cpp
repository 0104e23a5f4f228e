// Every recorded row of an H200 (tests/data/README.md), by the models and by their slow reference;
// and the reader of such files.
#include <doctest/doctest.h>

#include <fstream>
#include <sstream>

#include "sim/model/hardware_csv.hpp"
#include "sim/model/reference.hpp"
#include "tests/support/golden_sentences.hpp"

using namespace warplens::model;
using warplens::test::golden;

namespace {

std::string recorded_text(const std::string& name) {
  std::ifstream file(WARPLENS_TEST_DATA "/" + name, std::ios::binary);
  REQUIRE(file.good());
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::vector<HardwareRow> recorded_rows(const std::string& name = "h200_warp_accesses.csv") {
  auto rows = parse_hardware_csv(recorded_text(name));
  REQUIRE(rows.ok());
  return std::move(rows).value();
}

// The head of a valid file and one valid row, to damage.
std::string header() {
  std::string text =
      "id,pattern,space,op,bytes_per_lane,active_mask,wavefronts,requests,sectors,lines";
  for (int lane = 0; lane < 32; ++lane) text += ",lane" + std::to_string(lane);
  return text + "\n";
}
std::string row(const std::string& front, const std::string& lane31 = "124") {
  std::string text = front;
  for (int lane = 0; lane < 31; ++lane) text += "," + std::to_string(4 * lane);
  return text + "," + lane31 + "\n";
}
const std::string kGoodFront = "0,row,shared,ld,4,0xffffffff,1,1,,";

CsvError error_of(const std::string& text) {
  const auto rows = parse_hardware_csv(text);
  REQUIRE_FALSE(rows.ok());
  return rows.error();
}

}  // namespace

TEST_CASE("hardware: every recorded access of the H200 agrees with the model") {
  const std::vector<HardwareRow> rows = recorded_rows();
  CHECK(rows.size() == 1424);
  const HardwareAgreement agreement = compare_with_hardware(default_device(), rows);
  CHECK(agreement.accesses == 1424);
  for (const HardwareMismatch& mismatch : agreement.mismatches) {
    FAIL_CHECK("line " << rows[mismatch.row].line << ": " << mismatch.counts);
  }
}

TEST_CASE("hardware: the slow reference agrees with every recorded access too") {
  size_t shared = 0, global = 0;
  for (const HardwareRow& row : recorded_rows()) {
    CAPTURE(row.line);
    if (row.is_shared) {
      ++shared;
      const SharedCost cost = reference::shared_cost(default_device(), row.op, row.bytes_per_lane,
                                                     row.mask, row.addresses);
      CHECK(cost.wavefronts == row.wavefronts.value());
    } else {
      ++global;
      const GlobalCost cost = reference::global_cost(row.bytes_per_lane, row.mask, row.addresses);
      CHECK(cost.sectors == row.sectors.value());
      CHECK(cost.lines == row.lines.value());
    }
  }
  CHECK(shared > 500);
  CHECK(global > 100);
}

TEST_CASE("hardware: every recorded atomic of the H200 agrees with the model and the reference") {
  const std::vector<HardwareRow> rows = recorded_rows("h200_atomics.csv");
  CHECK(rows.size() == 3366);
  size_t loops = 0;
  for (const HardwareRow& row : rows) {
    CAPTURE(row.line);
    CHECK(differing_counts(default_device(), row) == "");
    if (!row.is_shared) continue;
    loops += is_loop(row.op);
    const SharedCost cost =
        reference::shared_cost(default_device(), row.op, row.bytes_per_lane, row.mask,
                               row.addresses, row.values ? &*row.values : nullptr);
    CHECK(cost.atomics == row.requests.value());
    CHECK(cost.load_wavefronts <= row.loop_wavefronts.value_or(0));  // merged loads: README.md
    CHECK(cost.wavefronts - cost.load_wavefronts == row.wavefronts.value());
  }
  CHECK(loops == 14 * 51);
}

TEST_CASE("hardware csv: what is printed reads back, remarks included") {
  const std::string text = recorded_text("h200_atomics.csv");
  const auto rows = parse_hardware_csv(text);
  REQUIRE(rows.ok());
  std::vector<std::string> remarks;
  for (size_t at = 0; text[at] == '#'; at = text.find('\n', at) + 1) {
    remarks.push_back(text.substr(at + 2, text.find('\n', at) - at - 2));
  }
  CHECK(remarks.size() == 1);
  const bool is_same = print_hardware_csv(*rows, remarks) == text;
  CHECK(is_same);
}

TEST_CASE("hardware csv: an atomic that is not modelled, or of a load, is refused") {
  const std::string names = "atomic," + header();
  CHECK(error_of(names + row("add.f16," + std::string("0,row,shared,atom,2,1,1,1,,"))).message ==
        golden("model.rows.unknown_atomic"));
  CHECK(error_of(names + row("add.u32," + kGoodFront)).column == "atomic");
}

TEST_CASE("hardware: a wrong count is found and reported") {
  auto rows =
      parse_hardware_csv(header() + row(kGoodFront) + row("1,row,shared,st,4,0xffffffff,3,1,,") +
                         row("2,row,global,ld,4,0xffffffff,,1,5,1"));
  REQUIRE(rows.ok());
  const HardwareAgreement agreement = compare_with_hardware(default_device(), rows.value());
  CHECK(agreement.agreeing() == 1);
  REQUIRE(agreement.mismatches.size() == 2);
  CHECK(agreement.mismatches[0].row == 1);
  CHECK(agreement.mismatches[0].counts == golden("model.rows.wavefronts_differ"));
  CHECK(agreement.mismatches[1].counts == golden("model.rows.sectors_differ"));
}

TEST_CASE("hardware: an older device does not pass for the H200") {
  const HardwareAgreement agreement = compare_with_hardware(*find_device("cc1.0"), recorded_rows());
  CHECK(agreement.mismatches.size() > 100);
}

TEST_CASE("hardware csv: columns may be in any order, with CRLF and a byte-order mark") {
  std::string text = header() + row(kGoodFront);
  std::string crlf = "\xEF\xBB\xBF";
  for (char c : text) crlf += c == '\n' ? std::string("\r\n") : std::string(1, c);
  const auto rows = parse_hardware_csv(crlf + "\r\n");
  REQUIRE(rows.ok());
  REQUIRE(rows->size() == 1);
  CHECK(rows.value()[0].line == 2);
  CHECK(rows.value()[0].pattern == "row");
  CHECK(rows.value()[0].addresses[31] == 124);
  CHECK_FALSE(rows.value()[0].sectors.has_value());
}

TEST_CASE("hardware csv: a bad row is refused with its line, column and reason") {
  const std::string good = header() + row(kGoodFront);
  CsvError error = error_of(good + row(kGoodFront, "12x"));
  CHECK(error.line == 3);
  CHECK(error.column == "lane31");
  CHECK(error.message == golden("model.rows.no_whole_number"));

  error = error_of(good + row("0,row,shared,ldx,4,0xffffffff,1,1,,"));
  CHECK(error.column == "op");
  CHECK(error.message == golden("model.rows.no_operation"));
  error = error_of(good + row("0,row,texture,ld,4,0xffffffff,1,1,,"));
  CHECK(error.column == "space");
  error = error_of(good + row("0,row,shared,ld,3,0xffffffff,1,1,,"));
  CHECK(error.column == "bytes_per_lane");
  error = error_of(good + row("0,row,shared,ld,4,0x0,1,1,,"));
  CHECK(error.column == "active_mask");
  error = error_of(good + row("0,row,shared,ld,4,0x1ffffffff,1,1,,"));
  CHECK(error.column == "active_mask");
  error = error_of(good + row("0,row,shared,ld,4,0xffffffff,,1,,"));
  CHECK(error.column == "wavefronts");
  error = error_of(good + row("0,row,global,ld,4,0xffffffff,,1,-4,"));
  CHECK(error.column == "sectors");
  error = error_of(good + row(kGoodFront, ""));
  CHECK(error.message == "a number is missing");
  error = error_of(good + "0,row,shared\n");
  CHECK(error.line == 3);
  CHECK(error.message == golden("model.rows.too_few_fields"));
}

TEST_CASE("hardware csv: a file that is none is refused") {
  CHECK(error_of("").message == "the file is empty");
  CHECK(error_of(header()).message == "the file has no rows");
  CHECK(error_of("hello\n1\n").message == golden("model.rows.column_missing"));
  CHECK(error_of(std::string(1 << 20, '\xff')).line == 1);
  CHECK(error_of(header() + std::string(1 << 20, ',')).message ==
        golden("model.rows.line_too_long"));
  CHECK(error_of("op," + header() + row("ld," + kGoodFront)).message ==
        golden("model.rows.column_twice"));
}
