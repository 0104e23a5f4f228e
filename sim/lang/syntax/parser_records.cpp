// Structs, enums and file-scope declarations other than functions.
#include <algorithm>
#include <bit>
#include <utility>

#include "sim/base/say.hpp"
#include "sim/lang/syntax/parser.hpp"
#include "sim/lang/text/words.hpp"

namespace warplens::lang {
namespace {

constexpr uint64_t kLargestAlignment = 4096;            // [bytes]
constexpr uint64_t kLargestRecord = uint64_t{1} << 31;  // [bytes]
constexpr uint32_t kMostParts = 4096;                   // more than any kernel copies as a whole
constexpr uint32_t kDeepestRecords = 64;

uint64_t round_up(uint64_t value, uint64_t step) {
  return (value + step - 1) / step * step;
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
  constexpr base::Scalar kUnits[] = {base::Scalar::kUChar, base::Scalar::kUShort,
                                     base::Scalar::kUInt, base::Scalar::kULong};
  const uint64_t bytes = std::min<uint64_t>(record.alignment, 8);
  return types.array_of(types.scalar(kUnits[std::countr_zero(bytes)]), record.size / bytes);
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

// definition := ("struct" | "class" | "union" | "enum") [name] "{" ... "}", inside a declaration
const Type* Parser::parse_type_definition() {
  const size_t begin = at_;
  const bool is_enum = is("enum");
  ++at_;
  if (is("class") || is("struct")) ++at_;
  Specifiers ignored;
  while (parse_attribute(ignored)) {
  }
  const Token name = peek();
  const bool has_name = name.is_identifier() && !is_keyword(name.text);
  if (has_name) ++at_;
  while (!at_end() && !is("{") && !is(";") && !is("(")) ++at_;
  if (!is("{")) {
    if (has_name) {
      checker_.report_unknown_type(name.text, name.span);
    } else {
      error_here(say("expected '{{', found {found}", "found"_a = describe_here()));
    }
    return nullptr;
  }
  skip_braces();
  const TokenRange text{begin, at_};
  const std::string known(has_name ? name.text : std::string_view());
  const Span span = has_name ? name.span : tokens_[begin].span;
  return is_enum ? names_.declare_enum(text, known, span)
                 : names_.declare_local_record(text, known, span);
}

// record := ("struct" | "class" | "union") attributes [name] ["final"] "{" member* "}"
bool Parser::parse_record(RecordEntity& record) {
  Specifiers attributes;
  if (!parse_record_head(record, attributes)) return false;
  ++at_;
  const size_t errors = reporter_.count();
  while (!at_end() && !is("}") && record.record->fields.size() <= kMostParts) {
    const size_t before = at_;
    parse_member(record);
    if (at_ == before) ++at_;
  }
  accept("}");
  while (!at_end() && parse_attribute(attributes)) {  // `} __attribute__((packed));`
  }
  lay_out(record, attributes);
  const bool inherits =
      std::any_of(record.functions.begin(), record.functions.end(),
                  [](const FunctionEntity* function) { return function->is_inherited; });
  if (record.record->is_polymorphic || inherits) names_.add_implicit_constructor(record);
  return reporter_.count() == errors;
}

bool Parser::parse_record_head(RecordEntity& record, Specifiers& attributes) {
  accept("typedef");
  record.record->is_union = is("union");
  ++at_;
  while (!at_end() && !is("{") && !is(":") && !is(";")) {
    if (!parse_attribute(attributes)) ++at_;
  }
  if (is(":") && !parse_bases(record)) return false;
  if (is("{")) add_class_field(record);
  if (is("{")) return true;
  error(record.record->span,
        say("'{name}' is declared, but its members are not known", "name"_a = record.record->name),
        say("write struct {name} {{ ... }}; before this", "name"_a = record.record->name));
  return false;
}

bool Parser::parse_member(RecordEntity& record) {
  if (accept(";")) return true;
  if ((is("public") || is("private") || is("protected")) && peek(1).is(":")) {
    at_ += 2;
    return true;
  }
  skip_attributes();
  if (is_friend()) return parse_friend(record);
  if (skip_destructor(record)) return true;
  if (report_refused_operator()) return true;
  if (is("using") && parse_used_name(record)) return true;
  if (is("using") || is("typedef") || is("static_assert")) {
    parse_local_type();
    return true;
  }
  if (is("template") && names_.add_member_template(record, at_)) {
    skip_member();
    return true;
  }
  if (is("template") || is_member_function()) {
    names_.add_member_function(record, at_);
    skip_member();
    return true;
  }
  return parse_fields(record);
}

// Skips to after the `;` or the body of a member function.
void Parser::skip_member() {
  bool is_list = false;  // of a constructor's member initialisers
  for (; !at_end() && !is("}"); ++at_) {
    if (is("(")) {
      ++at_;
      skip_parentheses(true);
      --at_;
    } else if (is(";")) {
      ++at_;
      return;
    } else if (is(":") && previous().is(")")) {
      is_list = true;
    } else if (is("{")) {
      const bool is_value = is_list && previous().is_identifier();
      skip_braces();
      if (!is_value) {
        accept(";");
        return;
      }
      --at_;
    }
  }
}

// A destructor that does nothing: `= default`, or with an empty body. Whether there is one.
bool Parser::skip_destructor(RecordEntity& record) {
  size_t tilde = 0;
  bool is_virtual = false;
  for (; !peek(tilde).is("~"); ++tilde) {
    const Token& token = peek(tilde);
    if (!token.is_identifier()) return false;
    is_virtual |= token.is("virtual");
  }
  record.has_virtual_destructor |= is_virtual;
  size_t behind = tilde + 4;  // ~Name()
  while (peek(behind).is("noexcept") || peek(behind).is("override") || peek(behind).is("final"))
    ++behind;
  const bool is_nothing = peek(behind).is("{") && peek(behind + 1).is("}");
  if (!peek(behind).is("=") && !is_nothing) return false;
  skip_member();
  return true;
}

// Whether `friend` is among the specifiers here: __device__ friend int f(...);
bool Parser::is_friend() const {
  for (size_t i = 0; peek(i).is_identifier(); ++i) {
    if (peek(i).is("template")) return false;
    if (peek(i).is("friend")) return true;
  }
  return false;
}

// A function defined here belongs to the namespace. Other friend declarations have no effect, since
// all members are public.
bool Parser::parse_friend(RecordEntity& record) {
  const bool is_function = is_member_function();
  if (is_function) names_.add_friend_function(record, at_);
  skip_member();
  return true;
}

// An operator whose uses would not be recognised as calls.
bool Parser::report_refused_operator() {
  size_t ahead = 0;
  for (; !peek(ahead).is("operator"); ++ahead) {
    const Token& token = peek(ahead);
    if (token.at_end() || token.is("(") || token.is(";") || token.is("{") || token.is("=") ||
        token.is("}"))
      return false;
  }
  const Token& symbol = peek(ahead + 1);
  const bool is_address = symbol.is("&") && peek(ahead + 2).is("(") && peek(ahead + 3).is(")");
  if (!is_address) return false;
  const Span place = peek(ahead).span;
  const std::string spelt(symbol.text);
  skip_member();
  unsupported(place, say("operator{token} of a struct's own is not supported", "token"_a = spelt),
              say("write a function with a name: add(a, b)"));
  return true;
}

// Whether a `(` follows a name before any `=`, `;`, `{` or `[` of a field.
bool Parser::is_member_function() const {
  int depth = 0;  // in the arguments of templates: std::function<void()> has none of its own
  for (size_t i = 0; !peek(i).at_end(); ++i) {
    const Token& token = peek(i);
    if (token.is("<") && i > 0 && peek(i - 1).is_identifier()) ++depth;
    if (token.is(">") && depth > 0) --depth;
    if (token.is(">>")) depth = std::max(depth - 2, 0);
    if (token.is("(") && depth > 0) continue;
    if (token.is("__align__") || token.is("alignas") || token.is("__attribute__") ||
        token.is("__launch_bounds__")) {
      while (!peek(i).at_end() && !peek(i).is(")")) ++i;
      continue;
    }
    if (token.is("operator")) return true;
    const bool is_declarator = peek(i + 1).is("*") || peek(i + 1).is("&") ||
                               member_pointer_length(i + 1) > 0;  // `int (*run)(int);`
    if (token.is("(")) return i > 0 && peek(i - 1).is_identifier() && !is_declarator;
    if (token.is("=") || token.is(";") || token.is("{") || token.is("[") || token.is("}"))
      return false;
  }
  return false;
}

// Whether a struct or union without a name is defined here.
bool Parser::is_anonymous_record() {
  if (!is("struct") && !is("class") && !is("union")) return false;
  const size_t begin = at_++;
  Specifiers ignored;
  while (parse_attribute(ignored)) {
  }
  const bool is_anonymous = is("{");
  at_ = begin;
  return is_anonymous;
}

// fields := specifiers declarator [":" bits] ["=" value | "{" value "}"] ("," ...)* ";"
bool Parser::parse_fields(RecordEntity& record) {
  const size_t begin = at_;
  const auto give_up = [&] {
    at_ = std::max(at_, begin);
    while (!at_end() && !is(";") && !is("}")) {
      if (is("{")) {
        skip_braces();
      } else {
        ++at_;
      }
    }
    accept(";");
    return false;
  };
  const bool is_anonymous = is_anonymous_record();
  Specifiers specifiers;
  if (!parse_specifiers(specifiers)) return give_up();
  if (accept(";")) {  // a nested struct or enum
    if (is_anonymous) add_field(record, {"", specifiers.type, 0, specifiers.span}, {});
    return true;
  }
  if (specifiers.type == nullptr) {
    error(specifiers.span, say("a member cannot be auto"), say("write its type"));
    return give_up();
  }
  do {
    DeclaratorText text;
    if (is(":")) {  // bits without a name
      text.type = specifiers.type;
      text.span = peek().span;
    } else if (!parse_declarator(specifiers, text)) {
      return give_up();
    }
    if (specifiers.is_static) {
      names_.add_static_member(record, text.name, text.span, {begin, skip_static_value()});
      continue;
    }
    Field field{text.name, text.type, 0, text.span};
    field.is_mutable = specifiers.is_mutable;
    if (is(":")) {
      if (!parse_bits(field)) return give_up();
      if (field.name.empty()) {
        record.unnamed_bits.push_back(
            {record.record->fields.size(), size_of(text.type), field.bits});
        continue;
      }
    }
    if (!check_field(record, text)) return give_up();
    if (text.is_reference) {
      field.is_reference = true;
      field.type = checker_.types().pointer_to(text.type);
    }
    TokenRange value;
    if (accept("=")) {
      value = skip_value();
    } else if (is("{")) {
      value.begin = at_;
      skip_braces();
      value.end = at_;
    }
    if (specifiers.alignment != 0)
      record.field_alignments[record.record->fields.size()] = specifiers.alignment;
    add_field(record, std::move(field), value);
  } while (accept(","));
  if (!accept(";")) {
    error(end_of_previous(), say("missing ';' after this member"));
    return give_up();
  }
  return true;
}

void Parser::add_field(RecordEntity& record, Field field, TokenRange value) {
  record.record->fields.push_back(std::move(field));
  record.initializers.push_back(value);
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
  constexpr base::Scalar kUnits[] = {base::Scalar::kUChar, base::Scalar::kUShort,
                                     base::Scalar::kUInt, base::Scalar::kULong};
  field.unit = checker_.types().scalar(kUnits[std::countr_zero(size_of(field.type))]);
  field.bits = static_cast<uint8_t>(bits->bits);
  return true;
}

// Returns the end of a static member's declarator; its value is read on first use.
size_t Parser::skip_static_value() {
  if (accept("=")) {
    skip_value();
  } else if (is("{")) {
    skip_braces();
  }
  return is(";") ? at_ + 1 : at_;
}

bool Parser::check_field(const RecordEntity& record, const DeclaratorText& text) {
  std::string message;
  std::string hint;
  if (text.name.empty()) {
    message = say("a member without a name");
  } else if (text.is_reference) {
    return true;
  } else if (text.type->is_void()) {
    message = say("a member cannot be void");
  } else if (text.has_open_extent) {
    message = say("the array '{name}' has no size", "name"_a = text.name);
    hint = say("write {name}[COUNT]", "name"_a = text.name);
  } else if (record.record->find(text.name) != nullptr) {
    message = say("a second member is named '{name}'", "name"_a = text.name);
  } else if (text.type->is_record() && text.type->record == record.record) {
    message = say("a struct cannot hold itself");
    hint = say("use a pointer to it");
  } else {
    return names_.complete(text.type, text.span);
  }
  error(text.span, message, hint);
  return false;
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

namespace {

// The underlying type of an enum that does not specify one, with constants from `lowest`, at most
// 0, to `highest`.
base::Scalar scalar_of_enum(int64_t lowest, uint64_t highest) {
  if (lowest >= INT32_MIN && highest <= INT32_MAX) return base::Scalar::kInt;
  if (lowest >= 0 && highest <= UINT32_MAX) return base::Scalar::kUInt;
  return highest <= INT64_MAX ? base::Scalar::kLong : base::Scalar::kULong;
}

}  // namespace

// enum := "enum" ["class"] [name] [":" type] "{" name ["=" constant] ("," ...)* "}"
const Type* Parser::parse_enum(const std::function<void(const Enumerator&)>& add) {
  accept("typedef");
  ++at_;
  const bool is_scoped = is("class") || is("struct");
  while (!at_end() && !is("{") && !is(":") && !is(";")) ++at_;
  const Type* type = checker_.types().scalar(base::Scalar::kInt);
  bool has_type = is_scoped;
  if (accept(":")) {
    has_type = true;
    type = parse_type_name();
    if (type == nullptr) return nullptr;
    if (!type->is_scalar() || base::is_floating(type->scalar)) {
      error(end_of_previous(), say("an enum's type is an integer"));
      return nullptr;
    }
  }
  if (!expect("{", sentence("before the constants of the enum"))) return nullptr;
  uint64_t next = 0, highest = 0;
  bool is_negative = false;
  int64_t lowest = 0;
  while (!at_end() && !is("}")) {
    const Token name = peek();
    if (!name.is_identifier() || is_keyword(name.text)) {
      error_here(
          say("expected the name of a constant, found {found}", "found"_a = describe_here()));
      return nullptr;
    }
    ++at_;
    if (accept("=")) {
      operators_ = 0;
      const auto value =
          checker_.constant_integer(parse_conditional(), label("the value of a constant"));
      if (!value) return nullptr;
      next = value->bits;
      is_negative = base::is_signed(value->scalar) && static_cast<int64_t>(next) < 0;
    }
    const int64_t below = is_negative ? static_cast<int64_t>(next) : 0;
    const uint64_t above = is_negative ? 0 : next;
    const base::Scalar own = has_type ? type->scalar : scalar_of_enum(below, above);
    add({std::string(name.text), name.span, wrap(next, own), own});
    lowest = std::min(lowest, below);
    highest = std::max(highest, above);
    ++next;
    is_negative = is_negative && next != 0;
    if (!accept(",")) break;
  }
  if (!has_type) type = checker_.types().scalar(scalar_of_enum(lowest, highest));
  return expect("}", sentence("after the constants of the enum")) ? type : nullptr;
}

// alias := "using" name "=" type | "typedef" specifiers declarator ("," declarator)*
TemplateArgument Parser::parse_alias(std::string_view name, const Type* defined) {
  if (accept("using")) {
    at_ += 2;
    return parse_type_argument();
  }
  Specifiers specifiers;
  specifiers.type = defined;
  if (!parse_specifiers(specifiers) || specifiers.type == nullptr) return {};
  do {
    DeclaratorText text;
    if (!parse_declarator(specifiers, text)) return {};
    if (text.name == name) return named_by(text);
  } while (accept(","));
  return {};
}

// What a typedef's declarator names.
TemplateArgument Parser::named_by(const DeclaratorText& text) {
  TemplateArgument named;
  named.type = text.type;
  if (text.is_reference) {
    const bool is_value = text.takes_temporaries && !text.type->is_const;
    named.reference = is_value ? Reference::kValue : Reference::kPlace;
  }
  return named;
}

// variable := specifiers declarator ["=" value | "(" value ")" | list] ("," ...)* ";"
std::unique_ptr<Variable> Parser::parse_file_variable(std::string_view name, Storage storage,
                                                      Declarator& declarator) {
  Specifiers specifiers;
  if (!parse_specifiers(specifiers)) return nullptr;
  for (;;) {
    DeclaratorText text;
    if (!parse_declarator(specifiers, text)) return nullptr;
    at_ += behind_angles(0, true);  // of a specialised variable template
    if (text.name == name) return parse_file_value(specifiers, text, storage, declarator);
    if (accept("=")) {
      skip_value();
    } else if (is("{")) {
      skip_braces();
    }
    if (!accept(",")) return nullptr;
  }
}

std::unique_ptr<Variable> Parser::parse_file_value(const Specifiers& specifiers,
                                                   const DeclaratorText& text, Storage storage,
                                                   Declarator& declarator) {
  const bool has_value = is("=") || is("(") || is("{");
  operators_ = 0;
  ExprPtr parsed = parse_object_initializer();
  if (has_value && !parsed) return nullptr;
  auto variable = std::make_unique<Variable>();
  variable->name = text.name;
  variable->span = text.span;
  variable->storage = storage;
  variable->is_managed = specifiers.is_managed;
  variable->scope = {text.span.end, unit_.file.end()};
  const Type* type = text.type;
  if (specifiers.is_auto) {
    ExprPtr checked = checker_.value(std::move(parsed));
    if (!checked) return nullptr;
    variable->type = checker_.types().with_const(checked->type, true);
    declarator.value = std::move(checked);
    declarator.has_initializer = true;
    return variable;
  }
  if (specifiers.is_constexpr) type = checker_.types().with_const(type, true);
  if (!names_.complete(type, text.span)) return nullptr;
  if (type->is_void()) {
    error(text.span, say("a variable cannot be void"));
    return nullptr;
  }
  if (text.has_open_extent) {
    const uint64_t count = parsed ? checker_.elements_of_list(*parsed, type->element) : 0;
    if (count == 0 && storage != Storage::kDynamic) {
      error(text.span, say("the array '{name}' has no size", "name"_a = text.name),
            say("write {name}[COUNT]", "name"_a = text.name));
      return nullptr;
    }
    type = checker_.types().array_of(type->element, count);
  }
  variable->type = type;
  variable->address_taken = type->is_array();
  if (!parsed && storage != Storage::kHost) return variable;
  declarator.variable = variable.get();
  if (!checker_.initialize_variable(declarator, std::move(parsed), text.span)) return nullptr;
  declarator.has_initializer =
      has_value || declarator.value != nullptr || !declarator.elements.empty();
  return variable;
}

}  // namespace warplens::lang
