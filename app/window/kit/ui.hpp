// What every view draws with: theme, fonts, and a probe that remembers each frame's named widgets
// and texts, so that a script can press what a person would press and read what a person would
// read.
#pragma once

#include <imgui.h>

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/window/kit/focus.hpp"
#include "sim/base/text.hpp"

namespace warplens::ui {

// What is drawn on: dark for a screen, light for a projector in a bright room.
enum class Ground : uint8_t { kDark, kLight };

// Colours by meaning, the same in every view; safe for the common kinds of colour blindness.
struct Theme {
  ImU32 background, panel, panel_raised, line, text, text_dim, text_faint;
  ImU32 accent;      // selection, the current access, buttons that are on
  ImU32 waste;       // more wavefronts or sectors than needed
  ImU32 waste_fill;  // the same, of shapes without letters
  ImU32 good;        // as few as possible
  ImU32 error;
  ImU32 warning;                       // a finding or warning that is no error
  ImU32 recorded;                      // what was measured elsewhere
  ImU32 cell_written, cell_left_over;  // a shared cell of this phase, of an earlier one
  ImU32 groups[8];                     // rows of lanes: kNoGroup uses text_faint
  ImU32 lines[8];                      // of a chart; none is green, which is what is good
  ImU32 blank;                         // the whole window, while nothing is to be seen
  ImU32 syntax_keyword, syntax_type, syntax_builtin, syntax_number, syntax_comment,
      syntax_preprocessor, syntax_string;
  // How much of a colour is in the ground of letters, so that they can still be read: of the accent
  // under marked code and marked rows of numbers, of a number's own colour under it.
  float code_tint, row_tint, own_tint;
  float unit;  // spacing unit [pixels], scaled; every gap is a multiple
};

struct Fonts {
  ImFont* body = nullptr;  // proportional
  ImFont* small = nullptr;
  ImFont* title = nullptr;
  ImFont* mono = nullptr;
  ImFont* mono_small = nullptr;
};

struct WidgetRect {
  std::string name;
  ImVec2 min, max;
  bool visible = false;  // some of it is inside the clip rectangle; min and max are that part
};

// A text of this frame and where it is.
struct DrawnText {
  std::string text;
  ImVec2 min, max;            // of its letters [pixels]; both 0 if a widget of ImGui's draws it
  float size = 0;             // of the font [pixels]; 0: not known
  float feet = 0;             // what g, p and ; have below max.y [pixels]
  ImVec2 clip_min, clip_max;  // what is outside is not seen
  bool scrolls_x = false, scrolls_y = false;  // the rest can be brought into view
  bool is_shortened = false;                  // the end of it is an ellipsis of ours
  const void* layer = nullptr;                // the window or popup, which may cover another one
  ImU32 color = 0;                            // of all of it; 0: not known, or of several

  bool operator==(std::string_view other) const { return text == other; }
};

// Cleared at the start of a frame, filled while it is drawn.
class Probe {
 public:
  void begin_frame();
  void widget(std::string_view name, ImVec2 min,
              ImVec2 max);           // clipped against the current clip rectangle
  void text(std::string_view text);  // without a place
  void text(DrawnText text);         // with its clip rectangle and layer still to be filled in
  void part(std::string_view text, ImU32 color);  // of a text in several colours
  // Whether a text, or a part of one, that contains `text` is drawn in the colour.
  bool has_colored(std::string_view text, ImU32 color) const;
  void set_scrolled(bool is_scrolled) {
    is_scrolled_ = is_scrolled;
  }                                                     // by other means than ImGui's
  const WidgetRect* find(std::string_view name) const;  // of this frame; null if not drawn
  const std::vector<WidgetRect>& widgets() const { return widgets_; }
  bool has_text(std::string_view part) const;  // one drawn text contains it
  const std::vector<DrawnText>& texts() const { return texts_; }

 private:
  std::vector<WidgetRect> widgets_;
  std::vector<DrawnText> texts_;
  std::vector<std::pair<std::string, ImU32>> parts_;
  bool is_scrolled_ = false;
};

// What a reader of these texts would stumble over, a line each: texts that are cut off, although
// nothing scrolls to the rest, that end in an ellipsis, or that are on top of each other.
std::vector<std::string> unreadable(const std::vector<DrawnText>& texts);

// The lane of the current access that the pointer rests on, in whichever view; the other views
// outline it too. It counts in the frame that noted it and the next.
struct HoveredLane {
  int lane = -1;
  int frame = -2;
};

struct Hint;  // hints.hpp

struct Ui {
  Theme theme;
  Fonts fonts;
  Probe probe;
  Focus focus;
  std::string active_field;       // that is typed into, by its name; "" if none is
  bool list_passes_keys = false;  // of the last frame: its open list closes at keys of others
  HoveredLane hovered;
  const std::vector<Hint>* hints = nullptr;  // of the texts that are being drawn; null: none
  uint32_t shown_lanes = 0;  // that the frame points at, as if the pointer rested on them
  float scale = 1.0f;
  double hint_pressed = -1;  // [seconds] ImGui's time of the last press on a hint
  // [pixels] What is lower can't be read from the last row, or on paper, and is left out. 0:
  // nothing is.
  float least_letters = 0;
  bool is_on_paper = false;  // where nothing can be pressed: buttons are left out
};

Theme make_theme(float scale, Ground ground = Ground::kDark);
// Of what is no longer so: every colour nearer to the panel's.
Theme dimmed(const Theme& theme);
// Gives ImGui's own widgets (fields, popups, scrollbars) the theme's colours and sizes.
void apply_style(const Theme& theme, float scale);

// ImGui 1.92 dropped ImFont::FontSize and PushFont(font); these two work with every version.
float font_size(const ImFont* font);  // [pixels]
void push_font(ImFont* font);         // undone by ImGui::PopFont()

// `color` with its opacity multiplied by `alpha` (0 to 1).
ImU32 fade(ImU32 color, float alpha);
// Of the two colours of letters that the theme has, the one that can be read better on `ground`.
ImU32 readable_on(const Theme& theme, ImU32 ground);
// Between two colours: t = 0 is `a`, 1 is `b`.
ImU32 mix(ImU32 a, ImU32 b, float t);
// Of a cell whose value is still to come, in its group's colour; letters on it are theme.text.
ImU32 waiting_ground(const Theme& theme, ImU32 group);

// A text as it is drawn: with what hides in it written out (sim/base/visible.hpp). The text that is
// given has to outlive it.
class Visible {
 public:
  explicit Visible(std::string_view text);
  Visible(const Visible&) = delete;
  Visible& operator=(const Visible&) = delete;
  std::string_view text() const { return text_; }

