#include "app/cli/print_section.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "app/cli/table.hpp"
#include "app/cli/visible_stream.hpp"
#include "sim/base/source.hpp"

namespace warplens::cli {
namespace {

using study::Section;

constexpr uint32_t kStep = 2;  // [characters] of an indent
constexpr size_t kLineWidth = 120;
constexpr size_t kLeastRest = 16;  // [characters] of a column that takes the rest of a line

std::string indent_of(uint32_t depth, int further) {
  return std::string(kStep * (depth + 1 + static_cast<uint32_t>(further)), ' ');
}

std::string shortened(const std::string& text, size_t width) {
  if (base::count_characters(text) <= width) return text;
  size_t end = 0;
  for (size_t left = width - 3; left > 0; --left) {
    do ++end;
    while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80);
  }
  return text.substr(0, end) + "...";
}

// Characters of the longest line.
size_t width_of(const std::string& table) {
  size_t widest = 0;
  for (size_t begin = 0; begin < table.size();) {
    const size_t end = std::min(table.find('\n', begin), table.size());
    widest = std::max<size_t>(widest, base::count_characters(table.substr(begin, end - begin)));
    begin = end + 1;
  }
  return widest;
}

// What people read of a table.
struct ShownTable {
  std::vector<Column> columns;
  std::vector<std::vector<std::string>> rows;
};

ShownTable shown(const study::Table& table) {
  ShownTable all;
  for (const study::Column& column : table.columns) {
    if (!column.title) continue;
    const bool is_right = column.align == study::Align::kRight;
    all.columns.push_back({column.title->rendered(), is_right ? Align::kRight : Align::kLeft});
  }
  for (const std::vector<study::Value>& values : table.rows) {
    std::vector<std::string>& cells = all.rows.emplace_back();
    for (size_t i = 0; i < values.size(); ++i) {
      if (table.columns[i].title) cells.push_back(study::rendered(values[i]));
    }
  }
  return all;
}

// Cuts the last column to what the others leave of a line.
void cut_rest(ShownTable& table, const std::string& indent) {
  ShownTable others = table;
  others.columns.pop_back();
  const size_t taken =
      width_of(format_table(others.columns, others.rows, indent)) + kBetweenColumns;
  if (taken + kLeastRest > kLineWidth) {
    table.columns.pop_back();
    return;
  }
  for (std::vector<std::string>& row : table.rows) {
    if (row.size() == table.columns.size()) row.back() = shortened(row.back(), kLineWidth - taken);
  }
}

void print_table(std::ostream& out, const study::Table& table, const std::string& indent) {
  ShownTable all = shown(table);
  if (all.columns.empty()) return;
  if (table.columns.back().takes_rest) cut_rest(all, indent);
  out << format_table(all.columns, all.rows, indent);
}

// A bar would end a cell.
std::string in_cell(std::string text) {
  for (size_t at = text.find('|'); at != std::string::npos; at = text.find('|', at + 2))
    text.insert(at, "\\");
  return text;
}

void print_markdown_table(std::ostream& out, const study::Table& table) {
  const ShownTable all = shown(table);
  std::string titles = "|", rule = "|";
  for (const Column& column : all.columns) {
    titles += (column.title.empty() ? "" : " " + column.title) + " |";
    rule += " --- |";
  }
  out << titles << "\n" << rule << "\n";
  for (const std::vector<std::string>& row : all.rows) {
    out << "|";
    for (const std::string& cell : row) out << " " << in_cell(cell) << " |";
    out << "\n";
  }
}

// What people read of it but other sections.
bool has_words(const Section& section) {
  if (!section.title.empty() || !section.missing.empty()) return true;
  return std::any_of(section.parts.begin(), section.parts.end(), [](const auto& part) {
    const auto* table = std::get_if<study::Table>(&part);
    const auto is_shown = [](const study::Column& column) { return column.title.has_value(); };
    return std::holds_alternative<study::Line>(part) ||
           std::holds_alternative<study::Verbatim>(part) ||
           (table != nullptr &&
            std::any_of(table->columns.begin(), table->columns.end(), is_shown));
  });
}

class SectionPrinter {
 public:
  SectionPrinter(std::ostream& out, bool has_gap) : out_(out), has_gap_(has_gap) {}

