// The bits of scalars and the initial contents of arrays.
#include <doctest/doctest.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <set>
#include <span>

#include "sim/launch/fill.hpp"
#include "sim/launch/parse.hpp"
#include "tests/support/golden_sentences.hpp"

using namespace warplens;
using namespace warplens::launch;
using base::Scalar;
using warplens::test::golden;

namespace {

uint64_t bits(Scalar type, std::string_view text) {
  const auto out = scalar_bits(type, text);
  REQUIRE_MESSAGE(out.ok(), text);
  return out.value();
}
std::string bits_error(Scalar type, std::string_view text) {
  const auto out = scalar_bits(type, text);
  REQUIRE_FALSE_MESSAGE(out.ok(), text);
  return out.error();
}
float as_float(std::string_view text) {
  return std::bit_cast<float>(static_cast<uint32_t>(bits(Scalar::kFloat, text)));
}
double as_double(std::string_view text) {
  return std::bit_cast<double>(bits(Scalar::kDouble, text));
}

template <class T>
std::vector<T> filled(std::string_view text, const FileReader& reader = {}) {
  const auto bytes = make_bytes(parse_array(text).value(), reader);
  REQUIRE_MESSAGE(bytes.ok(), text);
  std::vector<T> out(bytes->size() / sizeof(T));
  bytes->read(0, std::as_writable_bytes(std::span(out)));
  return out;
}

}  // namespace

TEST_CASE("scalar: whole numbers in decimal and hexadecimal, signs and suffixes") {
  CHECK(bits(Scalar::kInt, "42") == 42);
  CHECK(bits(Scalar::kInt, "-1") == 0xffffffffu);
  CHECK(bits(Scalar::kInt, "+7") == 7);
  CHECK(bits(Scalar::kInt, " 7 ") == 7);
  CHECK(bits(Scalar::kUInt, "0xFFffFFff") == 0xffffffffu);
  CHECK(bits(Scalar::kUInt, "5u") == 5);
  CHECK(bits(Scalar::kULongLong, "5ull") == 5);
  CHECK(bits(Scalar::kInt, "010") == 10);  // not octal, which is never intended here
  CHECK(bits(Scalar::kLong, "-9223372036854775808") == uint64_t{1} << 63);
  CHECK(bits(Scalar::kULong, "18446744073709551615") == ~uint64_t{0});
  CHECK(bits(Scalar::kChar, "-128") == 0x80);
  CHECK(bits(Scalar::kShort, "-0x8000") == 0x8000);
}

TEST_CASE("scalar: a value that does not fit is reported with the range") {
  CHECK(bits_error(Scalar::kUChar, "300") == golden("launch.value.above_uchar"));
  CHECK(bits_error(Scalar::kChar, "128") == golden("launch.value.above_char"));
  CHECK(bits_error(Scalar::kChar, "-129") == golden("launch.value.below_char"));
  CHECK(bits_error(Scalar::kUInt, "-1") == golden("launch.value.below_uint"));
  CHECK(bits_error(Scalar::kInt, "0xffffffff") == golden("launch.value.above_int"));
  CHECK(
      bits_error(Scalar::kULong, "18446744073709551616").ends_with("(0 to 18446744073709551615)"));
  CHECK(bits_error(Scalar::kInt, "1.5") == golden("launch.value.fraction_for_int"));
  CHECK(bits_error(Scalar::kInt, "abc") == golden("launch.value.letters_for_int"));
  CHECK(bits_error(Scalar::kInt, "--1") == golden("launch.value.two_signs"));
  CHECK(bits_error(Scalar::kInt, "0x") == golden("launch.value.hex_without_digits"));
  CHECK(bits_error(Scalar::kInt, "-") == golden("launch.value.sign_alone"));
  CHECK(bits_error(Scalar::kInt, "") == golden("launch.value.missing"));
}

TEST_CASE("scalar: floating numbers are rounded once, and may be inf or nan") {
  CHECK(as_float("1.5") == 1.5f);
  CHECK(as_float("-0.1f") == -0.1f);
  CHECK(as_float(".5") == 0.5f);
  CHECK(as_float("1e-3") == 1e-3f);
  CHECK(as_float("0x10") == 16.0f);
  CHECK(as_float("16777217") == 16777216.0f);
  CHECK(as_double("0.1") == 0.1);
  CHECK(as_double("1e308") == 1e308);
  CHECK(std::signbit(as_float("-0")));
  CHECK(as_float("-inf") == -INFINITY);
  CHECK(std::isnan(as_double("nan")));
  CHECK(as_float("1e-40") == 1e-40f);  // a denormal
  CHECK(as_float("1e-300") == 0.0f);
  CHECK(as_double("1e-400") == 0.0);
  CHECK(bits_error(Scalar::kFloat, "1e39") == golden("launch.value.above_float"));
  CHECK(bits_error(Scalar::kDouble, "1e400") == golden("launch.value.above_double"));
  CHECK(bits_error(Scalar::kFloat, "one") == golden("launch.value.letters_for_float"));
  CHECK(bits_error(Scalar::kFloat, "1.5x") == golden("launch.value.letter_behind_float"));
  CHECK(bits_error(Scalar::kFloat, "f") == golden("launch.value.suffix_alone"));
}

