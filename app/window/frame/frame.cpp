// One screen. Keys are read first, so that what they do shows in the same frame; the panels follow
// from the top left.
#include "app/window/frame/frame.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "app/window/access/access_picture.hpp"
#include "app/window/access/picture.hpp"
#include "app/window/access/question.hpp"
#include "app/window/course/course.hpp"
#include "app/window/frame/bar.hpp"
#include "app/window/frame/drawers.hpp"
#include "app/window/frame/findings.hpp"
#include "app/window/frame/layout.hpp"
#include "app/window/frame/option_changes.hpp"
#include "app/window/frame/overlays.hpp"
#include "app/window/frame/paper.hpp"
#include "app/window/kit/keys.hpp"
#include "app/window/pages/edited/edited.hpp"
#include "app/window/pages/page.hpp"
#include "app/window/pages/pages.hpp"
#include "app/window/pages/program/program.hpp"
#include "app/window/split/split.hpp"
#include "sim/base/say.hpp"

namespace warplens::views {

namespace {

using ui::Key;
using ui::key_pressed;

// What M measures is what is shown; where no GPU is known, the Compare view looks for one or says
// why there is none.
void measure(const gui::State& model, gui::Page page, gui::Actions& actions) {
  if (page == gui::Page::kCompare) {
    actions.push_back(gui::action::Measure{});
  } else if (page == gui::Page::kSweep) {
    actions.push_back(gui::action::MeasureSweep{});
  } else if (model.measuring.has_gpu()) {
    actions.push_back(gui::action::MeasureAccess{});
  } else {
    turn_to(gui::Page::kCompare, actions);
  }
}

using OptionChange = std::function<void(gui::ViewOptions&)>;

// What the character changes of the options; nothing where it is another one's.
OptionChange change_for(ImWchar character, const gui::State& model) {
  switch (character) {
    case '+':
    case '=':
      return enlarge;
    case '-':
      return reduce;
    case '0':
      return [](gui::ViewOptions& o) { o.scale = 1.0f; };
    case 'a':
    case 'A':
      return toggle_ask_first;
    case 'r':
    case 'R':
      return reveal;
    case 'i':
    case 'I':
      return toggle_light;
    case 'l':
    case 'L':
      return next_label;
    case 'e':
    case 'E':
      return toggle_heat;
    case 't':
    case 'T':
      if (model.timeline == nullptr) return nullptr;
      return [timeline = model.timeline](gui::ViewOptions& o) {
        o.axis = scene::next_axis(*timeline, o.axis);
      };
    case 'd':
    case 'D':
      return model.split.run == nullptr ? nullptr : OptionChange(toggle_differences);
    case 'g':
    case 'G':
      return [](gui::ViewOptions& o) {
        o.stage = o.stage == gui::Stage::kOff ? gui::Stage::kAccess : gui::Stage::kOff;
      };
    default:
      return nullptr;
  }
}

bool is_on_stage(const gui::ViewOptions& options) {
  return options.stage != gui::Stage::kOff;
}

void step_launch(const gui::State& model, bool forwards, gui::Actions& actions) {
  const uint32_t index = shown_launch(model).index;
  if (!forwards && index == 0) return;
  actions.push_back(gui::action::SelectLaunch{forwards ? index + 1 : index - 1});
}

// To the page whose key that is, or back. False: it is none's.
bool turn_page(ImWchar character, const gui::State& model, gui::Actions& actions) {
  const ImWchar capital = character >= 'a' && character <= 'z' ? character - 'a' + 'A' : character;
  for (const PageView* view : page_views()) {
    if (capital != static_cast<ImWchar>(view->key)) continue;
    press_page(view->page, model, actions);
    return true;
  }
  return false;
}

// Digits answer while a question is open.
bool answer_with(ImWchar character, const gui::State& model, gui::Actions& actions) {
  if (character < '1' || character > '9' || !counts_hidden(model)) return false;
  const Asked asked(model);
  const size_t choice = character - '1';
  if (asked.question() == nullptr || asked.answer() != nullptr ||
      choice >= asked.question()->choices.size()) {
    return false;
  }
  actions.push_back(gui::action::Answer{choice});
  return true;
}

// Characters, so that + and ? work on every keyboard layout.
void read_characters(const gui::State& model, FrameState& state, gui::Actions& actions) {
  gui::ViewOptions options = model.options;  // as the characters before leave them
  size_t seen = actions.size();
  for (const ImWchar character : ImGui::GetIO().InputQueueCharacters) {
    for (; seen < actions.size(); ++seen) {
      if (const auto* change = actions[seen].get_if<gui::action::ChangeOptions>())
        change->change(options);
    }
    const bool is_on = is_on_stage(options);
    if (is_lecture_on_stage(model) &&
        take_lecture_character(character, model, state.lecture, actions))
      continue;
    if (answer_stop_with(character, model, state.panels.answer, actions)) continue;
    if (answer_with(character, model, actions)) continue;
    if (OptionChange change = change_for(character, model)) {
      actions.push_back(gui::action::ChangeOptions{std::move(change)});
      if (character == 'g' || character == 'G') state.stage = {false, model.selection};
      continue;
    }
    const bool is_page = options.page != gui::Page::kSteps;
    if (is_on && !is_page) take_stage_character(state.stage, character, actions);
    switch (character) {
      case '?':
        state.keys_shown = !state.keys_shown;
        break;
      case '[':
      case ']':
        step_launch(model, character == ']', actions);
        break;
      case ',':
      case '.':
        actions.push_back(gui::action::Step{character == '.' ? 1 : -1, gui::StepUnit::kPass});
        break;
      case 'v':
      case 'V':
        actions.push_back(gui::action::SetSplit{model.split.run == nullptr, false});
        break;
      case 'm':
      case 'M':
        measure(model, options.page, actions);
        break;
      case 'n':
      case 'N':
      case 'p':
      case 'P':
        open_drawer(model, gui::Drawer::kTotals, actions);
        go_to_finding(model, character == 'n' || character == 'N', actions);
        break;
      case 'x':
      case 'X':
        toggle_all_drawers(model, actions);
        break;
      case 'f':
      case 'F':
        actions.push_back(gui::action::SetFollow{!model.selection.follow_thread});
        break;
      default:
        // The stage has keys of its own while it shows the steps.
        if (!is_on || is_page) turn_page(character, model, actions);
        break;
    }
  }
}

// Ctrl+S saves, Ctrl+O opens the chooser, Ctrl+1 to 9 the first lessons.
void read_commands(const gui::State& model, FrameState& state, gui::Actions& actions) {
  if (key_pressed(Key::kS, false)) state.save_wanted = true;
  if (key_pressed(Key::kO, false)) state.top.chooser_wanted = true;
  constexpr size_t kKeys = 9;
  for (size_t i = 0; i < std::min(kKeys, model.lessons.size()); ++i) {
    if (key_pressed(static_cast<Key>(static_cast<size_t>(Key::k1) + i), false))
      actions.push_back(gui::action::OpenLesson{model.lessons[i]->id});
  }
}

// A program that was copied somewhere is opened, whatever is in focus but a text.
void open_clipboard(gui::Actions& actions) {
  const char* text = ImGui::GetClipboardText();
  if (text != nullptr && text[0] != '\0') actions.push_back(gui::action::OpenText{text});
}

// In a list that is open: a page's key goes there, and the list is closed.
void read_pages_in_list(const gui::State& model, gui::Actions& actions) {
  if (is_on_stage(model.options)) return;
  for (const ImWchar character : ImGui::GetIO().InputQueueCharacters) {
    if (!turn_page(character, model, actions)) continue;
    ui::close_popups();
    return;
  }
}

// A list of what else is shown has the keys that move within it, and Space; any other character
// closes it, and does what it does without a list. True if one was typed.
bool leave_list_by_key() {
  const auto& typed = ImGui::GetIO().InputQueueCharacters;
  if (std::none_of(typed.begin(), typed.end(), [](ImWchar character) { return character > ' '; }))
    return false;
  ui::close_popups();
  return true;
}

// In a field, or in a list that is open: the keyboard is theirs. True if nothing else hears it.
bool read_list_or_field(ui::Ui& ui, const gui::State& model, bool passes_keys,
                        gui::Actions& actions) {
  const bool is_in_list = ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopup);
  const bool is_typing = ImGui::GetIO().WantTextInput && !ui.active_field.empty();
  if (is_typing) {
    if (!ui.focus.leaves_field(is_in_list)) return true;
    ui.focus.take(ui.active_field);
    ui::leave_field(ui);
  }
  if (!is_typing && !is_in_list) return false;
  if (!is_typing && passes_keys && leave_list_by_key()) return false;
  ui.focus.read_keys(is_in_list);
  if (!is_typing) read_pages_in_list(model, actions);
  return true;
}

// Only the window's size and ground hear it.
void change_window_with(ImWchar character, const gui::State& model, gui::Actions& actions) {
  constexpr std::string_view kOfWindow = "+=-0iI";
  if (character < 0x80 && kOfWindow.find(static_cast<char>(character)) != kOfWindow.npos)
    actions.push_back(gui::action::ChangeOptions{change_for(character, model)});
}

// The guide has the keyboard while it is open; of all else only the window's size and ground hear
// it.
void read_guide_keys(ui::Ui& ui, const gui::State& model, FrameState& state,
                     gui::Actions& actions) {
  if (ui.focus.read_keys(false)) return;
  if (key_pressed(Key::kEscape, false)) close_guide(actions);
  read_guide_scroll(state.guide);
  for (const ImWchar character : ImGui::GetIO().InputQueueCharacters)
    change_window_with(character, model, actions);
}

// Esc leads from the page that a stop opened to the start page.
bool is_stop_page(const gui::State& model) {
  return has_course_strip(model) && model.arranged && model.arranged->page == model.options.page;
}

// The start page has the keyboard while it is open, as the guide has.
void read_home_keys(ui::Ui& ui, const gui::State& model, FrameState& state, gui::Actions& actions) {
  const ImGuiIO& io = ImGui::GetIO();
  if (io.KeyCtrl || io.KeySuper) {
    if (key_pressed(Key::kV, false) || key_pressed(Key::kO, false))
      actions.push_back(gui::action::AskOwn{});
    if (key_pressed(Key::kV, false)) open_clipboard(actions);
    if (key_pressed(Key::kO, false)) state.top.chooser_wanted = true;
    if (key_pressed(Key::kV, false) || key_pressed(Key::kO, false))
      actions.push_back(gui::action::ShowHome{false});
    return;
  }
  const bool is_in_list = ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopup);
  if (ui.focus.read_keys(is_in_list) || is_in_list) return;
  const bool is_result = model.course.test.is_result;  // behind it is the path
  if (key_pressed(Key::kEscape, false)) actions.push_back(gui::action::ShowHome{is_result});
  if (key_pressed(Key::kEnter, false) && !ui.focus.is_seen())
    actions.push_back(model.course.first ? way_on_from_first(model.course)
                      : is_result        ? gui::Action(gui::action::ShowHome{})
                                         : gui::Action(gui::action::ContinueCourse{}));
  for (const ImWchar character : io.InputQueueCharacters) {
    if (!answer_first_with(character, model, actions))
      change_window_with(character, model, actions);
  }
}

