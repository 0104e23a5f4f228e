#include "app/gui/views/findings.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/gui/scene/format.hpp"
#include "app/gui/views/panel_text.hpp"
#include "sim/base/say.hpp"

namespace warplens::views {
namespace {

using analysis::Finding;

bool is_error(const Finding& finding) {
  return finding.severity == base::Severity::kError;
}

std::string where_words(const engine::Run& run, const Finding& finding) {
  const std::string block = scene::block_text(finding.block, run.context->grid.z > 1);
  if (finding.count < 2) return say("in block {block}", "block"_a = block);
  return say("{count} times, first in block {block}", "count"_a = scene::grouped(finding.count),
             "block"_a = block);
}

std::string line_words(const std::string& file, uint32_t line) {
  if (file.empty()) return say("line {line}", "line"_a = line);
  return say("{file}, line {line}", "file"_a = file, "line"_a = line);
}

// A row of words that is clicked as one.
bool draw_row(ui::Ui& ui, const std::string& name, const std::vector<ColoredText>& texts,
              float indent) {
  ImVec2 at = ImGui::GetCursorScreenPos();
  at.x += indent;
  const float width = ImGui::GetContentRegionAvail().x - indent;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float height = flow_text(ui, list, ui.fonts.small, at, width, texts);
  const bool is_clicked = ui::hit(ui, name, at, ImVec2(at.x + width, at.y + height));
  if (ImGui::IsItemHovered())
    list->AddLine(ImVec2(at.x, at.y + height), ImVec2(at.x + width, at.y + height),
                  ui.theme.text_dim);
  ImGui::SetCursorScreenPos(ImVec2(at.x - indent, at.y));
  ImGui::Dummy(ImVec2(width + indent, height + ui.theme.unit * 0.25f));
  return is_clicked;
}

std::string remark(const gui::Model& model) {
  const std::vector<Finding>& findings = model.run->findings;
  const auto errors =
      static_cast<uint64_t>(std::count_if(findings.begin(), findings.end(), is_error));
  const uint64_t hints = findings.size() - errors;
  const std::string error_words = say_count("{count} error", "{count} errors", errors);
  const std::string hint_words = say_count("{count} hint", "{count} hints", hints);
  if (hints == 0) return error_words;
  if (errors == 0) return hint_words;
  return error_words + ", " + hint_words;
}

// Enough for a few; more of them scroll.
float share_of_height(const gui::Model& model) {
  return std::clamp(0.14f * static_cast<float>(model.run->findings.size()), 0.28f, 0.5f);
}

}  // namespace

bool has_findings(const gui::Model& model) {
  return model.run != nullptr && !model.run->findings.empty();
}

void draw_findings(ui::Ui& ui, const gui::Model& model, gui::Actions& actions) {
  if (!has_findings(model)) return;
  const engine::Run& run = *model.run;
  for (size_t i = 0; i < run.findings.size(); ++i) {
    const Finding& finding = run.findings[i];
    const ImU32 color = is_error(finding) ? ui.theme.error : ui.theme.warning;
    const std::string head = line_words(finding.file, finding.line) + ": ";
    if (draw_row(ui, fmt::format("finding:{}", i),
                 {{head, color},
                  {finding.message, ui.theme.text},
                  {"; " + where_words(run, finding), ui.theme.text_dim}},
                 0)) {
      actions.push_back(gui::action::SelectFinding{i});
    }
    if (finding.other && finding.other->line != 0) {
      const std::string other =
          say("show the other access, {place}",
              "place"_a = line_words(finding.other->file, finding.other->line));
      if (draw_row(ui, fmt::format("finding:{}:other", i), {{other, ui.theme.accent}},
                   ui.theme.unit * 2)) {
        actions.push_back(gui::action::SelectFinding{i, true});
      }
    }
    ImGui::Dummy(ImVec2(1, ui.theme.unit * 0.25f));
  }
}

const Panel kFindingsPanel = {
    .id = "findings",
    .title = sentence("FINDINGS"),
    .remark = remark,
    .tab = sentence("TOTALS"),
    .is_shown = has_findings,
    .share = share_of_height,
    .draw = stateless<draw_findings>,
};

}  // namespace warplens::views
