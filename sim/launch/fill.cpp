// An array's first contents. Every fill is a function of the element's index alone, so that a run
// repeats exactly. In an array of records an element is a scalar member. Contents with a short
// period are given to PagedBytes as one period; everything else is written page by page.
#include "sim/launch/fill.hpp"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <utility>

#include "sim/base/half.hpp"
#include "sim/base/say.hpp"
#include "sim/launch/array_file.hpp"

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

// Values first, first + stride, ... of a computed fill.
class ComputedValues {
 public:
  ComputedValues(const Fill& fill, uint64_t first, uint64_t stride)
      : fill_(fill), index_(first), stride_(stride) {
    if (fill.kind != FillKind::kMod) return;
    // From here on remainders: one division per element would be slower.
    index_ %= fill.n;
    index_ = index_ >= fill.n - fill.first ? index_ - (fill.n - fill.first) : index_ + fill.first;
    stride_ %= fill.n;
  }
  template <class T>
  T next() {
    const uint64_t index = index_;
    const bool wraps = fill_.kind == FillKind::kMod && index >= fill_.n - stride_;
    index_ = wraps ? index - (fill_.n - stride_) : index + stride_;
    if (fill_.kind == FillKind::kRandom) return random_value<T>(random_bits(fill_.n, index));
    return static_cast<T>(index);
  }

 private:
  const Fill& fill_;
  uint64_t index_, stride_;
};

// The values one by one, at every `step` bytes.
template <class T>
void fill_strided(Bytes& bytes, uint64_t offset, uint64_t step, ComputedValues values) {
  for (uint64_t at = offset; at + sizeof(T) <= bytes.size(); at += step) {
    const T element = values.next<T>();
    std::memcpy(bytes.data() + at, &element, sizeof(T));
  }
}

// As the same fill of doubles, each rounded.
void fill_small_floats(base::Scalar type, Bytes& bytes, uint64_t offset, uint64_t step,
                       ComputedValues values) {
  for (uint64_t at = offset; at + sizeof(uint16_t) <= bytes.size(); at += step) {
    const uint16_t element = base::small_from_double(type, values.next<double>());
    std::memcpy(bytes.data() + at, &element, sizeof element);
  }
}

void fill_member(base::Scalar type, Bytes& bytes, uint64_t offset, uint64_t step,
                 const ComputedValues& values) {
  using base::Scalar;
  switch (type) {
    case Scalar::kBool:
      return fill_strided<bool>(bytes, offset, step, values);
    case Scalar::kChar:
    case Scalar::kSChar:
      return fill_strided<int8_t>(bytes, offset, step, values);
    case Scalar::kUChar:
      return fill_strided<uint8_t>(bytes, offset, step, values);
    case Scalar::kShort:
      return fill_strided<int16_t>(bytes, offset, step, values);
    case Scalar::kUShort:
      return fill_strided<uint16_t>(bytes, offset, step, values);
    case Scalar::kInt:
      return fill_strided<int32_t>(bytes, offset, step, values);
    case Scalar::kUInt:
      return fill_strided<uint32_t>(bytes, offset, step, values);
    case Scalar::kLong:
    case Scalar::kLongLong:
      return fill_strided<int64_t>(bytes, offset, step, values);
    case Scalar::kULong:
    case Scalar::kULongLong:
      return fill_strided<uint64_t>(bytes, offset, step, values);
    case Scalar::kHalf:
    case Scalar::kBfloat:
      return fill_small_floats(type, bytes, offset, step, values);
    case Scalar::kFloat:
      return fill_strided<float>(bytes, offset, step, values);
    case Scalar::kDouble:
      return fill_strided<double>(bytes, offset, step, values);
  }
}

// `count` records from number `first` on.
Bytes computed_records(const StructLayout& layout, const Fill& fill, uint64_t first,
                       uint64_t count) {
  Bytes bytes(count * layout.bytes);
  const uint64_t members = layout.members.size();
  for (uint64_t k = 0; k < members; ++k) {
    fill_member(layout.members[k].scalar, bytes, layout.members[k].offset, layout.bytes,
                {fill, first * members + k, members});
  }
  return bytes;
}

