#include "sim/tensor/mma_shape.hpp"

#include <doctest/doctest.h>

#include <set>
#include <utility>

using namespace warplens::tensor;

namespace {

const MmaShape& shape_of(std::string_view name, std::string_view d, std::string_view a,
                         std::string_view b, std::string_view c) {
  const auto found = find_mma_shape(name, d, a, b, c);
  REQUIRE(found);
  return mma_shapes()[*found];
}

constexpr Matrix kMatrices[] = {Matrix::kA, Matrix::kB, Matrix::kC, Matrix::kD};

}  // namespace

TEST_CASE("mma shapes: each is found by the names that PTX has for it") {
  for (uint32_t i = 0; i < mma_shapes().size(); ++i) {
    const MmaShape& shape = mma_shapes()[i];
    CHECK(find_mma_shape(shape.name, name_of(shape.d), name_of(shape.a), name_of(shape.b),
                         name_of(shape.c), shape.saturates) == i);
  }
  CHECK_FALSE(find_mma_shape("m16n8k16", "f32", "f16", "bf16", "f32"));
  CHECK_FALSE(find_mma_shape("m16n8k64", "s32", "s8", "s8", "s32"));
  CHECK_FALSE(find_mma_shape("m16n8k16", "f32", "f16", "f16", "f32", true));
  CHECK(element_from_name("tf32") == Element::kTf32);
  CHECK_FALSE(element_from_name("e4m3"));
}

TEST_CASE("mma shapes: registers, and what the device must be able to do") {
  const MmaShape& half = shape_of("m16n8k16", "f32", "f16", "f16", "f32");
  CHECK(half.registers(Matrix::kA) == 4);
  CHECK(half.registers(Matrix::kB) == 2);
  CHECK(half.registers(Matrix::kC) == 4);
  CHECK(half.needs == 80);
  CHECK(half.flops_of_lane() == 128);
  CHECK(shape_of("m16n8k16", "f16", "f16", "f16", "f16").registers(Matrix::kD) == 2);
  const MmaShape& short_half = shape_of("m16n8k8", "f32", "f16", "f16", "f32");
  CHECK(short_half.registers(Matrix::kA) == 2);
  CHECK(short_half.registers(Matrix::kB) == 1);
  CHECK(short_half.needs == 75);
  const MmaShape& bytes = shape_of("m8n8k16", "s32", "u8", "s8", "s32");
  CHECK(bytes.registers(Matrix::kA) == 1);
  CHECK(bytes.registers(Matrix::kC) == 2);
  CHECK(bytes.flops_of_lane() == 0);
  const MmaShape& wide = shape_of("m8n8k4", "f64", "f64", "f64", "f64");
  CHECK(wide.registers(Matrix::kA) == 1);
  CHECK(wide.registers(Matrix::kC) == 2);
}

TEST_CASE("mma shapes: every element of a matrix is in one place, which is found again") {
  for (const MmaShape& shape : mma_shapes()) {
    for (const Matrix matrix : kMatrices) {
      std::set<std::pair<uint32_t, uint32_t>> seen;
      for (uint32_t lane = 0; lane < 32; ++lane) {
        for (uint32_t reg = 0; reg < shape.registers(matrix); ++reg) {
          for (uint32_t part = 0; part < shape.parts(matrix); ++part) {
            const Holder holder{lane, reg, part};
            const Position at = position_of(shape, matrix, holder);
            CHECK(at.row < shape.rows(matrix));
            CHECK(at.column < shape.columns(matrix));
            CHECK(holder_of(shape, matrix, at) == holder);
            seen.insert({at.row, at.column});
          }
        }
      }
      CHECK(seen.size() == shape.rows(matrix) * shape.columns(matrix));
    }
  }
}

// Lane 5 is the second of the four lanes of group 1. The places are from the tables of the PTX
// ISA, "Matrix fragments for mma".
TEST_CASE("mma shapes: what lane 5 has") {
  const auto at = [](const MmaShape& shape, Matrix matrix, uint32_t reg, uint32_t part) {
    const Position position = position_of(shape, matrix, {5, reg, part});
    return std::pair(position.row, position.column);
  };
  using Place = std::pair<uint32_t, uint32_t>;
  const MmaShape& half = shape_of("m16n8k16", "f32", "f16", "f16", "f32");
  CHECK(at(half, Matrix::kA, 0, 0) == Place(1, 2));
  CHECK(at(half, Matrix::kA, 1, 1) == Place(9, 3));
  CHECK(at(half, Matrix::kA, 2, 0) == Place(1, 10));
  CHECK(at(half, Matrix::kA, 3, 1) == Place(9, 11));
  CHECK(at(half, Matrix::kB, 0, 1) == Place(3, 1));
  CHECK(at(half, Matrix::kB, 1, 0) == Place(10, 1));
  CHECK(at(half, Matrix::kC, 1, 0) == Place(1, 3));
  CHECK(at(half, Matrix::kD, 2, 0) == Place(9, 2));
  const MmaShape& packed = shape_of("m16n8k8", "f16", "f16", "f16", "f16");
  CHECK(at(packed, Matrix::kD, 0, 1) == Place(1, 3));
  CHECK(at(packed, Matrix::kD, 1, 0) == Place(9, 2));
  const MmaShape& tf32 = shape_of("m16n8k8", "f32", "tf32", "tf32", "f32");
  CHECK(at(tf32, Matrix::kA, 1, 0) == Place(9, 1));
  CHECK(at(tf32, Matrix::kA, 2, 0) == Place(1, 5));
  CHECK(at(tf32, Matrix::kB, 1, 0) == Place(5, 1));
  const MmaShape& bytes = shape_of("m16n8k32", "s32", "s8", "s8", "s32");
  CHECK(at(bytes, Matrix::kA, 1, 3) == Place(9, 7));
  CHECK(at(bytes, Matrix::kA, 2, 0) == Place(1, 20));
  CHECK(at(bytes, Matrix::kB, 1, 2) == Place(22, 1));
  const MmaShape& small = shape_of("m8n8k16", "s32", "s8", "s8", "s32");
  CHECK(at(small, Matrix::kA, 0, 1) == Place(1, 5));
  CHECK(at(small, Matrix::kD, 1, 0) == Place(1, 3));
  const MmaShape& wide = shape_of("m8n8k4", "f64", "f64", "f64", "f64");
  CHECK(at(wide, Matrix::kA, 0, 0) == Place(1, 1));
  CHECK(at(wide, Matrix::kB, 0, 0) == Place(1, 1));
  CHECK(at(wide, Matrix::kC, 1, 0) == Place(1, 3));
}
