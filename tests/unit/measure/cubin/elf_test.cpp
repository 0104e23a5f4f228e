// The ELF file that a cubin is: what is read of whole ones, and that damaged ones cost nothing
// worse than an error.
#include <doctest/doctest.h>

#include <map>
#include <random>
#include <string>
#include <vector>

#include "kernels/measure/cubin/byte_reader.hpp"
#include "kernels/measure/cubin/elf.hpp"
#include "kernels/measure/cubin/kernel_code.hpp"
#include "support.hpp"
#include "tests/support/golden_sentences.hpp"

using warplens::test::golden;

namespace warplens::measure::cubin {
namespace {

const std::map<std::string, std::string> kNames{{"early_return", "_Z12early_returnPfi"},
                                                {"guarded", "_Z7guardedPfii"},
                                                {"long_if", "_Z7long_ifPfPKii"}};

std::vector<KernelCode> kernels_in(const std::string& bytes) {
  const auto found = kernels_of(std::vector<char>(bytes.begin(), bytes.end()), kNames);
  return found ? *found : std::vector<KernelCode>();
}

}  // namespace

TEST_CASE("elf: a cubin's sections, symbols and capability") {
  const std::string bytes = recorded("sm_90");
  const auto elf = read_elf(bytes);
  REQUIRE(elf.ok());
  CHECK(elf->compute == 90);
  const Section* code = elf->find(".text._Z12early_returnPfi");
  REQUIRE(code != nullptr);
  CHECK(code->size > 0);
  CHECK(code->bytes.size() == code->size);
  CHECK(code->size % 16 == 0);  // bytes of an instruction
  const Section* shared = elf->find(".nv.shared._Z7long_ifPfPKii");
  REQUIRE(shared != nullptr);
  CHECK(shared->bytes.empty());  // a size alone
  CHECK(elf->find(".text._Z7missing") == nullptr);
  size_t kernels = 0;
  for (const Symbol& symbol : elf->symbols) {
    if (!symbol.name.starts_with("_Z")) continue;
    ++kernels;
    REQUIRE(symbol.section < elf->sections.size());
    CHECK(elf->sections[symbol.section].name == ".text." + std::string(symbol.name));
  }
  CHECK(kernels == 10);
  CHECK(read_elf(recorded("sm_75"))->compute == 75);
  CHECK(read_elf(recorded("sm_120"))->compute == 120);
}

TEST_CASE("elf: other files are refused") {
  CHECK(read_elf("").error() == "it is no 64-bit ELF file");
  CHECK(read_elf("#!/bin/sh\n").error() == "it is no 64-bit ELF file");
  std::string bytes = recorded("sm_90");
  bytes[18] = 62;  // x86-64
  CHECK(read_elf(bytes).error() == golden("measure.elf.other_machine"));
  bytes = recorded("sm_90");
  bytes[60] = bytes[61] = '\xff';  // 65,535 sections
  CHECK(read_elf(bytes).error() == golden("measure.elf.no_sections"));
}

TEST_CASE("elf: no truncated file is read beyond its end") {
  const std::string whole = recorded("sm_90");
  REQUIRE(kernels_in(whole).size() == 3);
  const uint64_t end = ByteReader(whole, 32).u64();  // of the table of sections
  REQUIRE(end > whole.size() - 1000);
  size_t refused = 0;
  for (size_t size = 0; size < whole.size(); ++size) {
    const std::string part = whole.substr(0, size);  // its own allocation: sanitizers see its end
    refused += kernels_in(part).empty() ? 1 : 0;
  }
  CHECK(refused == end);
}

TEST_CASE("elf: damaged files are read without harm") {
  const std::string whole = recorded("sm_75");
  std::mt19937 random(7);
  const auto below = [&](size_t count) { return random() % count; };
  size_t with_kernels = 0;
  for (int round = 0; round < 3000; ++round) {
    std::string bytes = whole;
    // The header, the table of sections at the end, or anywhere.
    const size_t from = round % 3 == 0 ? 0 : round % 3 == 1 ? whole.size() - 4000 : 0;
    const size_t count = round % 3 == 0 ? 64 : round % 3 == 1 ? 4000 : whole.size();
    for (size_t i = 0; i <= below(4); ++i) bytes[from + below(count)] = static_cast<char>(random());
    with_kernels += kernels_in(bytes).empty() ? 0 : 1;
  }
  CHECK(with_kernels > 1000);  // most bytes do not matter
}

TEST_CASE("elf: numbers beyond the end are 0, and remembered") {
  ByteReader reader("\x01\x02\x03");
  CHECK(reader.u16() == 0x0201);
  CHECK_FALSE(reader.has_failed());
  CHECK(reader.u16() == 0);
  CHECK(reader.has_failed());
  CHECK(reader.u8() == 0);  // also where there would be one
  ByteReader numbers(std::string_view("\xe5\x8e\x26\x7f\x80", 5));
  CHECK(numbers.unsigned_leb() == 624485);
  CHECK(numbers.signed_leb() == -1);
  CHECK(numbers.unsigned_leb() == 0);  // goes on beyond the end
  CHECK(numbers.has_failed());
  ByteReader endless(std::string_view("\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x00", 12));
  CHECK(endless.unsigned_leb() == UINT64_MAX);
  CHECK_FALSE(endless.has_failed());
  CHECK(ByteReader("ab").text().empty());  // without a closing zero
}

}  // namespace warplens::measure::cubin
