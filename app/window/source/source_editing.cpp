// Characters come from ImGui's queue of this frame, so that input methods and every keyboard layout
// work.
#include "app/window/source/source_editing.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include "app/session/text/number_at.hpp"
#include "app/window/kit/keys.hpp"

namespace warplens::views {

namespace {

using gui::Movement;
using ui::Key;
using ui::key_pressed;

std::string utf8_of(uint32_t character) {
  std::string text;
  if (character < 0x80) {
    text += static_cast<char>(character);
  } else if (character < 0x800) {
    text += static_cast<char>(0xC0 | (character >> 6));
    text += static_cast<char>(0x80 | (character & 0x3F));
  } else if (character < 0x10000) {
    text += static_cast<char>(0xE0 | (character >> 12));
    text += static_cast<char>(0x80 | ((character >> 6) & 0x3F));
    text += static_cast<char>(0x80 | (character & 0x3F));
  } else {
    text += static_cast<char>(0xF0 | (character >> 18));
    text += static_cast<char>(0x80 | ((character >> 12) & 0x3F));
    text += static_cast<char>(0x80 | ((character >> 6) & 0x3F));
    text += static_cast<char>(0x80 | (character & 0x3F));
  }
  return text;
}

bool move_with_keys(gui::TextBuffer& buffer, bool control, bool shift, uint32_t rows_a_page) {
  struct Entry {
    Key key;
    Movement plain, with_control;
  };
  constexpr std::array<Entry, 8> kMoves = {{
      {Key::kLeft, Movement::kLeft, Movement::kWordLeft},
      {Key::kRight, Movement::kRight, Movement::kWordRight},
      {Key::kUp, Movement::kUp, Movement::kUp},
      {Key::kDown, Movement::kDown, Movement::kDown},
      {Key::kHome, Movement::kLineStart, Movement::kTextStart},
      {Key::kEnd, Movement::kLineEnd, Movement::kTextEnd},
      {Key::kPageUp, Movement::kPageUp, Movement::kPageUp},
      {Key::kPageDown, Movement::kPageDown, Movement::kPageDown},
  }};
  bool used = false;
  for (const Entry& entry : kMoves) {
    if (key_pressed(entry.key, true)) {
      buffer.move(control ? entry.with_control : entry.plain, shift, rows_a_page);
      used = true;
    }
  }
  return used;
}

bool undo_or_redo(gui::TextBuffer& buffer, bool shift) {
  if (key_pressed(Key::kZ, true)) {
    shift ? buffer.redo() : buffer.undo();
  } else if (key_pressed(Key::kY, true)) {
    buffer.redo();
  } else {
    return false;
  }
  return true;
}

bool command_with_keys(SourceState& state, bool shift) {
  gui::TextBuffer& buffer = state.buffer;
  if (undo_or_redo(buffer, shift)) return true;
  if (key_pressed(Key::kA, false)) {
    buffer.select_all();
  } else if (key_pressed(Key::kC, false) || key_pressed(Key::kX, false)) {
    if (buffer.has_selection()) {
      ImGui::SetClipboardText(buffer.selected().c_str());
      if (key_pressed(Key::kX, false)) {
        buffer.delete_forward();
      }
    }
  } else if (key_pressed(Key::kV, true)) {
    const char* clipboard = ImGui::GetClipboardText();
    const bool is_all = buffer.selection_end() - buffer.selection_begin() == buffer.text().size();
    if (clipboard != nullptr && is_all)
      state.pasted = clipboard;
    else if (clipboard != nullptr)
      buffer.paste(clipboard);
  } else {
    return false;
  }
  return true;
}

bool change_with_keys(gui::TextBuffer& buffer, bool shift) {
  bool used = true;
  if (key_pressed(Key::kEnter, true)) {
    buffer.new_line();
  } else if (key_pressed(Key::kTab, true)) {
    shift ? buffer.unindent() : buffer.tab();
  } else if (key_pressed(Key::kBackspace, true)) {
    buffer.backspace();
  } else if (key_pressed(Key::kDelete, true)) {
    buffer.delete_forward();
  } else {
    used = false;
  }
  for (const ImWchar character : ImGui::GetIO().InputQueueCharacters) {
    if (character >= 0x20 && character != 0x7F) {
      buffer.type(utf8_of(character));
      used = true;
    }
  }
  return used;
}

constexpr float kPixelsANumber = 6;  // a dragged one changes by 1

uint32_t moved(uint32_t value, int64_t by) {
  return static_cast<uint32_t>(
      std::clamp<int64_t>(int64_t{value} + by, 0, int64_t{gui::kMostNumber}));
}

void change_number(SourceState& state, const gui::NumberAt& number, uint32_t value) {
  state.buffer.change_number(number.begin, number.end, value);
  state.changed_number = number.begin;
}

// The number under the pointer follows it to the right and to the left.
bool drag_number(ui::Ui& ui, SourceState& state, std::optional<gui::NumberAt> pointed) {
  NumberDrag& drag = state.number;
  const ImGuiIO& io = ImGui::GetIO();
  if (pointed && io.KeyAlt) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
  if (pointed && io.KeyAlt && ImGui::IsMouseClicked(0))
    drag = {true, pointed->begin, pointed->value, io.MousePos.x};
  if (!ImGui::IsMouseDown(0)) drag.is_on = false;
  if (!drag.is_on) return false;
  const std::optional<gui::NumberAt> now = gui::number_at(state.buffer.text(), drag.begin);
  const auto by = static_cast<int64_t>((io.MousePos.x - drag.from) / (kPixelsANumber * ui.scale));
  const uint32_t value = moved(drag.value, by);
  if (!now || now->value == value) return false;
  change_number(state, *now, value);
  return true;
}

}  // namespace

bool change_number_with_keys(SourceState& state) {
  const ImGuiIO& io = ImGui::GetIO();
  if (!io.KeyAlt) return false;
  const int64_t step = io.KeyShift ? 10 : 1;
  const int64_t by = key_pressed(Key::kUp, true) ? step : key_pressed(Key::kDown, true) ? -step : 0;
  const std::optional<gui::NumberAt> number =
      gui::number_at(state.buffer.text(), state.buffer.caret());
  if (by == 0 || !number) return false;
  change_number(state, *number, moved(number->value, by));
  return true;
}

bool edit_with_keys(SourceState& state, uint32_t rows_a_page) {
  const ImGuiIO& io = ImGui::GetIO();
  const bool control = io.KeyCtrl || io.KeySuper;
  bool used = move_with_keys(state.buffer, control, io.KeyShift, rows_a_page);
  used |=
      control ? command_with_keys(state, io.KeyShift) : change_with_keys(state.buffer, io.KeyShift);
  if (key_pressed(Key::kEscape, false)) {
    state.focused = false;
  }
  return used;
}

bool undo_with_keys(SourceState& state) {
  const ImGuiIO& io = ImGui::GetIO();
  const bool control = io.KeyCtrl || io.KeySuper;
  return control && !io.WantTextInput && undo_or_redo(state.buffer, io.KeyShift);
}

bool edit_with_mouse(ui::Ui& ui, SourceState& state, const SourceMetrics& metrics, ImVec2 point,
                     bool hovered) {
  const bool may_drag = hovered && ImGui::GetIO().KeyAlt;
  const bool has_changed = drag_number(
      ui, state,
      may_drag ? gui::number_at(state.buffer.text(), offset_under(ui, state, metrics, point))
               : std::nullopt);
  if (state.number.is_on) return has_changed;
  const int clicks = hovered ? ImGui::GetMouseClickedCount(0) : 0;
  if (clicks == 0 && ImGui::IsMouseClicked(0)) {
    state.focused = false;
  }
  if (clicks > 0) {
    const uint32_t offset = offset_under(ui, state, metrics, point);
    state.focused = true;
    state.dragging = clicks == 1;
    if (clicks == 1) {
      state.buffer.set_caret(offset, ImGui::GetIO().KeyShift);
    } else if (clicks == 2) {
      state.buffer.select_word(offset);
    } else {
      state.buffer.select_line(offset);
    }
    state.blink_start = ImGui::GetTime();
  } else if (state.dragging && ImGui::IsMouseDown(0)) {
    const uint32_t offset = offset_under(ui, state, metrics, point);
    if (offset != state.buffer.caret()) {
      state.buffer.set_caret(offset, true);
      state.reveal_caret = true;
    }
  } else {
    state.dragging = false;
  }
  return false;
}

}  // namespace warplens::views
