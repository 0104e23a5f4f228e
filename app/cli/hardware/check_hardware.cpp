#include "app/cli/hardware/check_hardware.hpp"

#include <ostream>

#include "app/files/exit_status.hpp"
#include "app/files/files.hpp"
#include "sim/base/diagnostic.hpp"
#include "sim/base/say.hpp"

namespace warplens::cli {
namespace {

constexpr uint64_t kMostBytes = uint64_t{256} << 20;  // of a CSV file

}  // namespace

std::optional<std::vector<model::HardwareRow>> read_hardware_csv(const std::string& path,
                                                                 model::Counted counted,
                                                                 std::ostream& err) {
  const base::Result<std::string, std::string> text = files::read_text(path, kMostBytes);
  if (!text) {
    err << base::headed(base::Severity::kError, text.error());
    return std::nullopt;
  }
  auto rows = model::parse_hardware_csv(*text, counted);
  if (rows) return std::move(rows).value();
  const model::CsvError& at = rows.error();
  const std::string problem =
      at.column.empty()
          ? at.message
          : say("column {name}: {problem}", "name"_a = at.column, "problem"_a = at.message);
  err << path << ":" << at.line << ": " << base::headed(base::Severity::kError, problem);
  return std::nullopt;
}

std::string access_place(const std::string& path, const model::HardwareRow& row) {
  return say("{path}:{line}: access {id} ({pattern})", "path"_a = path, "line"_a = row.line,
             "id"_a = row.id, "pattern"_a = row.pattern);
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
      out << access_place(path, row) << ": " << mismatch.counts << "\n";
    }
  }
  out << say("{count} of {all} accesses agree", "count"_a = agreement.agreeing(),
             "all"_a = agreement.accesses)
      << "\n";
  return agreement.mismatches.empty() ? files::kExitDone : files::kExitDiffers;
}

}  // namespace warplens::cli
