#include "app/cli/check_hardware.hpp"

#include <fmt/format.h>

#include <ostream>

#include "app/files/exit_status.hpp"
#include "app/files/files.hpp"

namespace warplens::cli {
namespace {

constexpr uint64_t kMostBytes = uint64_t{256} << 20;  // of a CSV file

}  // namespace

std::optional<std::vector<model::HardwareRow>> read_hardware_csv(const std::string& path,
                                                                 model::Counted counted,
                                                                 std::ostream& err) {
  const base::Result<std::string, std::string> text = files::read_text(path, kMostBytes);
  if (!text) {
    err << "error: " << text.error() << "\n";
    return std::nullopt;
  }
  auto rows = model::parse_hardware_csv(*text, counted);
  if (rows) return std::move(rows).value();
  const model::CsvError& at = rows.error();
  const std::string column = at.column.empty() ? "" : fmt::format("column {}: ", at.column);
  err << fmt::format("{}:{}: error: {}{}\n", path, at.line, column, at.message);
  return std::nullopt;
}

int check_hardware(const std::string& path, bool show_mismatches, std::ostream& out,
                   std::ostream& err) {
  const auto rows = read_hardware_csv(path, model::Counted::kYes, err);
  if (!rows) return files::kExitMistake;
  const model::HardwareAgreement agreement =
      model::compare_with_hardware(model::default_device(), *rows);
  if (show_mismatches) {
    for (const model::HardwareMismatch& mismatch : agreement.mismatches) {
      const model::HardwareRow& row = (*rows)[mismatch.row];
      out << fmt::format("{}:{}: access {} ({}): {}\n", path, row.line, row.id, row.pattern,
                         mismatch.counts);
    }
  }
  out << fmt::format("{} of {} accesses agree\n", agreement.agreeing(), agreement.accesses);
  return agreement.mismatches.empty() ? files::kExitDone : files::kExitDiffers;
}

}  // namespace warplens::cli
