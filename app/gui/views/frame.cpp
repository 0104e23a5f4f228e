// One screen. Keys are read first, so that what they do shows in the same frame; the panels follow
// from the top left.
#include "app/gui/views/frame.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "app/gui/scene/format.hpp"
#include "app/gui/ui/keys.hpp"
#include "app/gui/views/layout.hpp"
#include "app/gui/views/page.hpp"
#include "app/gui/views/picture.hpp"
#include "sim/base/say.hpp"

namespace warplens::views {

namespace {

using ui::Key;
using ui::key_pressed;

constexpr float kScaleStep = 0.125f, kMinScale = 0.75f, kMaxScale = 2.0f;

void set_options(gui::Actions& actions, const gui::ViewOptions& options) {
  actions.push_back(gui::action::SetOptions{options});
}

// What M measures is what is shown; where no GPU is known, the Compare view looks for one or says
// why there is none.
void measure(const gui::Model& model, gui::Actions& actions) {
  if (model.options.page == gui::Page::kCompare) {
    actions.push_back(gui::action::Measure{});
  } else if (model.options.page == gui::Page::kSweep) {
    actions.push_back(gui::action::MeasureSweep{});
  } else if (model.measuring.has_gpu()) {
    actions.push_back(gui::action::MeasureAccess{});
  } else {
    turn_to(model, gui::Page::kCompare, actions);
  }
}

// Characters, so that + and ? work on every keyboard layout.
void read_characters(const gui::Model& model, FrameState& state, gui::Actions& actions) {
  gui::ViewOptions options = model.options;
  for (const ImWchar character : ImGui::GetIO().InputQueueCharacters) {
    switch (character) {
      case '+':
      case '=':
        options.scale = std::min(options.scale + kScaleStep, kMaxScale);
        set_options(actions, options);
        break;
      case '-':
        options.scale = std::max(options.scale - kScaleStep, kMinScale);
        set_options(actions, options);
        break;
      case '0':
        options.scale = 1.0f;
        set_options(actions, options);
        break;
      case '?':
        state.keys_shown = !state.keys_shown;
        break;
      case 'a':
      case 'A':
        options.ask_first = !options.ask_first;
        options.revealed = false;
        set_options(actions, options);
        break;
      case 'r':
      case 'R':
        options.revealed = true;
        set_options(actions, options);
        break;
      case 'l':
      case 'L':
        options.label = static_cast<gui::CellLabel>((static_cast<int>(options.label) + 1) % 3);
        set_options(actions, options);
        break;
      case '[':
      case ']':
        if (character == ']' || model.chosen_launch > 0) {
          actions.push_back(gui::action::SelectLaunch{character == ']' ? model.chosen_launch + 1
                                                                       : model.chosen_launch - 1});
        }
        break;
      case 'c':
      case 'C':
        turn_to(model, gui::Page::kCompare, actions);
        break;
      case 's':
      case 'S':
        turn_to(model, gui::Page::kSweep, actions);
        break;
      case 'm':
      case 'M':
        measure(model, actions);
        break;
      case 'f':
      case 'F':
        actions.push_back(gui::action::SetFollow{!model.selection.follow_thread});
        break;
      default:
        break;
    }
  }
}

void read_keys(const gui::Model& model, FrameState& state, gui::Actions& actions) {
  if (key_pressed(Key::kF1, false)) {
    state.keys_shown = !state.keys_shown;
  }
  const ImGuiIO& io = ImGui::GetIO();
  if ((io.KeyCtrl || io.KeySuper) && key_pressed(Key::kS, false)) {
    state.save_wanted = true;
  }
  if (state.source.focused || io.WantTextInput) {
    return;
  }
  if (key_pressed(Key::kEscape, false)) {
    if (state.keys_shown) {
      state.keys_shown = false;
    } else if (model.launch_shown) {
      actions.push_back(gui::action::ShowLaunch{false});
    } else if (model.options.page != gui::Page::kSteps) {
      turn_to(model, model.options.page, actions);
    }
  }
  if (!io.KeyCtrl) {
    read_characters(model, state, actions);
  }
  if (key_pressed(Key::kSpace, false)) {
    gui::ViewOptions options = model.options;
    options.playing = !options.playing;
    set_options(actions, options);
  }
  struct Entry {
    Key key;
    int delta;
    gui::StepUnit unit;
  };
  const Entry steps[] = {
      {Key::kLeft, -1, model.selection.unit},    {Key::kRight, +1, model.selection.unit},
      {Key::kUp, -1, gui::StepUnit::kLine},      {Key::kDown, +1, gui::StepUnit::kLine},
      {Key::kPageUp, -1, gui::StepUnit::kPhase}, {Key::kPageDown, +1, gui::StepUnit::kPhase}};
  for (const Entry& entry : steps) {
    if (key_pressed(entry.key, true)) {
      actions.push_back(gui::action::Step{entry.delta, entry.unit});
    }
  }
  if (key_pressed(Key::kHome, false) || key_pressed(Key::kEnd, false)) {
    actions.push_back(gui::action::GoToEnd{key_pressed(Key::kEnd, false)});
  }
}

using Draw = void (*)(ui::Ui&, const gui::Model&, gui::Actions&);

void panel(ui::Ui& ui, const gui::Model& model, gui::Actions& actions, std::string_view id,
           const Rect& rect, std::string_view title, std::string_view remark, Draw draw) {
  ui::begin_panel(ui, id, rect.pos, rect.size, title, remark);
  draw(ui, model, actions);
  ui::end_panel(ui);
}

// A row of tabs in the place of the panels' titles; `remark` is that of the one shown.
template <class Tab>
void tabs(ui::Ui& ui, const Rect& rect, Tab& chosen, std::vector<std::pair<Tab, Sentence>> entries,
          const std::string& remark) {
  if (rect.size.x <= 0) {
    return;
  }
  ImGui::GetWindowDrawList()->AddRectFilled(rect.pos, rect.max(), ui.theme.panel, 0, 0);
  ImGui::SetCursorScreenPos(
      ImVec2(rect.pos.x + ui.theme.unit * 1.5f, rect.pos.y + ui.theme.unit * 0.75f));
  for (const auto& [tab, title] : entries) {
    if (ui::button(ui, std::string("tab.") + label(title), label(title), chosen == tab)) {
      chosen = tab;
    }
    ImGui::SameLine(0, ui.theme.unit * 0.5f);
  }
  const float from = ImGui::GetCursorScreenPos().x + ui.theme.unit;
  const float right = rect.max().x - ui.theme.unit * 1.5f;
  const float x = std::max(right - ui::text_size(ui.fonts.small, remark).x, from);
  ui::text_fitted(ui, ImGui::GetWindowDrawList(), ui.fonts.small,
                  ImVec2(x, rect.pos.y + ui.theme.unit * 1.25f), right - x, ui.theme.text_faint,
                  remark);
  ImGui::NewLine();
}

// A panel under tabs has no title of its own.
std::string_view title(bool under_tabs, Sentence id) {
  return under_tabs ? "" : label(id);
}

constexpr uint64_t kManyWavefronts = 4;   // an access of more: banks get more of the height ...
constexpr uint64_t kTallWavefronts = 16;  // ... and some of the tiles' too

// Whether an access of the run takes more than `most` wavefronts on average: the same at every
// step, so that panels keep their places. While counts are hidden, the height does not give them
// away.
bool has_wavefronts_over(const gui::Model& model, uint64_t most) {
  if (model.run == nullptr || counts_hidden(model)) return false;
  return std::any_of(model.run->accesses.begin(), model.run->accesses.end(),
                     [most](const analysis::AccessRow& row) {
                       return row.space == trace::Space::kShared &&
                              row.shared.wavefronts > most * row.shared.requests;
                     });
}

void draw_lower(ui::Ui& ui, const gui::Model& model, gui::Actions& actions, const Rect& rect) {
  const bool by_current = is_by_current_rules(model.run->device, model.moment->access);
  if (model.moment->access.space == trace::Space::kGlobal) {
    panel(ui, model, actions, "global", rect,
          by_current ? label("GLOBAL MEMORY, BY CURRENT RULES") : label("GLOBAL MEMORY"),
          by_current
              ? say("the exact rules of {device} are not public", "device"_a = model.run->device.id)
              : label("128-byte lines, 32-byte sectors"),
          draw_global);
    return;
  }
  if (model.moment->access.space == trace::Space::kConstant) {
    panel(ui, model, actions, "constant", rect, label("CONSTANT MEMORY"),
          label("one row a broadcast: a value goes to every lane that reads it"), draw_constant);
    return;
  }
  const float share = has_wavefronts_over(model, kTallWavefronts)   ? 0.70f
                      : has_wavefronts_over(model, kManyWavefronts) ? 0.56f
                                                                    : 0.40f;
  const float gap = std::max(ui.theme.unit / 8, 1.0f);
  Rect banks = rect, memory = rect;
  banks.size.y = static_cast<float>(static_cast<int>(rect.size.y * share));
  memory.pos.y += banks.size.y + gap;
  memory.size.y -= banks.size.y + gap;
  panel(ui, model, actions, "banks", banks,
        by_current ? label("BANKS, BY CURRENT RULES") : label("BANKS"),
        label("one column a bank, one row a wavefront"), draw_banks);
  panel(ui, model, actions, "memory", memory, label("SHARED MEMORY LAYOUT"),
        label("row after row over the banks; hatched = padding"), draw_memory_layout);
}

// "load of tile_m · 4 bytes a lane"
std::string lanes_remark(const gui::Model& model) {
  if (model.moment == nullptr) {
    return "";
  }
  const trace::Access& access = model.moment->access;
  switch (access.operation) {
    case trace::Operation::kLoad:
      return say("load of {array} · {bytes} bytes a lane", "array"_a = model.moment->array,
                 "bytes"_a = access.bytes);
    case trace::Operation::kStore:
      return say("store of {array} · {bytes} bytes a lane", "array"_a = model.moment->array,
                 "bytes"_a = access.bytes);
    case trace::Operation::kAtomic:
      break;
  }
  return say("atomic of {array} · {bytes} bytes a lane", "array"_a = model.moment->array,
             "bytes"_a = access.bytes);
}

std::string tiles_remark(const gui::Model& model) {
  const trace::BlockId block = model.selection.block;
  return say("block {block} · warp {warp} of {count}",
             "block"_a = scene::block_text(block, block.z > 0),
             "warp"_a = model.moment->access.warp, "count"_a = model.run->recording->warps);
}

// A tab more where the kernel has printed something.
template <class Tab>
std::vector<std::pair<Tab, Sentence>> with_printed(const gui::Model& model,
                                                   std::vector<std::pair<Tab, Sentence>> entries) {
  if (has_printed(model)) entries.emplace_back(Tab::kPrinted, sentence("PRINTED"));
  return entries;
}

void draw_centre(ui::Ui& ui, const gui::Model& model, FrameState& state, gui::Actions& actions,
                 const Layout& layout) {
  if (model.moment == nullptr) {
    Rect all = layout.tiles;
    all.size.y = layout.lower.max().y - all.pos.y;
    ui::begin_panel(ui, "tiles", all.pos, all.size, label("TILES"), "");
    const bool has_run = model.run != nullptr && !model.needs_launch;
    ui::text_wrapped(ui, ui.fonts.body, ui.theme.text_dim,
                     has_run ? label("The block makes no access to shared or global memory.")
                             : label("Nothing has run yet."));
    ui::end_panel(ui);
    return;
  }
  if (layout.is_narrow) {
    tabs(ui, layout.centre_tab_bar, state.centre,
         with_printed<CentreTab>(model, {{CentreTab::kTiles, sentence("TILES")},
                                         {CentreTab::kMemory, sentence("MEMORY")},
                                         {CentreTab::kLanes, sentence("LANES")},
                                         {CentreTab::kTotals, sentence("TOTALS")}}),
         "");
  } else if (layout.centre_tabs) {
    state.centre = state.centre == CentreTab::kMemory ? CentreTab::kMemory : CentreTab::kTiles;
    tabs(ui, layout.centre_tab_bar, state.centre,
         {std::pair(CentreTab::kTiles, sentence("TILES")),
          std::pair(CentreTab::kMemory, sentence("MEMORY"))},
         state.centre == CentreTab::kTiles ? tiles_remark(model) : "");
  }
  if (!layout.centre_tabs || state.centre == CentreTab::kTiles) {
    panel(ui, model, actions, "tiles", layout.tiles, title(layout.centre_tabs, sentence("TILES")),
          tiles_remark(model), draw_tiles);
  }
  if (!layout.centre_tabs || state.centre == CentreTab::kMemory) {
    draw_lower(ui, model, actions, layout.lower);
  }
}

void draw_side(ui::Ui& ui, const gui::Model& model, FrameState& state, gui::Actions& actions,
               const Layout& layout) {
  const bool under_tabs = layout.side_tabs || layout.is_narrow;
  if (!has_printed(model)) {
    state.side = state.side == SideTab::kPrinted ? SideTab::kTotals : state.side;
    state.centre = state.centre == CentreTab::kPrinted ? CentreTab::kTotals : state.centre;
  }
  bool has_lanes = true, has_totals = true, has_prints = false;
  if (layout.is_narrow) {
    has_lanes = state.centre == CentreTab::kLanes && model.moment != nullptr;
    has_totals = state.centre == CentreTab::kTotals && model.moment != nullptr;
    has_prints = state.centre == CentreTab::kPrinted && model.moment != nullptr;
  } else if (layout.side_tabs) {
    tabs(ui, layout.side_tab_bar, state.side,
         with_printed<SideTab>(
             model, {{SideTab::kLanes, sentence("LANES")}, {SideTab::kTotals, sentence("TOTALS")}}),
         state.side == SideTab::kLanes    ? lanes_remark(model)
         : state.side == SideTab::kTotals ? label("whole grid")
                                          : "");
    has_lanes = state.side == SideTab::kLanes;
    has_totals = state.side == SideTab::kTotals;
    has_prints = state.side == SideTab::kPrinted;
  }
  if (has_lanes) {
    panel(ui, model, actions, "lanes", layout.lanes, title(under_tabs, sentence("LANES")),
          lanes_remark(model), draw_lanes);
  }
  Rect rect = layout.totals;
  if (!under_tabs && has_printed(model)) {  // totals and what was printed share their place
    const float bar = std::floor(ui.theme.unit * 4.5f);
    state.side = state.side == SideTab::kPrinted ? SideTab::kPrinted : SideTab::kTotals;
    tabs(ui, Rect{rect.pos, ImVec2(rect.size.x, bar)}, state.side,
         {{SideTab::kTotals, sentence("TOTALS")}, {SideTab::kPrinted, sentence("PRINTED")}},
         label("whole grid"));
    rect.pos.y += bar;
    rect.size.y -= bar;
    has_prints = state.side == SideTab::kPrinted;
    has_totals = !has_prints;
  }
  const bool has_title = !under_tabs && !has_printed(model);
  if (has_totals) {
    panel(ui, model, actions, "totals", rect, title(!has_title, sentence("TOTALS")),
          has_title || under_tabs ? label("whole grid") : "", draw_totals);
  }
  if (has_prints) {
    ui::begin_panel(ui, "printed", rect.pos, rect.size, "", "");
    draw_printed(ui, model, state.printed, actions);
    ui::end_panel(ui);
  }
}

// What concerns the launch or the file as a whole, and what the session has to say, over the
// source.
void draw_notice(ui::Ui& ui, const gui::Model& model, gui::Actions& actions, const Rect& source) {
  std::vector<std::pair<ImU32, std::string>> lines;
  for (const base::Diagnostic& diagnostic : model.diagnostics) {
    if (!diagnostic.has_place) {
      lines.emplace_back(ui.theme.error, diagnostic.message);
      lines.emplace_back(ui.theme.text_dim, diagnostic.hint);
    }
  }
  lines.emplace_back(ui.theme.text, model.notice);
  const float width = source.size.x - ui.theme.unit * 5;
  float height = ui.theme.unit * 2;
  ImFont* font = ui.fonts.small;
  std::erase_if(lines, [](const auto& line) { return line.second.empty(); });
  if (lines.empty() && !model.has_conflict) {
    return;
  }
  if (model.has_conflict) {
    lines.emplace_back(
        ui.theme.warning,
        say("{file} was saved by another program while it has changes here. Yours are kept. Save "
            "(Ctrl+S) writes yours over it; take the other, and undo brings yours back.",
            "file"_a = model.file_name));
    height += ui::font_size(ui.fonts.body) + ui.theme.unit * 2;  // the buttons
  }
  for (const auto& [color, text] : lines) {
    height += font->CalcTextSizeA(ui::font_size(font), 1e9f, width, text.data(),
                                  text.data() + text.size())
                  .y +
              ui.theme.unit * 0.5f;
  }
  height = std::min(height, source.size.y - ui.theme.unit * 4);
  const ImVec2 min(source.pos.x + ui.theme.unit, source.max().y - height - ui.theme.unit);
  const ImVec2 max(source.max().x - ui.theme.unit, source.max().y - ui.theme.unit);
  ImGui::SetCursorScreenPos(min);
  ImGui::PushStyleColor(ImGuiCol_ChildBg, ui.theme.panel_raised);
  ImGui::BeginChild("notice", ImVec2(max.x - min.x, max.y - min.y), true, 0);
  ImGui::PopStyleColor();
  for (const auto& [color, text] : lines) {
    ui::text_wrapped(ui, font, color, text);
  }
  const float inset = ui.theme.unit * 2;  // inside the padding: the item must not make it scroll
  if (model.has_conflict) {
    if (ui::button(ui, "conflict.mine", label("Save mine"))) {
      actions.push_back(gui::action::Save{});
    }
    ImGui::SameLine(0, ui.theme.unit);
    if (ui::button(ui, "conflict.other", label("Take the other"))) {
      actions.push_back(gui::action::Reload{});
    }
  } else if (!model.notice.empty() &&
             ui::hit(ui, "notice", min, ImVec2(max.x - inset, max.y - inset))) {
    actions.push_back(gui::action::DismissNotice{});
  }
  ImGui::EndChild();
}

void draw_left(ui::Ui& ui, const gui::Model& model, FrameState& state, gui::Actions& actions,
               const Layout& layout) {
  if (layout.left_tabs) {
    tabs(ui, layout.left_tab_bar, state.left,
         {std::pair(LeftTab::kSource, sentence("SOURCE")),
          std::pair(LeftTab::kThread, sentence("THREAD"))},
         state.left == LeftTab::kSource ? source_remark(model) : "");
  }
  if (!layout.left_tabs || state.left == LeftTab::kSource) {
    ui::begin_panel(ui, "source", layout.source.pos, layout.source.size,
                    title(layout.left_tabs, sentence("SOURCE")), source_remark(model));
    draw_source(ui, model, state.source, actions);
    ui::end_panel(ui);
    draw_notice(ui, model, actions, layout.source);
  } else {
    state.source.focused = false;
  }
  panel(ui, model, actions, "sentence", layout.sentence, "", "", draw_sentence);
  if (!layout.left_tabs || state.left == LeftTab::kThread) {
    panel(ui, model, actions, "thread", layout.thread, title(layout.left_tabs, sentence("THREAD")),
          "", draw_thread);
  }
}

void draw_keys(ui::Ui& ui, FrameState& state, ImVec2 display) {
  const std::pair<Sentence, Sentence> keys[] = {
      {sentence("Space"), sentence("play or pause")},
      {sentence("← →"), sentence("one access back or on")},
      {sentence("↑ ↓"), sentence("one source line back or on")},
      {sentence("Page Up, Page Down"), sentence("one phase back or on")},
      {sentence("Home, End"), sentence("first or last access of the block")},
      {sentence("F"), sentence("follow the chosen thread")},
      {sentence("A"), sentence("ask first: hide all counts")},
      {sentence("R"), sentence("reveal this step's counts")},
      {sentence("L"), sentence("cells say element, thread or value")},
      {sentence("C"), sentence("compare with a GPU, or back")},
      {sentence("S"), sentence("sweep a parameter, or back")},
      {sentence("M"), sentence("measure: the launch, the sweep, or this access")},
      {sentence("[ ]"), sentence("the launch before or behind")},
      {sentence("+ −  (0)"), sentence("larger, smaller (normal size)")},
      {sentence("Ctrl+S"), sentence("save the file; of a lesson a copy")},
      {sentence("Esc"), sentence("leave the editor; close what is open")},
      {sentence("F1 or ?"), sentence("these keys")}};
  const float unit = ui.theme.unit;
  const float row = ui::font_size(ui.fonts.body) + unit;
  const ImVec2 size(std::min(unit * 66, display.x),
                    std::min(unit * 8 + row * static_cast<float>(std::size(keys)), display.y));
  const ImVec2 pos((display.x - size.x) / 2, (display.y - size.y) / 2);
  ImGui::SetNextWindowPos(pos);
  ImGui::SetNextWindowSize(size);
  ImGui::SetNextWindowFocus();
  ImGui::PushStyleColor(ImGuiCol_WindowBg, ui.theme.panel_raised);
  ImGui::Begin(
      "keys", nullptr,
      ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings);
  ImGui::PopStyleColor();
  ui::text(ui, ui.fonts.title, ui.theme.text, label("Keys"));
  ImGui::Dummy(ImVec2(0, unit * 0.5f));
  for (const auto& [key, does] : keys) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ui::text_at(ui, ImGui::GetWindowDrawList(), ui.fonts.body, at, ui.theme.text, label(key));
    ui::text_at(ui, ImGui::GetWindowDrawList(), ui.fonts.body, ImVec2(at.x + unit * 23, at.y),
                ui.theme.text_dim, label(does));
    ImGui::Dummy(ImVec2(0, row - unit * 0.75f));
  }
  const bool clicked = ImGui::IsMouseClicked(0) && !ImGui::IsWindowAppearing();
  ImGui::End();
  if (clicked) {
    state.keys_shown = false;
  }
}

}  // namespace