void read_keys(ui::Ui& ui, const gui::State& model, FrameState& state, gui::Actions& actions) {
  const bool passes_keys = std::exchange(ui.list_passes_keys, false);
  if (model.options.guide) return read_guide_keys(ui, model, state, actions);
  if (read_lecture_keys(ui, model, state.lecture, state.panels, state.keys_shown, actions)) return;
  if (model.course.is_home) return read_home_keys(ui, model, state, actions);
  if (key_pressed(Key::kF1, false)) {
    state.keys_shown = !state.keys_shown;
  }
  const ImGuiIO& io = ImGui::GetIO();
  if (io.KeyCtrl || io.KeySuper) read_commands(model, state, actions);
  if (key_pressed(Key::kF2, false) && !is_on_stage(model.options)) state.edit_wanted = true;
  if (state.panels.source.focused) {
    ui.focus.leave();
    return;
  }
  if (!io.KeyCtrl && read_list_or_field(ui, model, passes_keys, actions)) return;
  if (io.WantTextInput) return;
  if ((io.KeyCtrl || io.KeySuper) && key_pressed(Key::kV, false)) open_clipboard(actions);
  if (!io.KeyCtrl && ui.focus.read_keys(false)) return;
  if (key_pressed(Key::kEscape, false)) {
    if (state.keys_shown) {
      state.keys_shown = false;
    } else if (is_on_stage(model.options)) {
      actions.push_back(
          gui::action::ChangeOptions{[](gui::ViewOptions& o) { o.stage = gui::Stage::kOff; }});
    } else if (model.launch_shown) {
      actions.push_back(gui::action::ShowLaunch{false});
    } else if (model.options.page != gui::Page::kSteps && !is_stop_page(model)) {
      turn_to(model.options.page, actions);
    } else if (model.edited.is_of(model.run)) {
      actions.push_back(gui::action::ForgetEdit{});
    } else if (model.split.run != nullptr) {
      actions.push_back(gui::action::SetSplit{false, false});
    } else if (has_course_strip(model)) {
      actions.push_back(gui::action::ShowHome{});
    }
  }
  const bool is_lecture = is_lecture_on_stage(model);  // whose way is another one
  if (has_course_strip(model))
    read_course_keys(ui, model, state.panels.answer, !is_lecture, actions);
  else if (key_pressed(Key::kBackspace, false) && model.arranged)
    actions.push_back(gui::action::BackToArranged{});
  if (!io.KeyCtrl) {
    read_characters(model, state, actions);
  }
  if (key_pressed(Key::kSpace, false)) {
    actions.push_back(gui::action::ChangeOptions{toggle_playing});
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
  const bool is_program = model.options.page == gui::Page::kProgram;
  for (const Entry& entry : steps) {
    const bool is_page_key = entry.key == Key::kPageUp || entry.key == Key::kPageDown;
    const bool is_taken = is_page_key && (has_course_strip(model) || is_lecture);
    if (is_taken || !key_pressed(entry.key, true)) continue;
    if (is_program && is_page_key) {
      step_program_launch(model, entry.delta > 0, actions);
    } else if (is_program) {
      step_program(model, entry.delta, actions);
    } else {
      actions.push_back(gui::action::Step{entry.delta, entry.unit});
    }
  }
  if (key_pressed(Key::kHome, false) || key_pressed(Key::kEnd, false)) {
    const bool is_end = key_pressed(Key::kEnd, false);
    if (is_program && chosen_program_step(model) != nullptr) {
      go_to_program_step(is_end ? model.program_facts->steps.size() - 1 : 0, actions);
    } else {
      actions.push_back(gui::action::GoToEnd{is_end});
    }
  }
}

// Without a step to show, the centre says why.
void draw_empty_centre(ui::Ui& ui, const gui::State& model, const Layout& layout) {
  Rect all = layout[Slot::kTiles];
  if (layout.is_tabbed[static_cast<size_t>(WindowColumn::kCentre)])
    all.pos.y = layout.tab_bar[static_cast<size_t>(WindowColumn::kCentre)].pos.y;
  all.size.y = layout[Slot::kMemory].max().y - all.pos.y;
  ui::begin_panel(ui, kTilesPanel.id, all.pos, all.size, label(*kTilesPanel.title), "");
  const bool has_run = model.run != nullptr && !model.needs_launch;
  ui::text_wrapped(ui, ui.fonts.body, ui.theme.text_dim,
                   has_run ? label("The block makes no access to shared or global memory.")
                   : model.busy
                       ? label("It is running. What it does is shown as soon as it is known.")
                       : label("Nothing has run yet."));
  ui::end_panel(ui);
}

// [pixels] Of the panel of a stop's question, so wide, in which all of it is in sight.
float question_panel_height(ui::Ui& ui, const gui::State& model, float width) {
  const float unit = ui.theme.unit;
  return stop_question_height(ui, model, width - unit * 3, false) + unit * 2;
}

// The slot of the totals is made as high as its panels need at the width that it has.
Layout layout_of(ui::Ui& ui, const gui::State& model, ImVec2 display) {
  LayoutWish wish;
  wish.size = display;
  wish.unit = ui.theme.unit;
  wish.bar_rows = top_bar_rows(ui, model, display.x);
  wish.access = access_height(model);
  wish.below_sentence =
      (model.measuring.has_gpu() ? measured_access_row(ui) : 0) + answered_height(ui, model);
  wish.open = open_drawers(model);
  if (is_program_shown(model)) wish.open.set(gui::Drawer::kThread, true);  // its output is there
  wish.picture = model.options.arrangement.picture;
  const bool is_low = room_of(display, ui.theme.unit) == Room::kLow;
  wish.has_strip = has_course_strip(model) || (has_strip(model) && !is_low);
  wish.hides_bars = is_outcome_hidden(model);
  // A low window has the sentence in no other place, so what was wrong is there, too.
  wish.asks =
      counts_hidden(model) || has_stop_question(model) || (is_low && !feedback(ui, model).empty());
  wish.left_share = model.options.left_share;
  if (has_stop_question(model))
    wish.question = question_panel_height(ui, model, make_layout(wish)[Slot::kSentence].size.x);
  wish.right_share = model.options.right_share;
  if (has_task(model)) {
    constexpr float kShareOfText = 0.46f;  // of the width: it is written here
    if (wish.left_share <= 0) wish.left_share = kShareOfText;
    wish.task = task_height(ui, model, make_layout(wish)[Slot::kSentence].size.x);
    wish.judge = judge_height(ui, model);
  }
  const Layout usual = make_layout(wish);
  wish.needed_totals = needed_height(ui, model, Slot::kTotals, usual[Slot::kTotals].size.x);
  return make_layout(wish);
}

// A question, or a task and its judge, below what has the window to itself. `page` [pixels]: what
// is left of it.
void draw_below_page(ui::Ui& ui, const gui::State& model, TypedAnswer& typed, gui::Actions& actions,
                     Rect& page) {
  if (!has_stop_question(model) && !has_task(model)) return;
  const bool is_low = room_of(ImGui::GetIO().DisplaySize, ui.theme.unit) == Room::kLow;
  const float share = is_low && !has_task(model) ? 0.3f : 0.4f;
  const float needed = has_task(model) ? 0 : question_panel_height(ui, model, page.size.x);
  const float height =
      std::floor(std::min(std::max(ui.theme.unit * kQuestionHeight, needed), page.size.y * share));
  page.size.y -= height + 1;
  Rect below{ImVec2(page.pos.x, page.max().y + 1), ImVec2(page.size.x, height)};
  const Panel& panel = has_task(model) ? kTaskPanel : kStopQuestionPanel;
  if (has_task(model)) {
    const auto [goal, judge] = beside(below, 1);
    draw_judge(ui, model, judge);
    below = goal;
  }
  ui::begin_panel(ui, panel.id, below.pos, below.size, "", "");
  if (has_task(model))
    draw_task(ui, model, actions);
  else
    draw_stop_question(ui, model, typed, actions, false);
  ui::end_panel(ui);
}

}  // namespace

