// NumPy's format (numpy.lib.format, versions 1 to 3): a magic word, the length of a header, the
// header, a dictionary of Python's as text, then the elements. Text: numbers between commas,
// semicolons and white space; written, a record or an innermost row is a line.
#include "sim/launch/array_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <span>
#include <utility>

#include "sim/base/half.hpp"
#include "sim/base/say.hpp"

namespace warplens::launch {
namespace {

using Bytes = std::vector<std::byte>;
using Read = base::Result<Bytes, std::string>;

constexpr std::string_view kMagic = "\x93NUMPY";

// "<f4"; raw bytes for what NumPy has no type of.
std::string numpy_type(base::Scalar scalar) {
  const uint32_t bytes = base::size_of(scalar);
  if (scalar == base::Scalar::kBool) return "|b1";
  if (scalar == base::Scalar::kBfloat) return "|V2";
  const char kind = base::is_floating(scalar) ? 'f' : base::is_signed(scalar) ? 'i' : 'u';
  return fmt::format("{}{}{}", bytes == 1 ? '|' : '<', kind, bytes);
}

// The text behind a key of the header, "'descr': ", up to what ends it; "" where there is none.
std::string_view value_behind(std::string_view header, std::string_view key, char end) {
  const size_t at = header.find(key);
  if (at == std::string_view::npos) return "";
  std::string_view value = header.substr(header.find(':', at) + 1);
  while (value.starts_with(' ')) value.remove_prefix(1);
  return value.substr(0, value.find(end));
}

// All members are of one type, without gaps.
std::optional<base::Scalar> only_type(const StructLayout& layout) {
  uint64_t bytes = 0;
  for (const RecordMember& member : layout.members) {
    if (member.scalar != layout.members.front().scalar) return std::nullopt;
    bytes += base::size_of(member.scalar);
  }
  if (layout.members.empty() || bytes != layout.bytes) return std::nullopt;
  return layout.members.front().scalar;
}

std::string wrong_count(uint64_t elements, uint64_t needed) {
  return say("it has {count} elements, and the array has {needed}", "count"_a = elements,
             "needed"_a = needed);
}

Read read_npy(std::string_view content, const StructLayout& layout, uint64_t records) {
  constexpr size_t kBegin = 10;
  const auto byte = [&](size_t at) { return static_cast<unsigned char>(content[at]); };
  if (!content.starts_with(kMagic) || content.size() < kBegin + 2)
    return base::fail(say("it is no array of NumPy's"));
  const bool is_short = byte(6) == 1;  // version 1: the length has 2 bytes, later ones 4
  size_t length = byte(8) | byte(9) << 8;
  if (!is_short)
    length |= static_cast<size_t>(byte(10)) << 16 | static_cast<size_t>(byte(11)) << 24;
  const size_t begin = is_short ? kBegin : kBegin + 2;
  if (length > content.size() - begin) return base::fail(say("its header is cut off"));
  const std::string_view header = content.substr(begin, length);
  const std::string_view data = content.substr(begin + length);

  std::string_view type = value_behind(header, "'descr'", ',');
  const bool is_structured = type.starts_with('[');
  if (type.starts_with('\'')) type = type.substr(1, type.size() - 2);
  const std::string_view shape = value_behind(header, "'shape'", ')');
  const bool is_flat = std::count(shape.begin(), shape.end(), ',') <= 1 && shape.ends_with(',');
  if (value_behind(header, "'fortran_order'", ',') == "True" && !is_flat)
    return base::fail(
        say("its elements are in Fortran's order: save numpy.ascontiguousarray() of it"));
  const std::optional<base::Scalar> wanted = only_type(layout);
  const bool has_other_type = !is_structured && !type.starts_with("|V") && wanted &&
                              numpy_type(*wanted) != type && !numpy_type(*wanted).starts_with("|V");
  if (has_other_type || type.starts_with('>')) {
    return base::fail(say("its elements are '{given}', and the array's are {type} ('{wanted}')",
                          "given"_a = type,
                          "type"_a = wanted ? base::name_of(*wanted) : std::string_view("-"),
                          "wanted"_a = wanted ? numpy_type(*wanted) : "-"));
  }
  const uint64_t each = wanted ? base::size_of(*wanted) : layout.bytes;
  if (data.size() != records * layout.bytes)
    return base::fail(wrong_count(data.size() / each, records * layout.bytes / each));
  const auto* first = reinterpret_cast<const std::byte*>(data.data());
  return Bytes(first, first + data.size());
}

Read read_csv(std::string_view content, const StructLayout& layout, uint64_t records) {
  constexpr std::string_view kBetween = ",; \t\r\n";
  const uint64_t needed = records * layout.members.size();
  Bytes bytes(records * layout.bytes);
  uint64_t count = 0;
  for (size_t at = content.find_first_not_of(kBetween); at < content.size();) {
    const size_t end = std::min(content.find_first_of(kBetween, at), content.size());
    if (count < needed) {
      const RecordMember& member = layout.members[count % layout.members.size()];
      const auto bits = scalar_bits(member.scalar, content.substr(at, end - at));
      if (!bits) {
        return base::fail(
            say("element {number}: {problem}", "number"_a = count, "problem"_a = bits.error()));
      }
      std::memcpy(bytes.data() + count / layout.members.size() * layout.bytes + member.offset,
                  &bits.value(), base::size_of(member.scalar));
    }
    ++count;
    at = content.find_first_not_of(kBetween, end);
  }
  if (count != needed) return base::fail(wrong_count(count, needed));
  return bytes;
}

template <class T>
T first_of(std::span<const std::byte> bytes) {
  T value;
  std::memcpy(&value, bytes.data(), sizeof(T));
  return value;
}

// The first scalar. As few digits as give the same value again.
std::string word_of(base::Scalar scalar, std::span<const std::byte> bytes) {
  if (scalar == base::Scalar::kFloat) return fmt::format("{}", first_of<float>(bytes));
  if (scalar == base::Scalar::kDouble) return fmt::format("{}", first_of<double>(bytes));
  if (base::is_small_float(scalar))
    return fmt::format("{}", base::small_to_float(scalar, first_of<uint16_t>(bytes)));
  const uint32_t size = base::size_of(scalar);
  uint64_t bits = 0;
  std::memcpy(&bits, bytes.data(), size);
  if (!base::is_signed(scalar)) return std::to_string(bits);
  const uint32_t unused = 64 - 8 * size;
  return std::to_string(static_cast<int64_t>(bits << unused) >> unused);
}

Bytes bytes_of(std::string_view text) {
  const auto* first = reinterpret_cast<const std::byte*>(text.data());
  return {first, first + text.size()};
}

// Of records of several types: [('f0', '<f4'), ('f1', '|u1'), ('', '|V3')], gaps without a name.
std::string numpy_record(const StructLayout& layout) {
  std::string fields;
  uint64_t end = 0;
  const auto add = [&](const std::string& name, const std::string& type) {
    fields += fmt::format("{}('{}', '{}')", fields.empty() ? "" : ", ", name, type);
  };
  const auto fill_up_to = [&](uint64_t offset) {
    if (offset > end) add("", fmt::format("|V{}", offset - end));
  };
  for (size_t i = 0; i < layout.members.size(); ++i) {
    const RecordMember& member = layout.members[i];
    fill_up_to(member.offset);
    add(fmt::format("f{}", i), numpy_type(member.scalar));
    end = member.offset + base::size_of(member.scalar);
  }
  fill_up_to(layout.bytes);
  return "[" + fields + "]";
}

Bytes write_npy(const StructLayout& layout, const std::vector<uint64_t>& extents,
                const Bytes& bytes) {
  const std::optional<base::Scalar> scalar = only_type(layout);
  const std::vector<uint64_t> shown =
      scalar ? extents : std::vector<uint64_t>{bytes.size() / layout.bytes};
  std::string shape;
  for (const uint64_t extent : shown) shape += std::to_string(extent) + ", ";
  if (shown.size() > 1) shape.resize(shape.size() - 2);
  if (shown.size() == 1) shape.pop_back();
  std::string header =
      fmt::format("{{'descr': {}, 'fortran_order': False, 'shape': ({}), }}",
                  scalar ? "'" + numpy_type(*scalar) + "'" : numpy_record(layout), shape);
  constexpr size_t kBefore = 10, kAlignment = 64;  // of the elements in the file
  const size_t unpadded = kBefore + header.size() + 1;
  header.append((kAlignment - unpadded % kAlignment) % kAlignment, ' ');
  header += '\n';
  std::string text(kMagic);
  text +=
      {'\1', '\0', static_cast<char>(header.size() & 0xff), static_cast<char>(header.size() >> 8)};
  Bytes all = bytes_of(text + header);
  all.insert(all.end(), bytes.begin(), bytes.end());
  return all;
}

// A line for each record, or for each innermost row of scalars.
Bytes write_csv(const StructLayout& layout, const std::vector<uint64_t>& extents,
                const Bytes& bytes) {
  const size_t members = layout.members.size();
  const uint64_t row = members > 1          ? members
                       : extents.size() < 2 ? 1
                                            : std::max<uint64_t>(1, extents.back());
  const uint64_t count = bytes.size() / layout.bytes * members;
  std::string text;
  for (uint64_t i = 0; i < count; ++i) {
    const RecordMember& member = layout.members[i % members];
    text += word_of(member.scalar,
                    std::span(bytes).subspan(i / members * layout.bytes + member.offset));
    text += (i + 1) % row == 0 || i + 1 == count ? '\n' : ',';
  }
  return bytes_of(text);
}

}  // namespace

ArrayFormat format_of(std::string_view path) {
  if (path.ends_with(".npy")) return ArrayFormat::kNpy;
  return path.ends_with(".csv") ? ArrayFormat::kCsv : ArrayFormat::kBytes;
}

Read read_array(ArrayFormat format, std::string_view content, const StructLayout& layout,
                uint64_t records) {
  return format == ArrayFormat::kNpy ? read_npy(content, layout, records)
                                     : read_csv(content, layout, records);
}

Bytes write_array(ArrayFormat format, const StructLayout& layout,
                  const std::vector<uint64_t>& extents, Bytes bytes) {
  switch (format) {
    case ArrayFormat::kNpy:
      return write_npy(layout, extents, bytes);
    case ArrayFormat::kCsv:
      return write_csv(layout, extents, bytes);
    case ArrayFormat::kBytes:
      break;
  }
  return bytes;
}

}  // namespace warplens::launch
