// Characters come from ImGui's queue of this frame, so that input methods and every keyboard layout
// work.
#include "app/window/source/source_editing.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "app/session/text/number_at.hpp"
#include "app/window/kit/keys.hpp"

namespace warplens::views {

namespace {

using gui::Movement;
using gui::TextBuffer;
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

bool move_with_keys(SourceEditor& editor, bool control, bool shift, uint32_t rows_a_page) {
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
    if (!key_pressed(entry.key, true)) continue;
    const Movement movement = control ? entry.with_control : entry.plain;
    editor.edit([=](TextBuffer& buffer) { buffer.move(movement, shift, rows_a_page); });
    used = true;
  }
  return used;
}

bool undo_or_redo(SourceEditor& editor, bool shift) {
  const bool is_undo = key_pressed(Key::kZ, true) && !shift;
  if (is_undo) {
    editor.edit([](TextBuffer& buffer) { buffer.undo(); });
  } else if (key_pressed(Key::kZ, true) || key_pressed(Key::kY, true)) {
    editor.edit([](TextBuffer& buffer) { buffer.redo(); });
  } else {
    return false;
  }
  return true;
}

// What goes is what was copied.
void copy(SourceEditor& editor, bool is_cut) {
  if (!editor.buffer.has_selection()) return;
  ImGui::SetClipboardText(editor.buffer.selected().c_str());
  if (!is_cut) return;
  editor.edit([begin = editor.buffer.selection_begin(),
               end = editor.buffer.selection_end()](TextBuffer& buffer) {
    buffer.select(begin, end);
    buffer.delete_forward();
  });
}

// In the place of the whole text, another one is a document of its own, with its own launch.
void paste(SourceEditor& editor, const std::string& text) {
  const uint32_t selected = editor.buffer.selection_end() - editor.buffer.selection_begin();
  if (selected < editor.buffer.text().size()) {
    editor.edit([text](TextBuffer& buffer) { buffer.paste(text); });
  } else if (!text.empty() && text != editor.buffer.text()) {
    editor.state.focused = false;
    editor.actions.push_back(gui::action::OpenText{text});
  }
}

bool command_with_keys(SourceEditor& editor, bool shift) {
  if (undo_or_redo(editor, shift)) return true;
  if (key_pressed(Key::kA, false)) {
    editor.edit([](TextBuffer& buffer) { buffer.select_all(); });
  } else if (key_pressed(Key::kC, false) || key_pressed(Key::kX, false)) {
    copy(editor, key_pressed(Key::kX, false));
  } else if (key_pressed(Key::kV, true)) {
    if (const char* clipboard = ImGui::GetClipboardText()) paste(editor, clipboard);
  } else {
    return false;
  }
  return true;
}

bool type_letters(SourceEditor& editor) {
  std::vector<std::string> letters;
  for (const ImWchar character : ImGui::GetIO().InputQueueCharacters) {
    if (character >= 0x20 && character != 0x7F) letters.push_back(utf8_of(character));
  }
  if (letters.empty()) return false;
  editor.edit([letters](TextBuffer& buffer) {
    for (const std::string& letter : letters) buffer.type(letter);
  });
  return true;
}

bool change_with_keys(SourceEditor& editor, bool shift) {
  bool used = true;
  if (key_pressed(Key::kEnter, true)) {
    editor.edit([](TextBuffer& buffer) { buffer.new_line(); });
  } else if (key_pressed(Key::kTab, true)) {
    editor.edit([shift](TextBuffer& buffer) { shift ? buffer.unindent() : buffer.tab(); });
  } else if (key_pressed(Key::kBackspace, true)) {
    editor.edit([](TextBuffer& buffer) { buffer.backspace(); });
  } else if (key_pressed(Key::kDelete, true)) {
    editor.edit([](TextBuffer& buffer) { buffer.delete_forward(); });
  } else {
    used = false;
  }
  return type_letters(editor) || used;
}

constexpr float kPixelsANumber = 6;  // a dragged one changes by 1

uint32_t moved(uint32_t value, int64_t by) {
  return static_cast<uint32_t>(
      std::clamp<int64_t>(int64_t{value} + by, 0, int64_t{gui::kMostNumber}));
}

// The number under the pointer follows it to the right and to the left.
void drag_number(ui::Ui& ui, SourceEditor& editor, std::optional<gui::NumberAt> pointed) {
  NumberDrag& drag = editor.state.number;
  const ImGuiIO& io = ImGui::GetIO();
  if (pointed && io.KeyAlt) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
  if (pointed && io.KeyAlt && ImGui::IsMouseClicked(0))
    drag = {true, pointed->begin, pointed->value, io.MousePos.x};
  if (!ImGui::IsMouseDown(0)) drag.is_on = false;
  if (!drag.is_on) return;
  const std::optional<gui::NumberAt> now = gui::number_at(editor.buffer.text(), drag.begin);
  const auto by = static_cast<int64_t>((io.MousePos.x - drag.from) / (kPixelsANumber * ui.scale));
  const uint32_t value = moved(drag.value, by);
  if (now && now->value != value) editor.change_number(now->begin, value);
}

}  // namespace

