// Arrays in files: what is written is read back, and what does not fit is reported.
#include "sim/launch/array_file.hpp"
#include "tests/support/golden_sentences.hpp"

#include <doctest/doctest.h>

#include <cstring>
#include <string>
#include <vector>

using warplens::test::golden;

namespace warplens::launch {
namespace {

const StructLayout kFloats{4, {{base::Scalar::kFloat, 0}}};
// struct { float x; unsigned char kind; int id; }
const StructLayout kBody{
    12, {{base::Scalar::kFloat, 0}, {base::Scalar::kUChar, 4}, {base::Scalar::kInt, 8}}};

std::vector<std::byte> bytes_of(const std::vector<float>& values) {
  std::vector<std::byte> bytes(values.size() * sizeof(float));
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

std::string text_of(const std::vector<std::byte>& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::string written(ArrayFormat format, const StructLayout& layout,
                    const std::vector<uint64_t>& extents, std::vector<std::byte> bytes) {
  return text_of(write_array(format, layout, extents, std::move(bytes)));
}

}  // namespace

TEST_CASE("array file: the ending says the format") {
  CHECK(format_of("a/b.npy") == ArrayFormat::kNpy);
  CHECK(format_of("b.csv") == ArrayFormat::kCsv);
  CHECK(format_of("npy") == ArrayFormat::kBytes);
}

TEST_CASE("array file: NumPy's format has the header that NumPy writes, and is read back") {
  const std::vector<std::byte> bytes = bytes_of({1, 2.5f, -3, 4, 5, 6});
  const std::string file = written(ArrayFormat::kNpy, kFloats, {2, 3}, bytes);
  CHECK(file.starts_with("\x93NUMPY\x01"));
  CHECK(file.find("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }") == 10);
  CHECK((file.size() - bytes.size()) % 64 == 0);
  const auto read = read_array(ArrayFormat::kNpy, file, kFloats, 6);
  REQUIRE(read.ok());
  CHECK(*read == bytes);
  const std::string row = written(ArrayFormat::kNpy, kFloats, {6}, bytes);
  CHECK(row.find("'shape': (6,), }") != std::string::npos);
  const std::string records = written(ArrayFormat::kNpy, kBody, {24}, std::vector<std::byte>(24));
  CHECK(records.find("[('f0', '<f4'), ('f1', '|u1'), ('', '|V3'), ('f2', '<i4')]") !=
        std::string::npos);
  CHECK(records.find("'shape': (2,), }") != std::string::npos);
}

TEST_CASE("array file: another type, count or order is reported") {
  const std::string file = written(ArrayFormat::kNpy, kFloats, {6}, bytes_of({1, 2, 3, 4, 5, 6}));
  CHECK(read_array(ArrayFormat::kNpy, file, kFloats, 5).error() ==
        golden("launch.npy.wrong_count"));
  const StructLayout ints{4, {{base::Scalar::kInt, 0}}};
  CHECK(read_array(ArrayFormat::kNpy, file, ints, 6).error() == golden("launch.npy.wrong_type"));
  std::string columns = written(ArrayFormat::kNpy, kFloats, {2, 3}, bytes_of({1, 2, 3, 4, 5, 6}));
  columns.replace(columns.find("False, "), 7, "True,  ");
  CHECK(read_array(ArrayFormat::kNpy, columns, kFloats, 6).error().find("Fortran") !=
        std::string::npos);
  CHECK(read_array(ArrayFormat::kNpy, "1,2", kFloats, 2).error() == golden("launch.npy.no_array"));
  CHECK_FALSE(read_array(ArrayFormat::kNpy, file.substr(0, 40), kFloats, 6).ok());
}

TEST_CASE("array file: numbers in text, a line for an innermost row or a record") {
  CHECK(written(ArrayFormat::kCsv, kFloats, {2, 2}, bytes_of({1, 2.5f, -3, 0.1f})) ==
        "1,2.5\n-3,0.1\n");
  CHECK(written(ArrayFormat::kCsv, kFloats, {2}, bytes_of({1, 2})) == "1\n2\n");
  const auto read = read_array(ArrayFormat::kCsv, "1.5, 7 -2\n\n2.5;8;-3\n", kBody, 2);
  REQUIRE(read.ok());
  CHECK(written(ArrayFormat::kCsv, kBody, {24}, *read) == "1.5,7,-2\n2.5,8,-3\n");
  CHECK(read_array(ArrayFormat::kCsv, "1 2 3", kFloats, 2).error() ==
        golden("launch.csv.too_many"));
  CHECK(read_array(ArrayFormat::kCsv, "1 two", kFloats, 2).error().starts_with("element 1: "));
  CHECK(read_array(ArrayFormat::kCsv, "", kFloats, 1).error() == golden("launch.csv.nothing"));
}

}  // namespace warplens::launch
