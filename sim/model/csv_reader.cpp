#include "sim/model/csv_reader.hpp"

#include <algorithm>
#include <charconv>
#include <limits>

#include "sim/base/say.hpp"

namespace warplens::model {
namespace {

constexpr size_t kLongestLine = 1 << 16;  // a row is about 300 characters

std::vector<std::string_view> split(std::string_view line) {
  std::vector<std::string_view> fields;
  for (;;) {
    const size_t comma = line.find(',');
    fields.push_back(line.substr(0, comma));
    if (comma == std::string_view::npos) return fields;
    line.remove_prefix(comma + 1);
  }
}

std::optional<uint64_t> whole_number(std::string_view text) {
  int radix = 10;
  if (text.starts_with("0x") || text.starts_with("0X")) {
    radix = 16;
    text.remove_prefix(2);
  }
  uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, radix);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

}  // namespace

std::string shown_field(std::string_view text) {
  std::string out(text.substr(0, 40));
  for (char& c : out) {
    if (static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) >= 0x7f) c = '?';
  }
  return "'" + out + (text.size() > 40 ? "...'" : "'");
}

bool has_column(std::string_view table, std::string_view name) {
  CsvReader reader(table, {{std::string(name), true}});
  return !reader.error();
}

CsvReader::CsvReader(std::string_view text, std::vector<CsvColumn> columns)
    : rest_(text), columns_(std::move(columns)), places_(columns_.size(), kAbsent) {
  if (rest_.starts_with("\xEF\xBB\xBF")) rest_.remove_prefix(3);
  read_head();
}

// The next line without its end; skips remarks.
bool CsvReader::read_line(std::string_view& line) {
  do {
    if (rest_.empty()) return false;
    const size_t end = rest_.find('\n');
    line = rest_.substr(0, end);
    rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
    if (line.ends_with('\r')) line.remove_suffix(1);
    ++line_;
  } while (line.starts_with('#'));
  return true;
}

void CsvReader::read_head() {
  std::string_view line;
  if (!read_line(line)) {
    error_ = CsvError{1, "", say("the file is empty")};
    return;
  }
  const std::vector<std::string_view> head = split(line.substr(0, kLongestLine));
  width_ = head.size();
  for (size_t column = 0; column < columns_.size(); ++column) {
    for (size_t i = 0; i < head.size(); ++i) {
      if (head[i] != columns_[column].name) continue;
      if (places_[column] != kAbsent) return complain(column, say("this column appears twice"));
      places_[column] = i;
    }
    if (columns_[column].is_needed && places_[column] == kAbsent)
      return complain(column, say("this column is missing from the first line"));
  }
}

bool CsvReader::next() {
  std::string_view line;
  do {
    if (error_) return false;
    if (!read_line(line)) {
      if (!has_rows_) error_ = CsvError{line_, "", say("the file has no rows")};
      return false;
    }
  } while (line.empty());
  has_rows_ = true;
  if (line.size() > kLongestLine) {
    error_ = CsvError{line_, "", say("this line is too long for a row")};
    return false;
  }
  fields_ = split(line);
  if (fields_.size() == width_) return true;
  error_ = CsvError{line_, "",
                    say("this row has {count} fields, and the first line names {wanted}",
                        "count"_a = fields_.size(), "wanted"_a = width_)};
  return false;
}

uint64_t CsvReader::count(size_t column, uint64_t most) {
  return count_in(column, text(column), most);
}

uint64_t CsvReader::count_in(size_t column, std::string_view digits, uint64_t most) {
  const auto value = whole_number(digits);
  if (!value) {
    complain(column, text(column).empty() ? say("a number is missing")
                                          : say("{value} is not a whole number",
                                                "value"_a = shown_field(text(column))));
  } else if (*value > most) {
    complain(column, say("{value} is too large (at most {limit})",
                         "value"_a = shown_field(text(column)), "limit"_a = most));
  }
  return value ? std::min(*value, most) : 0;
}

int64_t CsvReader::integer(size_t column, uint64_t most) {
  const bool is_negative = text(column).starts_with('-');
  const auto size =
      static_cast<int64_t>(count_in(column, text(column).substr(is_negative ? 1 : 0), most));
  return is_negative ? -size : size;
}

std::optional<uint32_t> CsvReader::optional_count(size_t column) {
  if (text(column).empty()) return std::nullopt;
  return static_cast<uint32_t>(count(column, std::numeric_limits<uint32_t>::max()));
}

double CsvReader::number(size_t column) {
  const std::string_view field = text(column);
  double value = 0;
  const auto [end, error] =
      std::from_chars(field.data(), field.data() + field.size(), value, std::chars_format::fixed);
  if (field.empty()) {
    complain(column, say("a number is missing"));
  } else if (error != std::errc() || end != field.data() + field.size()) {
    complain(column, say("{value} is not a number", "value"_a = shown_field(field)));
  }
  return value;
}

void CsvReader::complain(size_t column, std::string message) {
  if (!error_) error_ = CsvError{line_, columns_[column].name, std::move(message)};
}

}  // namespace warplens::model
