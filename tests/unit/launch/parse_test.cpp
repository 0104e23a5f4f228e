// Options, arguments, embedded launches, and the round trip of printed launches.
#include <doctest/doctest.h>

#include <random>

#include "sim/launch/fill.hpp"
#include "sim/launch/parse.hpp"
#include "tests/support/golden_sentences.hpp"

using namespace warplens;
using namespace warplens::launch;
using warplens::test::golden;

namespace {

LaunchOptions options(std::string_view text) {
  auto parsed = parse_options(split_words(text));
  REQUIRE_MESSAGE(parsed.ok(), text);
  return std::move(parsed).value();
}
std::string option_error(std::string_view text) {
  const auto parsed = parse_options(split_words(text));
  REQUIRE_FALSE(parsed.ok());
  return parsed.error();
}
std::string array_error(std::string_view text) {
  const auto parsed = parse_array(text);
  REQUIRE_FALSE(parsed.ok());
  return parsed.error();
}
ArrayArgument array(std::string_view text) {
  auto parsed = parse_array(text);
  REQUIRE_MESSAGE(parsed.ok(), text);
  return std::move(parsed).value();
}

}  // namespace

TEST_CASE("launch: sizes have one to three parts") {
  CHECK(parse_dim3("16").value() == Dim3{16, 1, 1});
  CHECK(parse_dim3("16,8").value() == Dim3{16, 8, 1});
  CHECK(parse_dim3("4294967295,1,0x10").value() == Dim3{4294967295u, 1, 16});
  CHECK((Dim3{4294967295u, 2, 3}).count() == uint64_t{4294967295u} * 6);
  CHECK(parse_dim3("0,1").error() == golden("launch.sizes.zero"));
  CHECK(parse_dim3("4294967296").error() == golden("launch.sizes.above_32_bits"));
  CHECK(parse_dim3("1,2,3,4").error() == golden("launch.sizes.four"));
  CHECK(parse_dim3("").error() == golden("launch.sizes.nothing"));
  CHECK(parse_dim3("8,").error() == golden("launch.sizes.missing_behind_comma"));
  CHECK(parse_dim3("-8").error() == golden("launch.sizes.negative"));
  CHECK(parse_dim3("8x8").error() == golden("launch.sizes.with_x"));
}

TEST_CASE("launch: an array is a type, sizes and a fill") {
  ArrayArgument m = array("float[16][32]");
  CHECK(m.element == base::Scalar::kFloat);
  CHECK(m.extents == std::vector<uint64_t>{16, 32});
  CHECK(m.fill == Fill{});
  CHECK(m.count() == 512);
  CHECK(m.bytes() == 2048);
  CHECK(array("unsigned char[7]:zero").element == base::Scalar::kUChar);
  CHECK(array("int[4]:mod=7").fill.n == 7);
  CHECK(array("int[4]:mod=7+6").fill.first == 6);
  CHECK(print(array("int[4]:mod=7+6")) == "int[4]:mod=7+6");
  CHECK_FALSE(array_error("int[4]:mod=7+7").empty());
  CHECK_FALSE(array_error("int[4]:mod=7+").empty());
  CHECK(array("int[4]:random=42").fill.kind == FillKind::kRandom);
  CHECK(array("int[4]:values=1,-2,0x3").fill.values == std::vector<std::string>{"1", "-2", "0x3"});
  CHECK(array("double[4]:const=-1.5e3").fill.values == std::vector<std::string>{"-1.5e3"});
  CHECK(array("char[4]:file=a:b=[c].bin").fill.path == "a:b=[c].bin");
  CHECK(array("char[4]:none").fill.kind == FillKind::kNone);
  CHECK(array("char[4]:iota").fill.kind == FillKind::kIota);
}

