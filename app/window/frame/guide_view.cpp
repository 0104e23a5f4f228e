// A head with the button that closes it, the topics as buttons, and the chosen topic block by
// block. Each topic scrolls by itself.
#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "app/window/frame/more_rows.hpp"
#include "app/window/frame/overlays.hpp"
#include "app/window/kit/keys.hpp"
#include "sim/base/assert.hpp"
#include "sim/base/say.hpp"

namespace warplens::views {
namespace {

using guide::Block;
using guide::BlockKind;

constexpr float kWidestText = 120;  // [units] longer lines are hard to follow

float longest_word(ImFont* font, std::string_view text) {
  float longest = 0;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find(' ', at), text.size());
    longest = std::max(longest, ui::text_size(font, text.substr(at, end - at)).x);
    at = end + 1;
  }
  return longest;
}

// Draws blocks from the cursor down.
class GuideText {
 public:
  GuideText(ui::Ui& ui, float width) : ui_(ui), width_(width), at_(ImGui::GetCursorScreenPos()) {}

  void draw(const guide::Topic& topic) {
    put(ui_.fonts.title, ui_.theme.text, topic.title, 0);
    for (size_t i = 0; i < topic.blocks.size();) {
      const size_t end = guide::end_of_table(topic.blocks, i);
      const bool goes_on = topic.blocks[i].kind == BlockKind::kItem && i > 0 &&
                           topic.blocks[i - 1].kind == BlockKind::kItem;
      at_.y += ui_.theme.unit * (goes_on ? 0.5f : 1.25f);
      if (end > i)
        draw_table(topic.blocks, i, end);
      else
        draw_block(topic.blocks[i]);
      i = std::max(end, i + 1);
    }
    // ImGui scrolls as far as something was put.
    const ImVec2 start = ImGui::GetCursorScreenPos();
    ImGui::Dummy(ImVec2(width_, at_.y + ui_.theme.unit * 2 - start.y));
  }

 private:
  // Below what was drawn; moves on by its height.
  void put(ImFont* font, ImU32 color, std::string_view text, float indent) {
    at_.y += ui::letters(ui_, ImGui::GetWindowDrawList(), font, ui::font_size(font),
                         ImVec2(at_.x + indent, at_.y), color, text, width_ - indent)
                 .y;
  }

  void draw_block(const Block& block) {
    const ui::Theme& theme = ui_.theme;
    if (block.kind == BlockKind::kHeading) {
      at_.y += theme.unit;
      return put(ui_.fonts.title, theme.text, block.text, 0);
    }
    if (block.kind == BlockKind::kCode) return draw_code(block.text);
    float indent = 0;
    if (block.kind == BlockKind::kItem) {
      const float left = theme.unit * 2 * static_cast<float>(block.level);
      ui::text_at(ui_, ImGui::GetWindowDrawList(), ui_.fonts.body, ImVec2(at_.x + left, at_.y),
                  theme.text_dim, "·");
      indent = left + theme.unit * 2;
    }
    put(ui_.fonts.body, theme.text, block.text, indent);
  }

  void draw_code(const std::string& code) {
    const float pad = ui_.theme.unit;
    ImFont* font = ui_.fonts.mono_small;
    const float height = ui::wrapped_size(font, code, width_ - pad * 2).y + pad * 2;
    ImGui::GetWindowDrawList()->AddRectFilled(at_, ImVec2(at_.x + width_, at_.y + height),
                                              ui_.theme.background, pad * 0.5f, 0);
    const float top = at_.y;
    at_.y += pad;
    ui::letters(ui_, ImGui::GetWindowDrawList(), font, ui::font_size(font),
                ImVec2(at_.x + pad, at_.y), ui_.theme.text, code, width_ - pad * 2);
    at_.y = top + height;
  }

  std::vector<float> widths_of(const std::vector<Block>& blocks, size_t first, size_t end) const {
    std::vector<float> cells(blocks[first].cells.size()), words(cells.size());
    for (size_t row = first; row < end; ++row) {
      for (size_t i = 0; i < std::min(cells.size(), blocks[row].cells.size()); ++i) {
        const std::string& text = blocks[row].cells[i];
        cells[i] = std::max(cells[i], ui::text_size(ui_.fonts.body, text).x);
        words[i] = std::max(words[i], longest_word(ui_.fonts.body, text));
      }
    }
    const float gaps = gap() * static_cast<float>(std::max<size_t>(cells.size(), 1) - 1);
    return guide::column_widths(cells, words, width_ - gaps);
  }

  void draw_table(const std::vector<Block>& blocks, size_t first, size_t end) {
    const std::vector<float> widths = widths_of(blocks, first, end);
    constexpr float kRounding = 0.5f;  // [pixels] so that what fits is not broken
    ImDrawList* list = ImGui::GetWindowDrawList();
    for (size_t row = first; row < end; ++row) {
      float x = at_.x, height = 0;
      for (size_t i = 0; i < std::min(widths.size(), blocks[row].cells.size()); ++i) {
        const bool is_bright = i == 0 && !blocks[row].is_head;
        const ImVec2 size =
            ui::letters(ui_, list, ui_.fonts.body, ui::font_size(ui_.fonts.body), ImVec2(x, at_.y),
                        is_bright ? ui_.theme.text : ui_.theme.text_dim, blocks[row].cells[i],
                        widths[i] + kRounding);
        height = std::max(height, size.y);
        x += widths[i] + gap();
      }
      at_.y += height + ui_.theme.unit * 0.5f;
      list->AddLine(ImVec2(at_.x, at_.y), ImVec2(at_.x + width_, at_.y), ui_.theme.line);
      at_.y += ui_.theme.unit * 0.5f;
    }
  }

