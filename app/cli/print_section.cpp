#include "app/cli/print_section.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "app/cli/table.hpp"

namespace warplens::cli {
namespace {

using study::Section;

constexpr uint32_t kStep = 2;  // [characters] of an indent

void print_table(std::ostream& out, const study::Table& table, const std::string& indent) {
  std::vector<Column> columns;
  for (const study::Column& column : table.columns) {
    if (!column.title) continue;
    const bool is_right = column.align == study::Align::kRight;
    columns.push_back({column.title->rendered(), is_right ? Align::kRight : Align::kLeft});
  }
  if (columns.empty()) return;
  std::vector<std::vector<std::string>> rows;
  for (const std::vector<study::Value>& values : table.rows) {
    std::vector<std::string>& cells = rows.emplace_back();
    for (size_t i = 0; i < values.size(); ++i) {
      if (table.columns[i].title) cells.push_back(study::rendered(values[i]));
    }
  }
  out << format_table(columns, rows, indent);
}

// What people read of it but other sections.
bool has_words(const Section& section) {
  if (!section.title.empty() || !section.missing.empty()) return true;
  return std::any_of(section.parts.begin(), section.parts.end(), [](const auto& part) {
    const auto* table = std::get_if<study::Table>(&part);
    const auto is_shown = [](const study::Column& column) { return column.title.has_value(); };
    return std::holds_alternative<study::Line>(part) ||
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
    const std::string indent(kStep * (depth + 1), ' ');
    for (const auto& part : section.parts) {
      if (const auto* line = std::get_if<study::Line>(&part))
        out_ << std::string(kStep * (depth + 1 + static_cast<uint32_t>(line->indent)), ' ')
             << line->text.rendered() << "\n";
      else if (const auto* table = std::get_if<study::Table>(&part))
        print_table(out_, *table, indent);
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

}  // namespace warplens::cli