TEST_CASE("launch: the errors of bad arrays") {
  CHECK(array_error("flo+at[4]") == golden("launch.array.unknown_type"));
  CHECK(array_error("float") == golden("launch.array.count_missing"));
  CHECK(array_error("[4]") == "[4]: unknown type ''");
  CHECK(array_error("float[") == "float[: a ']' is missing");
  CHECK(array_error("float[]") == golden("launch.array.count_empty"));
  CHECK(array_error("float[0]") == golden("launch.array.count_zero"));
  CHECK(array_error("float[4]x") == golden("launch.array.no_colon"));
  CHECK(array_error("float[4]:iot") == golden("launch.array.unknown_fill"));
  CHECK(array_error("float[4]:zero=1") == golden("launch.fill.takes_no_value"));
  CHECK(array_error("float[4]:mod") == golden("launch.fill.needs_value"));
  CHECK(array_error("float[4]:mod=0") == golden("launch.fill.modulus_zero"));
  CHECK(array_error("int[4]:const=1.5") == golden("launch.fill.fraction_for_int"));
  CHECK(array_error("int[2]:values=1,2,3") == golden("launch.fill.too_many_values"));
  CHECK(array_error("unsigned char[2]:values=1,300") == golden("launch.fill.value_does_not_fit"));
}

TEST_CASE("launch: an array may be of a struct of the file, whose name is kept") {
  CHECK(array("Particle[10]:zero").struct_name == "Particle");
  CHECK(array("physics::Body[4][2]").extents == std::vector<uint64_t>{4, 2});
  CHECK(array("Tile<16>[4]:values=1,2,3,4,5").struct_name == "Tile<16>");
  for (const char* text : {"Particle[10]:zero", "physics::Body[4][2]", "Tile<16>[4]:const=1.5"})
    CHECK(print(array(text)) == text);
  CHECK(nearest_type("flaot") == "float");
  CHECK(array_error("a:b[4]") == golden("launch.array.unknown_type_with_colon"));
}

TEST_CASE("launch: sizes up to 2^63 are counted without overflow") {
  CHECK(array("char[9223372036854775808]").count() == uint64_t{1} << 63);
  CHECK(array("double[1152921504606846976]").bytes() == uint64_t{1} << 63);
  CHECK(array_error("double[9223372036854775808]")
            .ends_with("the array is too large to count its bytes"));
  CHECK(array_error("char[4294967296][4294967296][4]")
            .ends_with("the array is too large to count its bytes"));
  CHECK(array_error("char[9223372036854775809]")
            .ends_with("sizes must be at most 9223372036854775808"));
  CHECK(array_error("char[99999999999999999999]")
            .ends_with("sizes must be at most 9223372036854775808"));
}

TEST_CASE("launch: an argument is a scalar's text or an array") {
  CHECK(parse_argument("n=256").value() == Argument{"n", std::string("256")});
  CHECK(parse_argument("x=-1.5f").value() == Argument{"x", std::string("-1.5f")});
  CHECK(std::holds_alternative<ArrayArgument>(parse_argument("m=float[4]").value().value));
  CHECK(parse_argument("m=flo+at[4]").error() == golden("launch.argument.unknown_type"));
  CHECK(parse_argument("m=float").error() == golden("launch.argument.array_without_size"));
  CHECK(parse_argument("m").error() == golden("launch.argument.name_alone"));
  CHECK(parse_argument("3=4").error() == golden("launch.argument.name_is_a_number"));
  CHECK(parse_argument("m=").error() == golden("launch.argument.value_missing"));
}

TEST_CASE("launch: a definition without a value is 1") {
  CHECK(parse_definition("TILE=8").value() == Definition{"TILE", "8"});
  CHECK(parse_definition("TILE").value() == Definition{"TILE", "1"});
  CHECK(parse_definition("TILE=").value() == Definition{"TILE", ""});
  CHECK(parse_definition("A=b=c").value() == Definition{"A", "b=c"});
  CHECK(parse_definition("8=1").error() == golden("launch.definition.name_is_a_number"));
}

TEST_CASE("launch: words are split as a shell splits them") {
  CHECK(split_words("") == std::vector<std::string>{});
  CHECK(split_words("  a\t b\r\n") == std::vector<std::string>{"a", "b"});
  CHECK(split_words("'a b' \"c'd\" e'f'\"g\" ''") ==
        std::vector<std::string>{"a b", "c'd", "efg", ""});
  CHECK(split_words("'open end") == std::vector<std::string>{"open end"});
}