using Filled = base::Result<base::PagedBytes, std::string>;
using Budget = std::shared_ptr<base::PageBudget>;

constexpr uint64_t kLongestPeriod = uint64_t{1} << 20;  // [bytes] that are kept to be repeated
constexpr uint64_t kPart = uint64_t{1} << 18;           // [bytes] that are computed at a time

std::string too_much() {
  return say(
      "the arrays' contents take more memory than a run may have (--memory SIZE gives more); "
      "zero, const and mod take none");
}

// Of remainders that begin with 0 again soon enough: after how many records; else 0.
uint64_t period_of(const Fill& fill, uint64_t records, const StructLayout& layout) {
  if (fill.kind != FillKind::kMod || fill.n == 0 || fill.n > kLongestPeriod) return 0;
  const uint64_t members = std::max<uint64_t>(1, layout.members.size());
  const uint64_t period = fill.n / std::gcd(fill.n, members);
  return period < records && period * layout.bytes <= kLongestPeriod ? period : 0;
}

Filled fill_computed(const ArrayArgument& array, const StructLayout& layout, Budget budget) {
  const uint64_t records = array.count();
  if (const uint64_t period = period_of(array.fill, records, layout))
    return base::PagedBytes(records * layout.bytes, computed_records(layout, array.fill, 0, period),
                            std::move(budget));
  ArrayFilling filling(array, layout, std::move(budget));
  return base::whole(filling);
}

// kConst repeats its one value; kValues gives the first elements, the rest stay zero.
Filled fill_given(uint64_t records, const StructLayout& layout, const Fill& fill, Budget budget) {
  const uint64_t members = layout.members.size(), size = records * layout.bytes;
  if (fill.kind == FillKind::kConst && fill.values.size() != 1) {
    return base::fail(say("the fill 'const' needs one value"));
  }
  if (fill.values.size() > records * members) {
    return base::fail(say("there are {values} values for {elements} elements",
                          "values"_a = fill.values.size(), "elements"_a = records * members));
  }
  const bool is_const = fill.kind == FillKind::kConst;
  const uint64_t given = is_const ? members : fill.values.size();
  Bytes bytes(is_const ? layout.bytes
                       : std::min(size, (given + members - 1) / std::max<uint64_t>(1, members) *
                                            layout.bytes));
  for (uint64_t i = 0; i < given; ++i) {
    const RecordMember& member = layout.members[i % members];
    const auto bits = scalar_bits(member.scalar, fill.values[is_const ? 0 : i]);
    if (!bits) return base::fail(bits.error());
    std::memcpy(bytes.data() + i / members * layout.bytes + member.offset, &bits.value(),
                base::size_of(member.scalar));  // little-endian, as the GPU is
  }
  if (is_const) return base::PagedBytes(size, bytes, std::move(budget));
  base::PagedBytes all(size, std::move(budget));
  all.write(0, bytes);
  return all;
}

constexpr uint64_t kMostFileBytes = uint64_t{1} << 30;  // of a file that is not the array's bytes

Filled fill_from_file(uint64_t records, const StructLayout& layout, const Fill& fill,
                      const FileReader& read_file, Budget budget) {
  const std::string& path = fill.path;
  const uint64_t size = records * layout.bytes;
  if (!read_file)
    return base::fail(say("the fill 'file={path}' cannot be used here", "path"_a = path));
  const ArrayFormat format = format_of(path);
  const auto content = read_file(path, format == ArrayFormat::kBytes ? size : kMostFileBytes);
  if (!content) return base::fail(content.error());
  if (format != ArrayFormat::kBytes) {
    const std::string_view text(reinterpret_cast<const char*>(content->bytes.data()),
                                content->bytes.size());
    const auto read = read_array(format, text, layout, records);
    if (!read)
      return base::fail(
          say("the file '{path}': {problem}", "path"_a = path, "problem"_a = read.error()));
    base::PagedBytes bytes(size, std::move(budget));
    bytes.write(0, *read);
    return bytes;
  }
  if (content->size > size) {
    return base::fail(say("the file '{path}' has {bytes} bytes, and the array has {size}",
                          "path"_a = path, "bytes"_a = content->size, "size"_a = size));
  }
  base::PagedBytes bytes(size, std::move(budget));
  bytes.write(0, content->bytes);
  return bytes;
}

}  // namespace