  float gap() const { return ui_.theme.unit * 2; }

  ui::Ui& ui_;
  const float width_;
  ImVec2 at_;  // where the next block begins
};

void choose_topic(size_t topic, gui::Actions& actions) {
  actions.push_back(gui::action::ChangeOptions{
      [topic](gui::ViewOptions& o) { o.guide = static_cast<uint32_t>(topic); }});
}

void draw_guide_head(ui::Ui& ui, gui::Actions& actions) {
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float right = start.x + ImGui::GetContentRegionAvail().x;
  ui::text(ui, ui.fonts.title, ui.theme.text, label("Guide"));
  ImGui::SetCursorScreenPos(ImVec2(right - ui::button_width(ui, "×"), start.y));
  if (ui::button(ui, "guide.close", "×")) close_guide(actions);
  ui::tooltip(ui, label("Back to the window (Esc)"));
}

float widest_title(const ui::Ui& ui, const std::vector<guide::Topic>& topics) {
  float widest = 0;
  for (const guide::Topic& topic : topics)
    widest = std::max(widest, ui::button_width(ui, topic.title));
  return widest;
}

void draw_topics(ui::Ui& ui, const std::vector<guide::Topic>& topics, size_t shown, float width,
                 gui::Actions& actions) {
  ImGui::BeginChild("guide.topics", ImVec2(width, 0), false, ImGuiWindowFlags_NoBackground);
  {
    const MoreBelow more(ui, "guide.topics:more");
    for (size_t i = 0; i < topics.size(); ++i) {
      if (ui::button(ui, "guide." + topics[i].name, topics[i].title, i == shown))
        choose_topic(i, actions);
    }
  }
  ImGui::EndChild();
}

void draw_topic(ui::Ui& ui, const guide::Topic& topic, float pages) {
  const float unit = ui.theme.unit;
  const float width = std::min(ImGui::GetContentRegionAvail().x, unit * kWidestText);
  ImGui::BeginChild(("guide.text." + topic.name).c_str(), ImVec2(width, 0), false,
                    ImGuiWindowFlags_NoBackground);
  if (pages != 0)
    ImGui::SetScrollY(ImGui::GetScrollY() + pages * (ImGui::GetWindowHeight() - unit * 6));
  {
    const MoreBelow more(ui, "guide:more");
    GuideText(ui, std::max(ImGui::GetContentRegionAvail().x - unit, unit)).draw(topic);
  }
  ImGui::EndChild();
}

}  // namespace

void open_guide(gui::Actions& actions, std::string_view topic) {
  const std::vector<guide::Topic> topics = guide::topics();
  const guide::Topic* first = guide::find_topic(topics, topic);
  WL_ASSERT(first != nullptr, "the guide has the topics that the window opens");
  actions.push_back(
      gui::action::ChangeOptions{[index = first - topics.data()](gui::ViewOptions& o) {
        o.guide = static_cast<uint32_t>(index);
        o.playing = false;
      }});
}

void close_guide(gui::Actions& actions) {
  actions.push_back(gui::action::ChangeOptions{[](gui::ViewOptions& o) { o.guide.reset(); }});
}

void read_guide_scroll(GuideState& state) {
  constexpr float kLine = 0.1f, kWhole = 1000;  // [pages]
  constexpr std::pair<ui::Key, float> kScrolls[] = {
      {ui::Key::kUp, -kLine},  {ui::Key::kDown, kLine},   {ui::Key::kPageUp, -1},
      {ui::Key::kPageDown, 1}, {ui::Key::kHome, -kWhole}, {ui::Key::kEnd, kWhole}};
  for (const auto& [key, pages] : kScrolls) {
    if (ui::key_pressed(key, true)) state.pages_to_scroll += pages;
  }
}

void draw_guide(ui::Ui& ui, const gui::State& model, GuideState& state, gui::Actions& actions) {
  if (state.topics.empty()) state.topics = guide::topics();
  const std::vector<guide::Topic>& topics = state.topics;
  const size_t shown = std::min<size_t>(model.options.guide.value_or(0), topics.size() - 1);
  ui::begin_panel(ui, "guide", ImVec2(0, 0), ImGui::GetIO().DisplaySize, "", "");
  draw_guide_head(ui, actions);
  const float unit = ui.theme.unit;
  const ImVec2 below = ImGui::GetCursorScreenPos();
  const float left = widest_title(ui, topics) + unit * 2;
  draw_topics(ui, topics, shown, left, actions);
  ImGui::SetCursorScreenPos(ImVec2(below.x + left + unit, below.y));
  draw_topic(ui, topics[shown], std::exchange(state.pages_to_scroll, 0.0f));
  ui::end_panel(ui);
}

}  // namespace warplens::views
