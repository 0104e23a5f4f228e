#include "app/study/section.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "sim/base/grouped.hpp"

namespace warplens::study {
namespace {

std::string written(double value, Form form) {
  switch (form) {
    case Form::kWhole:
      return fmt::format("{:.0f}", value);
    case Form::kOnePlace:
      return fmt::format("{:.1f}", value);
    case Form::kTwoPlaces:
      return fmt::format("{:.2f}", value);
    case Form::kPercent:
      return fmt::format("{:.1f} %", value);
    case Form::kShortPercent:
      return fmt::format("{:.3g} %", value);
    case Form::kWholePercent:
      return fmt::format("{:.0f}%", value);
    case Form::kThreeDigits:
      if (value >= 100) return base::grouped(static_cast<uint64_t>(value + 0.5));
      break;
    case Form::kFourDigits:
      return value < 1000 ? fmt::format("{:.4g}", value)
                          : base::grouped(static_cast<uint64_t>(std::llround(value)));
    case Form::kPlain:
    case Form::kGrouped:
      break;
  }
  return fmt::format("{:.3g}", value);
}

std::string written(uint64_t value, Form form) {
  return form == Form::kGrouped ? base::grouped(value) : std::to_string(value);
}

// What is before the first dot, which is taken off `path`.
std::string_view first_word(std::string_view& path) {
  const size_t dot = std::min(path.find('.'), path.size());
  const std::string_view word = path.substr(0, dot);
  path.remove_prefix(std::min(dot + 1, path.size()));
  return word;
}

std::optional<size_t> index_of(std::string_view word, size_t size) {
  size_t index = 0;
  const auto read = std::from_chars(word.data(), word.data() + word.size(), index);
  if (read.ec != std::errc() || read.ptr != word.data() + word.size() || index >= size)
    return std::nullopt;
  return index;
}

std::optional<size_t> row_of(const Table& table, std::string_view word) {
  for (size_t i = 0; i < table.rows.size(); ++i) {
    const auto* name =
        table.rows[i].empty() ? nullptr : std::get_if<std::string>(&table.rows[i].front().is);
    if (name != nullptr && *name == word) return i;
  }
  return index_of(word, table.rows.size());
}

const Value* find(const Table& table, std::string_view path) {
  const std::optional<size_t> row = row_of(table, first_word(path));
  if (!row) return nullptr;
  for (size_t i = 0; i < table.columns.size() && i < table.rows[*row].size(); ++i) {
    if (table.columns[i].key != nullptr && table.columns[i].key == path)
      return &table.rows[*row][i];
  }
  return nullptr;
}

bool is_named(const char* key, std::string_view word) {
  return key != nullptr && key == word;
}

}  // namespace

// Here and not inline: GCC 12 warns of a variant's members where it inlines its moves.
Value::Value() = default;
Value::Value(const Value&) = default;
Value::Value(Value&&) noexcept = default;
Value& Value::operator=(const Value&) = default;
Value& Value::operator=(Value&&) noexcept = default;
Value::~Value() = default;

Value percent_of(uint64_t part, uint64_t whole, Form form) {
  if (whole == 0) return {};
  return {100.0 * static_cast<double>(part) / static_cast<double>(whole), form};
}

Value ratio_of(uint64_t part, uint64_t whole) {
  if (whole == 0) return {};
  return {static_cast<double>(part) / static_cast<double>(whole), Form::kTwoPlaces};
}

std::string rendered(const Value& value) {
  if (!value.shown.empty()) return value.shown.rendered();
  return std::visit(
      [&]<class Is>(const Is& is) -> std::string {
        if constexpr (std::is_same_v<Is, std::string>) {
          return is;
        } else if constexpr (std::is_same_v<Is, Text>) {
          return is.rendered();
        } else if constexpr (std::is_same_v<Is, double> || std::is_same_v<Is, uint64_t>) {
          return written(is, value.form);
        } else if constexpr (std::is_same_v<Is, int64_t>) {
          return (is < 0 ? "-" : "") + written(is < 0 ? uint64_t{0} - static_cast<uint64_t>(is)
                                                      : static_cast<uint64_t>(is),
                                               value.form);
        } else {
          return "";
        }
      },
      value.is);
}

// "0" of a list of values, "1.2" of a list of lists; of all else only "".
static const Value* find(const Value& value, std::string_view path) {
  if (path.empty()) return &value;
  const auto* list = std::get_if<std::vector<Value>>(&value.is);
  const auto index = index_of(first_word(path), list == nullptr ? 0 : list->size());
  return index ? find((*list)[*index], path) : nullptr;
}

const Value* find(const Section& section, std::string_view path) {
  std::string_view rest = path;
  const std::string_view word = first_word(rest);
  for (const auto& part : section.parts) {
    if (const auto* fact = std::get_if<Fact>(&part)) {
      if (is_named(fact->key, word)) return find(fact->value, rest);
    } else if (const auto* table = std::get_if<Table>(&part)) {
      if (is_named(table->key, word)) return find(*table, rest);
    } else if (const auto* list = std::get_if<List>(&part)) {
      if (!is_named(list->key, word)) continue;
      const auto index = index_of(first_word(rest), list->items.size());
      return index ? find(list->items[*index], rest) : nullptr;
    } else if (const auto* inner = std::get_if<Section>(&part)) {
      if (is_named(inner->key, word)) return find(*inner, rest);
    }
  }
  return nullptr;
}

}  // namespace warplens::study
