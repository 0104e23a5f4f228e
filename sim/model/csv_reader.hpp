// A strict reader of tables of measurements (CSV): the first line names the columns, in any order;
// those that are not asked for are ignored, and so are lines that begin with '#'. Lines end with LF
// or CRLF. Each field that is read has to be valid; the first that is not is the error.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace warplens::model {

// `line` counts from 1; `column` is the name of the CSV column ("" for an error of a row or the
// file).
struct CsvError {
  uint32_t line = 0;
  std::string column;
  std::string message;
};

struct CsvColumn {
  std::string name;
  bool is_needed = false;
};

// For messages: in quotes, short, without bytes that a terminal would not show.
std::string shown_field(std::string_view text);

// Whether the first line of a table names this column.
bool has_column(std::string_view table, std::string_view name);

// Columns are known by their place in the list that is given here.
class CsvReader {
 public:
  CsvReader(std::string_view text, std::vector<CsvColumn> columns);

  // Goes to the next row. False: there is none left, or error().
  bool next();
  uint32_t line() const { return line_; }  // of the row
  const std::optional<CsvError>& error() const { return error_; }

  // "" where the column is absent.
  std::string_view text(size_t column) const {
    return places_[column] == kAbsent ? std::string_view() : fields_[places_[column]];
  }
  // A whole number, decimal or after 0x.
  uint64_t count(size_t column, uint64_t most);
  std::optional<uint32_t> optional_count(size_t column);
  // A whole number that may be negative, no further from 0 than `most`.
  int64_t integer(size_t column, uint64_t most);
  // A decimal number with a fraction.
  double number(size_t column);
  void complain(size_t column, std::string message);

 private:
  static constexpr size_t kAbsent = ~size_t{0};
  bool read_line(std::string_view& line);
  uint64_t count_in(size_t column, std::string_view digits, uint64_t most);
  void read_head();

  std::string_view rest_;
  uint32_t line_ = 0;
  std::vector<CsvColumn> columns_;
  std::vector<size_t> places_;  // of each column: its field
  size_t width_ = 0;            // fields of the head
  bool has_rows_ = false;
  std::vector<std::string_view> fields_;
  std::optional<CsvError> error_;
};

}  // namespace warplens::model