  void print(const Section& section, uint32_t depth) {
    const bool is_holder = depth == 0 && !has_words(section);
    if (!is_holder) begin(section, depth);
    if (!section.missing.empty()) return;
    for (const auto& part : section.parts) {
      if (const auto* line = std::get_if<study::Line>(&part))
        out_ << indent_of(depth, line->indent) << line->text.rendered() << "\n";
      else if (const auto* table = std::get_if<study::Table>(&part))
        print_table(out_, *table, indent_of(depth, table->indent));
      else if (const auto* verbatim = std::get_if<study::Verbatim>(&part))
        print_bytes(out_, verbatim->bytes);
      else if (const auto* inner = std::get_if<Section>(&part); inner && is_shown(*inner))
        print(*inner, is_holder ? 0 : depth + 1);
    }
  }

 private:
  static bool is_shown(const Section& section) {
    if (has_words(section)) return true;
    return std::any_of(section.parts.begin(), section.parts.end(), [](const auto& part) {
      const auto* inner = std::get_if<Section>(&part);
      return inner != nullptr && is_shown(*inner);
    });
  }

  // An empty line before each that is not inside of another, and its title.
  void begin(const Section& section, uint32_t depth) {
    if (depth == 0 && std::exchange(has_gap_, true)) out_ << "\n";
    const Text& head = section.missing.empty() ? section.title : section.missing;
    if (!head.empty()) out_ << std::string(kStep * depth, ' ') << head.rendered() << "\n";
  }

  std::ostream& out_;
  bool has_gap_;  // before the next section
};

Json value_json(const study::Value& value) {
  return std::visit(
      []<class Is>(const Is& is) -> Json {
        if constexpr (std::is_same_v<Is, std::monostate>) {
          return nullptr;
        } else if constexpr (std::is_same_v<Is, Text>) {
          return is.english();
        } else if constexpr (std::is_same_v<Is, std::vector<study::Value>>) {
          Json list = Json::array();
          for (const study::Value& one : is) list.push_back(value_json(one));
          return list;
        } else {
          return is;
        }
      },
      value.is);
}

void put(Json& json, const char* key, const study::Value& value) {
  if (!std::holds_alternative<std::monostate>(value.is)) json[key] = value_json(value);
}

Json rows_json(const study::Table& table) {
  Json rows = Json::array();
  for (const std::vector<study::Value>& values : table.rows) {
    Json row = Json::object();
    for (size_t i = 0; i < values.size(); ++i) {
      if (table.columns[i].key != nullptr) put(row, table.columns[i].key, values[i]);
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace

void print(std::ostream& out, const Section& section, bool has_gap) {
  SectionPrinter(out, has_gap).print(section, 0);
}

void print_markdown(std::ostream& out, const Section& section) {
  out << "# " << section.title.rendered() << "\n";
  for (const auto& part : section.parts) {
    if (const auto* line = std::get_if<study::Line>(&part)) {
      out << "\n" << line->text.rendered() << "\n";
    } else if (const auto* table = std::get_if<study::Table>(&part)) {
      out << "\n";
      print_markdown_table(out, *table);
    }
  }
}

Json to_json(const study::List& list) {
  Json json = Json::array();
  for (const Section& item : list.items) json.push_back(to_json(item));
  return json;
}

Json to_json(const Section& section) {
  if (!section.missing.empty()) return {{"missing", section.missing.english()}};
  Json json = Json::object();
  if (section.is_model) json["is_model"] = true;
  for (const auto& part : section.parts) {
    if (const auto* fact = std::get_if<study::Fact>(&part)) {
      put(json, fact->key, fact->value);
    } else if (const auto* table = std::get_if<study::Table>(&part)) {
      if (table->key != nullptr) json[table->key] = rows_json(*table);
    } else if (const auto* list = std::get_if<study::List>(&part)) {
      json[list->key] = to_json(*list);
    } else if (const auto* inner = std::get_if<Section>(&part)) {
      if (*inner->key != '\0') json[inner->key] = to_json(*inner);
    }
  }
  return json;
}

void print_json(std::ostream& out, const Section& section) {
  Json json = {{"version", kJsonVersion}};
  json.update(to_json(section));
  out << to_text(json, 2) << "\n";
}

}  // namespace warplens::cli
