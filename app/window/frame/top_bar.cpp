// From left to right: name, lesson or file, its parameters, launch and device; at the right end the
// run's progress and the window's own switches. Where that is too much for one row, parameters and
// launch go into further ones, as many as they need.
#include "app/window/frame/top_bar.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/window/access/picture.hpp"
#include "app/window/frame/bar.hpp"
#include "app/window/frame/drawers.hpp"
#include "app/window/frame/findings.hpp"
#include "app/window/frame/layout.hpp"
#include "app/window/frame/option_changes.hpp"
#include "app/window/pages/page.hpp"
#include "app/window/pages/pages.hpp"
#include "app/window/pages/program/program.hpp"
#include "sim/base/say.hpp"
#include "sim/base/time_left.hpp"

namespace warplens::views {
namespace {

constexpr const char* kNoLabel = " ";

// Half light, half dark; no letter that all fonts have says so.
void draw_half_moon(const ui::Ui& ui, ImVec2 center) {
  constexpr float kQuarter = 1.5708f;  // of a turn
  const float radius = ui.theme.unit * 0.75f;
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddCircle(center, radius, ui.theme.text_dim, 0, std::max(1.0f, 1.5f * ui.scale));
  list->PathArcTo(center, radius, -kQuarter, kQuarter);
  list->PathFillConvex(ui.theme.text_dim);
}

bool put_theme_button(Bar& bar) {
  const bool is_pressed = put_button_right(bar, "theme", kNoLabel, false);
  const float left = bar.right + bar.ui.theme.unit;  // the gap before the next one
  draw_half_moon(bar.ui, ImVec2(left + button_width(bar.ui, kNoLabel) / 2, bar.centre(0)));
  ui::tooltip(bar.ui, label("Light or dark (I)"));
  return is_pressed;
}

// What of them has room beside the rest of the row.
struct Switches {
  bool theme = true;    // else only the key changes it, so that the chooser is not cut
  bool verdict = true;  // on the program's button
  bool split = true;    // else its key does
  bool scale = true;    // likewise
  bool found = true;    // in words; else their number with a mark
};

// Findings or hints that no drawer in sight lists.
bool has_unlisted(const gui::State& model) {
  const bool is_covered = model.split.run != nullptr || model.edited.is_of(model.run);
  return !is_covered && !is_outcome_hidden(model) && has_findings(model) &&
         !open_drawers(model).has(gui::Drawer::kTotals);
}

std::string found_text(const gui::State& model, bool in_words) {
  if (in_words) return findings_mark(model).words.back();
  const auto [errors, hints] = found_counts(model);
  return fmt::format("● {}", errors > 0 ? errors : hints);
}

// What was found while its drawer is closed; true if it is to be seen.
bool put_found(Bar& bar, const gui::State& model, bool in_words, gui::Actions& actions) {
  if (!has_unlisted(model)) return false;
  const bool is_pressed =
      put_button_right(bar, "found", found_text(model, in_words),
                       model.errors > 0 ? ui::ButtonLook::kAlert : ui::ButtonLook::kPlain);
  ui::tooltip(bar.ui, label("Show what was found in this run (N and P: one after another)"));
  if (!is_pressed) return false;
  open_drawer(model, gui::Drawer::kTotals, actions);
  if (model.options.page != gui::Page::kSteps) turn_to(gui::Page::kSteps, actions);
  return true;
}

void put_switches(Bar& bar, const gui::State& model, Switches has, TopBarResult& result,
                  gui::Actions& actions) {
  const gui::ViewOptions& options = model.options;
  const auto change = [&](std::function<void(gui::ViewOptions&)> how) {
    actions.push_back(gui::action::ChangeOptions{std::move(how)});
  };
  result.keys_pressed = put_button_right(bar, "keys", "?", false);
  ui::tooltip(bar.ui, label("Keys"));
  if (has.scale && put_button_right(bar, "scale.more", "+", false)) change(enlarge);
  if (has.scale) ui::tooltip(bar.ui, label("Size of the whole window (+ and −)"));
  if (has.scale && put_button_right(bar, "scale.less", "−", false)) change(reduce);
  if (has.theme && put_theme_button(bar)) change(toggle_light);
  if (put_button_right(bar, "ask-first", label("Ask first"), options.ask_first)) {
    change(toggle_ask_first);
  }
  ui::tooltip(bar.ui, label("Hide all counts until they are revealed (A); R reveals this step's"));
  const bool is_program = options.page == gui::Page::kProgram;
  put_page_list(bar, model, actions);
  put_details(bar, model, actions);
  result.found_pressed = put_found(bar, model, has.found, actions);
  if (model.program_facts != nullptr) {
    const bool is_wrong = model.program_facts->has_failed || !model.program_facts->findings.empty();
    const ui::ButtonLook look =
        is_wrong     ? (is_program ? ui::ButtonLook::kSelectedAlert : ui::ButtonLook::kAlert)
        : is_program ? ui::ButtonLook::kSelected
                     : ui::ButtonLook::kPlain;
    if (put_button_right(bar, "program", has.verdict ? program_button(model) : label("Program"),
                         look))
      press_page(gui::Page::kProgram, model, actions);
    put_page_help(bar.ui, page_view(gui::Page::kProgram));
  }
  const bool is_split = model.split.run != nullptr;
  if (has.split && put_button_right(bar, "split", label("Split"), is_split))
    actions.push_back(gui::action::SetSplit{!is_split, false});
  if (has.split)
    ui::tooltip(bar.ui,
                label("Two runs side by side, pass by pass: before your last change, and now (V)"));
  if (options.ask_first && !options.revealed &&
      put_button_right(bar, "reveal", label("Reveal"), false)) {
    change(reveal);
  }
}

// [pixels] of what put_switches draws. The button that reveals comes and goes with every step, and
// has its room all the time.
float switches_width(const ui::Ui& ui, const gui::State& model) {
  float width = 0;
  const auto add = [&](std::string_view label) {
    width += button_width(ui, label) + ui.theme.unit;
  };
  for (const char* text : {"?", "+", "−", kNoLabel, label("Ask first"), label("Analysis")})
    add(text);
  if (!is_bar_folded(ui)) add(label("Split"));
  width += details_width(ui);
  if (has_unlisted(model)) add(found_text(model, true));
  if (model.options.ask_first) add(label("Reveal"));
  if (model.program_facts != nullptr) add(program_button(model));
  return width;
}

std::string progress_text(const gui::State& model) {
  // Host code has no length that is known beforehand.
  const bool may_be_host = model.run == nullptr || model.program.has_value();
  if (may_be_host && model.progress <= 0) return label("running …");
  const double percent = 100.0 * static_cast<double>(model.progress);
  if (!model.seconds_left) return say("running {percent:.0f}%", "percent"_a = percent);
  return say("running {percent:.0f}%, about {time} left", "percent"_a = percent,
             "time"_a = base::print_seconds(*model.seconds_left));
}

// [pixels] of what put_progress draws.
float progress_width(const ui::Ui& ui) {
  const std::string longest = say("running {percent:.0f}%, about {time} left", "percent"_a = 100.0,
                                  "time"_a = base::print_seconds(100));
  return ui::text_size(ui.fonts.small, longest).x + button_width(ui, label("Cancel")) +
         ui.theme.unit * 2.5f;
}

void put_progress(Bar& bar, const gui::State& model, gui::Actions& actions) {
  if (put_button_right(bar, "cancel", label("Cancel"), false)) {
    actions.push_back(gui::action::Cancel{});
  }
  const std::string text = progress_text(model);
  const ImVec2 size = ui::text_size(bar.ui.fonts.small, text);
  bar.right -= size.x;
  ui::text_at(bar.ui, ImGui::GetWindowDrawList(), bar.ui.fonts.small,
              ImVec2(bar.right, bar.centre(size.y)), bar.ui.theme.text_dim, text);
  bar.right -= bar.ui.theme.unit * 1.5f;
}

// Of the program's name, for which a low window has no room.
float name_width(const ui::Ui& ui) {
  if (is_bar_folded(ui)) return 0;
  return ui::text_size(ui.fonts.title, "warplens").x + ui.theme.unit * 2.5f;
}

BarItems items_of(const ui::Ui& ui, const gui::State& model) {
  BarItems items;
  add_parameters(ui, model, items);
  add_launch(ui, model, items);
  return items;
}

// How the bar is filled; sizes in pixels.
struct Plan {
  BarItems items;
  int further_rows = 0;  // below the first one, for the items; 0: they are in it
  Switches has{};
  bool has_progress = false;  // beside the switches; else in their place
  bool is_folded = false;     // the items are in a list of their own: a low window has one row
};

Plan plan_of(const ui::Ui& ui, const gui::State& model, float width) {
  Plan plan{items_of(ui, model)};
  plan.is_folded = is_bar_folded(ui);
  plan.has.split = !plan.is_folded;
  const float row = width - ui.theme.unit * 3;  // between the margins
  float left = row - name_width(ui) - chooser_width(ui, model) - ui.theme.unit -
               about_width(ui, model) - save_width(ui, model) - switches_width(ui, model);
  const auto has_room = [&](float room) { return room > 0 && rows_of(plan.items, room) == 1; };
  if (has_unlisted(model)) {
    const float brief =
        button_width(ui, found_text(model, true)) - button_width(ui, found_text(model, false));
    plan.has.found = !plan.is_folded && left >= 0 && (has_room(left) || !has_room(left + brief));
    if (!plan.has.found) left += brief;
  }
  if (left < 0 && model.program_facts != nullptr) {
    plan.has.verdict = false;
    left += button_width(ui, program_button(model)) - button_width(ui, label("Program"));
  }
  const float theme = button_width(ui, kNoLabel) + ui.theme.unit;
  if (left < 0 || (!plan.is_folded && !has_room(left) && has_room(left + theme))) {
    plan.has.theme = false;
    left += theme;
  }
  if (plan.is_folded && left < setup_width(ui)) {
    plan.has.scale = false;
    left += button_width(ui, "+") + button_width(ui, "−") + 2 * ui.theme.unit;
  }
  if (plan.is_folded) {
    left -= setup_width(ui);
  } else if (has_room(left)) {
    for (const BarItem& item : plan.items) left -= item.width + item.gap;
  } else {
    plan.further_rows = rows_of(plan.items, row);
  }
  plan.has_progress = left > progress_width(ui);
  return plan;
}

// Each in the row where it fits; the bar is the first of them.
void put_items(Bar bar, const BarItems& items, TopBarState& state, gui::Actions& actions) {
  const float start = bar.x;
  for (const BarItem& item : items) {
    if (bar.x > start && bar.x + item.width > bar.right) {
      bar.x = start;
      bar.y += bar.ui.theme.unit * kBarRow;
    }
    const float x = bar.x;
    item.draw(bar, state, actions);
    bar.x = x + item.width + item.gap;
  }
}

// Behind a button, one below the other.
void put_folded_items(Bar& bar, const BarItems& items, TopBarState& state, gui::Actions& actions) {
  if (items.empty()) return;
  const float x = bar.x;
  if (put_button(bar, "setup", label("Setup"), false, 0)) ImGui::OpenPopup("setup");
  ui::tooltip(bar.ui, label("Parameters, launch, block and device"));
  if (!ui::begin_popup_at("setup", ImVec2(x, bar.y + bar.height))) return;
  for (const BarItem& item : items) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float height = bar.ui.theme.unit * kBarRow;
    Bar row{bar.ui, at.x, at.x + item.width, at.y, height};
    item.draw(row, state, actions);
    ImGui::SetCursorScreenPos(at);
    ImGui::Dummy(ImVec2(item.width, height));
  }
  ImGui::EndPopup();
}

}  // namespace

