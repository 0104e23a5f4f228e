#include "app/cli/hardware/check_hardware.hpp"

#include <map>
#include <ostream>

#include "app/files/exit_status.hpp"
#include "app/files/files.hpp"
#include "sim/base/diagnostic.hpp"
#include "sim/base/say.hpp"
#include "sim/model/hardware_tables.hpp"

namespace warplens::cli {
namespace {

constexpr uint64_t kMostBytes = uint64_t{256} << 20;  // of a CSV file

base::Result<std::string, std::string> read_table(const std::string& path, std::ostream& err) {
  base::Result<std::string, std::string> text = files::read_text(path, kMostBytes);
  if (!text) err << base::headed(base::Severity::kError, text.error());
  return text;
}

void print_csv_error(const std::string& path, const model::CsvError& at, std::ostream& err) {
  const std::string problem =
      at.column.empty()
          ? at.message
          : say("column {name}: {problem}", "name"_a = at.column, "problem"_a = at.message);
  err << path << ":" << at.line << ": " << base::headed(base::Severity::kError, problem);
}

}  // namespace

std::optional<std::vector<model::HardwareRow>> read_hardware_csv(const std::string& path,
                                                                 model::Counted counted,
                                                                 std::ostream& err) {
  const base::Result<std::string, std::string> text = read_table(path, err);
  if (!text) return std::nullopt;
  auto rows = model::parse_hardware_csv(*text, counted);
  if (rows) return std::move(rows).value();
  print_csv_error(path, rows.error(), err);
  return std::nullopt;
}

std::string access_place(const std::string& path, uint32_t line, const std::string& id,
                         const std::string& pattern) {
  return say("{path}:{line}: access {id} ({pattern})", "path"_a = path, "line"_a = line,
             "id"_a = id, "pattern"_a = pattern);
}

int check_hardware(const std::string& path, bool show_mismatches, std::ostream& out,
                   std::ostream& err) {
  const base::Result<std::string, std::string> text = read_table(path, err);
  if (!text) return files::kExitMistake;
  const model::CheckedTable table = model::check_hardware_table(model::default_device(), *text);
  if (!table) {
    print_csv_error(path, table.error(), err);
    return files::kExitMistake;
  }
  struct Agreement {
    size_t accesses = 0, agreeing = 0;
  };
  std::map<std::string, Agreement> kinds;
  size_t agreeing = 0;
  for (const model::CheckedAccess& access : *table) {
    const bool agrees = access.differences.empty();
    Agreement& kind = kinds[access.kind];
    kind.accesses += 1;
    kind.agreeing += agrees ? 1 : 0;
    agreeing += agrees ? 1 : 0;
    if (agrees || !show_mismatches) continue;
    out << access_place(path, access.line, access.id, access.pattern) << ": " << access.differences
        << "\n";
  }
  for (const auto& [kind, tally] : kinds) {
    if (tally.agreeing == tally.accesses) continue;
    out << say("{kind}: {count} of {all} accesses agree", "kind"_a = kind,
               "count"_a = tally.agreeing, "all"_a = tally.accesses)
        << "\n";
  }
  out << say("{count} of {all} accesses agree", "count"_a = agreeing, "all"_a = table->size())
      << "\n";
  return agreeing == table->size() ? files::kExitDone : files::kExitDiffers;
}

}  // namespace warplens::cli
