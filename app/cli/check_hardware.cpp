#include "app/cli/check_hardware.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <memory>

#include "sim/model/hardware_csv.hpp"

namespace warplens::cli {
namespace {

constexpr size_t kMostBytes = size_t{256} << 20;  // of a CSV file

// The file's text; "" in `error` if it was read.
std::string read_file(const std::string& path, std::string& error) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"),
                                                             &std::fclose);
  if (!file) {
    error = std::strerror(errno);
    return "";
  }
  std::string text;
  std::string chunk(size_t{1} << 16, '\0');
  for (;;) {
    const size_t n = std::fread(chunk.data(), 1, chunk.size(), file.get());
    text.append(chunk, 0, n);
    if (text.size() > kMostBytes) {
      error = fmt::format("larger than {} MiB", kMostBytes >> 20);
      return "";
    }
    if (n < chunk.size()) break;
  }
  if (std::ferror(file.get()) != 0) error = std::strerror(errno);
  return text;
}

}  // namespace

int check_hardware(const std::string& path, bool show_mismatches, std::FILE* out, std::FILE* err) {
  std::string error;
  const std::string text = read_file(path, error);
  if (!error.empty()) {
    fmt::print(err, "{}: error: cannot be read: {}\n", path, error);
    return 2;
  }
  const auto rows = model::parse_hardware_csv(text);
  if (!rows) {
    const model::CsvError& at = rows.error();
    const std::string column = at.column.empty() ? "" : fmt::format("column {}: ", at.column);
    fmt::print(err, "{}:{}: error: {}{}\n", path, at.line, column, at.message);
    return 2;
  }
  const model::HardwareAgreement agreement =
      model::compare_with_hardware(model::default_device(), rows.value());
  if (show_mismatches) {
    for (const model::HardwareMismatch& mismatch : agreement.mismatches) {
      const model::HardwareRow& row = rows.value()[mismatch.row];
      fmt::print(out, "{}:{}: access {} ({}): {}\n", path, row.line, row.id, row.pattern,
                 mismatch.counts);
    }
  }
  fmt::print(out, "{} of {} accesses agree\n", agreement.agreeing(), agreement.accesses);
  return agreement.mismatches.empty() ? 0 : 1;
}

}  // namespace warplens::cli