TEST_CASE("launch: options are read in both spellings") {
  const LaunchOptions a = options(
      "--grid 2,2 --block=8,8 --kernel k --shared 1024 -D A=1 -DB=2 -DC --set tile=16 --arg n=16 "
      "--arg=m=float[4][4]:zero --device cc1.0 --threads 4 --step-limit=1000");
  CHECK(a.grid == Dim3{2, 2, 1});
  CHECK(a.block == Dim3{8, 8, 1});
  CHECK(a.kernel == "k");
  CHECK(a.shared_bytes == 1024);
  CHECK(a.defines == std::vector<Definition>{{"A", "1"}, {"B", "2"}, {"C", "1"}});
  CHECK(a.settings == std::vector<Definition>{{"tile", "16"}});
  REQUIRE(a.arguments.size() == 2);
  CHECK(a.arguments[1].name == "m");
  CHECK(a.device == "cc1.0");
  CHECK(a.threads == 4u);
  CHECK(a.step_limit == 1000u);
  CHECK_FALSE(options("").grid.has_value());
}

TEST_CASE("launch: the errors of bad options name the option and the reason") {
  CHECK(option_error("--grid 0,1") == golden("launch.option.grid_zero"));
  CHECK(option_error("--arg m=flo+at[4]") == golden("launch.option.argument_of_unknown_type"));
  CHECK(option_error("--girд 1") != "");
  CHECK(option_error("--gird 1") == golden("launch.option.mistyped"));
  CHECK(option_error("--gird=1") == golden("launch.option.mistyped_with_value"));
  CHECK(option_error("file.cu") == golden("launch.option.not_an_option"));
  CHECK(option_error("--block") == golden("launch.option.value_missing"));
  CHECK(option_error("--threads 0") == golden("launch.option.threads_zero"));
  CHECK(option_error("--shared -1") == golden("launch.option.shared_negative"));
  CHECK(option_error("--set tile") == golden("launch.option.setting_without_value"));
  CHECK(option_error("-D 1x") == golden("launch.option.definition_without_name"));
  CHECK(option_error("--kernel ''") == golden("launch.option.kernel_without_name"));
}

TEST_CASE("launch: a file's first comment may contain its launch") {
  CHECK(embedded_options("// warplens: --grid 2,2\nint x;") == "--grid 2,2");
  CHECK(embedded_options("\xEF\xBB\xBF\r\n\r\n  //warplens:--grid 2 \t\r\n") == "--grid 2");
  CHECK(embedded_options("// A title\n//\n// warplens: --grid 2\n// warplens: --block 8\n") ==
        "--grid 2 --block 8");
  CHECK(embedded_options("// warplens:") == "");
  CHECK(embedded_options("// warplens: --grid 2\n// warplens: assert lines == 1\n") == "--grid 2");
  CHECK(embedded_options("// warplens: assert lines == 1\n") == std::nullopt);
  CHECK(embedded_options("int x;\n// warplens: --grid 2\n") == std::nullopt);
  CHECK(embedded_options("// about warplens: it is\n") == std::nullopt);
  CHECK(embedded_options("") == std::nullopt);
  CHECK(embedded_options("//") == std::nullopt);
}

TEST_CASE("launch: options are merged into a launch, names replaced in place") {
  Launch base =
      apply(Launch{}, options("--grid 2 --block 8 -D A=1 -D B=2 --arg n=1 --arg m=2 --threads 3"));
  const Launch over = apply(base, options("--block 16 -D A=9 -D C=3 --arg m=float[4] --arg k=5"));
  CHECK(over.grid == Dim3{2, 1, 1});
  CHECK(over.block == Dim3{16, 1, 1});
  CHECK(over.threads == 3);
  CHECK(over.defines == std::vector<Definition>{{"A", "9"}, {"B", "2"}, {"C", "3"}});
  REQUIRE(over.arguments.size() == 3);
  CHECK(over.arguments[0].name == "n");
  CHECK(std::holds_alternative<ArrayArgument>(over.arguments[1].value));
  CHECK(over.arguments[2].name == "k");
}

TEST_CASE("launch: printing omits defaults") {
  CHECK(print(Launch{}) == "--grid 1 --block 1");
  const Launch launch =
      apply(Launch{}, options("--grid 2,2 --block 8,8 --arg n=16 --arg m=float[16][16]:mod=1021 "
                              "--arg 'v=unsigned char[3]:values=1,2,3'"));
  CHECK(print(launch) ==
        "--grid 2,2 --block 8,8 --arg n=16 --arg m=float[16][16] --arg 'v=unsigned "
        "char[3]:values=1,2,3'");
}