void draw_frame(ui::Ui& ui, const gui::State& model, FrameState& state, gui::Actions& actions) {
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  read_keys(ui, model, state, actions);
  ui.shown_lanes = lanes_of_feedback(model) | model.options.arrangement.lit.lanes;
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
  if (model.options.guide) {
    state.panels.source.focused = false;
    draw_guide(ui, model, state.guide, actions);
    ImGui::End();
    return;
  }
  if (model.course.is_home) {
    state.panels.source.focused = false;
    draw_home(ui, model, state.top.chooser_wanted, actions);
    ImGui::End();
    return;
  }
  if (is_on_paper(model)) {
    draw_paper(ui, model, state.panels, actions);
    ImGui::End();
    return;
  }
  if (is_lecture_on_stage(model)) {
    draw_lecture(ui, model, state.panels, state.lecture, actions);
    ImGui::End();
    if (state.keys_shown) draw_keys_help(ui, model, state.keys_shown, actions, display);
    return;
  }
  const bool is_page_seen = is_page_on_stage(model);
  if (is_page_seen ||
      (is_on_stage(model.options) && model.moment != nullptr && model.run != nullptr)) {
    if (is_page_seen)
      draw_page_stage(ui, model, actions);
    else
      draw_stage(ui, model, state.panels, state.stage, actions);
    ImGui::End();
    if (state.keys_shown) draw_keys_help(ui, model, state.keys_shown, actions, display);
    return;
  }
  const Layout layout = layout_of(ui, model, display);
  const TopBarResult bar =
      draw_top_bar(ui, model, state.top, actions, layout.top.pos, layout.top.size);
  if (bar.keys_pressed) state.keys_shown = true;

  if (layout.strip.size.y > 0) {
    if (has_course_strip(model))
      draw_course_strip(ui, model, actions, layout.strip);
    else
      draw_strip(ui, model, actions, layout.strip);
  }

  const bool has_form = model.launch_shown || model.needs_launch;
  const bool is_page = model.options.page != gui::Page::kSteps && !has_form;
  const bool is_edited = !is_page && !has_form && model.edited.is_of(model.run);
  const bool is_split =
      !is_page && !has_form && !is_edited && model.split.run != nullptr && model.moment != nullptr;
  const bool is_page_alone = is_page && layout.room != Room::kAll;
  const bool has_foot = !is_page_alone || is_program_shown(model);
  // What has the source's place is left first: then it is there in the next frame.
  if (state.edit_wanted && is_page_alone) turn_to(model.options.page, actions);
  if (state.edit_wanted && is_split) actions.push_back(gui::action::SetSplit{false, false});
  if (state.edit_wanted) bring_forward(kSourcePanel, layout.room, state.tabs);
  leave_hidden_tabs(model, state.tabs);
  const auto draw = [&](WindowColumn column) {
    return draw_column(ui, model, state.panels, state.tabs, actions, layout, column);
  };
  bool has_source = false;
  const auto draw_with_source = [&](WindowColumn column) {
    const std::vector<const Panel*> drawn = draw(column);
    has_source = has_source || std::find(drawn.begin(), drawn.end(), &kSourcePanel) != drawn.end();
  };
  if (!is_page_alone && !is_split) draw_with_source(WindowColumn::kLeft);
  if (!is_page_alone && !is_split && layout.judge.size.y > 0) draw_judge(ui, model, layout.judge);
  if (has_form) {
    const Rect& below = layout[Slot::kMemory];
    const ImVec2 pos(below.pos.x, layout[Slot::kSource].pos.y);  // in the centre's place
    draw_launch_form(ui, model, state.form, actions, pos,
                     ImVec2(below.size.x, below.max().y - pos.y));
  } else if (is_page) {
    Rect page = layout.page;
    if (has_foot)
      page.size.y = std::min(page.size.y, layout[Slot::kTimeline].pos.y - 1 - page.pos.y);
    if (is_page_alone) draw_below_page(ui, model, state.panels.answer, actions, page);
    draw_page(ui, model, actions, page);
  } else if (is_edited) {
    draw_edited(ui, model, actions, layout.page);
  } else if (is_split) {
    const float top = layout.page.pos.y;
    Rect split{ImVec2(0, top), ImVec2(display.x, layout[Slot::kTimeline].pos.y - 1 - top)};
    if (has_stop_question(model)) draw_below_page(ui, model, state.panels.answer, actions, split);
    draw_split(ui, model, actions, split);
  } else if (model.moment == nullptr) {
    draw_empty_centre(ui, model, layout);
  } else {
    draw_with_source(WindowColumn::kCentre);
  }
  const bool comes = is_page_alone || is_split;
  if (has_source && std::exchange(state.edit_wanted, false)) {
    ui.focus.leave();
    state.panels.source.focused = state.panels.source.reveal_caret = true;
  }
  state.edit_wanted = state.edit_wanted && comes;
  if (!has_source) state.panels.source.focused = false;
  if (!is_page && !is_edited && !is_split) draw(WindowColumn::kRight);
  if (std::exchange(state.save_wanted, false)) {  // after the source has taken this frame's letters
    actions.push_back(gui::action::Save{});
  }
  if (has_foot) draw(WindowColumn::kFoot);
  if (!is_page && !is_edited && !is_split && !has_form && layout.room != Room::kLow)
    draw_column_edges(ui, model, actions, layout);
  // Its drawer is open from the next frame on.
  if (bar.found_pressed) bring_forward(kFindingsPanel, layout.room, state.tabs);
  ImGui::End();
  if (state.keys_shown) {
    draw_keys_help(ui, model, state.keys_shown, actions, display);
  }
}

}  // namespace warplens::views