TEST_CASE("scalar: bool is true or false, 1 or 0") {
  CHECK(bits(Scalar::kBool, "true") == 1);
  CHECK(bits(Scalar::kBool, "0") == 0);
  CHECK(bits_error(Scalar::kBool, "2") == golden("launch.value.not_a_bool"));
}

TEST_CASE("fill: mod counts in the element's own type") {
  CHECK(filled<float>("float[3][2]:mod=4") == std::vector<float>{0, 1, 2, 3, 0, 1});
  CHECK(filled<int8_t>("char[300]")[299] == static_cast<int8_t>(299 % 256));
  CHECK(filled<uint8_t>("unsigned char[2000]")[1500] == static_cast<uint8_t>((1500 % 1021) % 256));
  CHECK(filled<uint8_t>("bool[5]:mod=3") == std::vector<uint8_t>{0, 1, 1, 0, 1});
  CHECK(filled<double>("double[2000]")[1999] == 1999 % 1021);
  CHECK(filled<float>("float[5]:mod=4+3") == std::vector<float>{3, 0, 1, 2, 3});
  CHECK(filled<float>("float[2000]:mod=1021+100")[1999] == (1999 + 100) % 1021);
  CHECK(filled<int16_t>("short[3]:mod=1") == std::vector<int16_t>{0, 0, 0});
  CHECK(filled<int>("int[5]:mod=18446744073709551615") == std::vector<int>{0, 1, 2, 3, 4});
}

TEST_CASE("fill: zero, iota, const, values, none") {
  CHECK(filled<int>("int[3]:zero") == std::vector<int>{0, 0, 0});
  CHECK(filled<int64_t>("long[3]:iota") == std::vector<int64_t>{0, 1, 2});
  CHECK(filled<float>("float[3]:const=-2.5") == std::vector<float>{-2.5f, -2.5f, -2.5f});
  CHECK(filled<int>("int[4]:values=5,-6") == std::vector<int>{5, -6, 0, 0});
  CHECK(filled<uint8_t>("char[2]:none") == std::vector<uint8_t>{0xCD, 0xCD});
}

TEST_CASE("fill: random depends only on the seed and the index") {
  const std::vector<float> a = filled<float>("float[1000]:random=1");
  CHECK(a == filled<float>("float[1000]:random=1"));
  CHECK(a != filled<float>("float[1000]:random=2"));
  const std::vector<float> longer = filled<float>("float[2000]:random=1");
  CHECK(std::vector<float>(longer.begin(), longer.begin() + 1000) == a);
  double sum = 0;
  for (float x : a) {
    REQUIRE(x >= 0.0f);
    REQUIRE(x < 1.0f);
    sum += x;
  }
  CHECK(sum > 400);
  CHECK(sum < 600);
  const std::vector<int> ints = filled<int>("int[1000]:random=1");
  CHECK(std::set<int>(ints.begin(), ints.end()).size() > 990);
  for (uint8_t b : filled<uint8_t>("bool[100]:random=1")) REQUIRE(b <= 1);
}

TEST_CASE("fill: a file gives the bytes, and zeros follow") {
  const FileReader reader = [](const std::string& path,
                               uint64_t) -> base::Result<FileBytes, std::string> {
    if (path != "a.bin") return base::fail("no file '" + path + "'");
    return FileBytes{2, {std::byte{1}, std::byte{2}}};
  };
  CHECK(filled<uint8_t>("uint8_t[4]:file=a.bin", reader) == std::vector<uint8_t>{1, 2, 0, 0});
  CHECK(make_bytes(parse_array("char[1]:file=a.bin").value(), reader).error() ==
        golden("launch.fill.file_too_large"));
  CHECK(make_bytes(parse_array("char[1]:file=b.bin").value(), reader).error() == "no file 'b.bin'");
  CHECK_FALSE(make_bytes(parse_array("char[1]:file=b.bin").value(), {}).ok());
}

