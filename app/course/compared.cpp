#include "app/course/compared.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "app/course/inputs.hpp"
#include "sim/base/scalar_text.hpp"
#include "sim/run/named_element.hpp"

namespace warplens::course {

namespace {

using Bytes = std::vector<std::byte>;

uint64_t bits_at(const Bytes& bytes, uint64_t index, uint64_t size) {
  uint64_t bits = 0;
  if ((index + 1) * size <= bytes.size()) std::memcpy(&bits, bytes.data() + index * size, size);
  return bits;
}

template <class To>
To as(uint64_t bits) {
  To value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

// One array, element by element.
struct Held {
  const Array& array;
  const machine::GlobalArray& found;
  base::Scalar element;
  Bytes before, after;

  uint64_t size() const { return base::size_of(element); }
  uint64_t count() const { return after.size() / size(); }
  uint64_t bits(uint64_t i) const { return bits_at(after, i, size()); }

  // `is_right(i)`, and `expected(i)` as text.
  template <class IsRight, class Expected>
  std::optional<WrongElement> first_wrong(IsRight is_right, Expected expected) const {
    WrongElement wrong;
    for (uint64_t i = 0; i < count(); ++i) {
      if (is_right(i) || wrong.count++ > 0) continue;
      wrong.element = run::element_text(
          found.name, found.struct_name.empty() ? found.extents : std::vector<uint64_t>{}, i);
      wrong.expected = expected(i);
      wrong.found = base::scalar_text(element, bits(i));
      wrong.kind = array.role == Role::kInput              ? WrongElement::Kind::kInput
                   : bits(i) == bits_at(before, i, size()) ? WrongElement::Kind::kUnwritten
                                                           : WrongElement::Kind::kValue;
    }
    if (wrong.count == 0) return std::nullopt;
    return wrong;
  }

  std::optional<WrongElement> held_against(const Bytes& right) const {
    return first_wrong(
        [&](uint64_t i) { return bits(i) == bits_at(right, i, size()); },
        [&](uint64_t i) { return base::scalar_text(element, bits_at(right, i, size())); });
  }
};

std::optional<WrongElement> wrong_in(const Held& held, const Exercise& exercise,
                                     const CaseTruth& truth) {
  const auto right = [&](const std::string& name) {
    const auto found = truth.right.find(name);
    return found == truth.right.end() ? Bytes() : found->second;
  };
  if (held.array.role == Role::kInput) return held.held_against(held.before);
  if (exercise.comparison == Comparison::kExact) return held.held_against(right(held.array.name));
  const Bytes values = right(held.array.name + "_value");
  const Bytes magnitudes = right(held.array.name + "_magnitude");
  return held.first_wrong(
      [&](uint64_t i) {
        return is_near(real_of(held.element, held.bits(i)), as<double>(bits_at(values, i, 8)),
                       as<double>(bits_at(magnitudes, i, 8)), truth.terms);
      },
      [&](uint64_t i) { return fmt::format("{:.9g}", as<double>(bits_at(values, i, 8))); });
}

}  // namespace

// Higham 2002, 3.1, with a factor of two for any order and fused operations.
bool is_near(double found, double value, double magnitude, double terms, double printed) {
  if (std::isnan(value)) return std::isnan(found);
  if (!std::isfinite(value)) return found == value;
  return std::abs(found - value) <= 2 * terms * std::ldexp(1.0, -24) * magnitude + printed;
}

double real_of(base::Scalar element, uint64_t bits) {
  if (element == base::Scalar::kFloat) return as<float>(bits);
  return as<double>(bits);
}

std::map<std::string, Bytes> arrays_after(const run::Run& run) {
  std::map<std::string, Bytes> arrays;
  const std::shared_ptr<const machine::GlobalMemory> memory = run.memory_after->get();
  for (uint32_t i = 0; memory != nullptr && i < memory->array_count(); ++i)
    arrays.emplace(memory->array(i).name, memory->array(i).bytes.to_vector());
  return arrays;
}

std::optional<WrongElement> first_wrong(const Exercise& exercise, const CaseTruth& truth,
                                        uint64_t seed, const run::Run& run) {
  const std::shared_ptr<const machine::GlobalMemory> memory = run.memory_after->get();
  if (memory == nullptr) return WrongElement{};
  for (const Array& array : exercise.arrays) {
    // A text may have a variable of the same name: then both are looked at.
    for (uint32_t i = 0; i < memory->array_count(); ++i) {
      const machine::GlobalArray& found = memory->array(i);
      if (found.name != array.name) continue;
      const base::Scalar element = found.struct_name.empty() ? found.element : base::Scalar::kFloat;
      const Held held{array, found, element,
                      bytes_of(array, element, truth.at, seed, found.bytes.size()),
                      found.bytes.to_vector()};
      if (std::optional<WrongElement> wrong = wrong_in(held, exercise, truth)) return wrong;
    }
  }
  return std::nullopt;
}

std::optional<WrongElement> first_difference(const run::Run& usual, const run::Run& other) {
  const auto before = usual.memory_after->get(), after = other.memory_after->get();
  if (before == nullptr || after == nullptr) return WrongElement{};
  for (uint32_t i = 0; i < before->array_count() && i < after->array_count(); ++i) {
    const machine::GlobalArray& array = before->array(i);
    const base::Scalar element = array.struct_name.empty() ? array.element : base::Scalar::kFloat;
    const Array described{.name = array.name, .role = Role::kOutput};
    const Held held{described, after->array(i), element, Bytes(),
                    after->array(i).bytes.to_vector()};
    if (std::optional<WrongElement> wrong = held.held_against(array.bytes.to_vector())) {
      wrong->kind = WrongElement::Kind::kValue;
      return wrong;
    }
  }
  return std::nullopt;
}

}  // namespace warplens::course
