#include <doctest/doctest.h>

#include <algorithm>

#include "kernels/measure/machine_code/opcode.hpp"
#include "tests/unit/measure/machine_code/support.hpp"

namespace warplens::measure::machine_code {

namespace {

std::vector<Instruction> at_line(const Listing& listing, uint32_t line) {
  std::vector<Instruction> found;
  std::ranges::copy_if(listing.instructions, std::back_inserter(found),
                       [line](const auto& i) { return i.is_memory && i.line == line; });
  return found;
}

}  // namespace

TEST_CASE("opcode: space, operation and width") {
  struct Row {
    const char* opcode;
    Space space;
    Operation operation;
    uint32_t bytes;
    bool is_generic;
  };
  for (const Row& row : {
           Row{"LDS", Space::kShared, Operation::kLoad, 4, false},
           Row{"LDS.U.128", Space::kShared, Operation::kLoad, 16, false},
           Row{"LDS.U8", Space::kShared, Operation::kLoad, 1, false},
           Row{"STS.64", Space::kShared, Operation::kStore, 8, false},
           Row{"LDG.E.S16", Space::kGlobal, Operation::kLoad, 2, false},
           Row{"LDG.E.128.CONSTANT", Space::kGlobal, Operation::kLoad, 16, false},
           Row{"STG.E", Space::kGlobal, Operation::kStore, 4, false},
           Row{"ATOMS.POPC.INC.32", Space::kShared, Operation::kAtomic, 4, false},
           Row{"ATOMG.E.MAX.64.STRONG.GPU", Space::kGlobal, Operation::kAtomic, 8, false},
           Row{"REDG.E.ADD.F64.RN.STRONG.GPU", Space::kGlobal, Operation::kAtomic, 8, false},
           Row{"LD.E.STRONG.SYS", Space::kGlobal, Operation::kLoad, 4, true},
           Row{"ST.E.U8", Space::kGlobal, Operation::kStore, 1, true},
           Row{"ATOM.E.CAS.STRONG.GPU", Space::kGlobal, Operation::kAtomic, 4, true},
       }) {
    CAPTURE(row.opcode);
    const std::vector<Access> accesses = accesses_of(row.opcode);
    REQUIRE(accesses.size() == 1);
    CHECK(accesses[0].space == row.space);
    CHECK(accesses[0].operation == row.operation);
    CHECK(accesses[0].bytes_per_lane == row.bytes);
    CHECK(accesses[0].is_generic == row.is_generic);
  }
  for (const char* other :
       {"LDL", "STL.64", "LDC.64", "ULDC", "REDUX.SUM", "LDGDEPBAR", "STRONG"}) {
    CAPTURE(other);
    CHECK(accesses_of(other).empty());
  }
  const std::vector<Access> copy = accesses_of("LDGSTS.E.BYPASS.128");
  REQUIRE(copy.size() == 2);
  CHECK(copy[0].space == Space::kGlobal);
  CHECK(copy[0].operation == Operation::kCpAsync);
  CHECK(copy[1].space == Space::kShared);
  CHECK(copy[1].bytes_per_lane == 16);
}

TEST_CASE("listing: the tiled product's inner line, in both builds") {
  const std::vector<Instruction> written =
      at_line(recorded("matmul_tiled.as-written", "matmul_tiled"), 34);
  REQUIRE(written.size() == 2);
  for (const Instruction& load : written) {
    CHECK(load.opcode == "LD.E");
    CHECK(load.space == Space::kShared);  // a generic address, followed through the registers
    CHECK(load.is_space_known);
    CHECK(load.file.empty());
  }
  const std::vector<Instruction> compiled =
      at_line(recorded("matmul_tiled.as-compiled", "matmul_tiled"), 34);
  CHECK(compiled.size() == 20);
  CHECK(std::ranges::count(compiled, 16u, &Instruction::bytes_per_lane) == 4);
}

TEST_CASE("listing: global and shared accesses of one line in the debug build") {
  const std::vector<Instruction> line =
      at_line(recorded("matmul_tiled.as-written", "matmul_tiled"), 22);
  REQUIRE(line.size() == 2);
  CHECK(line[0].operation == Operation::kLoad);
  CHECK(line[0].space == Space::kGlobal);
  CHECK(line[1].operation == Operation::kStore);
  CHECK(line[1].space == Space::kShared);
}

TEST_CASE("listing: predicates, and jumps as indices") {
  const Listing listing = recorded("scan_hillis_steele.as-compiled", "scanHillisSteele");
  const std::vector<Instruction> loads = at_line(listing, 20);
  REQUIRE(loads.size() == 2);
  CHECK_FALSE(loads[0].is_predicated);
  CHECK(loads[1].is_predicated);
  const auto back = std::ranges::find_if(listing.instructions, [&](const Instruction& i) {
    const auto index = static_cast<uint32_t>(&i - listing.instructions.data());
    return !i.jump_targets.empty() && i.jump_targets[0] < index;
  });
  REQUIRE(back != listing.instructions.end());
  CHECK(back->goes_on);
  CHECK(listing.instructions[back->jump_targets[0]].line == 20);  // the loop's first access
}

TEST_CASE("listing: an inlined access keeps its header's line, a called function is at its calls") {
  for (const char* build : {"causes.as-written", "causes.as-compiled"}) {
    CAPTURE(build);
    const Listing listing = recorded(build, "included");
    CHECK(std::ranges::count_if(listing.instructions, [](const Instruction& i) {
            return i.is_memory && i.file == "twice.cuh" && i.line == 3;
          }) == 2);
  }
}

TEST_CASE(
    "listing: an atomic function of the compiler's library is one access of the calling line") {
  const std::vector<Instruction> written =
      at_line(recorded("causes.as-written", "widths"), 100);  // atomicAdd of a float
  REQUIRE(written.size() == 2);  // the double it adds, and the addition
  CHECK(written[0].bytes_per_lane == 8);
  CHECK(written[1].operation == Operation::kAtomic);
}

TEST_CASE("listing: local arrays are neither shared nor global") {
  const Listing listing = recorded("causes.as-written", "local_array");
  CHECK(at_line(listing, 122).size() == 1);  // the global load, not the local store
  CHECK(at_line(listing, 124).size() == 1);
}

TEST_CASE("listing: one for each kernel, none for functions, none from other text") {
  CHECK(parse_listing(recorded_text("causes.as-written")).size() == 11);
  CHECK(parse_listing(recorded_text("causes.as-compiled")).size() == 11);
  CHECK(parse_listing("").empty());
  CHECK(parse_listing("nvdisasm fatal: no such file\n").empty());
  CHECK(parse_listing("/*0000*/ LDS R1, [R2] ;\n.L_x_1:\n").empty());
}

TEST_CASE("listing: cut anywhere, it is read as far as it goes") {
  const std::string text = recorded_text("scan_hillis_steele.as-compiled");
  for (size_t length = 0; length < text.size(); length += 7) {
    const auto listings = parse_listing(text.substr(0, length));
    CHECK(listings.size() <= 1);
    if (!listings.empty()) {
      explain(listings[0], listings[0]);
    }
  }
}

}  // namespace warplens::measure::machine_code
