// printf's text by C's rules, the order of lines, and the cap.
#include <doctest/doctest.h>

#include <bit>
#include <memory>

#include "sim/base/format_text.hpp"
#include "sim/observe/print_log.hpp"

using namespace warplens;
using namespace warplens::observe;

namespace {

uint64_t real(double value) {
  return std::bit_cast<uint64_t>(value);
}

std::string text(const std::string& format, const std::vector<uint64_t>& arguments) {
  return base::format_text(format, arguments);
}

std::shared_ptr<const code::Program> program_that_prints(const std::string& format) {
  auto unit = std::make_shared<lang::Unit>();
  unit->file = base::SourceFile("t.cu", "one\ntwo\n");
  auto program = std::make_shared<code::Program>();
  program->unit = unit;
  code::PrintSite site;
  site.format = format;
  site.span = {4, 7};
  program->prints.push_back(site);
  return program;
}

}  // namespace

TEST_CASE("print: integers") {
  CHECK(text("%d|%i|%u", {0xffffffff, 7, 0xffffffff}) == "-1|7|4294967295");
  CHECK(text("%5d|%-5d|%05d|%+d", {42, 42, 42, 42}) == "   42|42   |00042|+42");
  CHECK(text("%x %X %o %#x", {255, 255, 8, 16}) == "ff FF 10 0x10");
  CHECK(text("%lld %llu %zu %ld", {~uint64_t{0}, ~uint64_t{0}, 1, uint64_t{1} << 40}) ==
        "-1 18446744073709551615 1 1099511627776");
  CHECK(text("%hhd %hu", {0x1ff, 0x12345}) == "-1 9029");
  CHECK(text("%c%c", {'o', 'k'}) == "ok");
  CHECK(text("%p", {0x1000}) == "0x1000");
}

TEST_CASE("print: floating values") {
  CHECK(text("%f %.2f %8.3f|%-8.1f|", {real(1.5), real(3.14159), real(2.5), real(9)}) ==
        "1.500000 3.14    2.500|9.0     |");
  CHECK(text("%e %g %G", {real(12345.678), real(0.0001), real(1e20)}) ==
        "1.234568e+04 0.0001 1E+20");
}

TEST_CASE("print: widths as arguments, percent signs, what is missing") {
  CHECK(text("%*d|%.*f|%-*d|", {4, 7, 1, real(2.25), 3, 5}) == "   7|2.2|5  |");
  CHECK(text("100%% of %d", {3}) == "100% of 3");
  CHECK(text("%d %d", {1}) == "1 %d");
  CHECK(text("%k %", {1}) == "%k %");
  CHECK(text("%99999999d", {1}).size() == 1000);
}

TEST_CASE("print: lines in order of the lanes, with block and thread") {
  PrintLog log(program_that_prints("lane %d\n"), {8, 8, 1});
  log.block_begins({2, 1, 0});
  std::vector<std::array<uint64_t, 32>> arguments(1);
  for (uint32_t lane = 0; lane < 32; ++lane) arguments[0][lane] = lane;
  log.prints(1, 0, 0x80000001, {arguments, {}});
  const Prints prints = log.so_far();
  REQUIRE(prints.lines.size() == 2);
  CHECK(prints.lines[0].text == "lane 0\n");
  CHECK(prints.lines[1].text == "lane 31\n");
  CHECK(prints.lines[0].line == 2);
  CHECK(prints.lines[1].block == trace::BlockId{2, 1, 0});
  CHECK(prints.lines[1].thread[0] == 7);
  CHECK(prints.lines[1].thread[1] == 7);
  CHECK(prints.dropped == 0);
}

TEST_CASE("print: the rest behind the cap is counted") {
  PrintLog log(program_that_prints("x"), {32, 1, 1});
  for (size_t i = 0; i < kMostPrints / 32 + 2; ++i) log.prints(0, 0, ~0u, {});
  const Prints prints = log.so_far();
  CHECK(prints.lines.size() == kMostPrints);
  CHECK(prints.dropped == (kMostPrints / 32 + 2) * 32 - kMostPrints);
}