void SourceEditor::change_number(uint32_t at, uint32_t value) {
  const auto change = [at, value](TextBuffer& text) {
    if (const auto number = gui::number_at(text.text(), at))
      text.change_number(number->begin, number->end, value);
  };
  actions.push_back(gui::action::Edit{change, true});
  state.changed_number = at;
  state.changes_number = true;
}

bool change_number_with_keys(SourceEditor& editor) {
  const ImGuiIO& io = ImGui::GetIO();
  if (!io.KeyAlt) return false;
  const int64_t step = io.KeyShift ? 10 : 1;
  const int64_t by = key_pressed(Key::kUp, true) ? step : key_pressed(Key::kDown, true) ? -step : 0;
  const std::optional<gui::NumberAt> number =
      gui::number_at(editor.buffer.text(), editor.buffer.caret());
  if (by == 0 || !number) return false;
  editor.change_number(number->begin, moved(number->value, by));
  editor.state.reveal_caret = true;
  return true;
}

void edit_with_keys(SourceEditor& editor, uint32_t rows_a_page) {
  const ImGuiIO& io = ImGui::GetIO();
  const bool control = io.KeyCtrl || io.KeySuper;
  bool used = move_with_keys(editor, control, io.KeyShift, rows_a_page);
  used |= control ? command_with_keys(editor, io.KeyShift) : change_with_keys(editor, io.KeyShift);
  if (key_pressed(Key::kEscape, false)) {
    editor.state.focused = false;
  }
  if (!used) return;
  editor.state.reveal_caret = true;
  editor.state.blink_start = ImGui::GetTime();
}

void undo_with_keys(SourceEditor& editor) {
  const ImGuiIO& io = ImGui::GetIO();
  const bool control = io.KeyCtrl || io.KeySuper;
  if (control && !io.WantTextInput && undo_or_redo(editor, io.KeyShift))
    editor.state.reveal_caret = true;
}

void edit_with_mouse(ui::Ui& ui, SourceEditor& editor, const SourceMetrics& metrics, ImVec2 point,
                     bool hovered) {
  SourceState& state = editor.state;
  const auto pointed = [&] { return offset_under(ui, editor.buffer, state, metrics, point); };
  const bool may_drag = hovered && ImGui::GetIO().KeyAlt;
  drag_number(ui, editor,
              may_drag ? gui::number_at(editor.buffer.text(), pointed()) : std::nullopt);
  if (state.number.is_on) return;
  const int clicks = hovered ? ImGui::GetMouseClickedCount(0) : 0;
  if (clicks == 0 && ImGui::IsMouseClicked(0)) {
    state.focused = false;
  }
  if (clicks > 0) {
    const uint32_t offset = pointed();
    state.focused = true;
    state.dragging = clicks == 1;
    if (clicks == 1) {
      const bool extends = ImGui::GetIO().KeyShift;
      editor.edit([offset, extends](TextBuffer& buffer) { buffer.set_caret(offset, extends); });
    } else if (clicks == 2) {
      editor.edit([offset](TextBuffer& buffer) { buffer.select_word(offset); });
    } else {
      editor.edit([offset](TextBuffer& buffer) { buffer.select_line(offset); });
    }
    state.blink_start = ImGui::GetTime();
  } else if (state.dragging && ImGui::IsMouseDown(0)) {
    const uint32_t offset = pointed();
    if (offset != editor.buffer.caret()) {
      editor.edit([offset](TextBuffer& buffer) { buffer.set_caret(offset, true); });
      state.reveal_caret = true;
    }
  } else {
    state.dragging = false;
  }
}

}  // namespace warplens::views