int top_bar_rows(const ui::Ui& ui, const gui::State& model, float width) {
  return 1 + plan_of(ui, model, width).further_rows;
}

TopBarResult draw_top_bar(ui::Ui& ui, const gui::State& model, TopBarState& state,
                          gui::Actions& actions, ImVec2 pos, ImVec2 size) {
  TopBarResult result;
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(pos, ImVec2(pos.x + size.x, pos.y + size.y), ui.theme.panel, 0, 0);
  const float margin = ui.theme.unit * 1.5f;
  const Plan plan = plan_of(ui, model, size.x);
  Bar bar{ui, pos.x + margin, pos.x + size.x - margin, pos.y,
          plan.further_rows > 0 ? ui.theme.unit * kFirstBarRow : size.y};
  if (model.busy) put_progress(bar, model, actions);
  if (!model.busy || plan.has_progress) put_switches(bar, model, plan.has, result, actions);
  if (name_width(ui) > 0) {
    const std::string_view name = "warplens";
    put_text(bar, ui.fonts.title, ui.theme.text, name.substr(0, 4), 0);
    put_text(bar, ui.fonts.title, ui.theme.accent, name.substr(4), ui.theme.unit * 2.5f);
  }
  put_chooser(bar, model, state, actions);
  put_about(bar, model, actions);
  put_save(bar, model, actions);
  if (plan.further_rows > 0) {
    bar.x = pos.x + margin;
    bar.right = pos.x + size.x - margin;
    bar.y = pos.y + ui.theme.unit * (kFirstBarRow - 0.5f);
    bar.height = ui.theme.unit * kBarRow;
  }
  if (plan.is_folded)
    put_folded_items(bar, plan.items, state, actions);
  else
    put_items(bar, plan.items, state, actions);
  if (model.busy) {
    const float done = size.x * std::clamp(model.progress, 0.02f, 1.0f);
    list->AddRectFilled(ImVec2(pos.x, pos.y + size.y - ui.theme.unit * 0.25f),
                        ImVec2(pos.x + done, pos.y + size.y), ui.theme.accent, 0, 0);
  }
  return result;
}

}  // namespace warplens::views