namespace {

class LaunchMaker {
 public:
  explicit LaunchMaker(uint32_t seed) : random_(seed) {}
  Launch next();

 private:
  uint64_t below(uint64_t n) { return random_() % n; }
  std::string name();
  std::string text();
  Dim3 size();
  Fill fill(uint64_t count);
  std::mt19937_64 random_;
};

std::string LaunchMaker::name() {
  std::string out(1, static_cast<char>('a' + below(26)));
  for (uint64_t i = below(6); i > 0; --i) out += "abcXYZ_019"[below(10)];
  return out;
}
std::string LaunchMaker::text() {  // awkward, but with no '[', which makes an array
  std::string out;
  for (uint64_t i = 1 + below(6); i > 0; --i) out += "a 1'\"=-,.\\$*\tz(é"[below(16)];
  return out;
}
Dim3 LaunchMaker::size() {
  const auto one = [&] {
    return static_cast<uint32_t>(below(3) == 0 ? 1 + below(4294967295u) : 1);
  };
  return {one(), one(), one()};
}
Fill LaunchMaker::fill(uint64_t count) {
  Fill out;
  out.kind = static_cast<FillKind>(below(8));
  if (out.kind == FillKind::kMod || out.kind == FillKind::kRandom)
    out.n = 1 + below(~uint64_t{0} - 1);
  if (out.kind == FillKind::kConst) out.values = {std::to_string(below(2))};
  if (out.kind == FillKind::kValues) {
    for (uint64_t i = 1 + below(std::min<uint64_t>(count, 5)); i > 0; --i)
      out.values.push_back(std::to_string(below(2)));
  }
  if (out.kind == FillKind::kFile) out.path = "dir/" + text() + ".bin";
  return out;
}
Launch LaunchMaker::next() {
  Launch out;
  if (below(2) == 0) out.kernel = name();
  out.grid = size();
  out.block = size();
  if (below(2) == 0) out.shared_bytes = random_();
  if (below(2) == 0) out.device = name();
  if (below(2) == 0) out.step_limit = 1 + below(1u << 30);
  if (below(2) == 0) out.threads = static_cast<uint32_t>(1 + below(64));
  const auto add_unique = [](auto& list, auto item) {
    for (const auto& old : list) {
      if (old.name == item.name) return;
    }
    list.push_back(std::move(item));
  };
  for (uint64_t i = below(4); i > 0; --i)
    add_unique(out.defines, Definition{name(), below(2) == 0 ? text() : ""});
  for (uint64_t i = below(5); i > 0; --i) {
    if (below(2) == 0) {
      add_unique(out.arguments, Argument{name(), "#" + text()});
      continue;
    }
    ArrayArgument array;
    array.element = static_cast<base::Scalar>(below(14));
    for (uint64_t k = 1 + below(3); k > 0; --k) array.extents.push_back(1 + below(1000));
    array.fill = fill(array.count());
    add_unique(out.arguments, Argument{name(), std::move(array)});
  }
  return out;
}

}  // namespace

TEST_CASE("launch: 10,000 random launches print and read back unchanged") {
  LaunchMaker maker(5);
  for (int i = 0; i < 10'000; ++i) {
    const Launch launch = maker.next();
    const std::string text = print(launch);
    CAPTURE(text);
    const auto read = parse_options(split_words(text));
    if (!read.ok()) FAIL(read.error());
    REQUIRE(apply(Launch{}, read.value()) == launch);
  }
}

TEST_CASE("launch: damaged options never crash, and always have an error") {
  LaunchMaker maker(6);
  std::mt19937 random(8);
  for (int i = 0; i < 10'000; ++i) {
    std::string text = print(maker.next());
    for (int k = 0; k < 3; ++k) text[random() % text.size()] = static_cast<char>(random());
    const auto read = parse_options(split_words(text));
    if (!read.ok()) REQUIRE_FALSE(read.error().empty());
  }
}

