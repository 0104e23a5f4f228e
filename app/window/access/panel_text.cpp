// Paragraphs of coloured words: ImGui wraps text of one colour only.
#include "app/window/access/panel_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "app/scene/words/emphasis.hpp"
#include "app/window/access/picture.hpp"
#include "app/window/kit/hints.hpp"
#include "sim/base/say.hpp"
#include "sim/trace/event.hpp"
#include "sim/trace/matrix_layout.hpp"

namespace warplens::views {
namespace {

// Up to and with the spaces behind the next word.
std::string_view next_word(std::string_view text) {
  size_t end = text.find(' ');
  if (end == std::string_view::npos) return text;
  while (end < text.size() && text[end] == ' ') ++end;
  return text.substr(0, end);
}

std::string_view without_trailing_spaces(std::string_view word) {
  while (!word.empty() && word.back() == ' ') word.remove_suffix(1);
  return word;
}

// The longest start of `word`, at least one character, that is at most `width` wide.
size_t fitting_bytes(ImFont* font, std::string_view word, float width) {
  size_t good = 0;
  for (size_t next = 1; next <= word.size(); ++next) {
    const bool is_boundary =
        next == word.size() || (static_cast<unsigned char>(word[next]) & 0xC0) != 0x80;
    if (!is_boundary) continue;
    if (good > 0 && ui::text_size(font, word.substr(0, next)).x > width) break;
    good = next;
  }
  return good;
}

}  // namespace

float flow_text(ui::Ui& ui, ImDrawList* list, ImFont* font, ImVec2 at, float width,
                const std::vector<ColoredText>& texts) {
  const float line_height = ui::font_size(font) * 1.3f;
  ImVec2 pen = at;
  float right = at.x;
  std::string whole;
  for (const ColoredText& part : texts) {
    const ui::Visible shown(part.text);
    whole += shown.text();
    if (list) ui.probe.part(shown.text(), part.color);
    for (std::string_view rest = shown.text(); !rest.empty();) {
      std::string_view word = next_word(rest);
      const float wanted = ui::text_size(font, without_trailing_spaces(word)).x;
      if (pen.x > at.x && pen.x + wanted > at.x + width) {
        pen = ImVec2(at.x, pen.y + line_height);
      }
      if (wanted > width) word = word.substr(0, fitting_bytes(font, word, width));
      if (list) {
        if (ui::is_line_whole(list, font, pen.y)) {
          list->AddText(font, ui::font_size(font), pen, part.color, word.data(),
                        word.data() + word.size());
          ui::draw_hints(ui, list, font, ui::font_size(font), pen, shown.text(), word);
        }
        right = std::max(right, pen.x + wanted);
      }
      pen.x += ui::text_size(font, word).x;
      rest.remove_prefix(word.size());
    }
  }
  if (list) {
    ui::DrawnText note;
    note.text = whole;
    note.size = ui::font_size(font);
    note.min = at;
    note.max = ImVec2(right, pen.y + ui::font_size(font));
    ui.probe.text(std::move(note));
  }
  return whole.empty() ? 0 : pen.y - at.y + line_height;
}

std::vector<ColoredText> emphasized(const ui::Ui& ui, const scene::Moment& moment) {
  const ui::Theme& theme = ui.theme;
  const ImU32 plain = ui::mix(theme.text, theme.text_dim, 0.6f);
  std::vector<ColoredText> texts;
  for (const scene::SentencePart& part : scene::emphasize(moment)) {
    ImU32 color = plain;
    switch (part.emphasis) {
      case scene::Emphasis::kNone:
        break;
      case scene::Emphasis::kStrong:
        color = theme.text;
        break;
      case scene::Emphasis::kGroup:
        color = group_color(ui, part.group);
        break;
      case scene::Emphasis::kWaste:
        color = judgement_color(theme, scene::Judgement::kWaste, plain);
        break;
      case scene::Emphasis::kGood:
        color = judgement_color(theme, scene::Judgement::kGood, plain);
        break;
    }
    texts.push_back({part.text, color});
  }
  return texts;
}

std::string pass_counter_text(const gui::State& model) {
  const scene::Passes& passes = model.moment->passes;
  const uint32_t count = passes.count(), pass = model.selection.pass;
  return pass > count ? scene::done_words(passes)
                      : scene::pass_counter(passes, pass == 0 ? count : pass);
}

ImU32 judgement_color(const ui::Theme& theme, scene::Judgement judgement, ImU32 plain) {
  switch (judgement) {
    case scene::Judgement::kNone:
      return plain;
    case scene::Judgement::kGood:
      return theme.good;
    case scene::Judgement::kWaste:
      return theme.waste;
    case scene::Judgement::kError:
      return theme.error;
  }
  return plain;
}

ImU32 cost_color(const ui::Theme& theme, const scene::Moment& moment) {
  return judgement_color(theme, scene::judge_cost(moment), theme.text);
}

std::string stale_words(const gui::State& model) {
  if (model.run == nullptr || model.moment == nullptr || model.diagnostics.empty()) return "";
  const launch::Dim3 &grid = model.run->context->grid, &block = model.run->context->block;
  return say(
      "These pictures are of the last text that ran, with grid {grid} and block {block}. The one "
      "beside them does not run yet.",
      "grid"_a = dim_text(grid), "block"_a = dim_text(block));
}

std::string access_words(const gui::State& model) {
  const trace::Access& access = model.moment->access;
  const code::Program& program = *model.run->program;
  const std::string text(program.unit->file.slice(program.sites[access.site].span));
  switch (access.operation) {
    case trace::Operation::kLoad:
      return say("load {place}", "place"_a = text);
    case trace::Operation::kStore:
      return say("store {place}", "place"_a = text);
    case trace::Operation::kCopy:
      return say("copy {place}", "place"_a = text);
    case trace::Operation::kAtomic:
      break;
  }
  return say("atomic {place}", "place"_a = text);
}

std::string access_text(const gui::State& model) {
  return say("{access}, line {line}, warp {warp}", "access"_a = access_words(model),
             "line"_a = model.moment->place.line, "warp"_a = model.moment->access.warp);
}

std::string dim_text(const launch::Dim3& dim) {
  std::string text = fmt::format("{}", dim.x);
  if (dim.y > 1 || dim.z > 1) {
    text += fmt::format(" × {}", dim.y);
  }
  return dim.z > 1 ? text + fmt::format(" × {}", dim.z) : text;
}

ThreadIndex thread_index(const launch::Dim3& block, uint32_t warp, uint32_t lane) {
  const auto [x, y, z] = trace::thread_at(warp * trace::kWarpSize + lane, block);
  return {x, y, z};
}

std::string with_lane_colors(const gui::State& model, const std::string& text) {
  if (model.moment == nullptr || model.run == nullptr) return text;
  uint32_t groups = 0;
  for (const scene::LaneRow& row : model.moment->lanes)
    if (row.group < 8) groups |= 1u << row.group;
  if ((groups & (groups - 1)) == 0) return text;
  if (trace::is_matrix(model.moment->access.layout))
    return label("colour = matrix") + (" · " + text);
  const bool has_depth = model.run->context->block.z > 1;
  return (has_depth ? label("colour = threadIdx.y, z") : label("colour = threadIdx.y")) +
         (" · " + text);
}

}  // namespace warplens::views
