// Where the members of a record are in memory: alignments, bit-fields, offsets and sizes, as g++
// and nvcc choose them.
#include <algorithm>
#include <bit>

#include "sim/base/say.hpp"
#include "sim/lang/syntax/parser.hpp"

namespace warplens::lang {
namespace {

constexpr uint64_t kLargestAlignment = 4096;            // [bytes]
constexpr uint64_t kLargestRecord = uint64_t{1} << 31;  // [bytes]
constexpr uint32_t kDeepestRecords = 64;

uint64_t round_up(uint64_t value, uint64_t step) {
  return (value + step - 1) / step * step;
}

// The unsigned integer of 1, 2, 4 or 8 bytes.
base::Scalar unsigned_of(uint64_t bytes) {
  constexpr base::Scalar kUnits[] = {base::Scalar::kUChar, base::Scalar::kUShort,
                                     base::Scalar::kUInt, base::Scalar::kULong};
  return kUnits[std::countr_zero(bytes)];
}

// Fields that share bytes are copied as the field that is as large as all, a vector before others,
// else as integers of the record's alignment.
const Type* copied_as(const Record& record, TypeTable& types) {
  for (const bool wants_vector : {true, false}) {
    for (const Field& field : record.fields) {
      const Type* type = field.type;
      if (field.unit != nullptr || size_of(type) != record.size) continue;
      const bool is_vector = type->is_record() && type->record->is_vector;
      const bool is_number = type->is_scalar() && type->scalar != base::Scalar::kBool;
      if (wants_vector ? is_vector : is_number || type->is_pointer())
        return types.unqualified(type);
    }
  }
  const uint64_t bytes = std::min<uint64_t>(record.alignment, 8);
  return types.array_of(types.scalar(unsigned_of(bytes)), record.size / bytes);
}

}  // namespace

// alignment := ("__align__" | "alignas") "(" (type | constant) ")", in bytes; 0 after a mistake
uint64_t Parser::parse_alignment() {
  const Span place = peek().span;
  ++at_;
  if (!expect("(", sentence("before the alignment"))) return 0;
  uint64_t bytes = 0;
  if (starts_type(0)) {
    const Type* type = parse_type_name();
    if (type != nullptr) bytes = alignment_of(type);
  } else if (const auto value =
                 checker_.constant_integer(parse_conditional(), label("an alignment in bytes"))) {
    bytes = value->bits;
    const bool is_power = bytes != 0 && (bytes & (bytes - 1)) == 0;
    if (!is_power || bytes > kLargestAlignment) {
      error(place, say("an alignment is a power of two of at most {most} bytes",
                       "most"_a = kLargestAlignment));
      bytes = 0;
    }
  }
  if (!accept(")")) skip_parentheses();
  return bytes;
}

// bits := ":" constant
bool Parser::parse_bits(Field& field) {
  const Span place = peek().span;
  ++at_;
  operators_ = 0;
  const auto bits =
      checker_.constant_integer(parse_conditional(), label("the number of bits of a member"));
  if (!bits) return false;
  const bool is_integer = field.type->is_scalar() && base::is_integer(field.type->scalar);
  if (!is_integer) {
    error(place, say("only an integer can be a bit-field"));
    return false;
  }
  const uint64_t most = field.type->scalar == base::Scalar::kBool ? 1 : 8 * size_of(field.type);
  if (bits->bits > most || (bits->bits == 0 && !field.name.empty())) {
    error(place, say("a bit-field of '{type}' has 1 to {most} bits", "type"_a = name_of(field.type),
                     "most"_a = most));
    return false;
  }
  field.unit = checker_.types().scalar(unsigned_of(size_of(field.type)));
  field.bits = static_cast<uint8_t>(bits->bits);
  return true;
}

// Whether a class is a C struct with functions: what derives from it leaves the padding at its end.
bool Parser::is_plain(const RecordEntity& record) const {
  const auto is_special = [](const FunctionEntity* function) {
    return function->is_constructor || function->name == "~" || function->name == "operator=";
  };
  const auto is_simple = [](const Field& field) {
    const Type* inner = array_base(field.type);
    return !field.is_base && !field.is_reference &&
           (!inner->is_record() || inner->record->used == inner->record->size);
  };
  return !record.record->is_polymorphic &&
         std::none_of(record.functions.begin(), record.functions.end(), is_special) &&
         std::all_of(record.record->fields.begin(), record.record->fields.end(), is_simple) &&
         std::all_of(record.initializers.begin(), record.initializers.end(),
                     [](const TokenRange& value) { return value.empty(); });
}

// As g++ and nvcc lay out: a bit-field follows the one before unless it would cross a boundary of
// its type.
void Parser::lay_out(RecordEntity& record, const Specifiers& attributes) {
  Record& to = *record.record;
  uint64_t at = 0, end = 0;  // [bytes]
  uint64_t bit = 0;          // behind the last bit-field, from the record's start
  uint64_t widest = std::max<uint64_t>(attributes.alignment, 1);
  const auto place_bits = [&](uint64_t bytes, uint64_t bits) {
    const bool crosses = bit % (8 * bytes) + bits > 8 * bytes;
    if (bits == 0 || crosses) bit = round_up(bit, 8 * bytes);
    const uint64_t first = bit;
    bit += bits;
    at = (bit + 7) / 8;
    return first;
  };
  auto unnamed = record.unnamed_bits.begin();
  for (size_t i = 0; i <= to.fields.size(); ++i) {
    for (; unnamed != record.unnamed_bits.end() && unnamed->before == i; ++unnamed)
      place_bits(unnamed->bytes, unnamed->bits);
    if (i == to.fields.size()) break;
    if (to.is_union) at = bit = 0;
    Field& field = to.fields[i];
    if (field.is_base && field.type->record->fields.empty()) continue;  // it takes no room
    const uint64_t taken = field.is_base ? field.type->record->used : size_of(field.type);
    uint64_t step = attributes.is_packed ? 1 : alignment_of(field.type);
    const auto written = record.field_alignments.find(i);
    if (written != record.field_alignments.end()) step = std::max(step, written->second);
    widest = std::max(widest, step);
    if (field.unit != nullptr) {
      const uint64_t bytes = size_of(field.unit);
      const uint64_t first = place_bits(bytes, field.bits);
      field.offset = first / (8 * bytes) * bytes;
      field.first_bit = static_cast<uint8_t>(first % (8 * bytes));
    } else {
      at = round_up(at, std::max<uint64_t>(step, 1));
      field.offset = at;
      at = std::min(at + taken, 2 * kLargestRecord);
      bit = 8 * at;
    }
    end = std::max(end, at);
  }
  at = std::max(at, end);
  count_parts(to);
  if (at > kLargestRecord) error(to.span, say("'{name}' is larger than 2 GiB", "name"_a = to.name));
  to.alignment = static_cast<uint32_t>(widest);
  to.size = std::max(round_up(at, widest), uint64_t{1});
  if (to.fields.empty()) to.size = widest;
  to.used = is_plain(record) ? to.size : at;
  const bool has_bits = std::any_of(to.fields.begin(), to.fields.end(),
                                    [](const Field& field) { return field.unit != nullptr; });
  if (to.is_union || has_bits) to.copied_as = copied_as(to, checker_.types());
  to.is_complete = true;
}

// Counts the parts and the depth of a record, for the limits on them.
void Parser::count_parts(Record& record) {
  for (const Field& field : record.fields) {
    const Type* inner = array_base(field.type);
    const bool is_record = inner->is_record();
    record.parts += 1 + (is_record ? inner->record->parts : 0);
    if (is_record) record.depth = std::max(record.depth, inner->record->depth + 1);
    if (record.parts > kMostParts) {
      return error(record.span,
                   say("'{name}' has more than {most} members, counting those of the structs in it",
                       "name"_a = record.name, "most"_a = kMostParts));
    }
    if (record.depth > kDeepestRecords) {
      return error(record.span,
                   say("'{name}' is the outermost of more than {most} structs in each other",
                       "name"_a = record.name, "most"_a = kDeepestRecords));
    }
  }
}

}  // namespace warplens::lang