 private:
  std::string written_;  // empty where the text is visible as it is
  std::string_view text_;
};

// Drawing helpers that also notify the probe. Colours are 0xAABBGGRR as ImGui's.
void text(Ui& ui, ImFont* font, ImU32 color, std::string_view text);  // at the cursor
void text_at(Ui& ui, ImDrawList* list, ImFont* font, ImVec2 at, ImU32 color, std::string_view text);
// The line's letters are not cut above or below; those that are cut are not drawn.
bool is_line_whole(const ImDrawList* list, ImFont* font, float y);
bool is_line_whole(const ImDrawList* list, float y, float size);  // of letters so high [pixels]
// As text_at in another size [pixels], broken at spaces where `wrap` [pixels] is not 0; a word that
// is wider alone is broken inside. No number is broken that has room in a line. Returns the size
// that it takes.
ImVec2 letters(Ui& ui, ImDrawList* list, ImFont* font, float size, ImVec2 at, ImU32 color,
               std::string_view text, float wrap = 0);
ImVec2 text_size(ImFont* font, std::string_view text);
// As text_at, cut with an ellipsis to at most `width` pixels.
void text_fitted(Ui& ui, ImDrawList* list, ImFont* font, ImVec2 at, float width, ImU32 color,
                 std::string_view text);
// The first of `texts`, each shorter than the one before, that takes at most `width` pixels; the
// last one if none does.
std::string_view first_fitting(ImFont* font, float width,
                               std::initializer_list<std::string_view> texts);
std::string_view first_fitting(ImFont* font, float width, std::span<const Sentence> texts);
// As much of a text as takes at most `width` pixels, cut only where a part of it ends: at "  ·  ",
// "; " or ", ". "" if its first part is too long.
std::string_view whole_parts(ImFont* font, float width, std::string_view text);
// A paragraph at the cursor, broken at spaces to the width left.
void text_wrapped(Ui& ui, ImFont* font, ImU32 color, std::string_view text);
void text_wrapped(Ui& ui, ImFont* font, ImU32 color, const Text& text);  // nothing of an empty one
// Broken in the same way into lines of at most `width` pixels; the size that they take.
std::vector<std::string> wrapped_lines(ImFont* font, std::string_view text, float width);
ImVec2 wrapped_size(ImFont* font, std::string_view text, float width);
// Shown while the pointer rests on the item just drawn, but not where it has just pressed.
void tooltip(Ui& ui, std::string_view text);
// Lists that are open are closed; those that are drawn later in this frame are not drawn.
void close_popups();
// A flat button. True when pressed. Registers `name` with the probe.
enum class ButtonLook : uint8_t {
  kPlain,
  kSelected,
  kFaint,  // nothing comes of a press, or only the reason: letters without a ground
  kAlert,  // there are errors behind it
  kSelectedAlert,
};
bool button(Ui& ui, std::string_view name, std::string_view label, ButtonLook look);
inline bool button(Ui& ui, std::string_view name, std::string_view label, bool on = false) {
  return button(ui, name, label, on ? ButtonLook::kSelected : ButtonLook::kPlain);
}
float button_width(const Ui& ui, std::string_view label);  // [px]
// The parts of one, for buttons of other sizes: its letters' colour; its ground with the frame, in
// the current window.
ImU32 button_ink(const Theme& theme, ButtonLook look);
void button_ground(const Theme& theme, ButtonLook look, ImVec2 min, ImVec2 max, bool is_hovered);
// Of a widget that was just drawn: registers it with the probe, rings it where the keyboard is, and
// scrolls to it. True if Return presses it.
bool reach(Ui& ui, std::string_view name, ImVec2 min, ImVec2 max);
// A field for a text, as ImGui::InputText. Return goes into it, and out of it again.
bool field(Ui& ui, std::string_view name, std::string& value, ImGuiInputTextFlags flags = 0);
// Ends the typing into a field; what was typed stays.
void leave_field(Ui& ui);
// An invisible clickable rectangle registered as `name`; true when pressed.
bool hit(Ui& ui, std::string_view name, ImVec2 min, ImVec2 max);
// A titled panel: header on the left, a dim remark on the right, so far from its end [pixels];
// draws the background, leaves the cursor inside.
void begin_panel(Ui& ui, std::string_view id, ImVec2 pos, ImVec2 size, std::string_view title,
                 std::string_view remark, float right_of_remark = 0);
void end_panel(Ui& ui);
// [pixels] What a panel with a title takes around its contents: beside them, and above and below.
ImVec2 panel_frame(const Ui& ui);

}  // namespace warplens::ui
