#include "app/course/inputs.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <map>
#include <utility>

#include "sim/base/assert.hpp"

namespace warplens::course {

namespace {

// SplitMix64 (Steele, Lea and Flood 2014): any seed will do.
class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed) {}
  uint64_t next() {
    uint64_t z = state_ += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }

 private:
  uint64_t state_;
};

// FNV-1a
uint64_t hashed(std::string_view text, uint64_t hash = 0xcbf29ce484222325) {
  for (const char c : text) {
    hash ^= static_cast<unsigned char>(c);
    hash *= 0x100000001b3;
  }
  return hash;
}

template <class To>
uint64_t bits_of(To value) {
  uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof value);
  return bits;
}

uint64_t bits_of(base::Scalar element, double value) {
  if (element == base::Scalar::kDouble) return bits_of(value);
  if (element == base::Scalar::kFloat) return bits_of(static_cast<float>(value));
  if (base::is_integer(element)) return static_cast<uint64_t>(static_cast<int64_t>(value));
  const base::Result<uint64_t, std::string> bits =
      launch::scalar_bits(element, std::to_string(value));
  WL_ASSERT(bits.ok(), "a small number");
  return *bits;
}

uint64_t pattern(base::Scalar element, uint64_t random) {
  if (element == base::Scalar::kFloat) return 0x7fc00000 | (random & 0x3fffff);
  if (element == base::Scalar::kDouble) return 0x7ff8000000000000 | (random >> 13);
  return random;
}

}  // namespace

uint64_t seed_of(const Exercise& exercise, std::string_view hand_in) {
  return hashed(hand_in, hashed(exercise.id));
}

uint32_t program_seed(const Case& at, uint64_t seed) {
  constexpr uint64_t kMost = 1'000'000'000;
  return static_cast<uint32_t>(1 + Random(seed + at.size).next() % kMost);
}

std::vector<std::byte> bytes_of(const Array& array, base::Scalar element, const Case& at,
                                uint64_t seed, uint64_t bytes) {
  Random random(hashed(array.name, hashed(at.infinite, seed + at.size)));
  std::vector<std::byte> all(bytes);
  const uint64_t size = base::size_of(element);
  const uint64_t range = static_cast<uint64_t>(array.most - array.least) + 1;
  for (uint64_t offset = 0; offset + size <= bytes; offset += size) {
    const uint64_t number = random.next();
    uint64_t bits = 0;
    if (array.role == Role::kOutput) {
      bits = pattern(element, number);
    } else if (!array.is_real) {
      bits =
          bits_of(element, static_cast<double>(array.least + static_cast<int64_t>(number % range)));
    } else if (array.name == at.infinite && number % 3 == 0) {
      bits = bits_of(element, std::numeric_limits<double>::infinity());
    } else {
      // 24 bits, so that it is a float; not near zero, so that a sum without it is another.
      const double value = 0.5 + static_cast<double>(number >> 40) / (1 << 24);
      const bool is_negative = at.infinite.empty() && (number & 1) != 0;
      bits = bits_of(element, is_negative ? -value : value);
    }
    std::memcpy(all.data() + offset, &bits, size);
  }
  return all;
}

launch::FileReader give_inputs(const Exercise& exercise, const Case& at, uint64_t seed,
                               launch::Launch& launch) {
  std::map<std::string, std::pair<Array, base::Scalar>, std::less<>> known;
  for (launch::Argument& argument : launch.arguments) {
    auto* given = std::get_if<launch::ArrayArgument>(&argument.value);
    const auto array = std::find_if(exercise.arrays.begin(), exercise.arrays.end(),
                                    [&](const Array& one) { return one.name == argument.name; });
    if (given == nullptr || array == exercise.arrays.end()) continue;
    given->fill = {};
    given->fill.kind = launch::FillKind::kFile;
    given->fill.path = argument.name;
    known.emplace(
        argument.name,
        std::pair(*array, given->struct_name.empty() ? given->element : base::Scalar::kFloat));
  }
  return
      [known = std::move(known), at, seed](
          const std::string& name, uint64_t most) -> base::Result<launch::FileBytes, std::string> {
        const auto& [array, element] = known.at(name);
        return launch::FileBytes{most, bytes_of(array, element, at, seed, most)};
      };
}

}  // namespace warplens::course