TEST_CASE("parse: a vector type is its component and their number") {
  const auto vectors = launch::parse_array("float4[64]:iota");
  REQUIRE(vectors.ok());
  CHECK(vectors->element == base::Scalar::kFloat);
  CHECK(vectors->extents == std::vector<uint64_t>{64, 4});
  CHECK(launch::print(*vectors) == "float[64][4]:iota");
  CHECK(launch::parse_array("uchar4[3][5]")->extents == std::vector<uint64_t>{3, 5, 4});
  CHECK(launch::parse_array("ulonglong2[1]")->element == base::Scalar::kULongLong);
  CHECK(launch::parse_array("half2[8]")->element == base::Scalar::kHalf);
  CHECK(launch::parse_array("__nv_bfloat162[8]")->element == base::Scalar::kBfloat);
  CHECK(launch::parse_array("__nv_bfloat162[8]")->extents == std::vector<uint64_t>{8, 2});
  CHECK(launch::parse_array("float5[8]").value().struct_name == "float5");  // not one of CUDA's
  CHECK_FALSE(launch::parse_argument("a=float4").ok());
}

TEST_CASE("parse: halves are rounded and range-checked") {
  CHECK(*launch::scalar_bits(base::Scalar::kHalf, "1.5") == 0x3e00);
  CHECK(*launch::scalar_bits(base::Scalar::kHalf, "-2") == 0xc000);
  CHECK(*launch::scalar_bits(base::Scalar::kHalf, "inf") == 0x7c00);
  CHECK_FALSE(launch::scalar_bits(base::Scalar::kHalf, "65520").ok());
  CHECK_FALSE(launch::scalar_bits(base::Scalar::kHalf, "x").ok());
  CHECK(*launch::scalar_bits(base::Scalar::kBfloat, "1.5") == 0x3fc0);
  CHECK(*launch::scalar_bits(base::Scalar::kBfloat, "65520") == 0x4780);
  CHECK_FALSE(launch::scalar_bits(base::Scalar::kBfloat, "3.5e38").ok());
}

TEST_CASE("parse: an argument may be another array, or a record's leaves") {
  CHECK(std::get<std::string>(launch::parse_argument("in=@out")->value) == "@out");
  CHECK(std::get<std::string>(launch::parse_argument("v={1, 2.5}")->value) == "{1, 2.5}");
  CHECK_FALSE(launch::parse_argument("in=@").ok());
  CHECK_FALSE(launch::parse_argument("in=@1").ok());
  for (const char* text : {"v={", "v=3}", "v={1,2", "v={1,{2}", "v={1}}", "v={1}{2}"}) {
    CHECK(launch::parse_argument(text).error() ==
          std::string(text) +
              ": its braces do not match; a struct's members are written {1,{2,3}}");
  }
  CHECK(launch::parse_argument("v=float\n[4]").error().ends_with("an argument is one line"));
}

TEST_CASE("parse: launches that follow take sizes from the one before") {
  const auto options = launch::parse_options(launch::split_words(
      "--kernel first --grid 4 --block 32 --then 'matmul<32, 1> --block 8,8 --arg in=@out' "
      "--then last"));
  REQUIRE(options.ok());
  const launch::Launch all = launch::apply({}, *options);
  REQUIRE(all.then.size() == 2);
  CHECK(all.then[0].kernel == "matmul<32, 1>");
  CHECK(all.then[0].grid == launch::Dim3{4, 1, 1});
  CHECK(all.then[0].block == launch::Dim3{8, 8, 1});
  CHECK(all.then[1].kernel == "last");
  CHECK(all.then[1].block == launch::Dim3{8, 8, 1});
  const auto again = launch::parse_options(launch::split_words(launch::print(all)));
  REQUIRE(again.ok());
  CHECK(launch::apply({}, *again) == all);
}

TEST_CASE("parse: the options that a following launch may not have") {
  const auto error_of = [](const std::string& words) {
    const auto options = launch::parse_options(launch::split_words(words));
    return options.ok() ? std::string() : options.error();
  };
  CHECK(error_of("--then ''").find("a kernel is missing") != std::string::npos);
  CHECK(error_of("--then 'f -D N=1'").find("-D concerns all launches") != std::string::npos);
  CHECK(error_of("--then 'f --then g'").find("--then concerns") != std::string::npos);
  CHECK(error_of("--then 'f --gird 1'").find("--then: unknown option '--gird'") !=
        std::string::npos);
  CHECK(launch::parse_options({"--then-all"})->then_all);
}
