// Every recorded row of matrices, asynchronous copies, wmma and bulk copies (tests/data/README.md),
// by the models and by their slow reference; and the readers of such files.
#include <doctest/doctest.h>

#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "sim/model/hardware_copies.hpp"
#include "sim/model/hardware_tables.hpp"
#include "sim/model/reference.hpp"
#include "tests/support/golden_sentences.hpp"

using namespace warplens::model;
using warplens::test::golden;

namespace {

std::string table_text(const std::string& name) {
  std::ifstream file(WARPLENS_TEST_DATA "/" + name, std::ios::binary);
  REQUIRE(file.good());
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

struct Agreeing {
  size_t agreeing = 0, all = 0;
  friend bool operator==(const Agreeing&, const Agreeing&) = default;
};

// By kind; "" for all.
std::map<std::string, Agreeing> agreement_with(const std::string& name) {
  const CheckedTable table = check_hardware_table(default_device(), table_text(name));
  REQUIRE(table.ok());
  std::map<std::string, Agreeing> out;
  for (const CheckedAccess& access : *table) {
    for (const std::string& kind : {access.kind, std::string()}) {
      ++out[kind].all;
      out[kind].agreeing += access.differences.empty();
    }
  }
  return out;
}

std::vector<CopyTableRow> copies_of(const std::string& name) {
  auto rows = parse_copies(table_text(name));
  REQUIRE(rows.ok());
  return std::move(rows).value();
}

std::vector<CopyTableRow> all_copies() {
  std::vector<CopyTableRow> rows = copies_of("h100_async_accesses.csv");
  for (CopyTableRow& row : copies_of("h200_async_accesses.csv")) rows.push_back(std::move(row));
  return rows;
}

AsyncCopy copy_of(const CopyTableRow& row) {
  return {row.bytes, row.op == CopyTableOp::kPastL1, row.gives_size, row.mask, row.reading};
}

// What no rule fits quite: one target of two lanes, and lanes in no order over many lines.
enum class CopyShape : uint8_t { kOrderly, kTargetTwice, kScrambled };
CopyShape shape_of(const CopyTableRow& row) {
  if (row.pattern.starts_with("Q")) return CopyShape::kScrambled;
  std::set<uint64_t> targets;
  for (uint32_t lane = 0; lane < kWarpSize; ++lane) {
    if ((row.mask >> lane & 1) != 0 && !targets.insert(row.shared[lane] / 16).second)
      return CopyShape::kTargetTwice;
  }
  return CopyShape::kOrderly;
}

std::string head_of_copies() {
  std::string text = "id,pattern,op,bytes_per_lane,active_mask,wavefronts,sectors,short_mask";
  for (const char* side : {"shared", "global"}) {
    for (int lane = 0; lane < 32; ++lane) text += "," + (side + std::to_string(lane));
  }
  return text + "\n";
}
// A row of 16-byte pieces one after the other.
std::string copy_row(const std::string& front) {
  std::string text = front;
  for (int side = 0; side < 2; ++side) {
    for (int lane = 0; lane < 32; ++lane) text += "," + std::to_string(16 * lane);
  }
  return text + "\n";
}

CsvError copy_error(const std::string& text) {
  const CheckedTable table = check_hardware_table(default_device(), text);
  REQUIRE_FALSE(table.ok());
  return table.error();
}

}  // namespace

TEST_CASE("copy tables: matrices, copies through L1 and stores of an H100 and an H200 agree") {
  std::map<std::string, Agreeing> of_h100 = agreement_with("h100_async_accesses.csv");
  CHECK(of_h100.at("") == Agreeing{1358, 1370});
  CHECK(of_h100.at("cp.async.cg") == Agreeing{918, 930});  // the next case
  of_h100.erase("");
  of_h100.erase("cp.async.cg");
  CHECK(of_h100.size() == 19);
  for (const auto& kind : of_h100) {
    CAPTURE(kind.first);
    CHECK(kind.second.agreeing == kind.second.all);
  }
  CHECK(agreement_with("h200_async_accesses.csv").at("") == Agreeing{1000, 1000});
}

TEST_CASE("copy tables: copies past L1 agree but for lanes in no order and targets named twice") {
  std::map<CopyShape, Agreeing> by_shape;
  for (const CopyTableRow& row : all_copies()) {
    if (row.op != CopyTableOp::kPastL1 || row.gives_size) continue;
    CAPTURE(row.line);
    const AsyncCopyCost cost = async_copy_cost(copy_of(row), row.shared, row.global);
    CHECK(cost.sectors == row.sectors.value());
    Agreeing& shape = by_shape[shape_of(row)];
    ++shape.all;
    shape.agreeing += cost.shared.wavefronts == row.wavefronts.value();
    if (cost.shared.wavefronts == row.wavefronts.value()) continue;
    CHECK(cost.shared.wavefronts + 2 >= row.wavefronts.value());
    CHECK(cost.shared.wavefronts < row.wavefronts.value());
  }
  CHECK(by_shape[CopyShape::kOrderly] == Agreeing{629, 629});
  CHECK(by_shape[CopyShape::kTargetTwice] == Agreeing{214, 221});
  CHECK(by_shape[CopyShape::kScrambled] == Agreeing{215, 220});
}

TEST_CASE("copy tables: the slow reference gives the models' numbers in every row") {
  size_t matrices = 0, copies = 0;
  for (const CopyTableRow& row : all_copies()) {
    CAPTURE(row.line);
    if (row.op == CopyTableOp::kMatrices) {
      ++matrices;
      CHECK(reference::matrix_cost(row.mask, row.shared).sum().wavefronts ==
            row.wavefronts.value());
    } else if (row.op == CopyTableOp::kThroughL1 || row.op == CopyTableOp::kPastL1) {
      ++copies;
      CHECK(reference::async_copy_cost(copy_of(row), row.shared, row.global) ==
            async_copy_cost(copy_of(row), row.shared, row.global));
    }
  }
  CHECK(matrices == 592);
  CHECK(copies == 1690);
}

TEST_CASE("copy tables: every fragment of wmma and every bulk copy of the H100 agrees") {
  const std::map<std::string, Agreeing> fragments = agreement_with("h100_wmma.csv");
  CHECK(fragments.size() == 1 + 28);
  CHECK(fragments.at("") == Agreeing{140, 140});
  CHECK(agreement_with("h100_tma.csv").at("") == Agreeing{33, 33});
}

TEST_CASE("copy tables: a wrong count is found in each table") {
  const auto differences = [](const std::string& text) {
    const CheckedTable table = check_hardware_table(default_device(), text);
    REQUIRE(table.ok());
    return (*table)[0].differences;
  };
  CHECK(differences(head_of_copies() + copy_row("0,row,cp.async.cg,16,0xffffffff,4,17,")) ==
        golden("model.copies.sectors_differ"));
  const std::string wmma =
      "op,offset_bytes,ldm_elements,col_major_accumulator,instructions,kind,wavefronts\n";
  CHECK(differences(wmma + "wa_row_f16,0,32,,1,ldsm,16\n") == "");
  CHECK(differences(wmma + "wa_row_f16,0,40,,4,ld,4\n") == golden("model.copies.kind_differs"));
  const std::string bulk =
      "op,shared_offset,bytes,global_offset,elem_bytes,dim0,dim1,dim2,box0,box1,box2,swizzle,"
      "x,y,z,pitch1,pitch2,bank_writes_words,bank_reads_words,sectors_in,sectors_out\n";
  CHECK(differences(bulk + "bulk,112,32,0,,,,,,,,,,,,,,8,0.5,2,\n") == "");
  CHECK(differences(bulk + "bulkst,0,32,16,,,,,,,,,,,,,,0,8.5,0,1\n") ==
        golden("model.copies.stored_sectors_differ"));
}

TEST_CASE("copy tables: a box that leaves its tensor loads zeros and stores nothing") {
  const std::string head =
      "op,shared_offset,bytes,global_offset,elem_bytes,dim0,dim1,dim2,box0,box1,box2,swizzle,"
      "x,y,z,pitch1,pitch2,bank_writes_words,bank_reads_words,sectors_in,sectors_out\n";
  // 8 rows of 64 bytes, of which the tensor has the last 5 rows, and the right half of each.
  const std::string box = "0,,,4,64,64,1,16,8,1,0,-8,-3,0,256,0,";
  const CheckedTable table = check_hardware_table(
      default_device(), head + "tma2," + box + "128,0,11,\n" + "tmast2," + box + "0,40,,5\n");
  REQUIRE(table.ok());
  CHECK((*table)[0].differences == "");
  CHECK((*table)[1].differences == "");
}

TEST_CASE("copy tables: a bad row is refused with its line, column and reason") {
  const std::string good = head_of_copies() + copy_row("0,row,ldmatrix.x4,16,0xffffffff,4,,");
  CHECK(check_hardware_table(default_device(), good).ok());
  CsvError error = copy_error(good + copy_row("1,row,ldmatrix.x3,16,0xffffffff,4,,"));
  CHECK(error.line == 3);
  CHECK(error.column == "op");
  CHECK(error.message == golden("model.copies.no_access"));
  CHECK(copy_error(good + copy_row("1,row,cp.async.cg,8,0xffffffff,4,,")).column == "op");
  CHECK(copy_error(good + copy_row("1,row,cp.async.ca,3,0xffffffff,4,,")).column ==
        "bytes_per_lane");
  CHECK(copy_error(good + copy_row("1,row,ldmatrix.x1,16,0xffffff00,1,,")).column == "active_mask");
  CHECK(copy_error(good + copy_row("1,row,stmatrix.x1,16,0xff,,,")).column == "wavefronts");
  const std::string bulk =
      "op,shared_offset,bytes,global_offset,elem_bytes,dim0,dim1,dim2,box0,box1,box2,swizzle,"
      "x,y,z,pitch1,pitch2,bank_writes_words,bank_reads_words,sectors_in,sectors_out\n";
  CHECK(copy_error(bulk + "bulk,0,999999999,0,,,,,,,,,,,,,,4,0,1,\n").column == "bytes");
  CHECK(copy_error(bulk + "tma2,0,,,8,512,512,1,256,256,1,0,0,0,0,4096,0,4,0,1,\n").column ==
        "box0");
  CHECK(copy_error(bulk + "bulk,0,16,0,,,,,,,,,,,,,,4words,0,1,\n").column == "bank_writes_words");
}
