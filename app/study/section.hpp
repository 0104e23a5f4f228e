// What a subject is, once: named values for programs, sentences and tables for people. One of each
// printer (app/cli/print_section) shows any section; find() gives exercises and tests its values.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "sim/base/text.hpp"

namespace warplens::study {

// How a number is written for people; programs get it as it is.
enum class Form : uint8_t {
  kPlain,         // 1048576: a line, an index
  kGrouped,       // 1,048,576
  kWhole,         // 12
  kOnePlace,      // 12.3
  kTwoPlaces,     // 12.35
  kThreeDigits,   // 12.3, and 1,235 from 100 on
  kFourDigits,    // 12.35, and 12,346 from 1,000 on
  kPercent,       // 12.3 %, of a number from 0 to 100
  kShortPercent,  // 12.3 %, three digits
  kWholePercent,  // 12%
};

struct Value {
  // monostate: there is none, and programs get no member; nullptr: none is known, their null.
  std::variant<std::monostate, std::nullptr_t, bool, int64_t, uint64_t, double, std::string, Text,
               std::vector<Value>>
      is;
  Form form = Form::kGrouped;
  Text shown;  // for people in place of the value, where it isn't empty

  Value();
  Value(const Value&);
  Value(Value&&) noexcept;
  Value& operator=(const Value&);
  Value& operator=(Value&&) noexcept;
  ~Value();
  Value(std::nullptr_t) : is(nullptr) {}
  template <std::same_as<bool> Bool>
  Value(Bool value) : is(value) {}
  template <std::unsigned_integral Number>
  requires(!std::same_as<Number, bool>) Value(Number value, Form as = Form::kGrouped)
      : is(uint64_t{value}), form(as) {}
  template <std::signed_integral Number>
  Value(Number value, Form as = Form::kGrouped) : is(int64_t{value}), form(as) {}
  Value(double value, Form as) : is(value), form(as) {}
  Value(std::string value) : is(std::move(value)) {}
  Value(std::string_view value) : is(std::string(value)) {}
  Value(const char* value) : is(std::string(value)) {}
  Value(Text value) : is(std::move(value)) {}
  Value(std::vector<Value> values) : is(std::move(values)) {}
  // One of several: what programs call it, and what people read.
  Value(const char* word, Text name) : is(std::string(word)), shown(std::move(name)) {}
  // A number that people read as something else: "any number".
  Value(Value value, Text name) : Value(std::move(value)) { shown = std::move(name); }
};

// Of several numbers or words.
template <class Of>
std::vector<Value> values_of(const Of& of) {
  return std::vector<Value>(of.begin(), of.end());
}

// [x, y, z] of an index or a size.
template <class Of>
std::vector<Value> extents_of(const Of& of) {
  return {of.x, of.y, of.z};
}

// 100 * part / whole, and part / whole with two places; absent of nothing.
Value percent_of(uint64_t part, uint64_t whole, Form form = Form::kPercent);
Value ratio_of(uint64_t part, uint64_t whole);

enum class Align : uint8_t { kLeft, kRight };

// Without a key it is for people alone, without a title for programs alone.
struct Column {
  const char* key = nullptr;
  std::optional<Text> title{};
  Align align = Align::kRight;
  // The last column alone: its cells are cut to what the others leave of a line, and it is left out
  // where that is little.
  bool takes_rest = false;
};

struct Section;

// For programs.
struct Fact {
  const char* key;
  Value value;
};
// For people: a line.
struct Line {
  Text text;
  int indent = 0;  // steps further in than the section's other lines; -1: as its title
};
// A row may be shorter than the columns. Without a key it is for people alone.
struct Table {
  const char* key = nullptr;
  std::vector<Column> columns;
  std::vector<std::vector<Value>> rows;
  int indent = 0;  // as a line's
};
// For people, and for a program that they hand it to: a patch. It is shown byte for byte.
struct Verbatim {
  std::string bytes;
};
// For programs: sections of the same kind, in order.
struct List {
  const char* key;
  std::vector<Section> items;
};

// Without a key it is for people alone. One with nothing for people but other sections only holds
// them: they are shown as if they stood in its place.
struct Section {
  const char* key = "";
  Text title{};  // empty: none
  bool is_model = false;
  Text missing{};  // why there is nothing: all that is shown then
  std::vector<std::variant<Fact, Line, Table, Verbatim, List, Section>> parts{};

  void fact(const char* name, Value value) { parts.push_back(Fact{name, std::move(value)}); }
  void line(Text text, int indent = 0) { parts.push_back(Line{std::move(text), indent}); }
  Table& table(const char* name, std::vector<Column> columns) {
    return std::get<Table>(parts.emplace_back(Table{name, std::move(columns), {}}));
  }
};

// As people read it, in the language that is spoken.
std::string rendered(const Value& value);

// The value at "orders.fifo.row_hits": keys of sections, tables and lists, with their dots between.
// Of a table a row is named by its first column's word or by its number from 0, and so is a value
// of several: "launch.grid.0". Null: there is none.
const Value* find(const Section& section, std::string_view path);

}  // namespace warplens::study