void draw_frame(ui::Ui& ui, const gui::Model& model, FrameState& state, gui::Actions& actions) {
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  read_keys(model, state, actions);
  ImGui::SetNextWindowPos(ImVec2(0, 0));
  ImGui::SetNextWindowSize(display);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0, 0));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0.0f);
  ImGui::Begin("warplens", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBringToFrontOnFocus |
                   ImGuiWindowFlags_NoScrollWithMouse | ImGuiWindowFlags_NoNav);
  ImGui::PopStyleVar(2);
  ImGui::GetWindowDrawList()->AddRectFilled(ImVec2(0, 0), display, ui.theme.line, 0, 0);
  const Layout layout = make_layout(display, ui.theme.unit, top_bar_rows(ui, model, display.x),
                                    has_wavefronts_over(model, kTallWavefronts),
                                    model.measuring.has_gpu() ? measured_access_row(ui) : 0);
  if (draw_top_bar(ui, model, state.top, actions, layout.top.pos, layout.top.size).keys_pressed) {
    state.keys_shown = true;
  }

  const bool has_form = model.launch_shown || model.needs_launch;
  const bool is_page = model.options.page != gui::Page::kSteps && !has_form;
  const bool is_page_alone = is_page && layout.is_narrow;
  if (is_page_alone) {
    state.source.focused = false;
  } else {
    draw_left(ui, model, state, actions, layout);
  }
  if (has_form) {
    const ImVec2 pos(layout.lower.pos.x, layout.source.pos.y);  // in the centre's place
    draw_launch_form(ui, model, state.form, actions, pos,
                     ImVec2(layout.lower.size.x, layout.lower.max().y - pos.y));
  } else if (is_page) {
    draw_page(ui, model, actions, layout.page);
  } else {
    draw_centre(ui, model, state, actions, layout);
  }
  if (!is_page) draw_side(ui, model, state, actions, layout);
  if (std::exchange(state.save_wanted, false)) {  // after the source has taken this frame's letters
    actions.push_back(gui::action::Save{});
  }
  if (!is_page_alone) {
    panel(ui, model, actions, "timeline", layout.timeline, "", "", draw_timeline);
  }
  ImGui::End();
  if (state.keys_shown) {
    draw_keys(ui, state, display);
  }
}

}  // namespace warplens::views