TEST_CASE("fill: counts through the scalar members of structs, and padding is zero") {
  struct Particle {
    float x;
    int8_t kind;
    double mass;
  };
  const StructLayout layout{sizeof(Particle),
                            {{Scalar::kFloat, 0}, {Scalar::kChar, 4}, {Scalar::kDouble, 8}}};
  const auto particles = [&](std::string_view text) {
    const auto bytes = make_bytes(parse_array(text).value(), {}, &layout);
    REQUIRE_MESSAGE(bytes.ok(), text);
    std::vector<Particle> all(bytes->size() / sizeof(Particle));
    bytes->read(0, std::as_writable_bytes(std::span(all)));
    for (size_t i = 0; i < all.size(); ++i) {
      for (uint64_t at = 5; at < 8; ++at) CHECK((*bytes)[i * sizeof(Particle) + at] == std::byte{});
    }
    return all;
  };
  for (const char* text : {"Particle[20]:mod=7", "Particle[20]:mod=1021", "Particle[20]:mod=3"}) {
    const uint64_t n = parse_array(text).value().fill.n;
    const std::vector<Particle> all = particles(text);
    for (uint64_t i = 0; i < all.size(); ++i) {
      CHECK(all[i].x == static_cast<float>(3 * i % n));
      CHECK(all[i].kind == static_cast<int8_t>((3 * i + 1) % n));
      CHECK(all[i].mass == static_cast<double>((3 * i + 2) % n));
    }
  }
  CHECK(particles("Particle[3]:iota")[2].mass == 8);
  CHECK(particles("Particle[3]:const=2")[2].kind == 2);
  const std::vector<Particle> given = particles("Particle[3]:values=1.5,2,3,4.5");
  CHECK(given[0].x == 1.5f);
  CHECK(given[0].mass == 3);
  CHECK(given[1].x == 4.5f);
  CHECK(given[1].kind == 0);
  const ArrayArgument wrong = parse_array("Particle[3]:values=1,2.5").value();
  CHECK_FALSE(make_bytes(wrong, {}, &layout).ok());
}

TEST_CASE("fill: a large array has the contents of a small one, repeated or not") {
  const auto at = [](const base::PagedBytes& bytes, uint64_t index) {
    float value = 0;
    bytes.read(index * 4, std::as_writable_bytes(std::span(&value, 1)));
    return value;
  };
  for (const char* fill : {":mod=1021", ":mod=100003", ":mod=3000000", ":iota", ":random=5",
                           ":const=2.5", ":zero", ":values=1,2,3"}) {
    CAPTURE(fill);
    const auto small = make_bytes(parse_array(std::string("float[6000]") + fill).value(), {});
    const auto large = make_bytes(parse_array(std::string("float[6000000]") + fill).value(), {});
    REQUIRE(small.ok());
    REQUIRE(large.ok());
    for (uint64_t i = 0; i < 6000; ++i) REQUIRE(at(*small, i) == at(*large, i));
  }
  const auto mod = make_bytes(parse_array("float[6000000]:mod=1021").value(), {});
  for (uint64_t i = 5'000'000; i < 5'200'000; ++i)
    REQUIRE(at(*mod, i) == static_cast<float>(i % 1021));
}

TEST_CASE("fill: contents that are worked out in slices are those that are worked out at once") {
  const StructLayout floats{4, {{Scalar::kFloat, 0}}};
  const StructLayout pairs{16, {{Scalar::kChar, 4}, {Scalar::kDouble, 8}}};
  for (const char* text : {"float[1000000]:iota", "float[6000000]:random=5",
                           "float[1000000]:mod=3000000", "Pair[100000]:random=3"}) {
    CAPTURE(text);
    const ArrayArgument array = parse_array(text).value();
    const StructLayout& layout = array.struct_name.empty() ? floats : pairs;
    REQUIRE(ArrayFilling::is_for(array, layout));
    ArrayFilling filling(array, layout, nullptr);
    size_t slices = 1;
    for (base::Slice slice(1); filling.advance(slice) == base::Progress::kMore;
         slice = base::Slice(1))
      ++slices;
    CHECK(slices > array.count() * layout.bytes >> 18);
    const auto cut = filling.take(), whole = make_bytes(array, {}, &layout);
    REQUIRE(cut.ok());
    REQUIRE(whole.ok());
    CHECK(*cut == *whole);
  }
  for (const char* text :
       {"float[9000000]:zero", "float[9000000]", "float[9000000]:mod=7", "float[9000000]:const=1",
        "float[2]:values=1,2", "float[9]:file=a.bin"}) {
    CAPTURE(text);
    CHECK_FALSE(ArrayFilling::is_for(parse_array(text).value(), floats));
  }
  const auto budget = std::make_shared<base::PageBudget>(1000);
  ArrayFilling too_large(parse_array("float[1000]:iota").value(), floats, budget);
  base::Slice slice(base::Slice::kWhole);
  CHECK(too_large.advance(slice) == base::Progress::kDone);
  const auto whole = make_bytes(parse_array("float[1000]:iota").value(), {}, &floats, budget);
  CHECK(too_large.take().error() == whole.error());
}

TEST_CASE("fill: an array larger than any memory is refused before it is made") {
  const auto bytes = make_bytes(parse_array("char[9223372036854775808]").value(), {});
  REQUIRE_FALSE(bytes.ok());
  CHECK(bytes.error() == golden("launch.array.too_large"));
  ArrayArgument endless;
  endless.extents = {uint64_t{1} << 40, uint64_t{1} << 40};
  CHECK(endless.count() == ~uint64_t{0});
  CHECK_FALSE(make_bytes(endless, {}).ok());
}
