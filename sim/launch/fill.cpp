// An array's first contents. Every fill is a function of the element's index alone, so that a run
// repeats exactly.
#include "sim/launch/fill.hpp"

#include <cstring>
#include <utility>

#include "sim/base/half.hpp"

namespace warplens::launch {
namespace {

using Bytes = std::vector<std::byte>;

// splitmix64 (Steele, Lea, Flood 2014) of the seed and the index: element i does not depend on the
// others.
uint64_t random_bits(uint64_t seed, uint64_t index) {
  uint64_t z = seed + (index + 1) * 0x9E3779B97F4A7C15u;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

template <class T>
T random_value(uint64_t bits) {
  if constexpr (std::is_same_v<T, float>)
    return static_cast<float>(bits >> 40) * 0x1p-24f;
  else if constexpr (std::is_same_v<T, double>)
    return static_cast<double>(bits >> 11) * 0x1p-53;
  else if constexpr (std::is_same_v<T, bool>)
    return (bits & 1u) != 0;
  else
    return static_cast<T>(bits);
}

// value(i) for every element of type T.
template <class T, class Value>
void each_element(Bytes& bytes, Value value) {
  const uint64_t count = bytes.size() / sizeof(T);
  for (uint64_t i = 0; i < count; ++i) {
    const T element = value(i);
    std::memcpy(bytes.data() + i * sizeof(T), &element, sizeof(T));
  }
}

template <class T>
void fill_computed(Bytes& bytes, const Fill& fill) {
  if (fill.kind == FillKind::kRandom) {
    each_element<T>(bytes, [&](uint64_t i) { return random_value<T>(random_bits(fill.n, i)); });
  } else if (fill.kind == FillKind::kIota) {
    each_element<T>(bytes, [](uint64_t i) { return static_cast<T>(i); });
  } else {  // a running remainder: a division for every element would dominate
    uint64_t remainder = 0;
    each_element<T>(bytes, [&](uint64_t) {
      const T element = static_cast<T>(remainder);
      remainder = remainder + 1 == fill.n ? 0 : remainder + 1;
      return element;
    });
  }
}

// As the same fill of doubles, each rounded.
void fill_small_floats(base::Scalar type, Bytes& bytes, const Fill& fill) {
  Bytes doubles(bytes.size() / sizeof(uint16_t) * sizeof(double));
  fill_computed<double>(doubles, fill);
  each_element<uint16_t>(bytes, [&](uint64_t i) {
    double value = 0;
    std::memcpy(&value, doubles.data() + i * sizeof(double), sizeof(double));
    return base::small_from_double(type, value);
  });
}

void fill_computed(base::Scalar type, Bytes& bytes, const Fill& fill) {
  using base::Scalar;
  switch (type) {
    case Scalar::kBool:
      return fill_computed<bool>(bytes, fill);
    case Scalar::kChar:
    case Scalar::kSChar:
      return fill_computed<int8_t>(bytes, fill);
    case Scalar::kUChar:
      return fill_computed<uint8_t>(bytes, fill);
    case Scalar::kShort:
      return fill_computed<int16_t>(bytes, fill);
    case Scalar::kUShort:
      return fill_computed<uint16_t>(bytes, fill);
    case Scalar::kInt:
      return fill_computed<int32_t>(bytes, fill);
    case Scalar::kUInt:
      return fill_computed<uint32_t>(bytes, fill);
    case Scalar::kLong:
    case Scalar::kLongLong:
      return fill_computed<int64_t>(bytes, fill);
    case Scalar::kULong:
    case Scalar::kULongLong:
      return fill_computed<uint64_t>(bytes, fill);
    case Scalar::kHalf:
    case Scalar::kBfloat:
      return fill_small_floats(type, bytes, fill);
    case Scalar::kFloat:
      return fill_computed<float>(bytes, fill);
    case Scalar::kDouble:
      return fill_computed<double>(bytes, fill);
  }
}

using Filled = base::Result<Bytes, std::string>;

// kConst repeats its one value; kValues gives the first elements, the rest stay zero.
Filled fill_given(const ArrayArgument& array, Bytes bytes) {
  const Fill& fill = array.fill;
  const uint32_t size = base::size_of(array.element);
  const uint64_t count = bytes.size() / size;
  if (fill.kind == FillKind::kConst && fill.values.size() != 1) {
    return base::fail(std::string("the fill 'const' needs one value"));
  }
  if (fill.values.size() > count) {
    return base::fail("there are " + std::to_string(fill.values.size()) + " values for " +
                      std::to_string(count) + " elements");
  }
  for (size_t i = 0; i < fill.values.size(); ++i) {
    const auto bits = scalar_bits(array.element, fill.values[i]);
    if (!bits) return base::fail(bits.error());
    std::memcpy(bytes.data() + i * size, &bits.value(), size);  // little-endian, as the GPU is
  }
  if (fill.kind == FillKind::kConst) {
    for (uint64_t i = 1; i < count; ++i) std::memcpy(bytes.data() + i * size, bytes.data(), size);
  }
  return bytes;
}

Filled fill_from_file(const ArrayArgument& array, Bytes bytes, const FileReader& read_file) {
  const std::string& path = array.fill.path;
  if (!read_file) return base::fail("the fill 'file=" + path + "' cannot be used here");
  const auto content = read_file(path);
  if (!content) return base::fail(content.error());
  if (content->size() > bytes.size()) {
    return base::fail("the file '" + path + "' has " + std::to_string(content->size()) +
                      " bytes, and the array " + std::to_string(bytes.size()));
  }
  if (!content->empty()) std::memcpy(bytes.data(), content->data(), content->size());
  return bytes;
}

}  // namespace

base::Result<std::vector<std::byte>, std::string> make_bytes(const ArrayArgument& array,
                                                             const FileReader& read_file) {
  if (array.bytes() > kMostArrayBytes) {
    return base::fail("an array of " + std::to_string(array.count()) +
                      " elements is too large (at most " + std::to_string(kMostArrayBytes >> 30) +
                      " GiB)");
  }
  constexpr std::byte kUninitialised{0xCD};
  Bytes bytes(array.bytes(), array.fill.kind == FillKind::kNone ? kUninitialised : std::byte{0});
  switch (array.fill.kind) {
    case FillKind::kZero:
    case FillKind::kNone:
      return bytes;
    case FillKind::kConst:
    case FillKind::kValues:
      return fill_given(array, std::move(bytes));
    case FillKind::kFile:
      return fill_from_file(array, std::move(bytes), read_file);
    case FillKind::kMod:
      if (array.fill.n == 0) return base::fail(std::string("the modulus must be at least 1"));
      break;
    case FillKind::kIota:
    case FillKind::kRandom:
      break;
  }
  fill_computed(array.element, bytes, array.fill);
  return bytes;
}

}  // namespace warplens::launch