bool ArrayFilling::is_for(const ArrayArgument& array, const StructLayout& layout) {
  const FillKind kind = array.fill.kind;
  if (kind != FillKind::kMod && kind != FillKind::kIota && kind != FillKind::kRandom) return false;
  const uint64_t records = array.count();
  if (layout.bytes == 0 || records > kMostArrayBytes / layout.bytes) return false;
  return (kind != FillKind::kMod || array.fill.n != 0) &&
         period_of(array.fill, records, layout) == 0;
}

ArrayFilling::ArrayFilling(const ArrayArgument& array, const StructLayout& layout, Budget budget)
    : fill_(array.fill), layout_(layout), records_(array.count()), budget_(std::move(budget)) {}

base::Progress ArrayFilling::advance(base::Slice& slice) {
  constexpr uint64_t kBytesOfStep = 64;  // about as long as a warp instruction
  const uint64_t at_once = std::max<uint64_t>(1, kPart / layout_.bytes);
  if (!bytes_ && budget_ != nullptr && !budget_->has_room_for(records_ * layout_.bytes))
    problem_ = too_much();
  while (next_ < records_ && problem_.empty()) {
    if (slice.is_over()) return base::Progress::kMore;
    if (!bytes_) bytes_.emplace(records_ * layout_.bytes, budget_);
    const uint64_t count = std::min(at_once, records_ - next_);
    bytes_->write(next_ * layout_.bytes, computed_records(layout_, fill_, next_, count));
    next_ += count;
    slice.spend(count * layout_.bytes / kBytesOfStep + 1);
    if (budget_ != nullptr && budget_->is_cancelled())
      problem_ = say("filling it was cancelled");
    else if (budget_ != nullptr && budget_->is_full())
      problem_ = too_much();
  }
  return base::Progress::kDone;
}

Filled ArrayFilling::take() {
  if (!problem_.empty()) return base::fail(std::move(problem_));
  if (!bytes_) bytes_.emplace(0, budget_);  // of no records
  return std::move(*bytes_);
}

Filled make_bytes(const ArrayArgument& array, const FileReader& read_file,
                  const StructLayout* layout, Budget budget) {
  const StructLayout scalar{base::size_of(array.element), {{array.element, 0}}};
  if (layout == nullptr) layout = &scalar;
  const uint64_t records = array.count();
  if (layout->bytes != 0 && records > kMostArrayBytes / layout->bytes) {
    return base::fail(say("an array of {count} elements is too large (at most {most} GiB)",
                          "count"_a = records, "most"_a = kMostArrayBytes >> 30));
  }
  const uint64_t size = records * layout->bytes;
  constexpr std::byte kUninitialised{0xCD};
  switch (array.fill.kind) {
    case FillKind::kZero:
      return base::PagedBytes(size, std::move(budget));
    case FillKind::kNone:
      return base::PagedBytes(size, {kUninitialised}, std::move(budget));
    case FillKind::kConst:
    case FillKind::kValues:
      return fill_given(records, *layout, array.fill, std::move(budget));
    case FillKind::kFile:
      return fill_from_file(records, *layout, array.fill, read_file, std::move(budget));
    case FillKind::kMod:
      if (array.fill.n == 0) return base::fail(say("the modulus must be at least 1"));
      break;
    case FillKind::kIota:
    case FillKind::kRandom:
      break;
  }
  return fill_computed(array, *layout, std::move(budget));
}

}  // namespace warplens::launch
