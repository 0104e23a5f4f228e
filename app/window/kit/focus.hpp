// The widget that the keyboard is at. Tab goes from one group of widgets to the next in the order
// in which they are drawn, in a row from left to right; arrows go on within a group (lane:0 to
// lane:31 are one), or in an open list from each entry to the next, or change what can be dragged;
// Return presses and Esc leaves.
// Nothing is at the keyboard until Tab is pressed, or an arrow in a list.
#pragma once

#include <imgui.h>

#include <cstddef>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace warplens::ui {

class Focus {
 public:
  // What was drawn since the last call is the order from now on.
  void begin_frame();
  // Takes this frame's Tab, and while a widget has the focus arrows and Esc. True if Esc or an
  // arrow was taken, which then does nothing else. Not called where the keyboard belongs to a text.
  // `is_in_list`: a popup is open, and covers all else.
  bool read_keys(bool is_in_list);
  // A field has the keyboard that goes on from here with Tab, in a list with arrows, too.
  void take(std::string_view name);
  bool leaves_field(bool is_in_list) const;  // by such a key, in this frame
  // The keyboard has come from one field straight to this one, which takes what is typed.
  bool enters(std::string_view name) const {
    return comes_from_field_ && has_come_ && name == name_;
  }
  void leave();
  bool is_on() const { return !name_.empty(); }
  bool is_seen() const { return is_on() && !is_lost_; }  // its widget was drawn in the last frame
  const std::string& name() const { return name_; }
  bool is_pressed() const;  // by Return, in this frame

  // What becomes of a widget that is drawn.
  struct Here {
    bool is_here = false;     // the focus is at it
    bool has_come = false;    // ... since the last frame
    bool is_pressed = false;  // by Return
  };
  // `min`: its top left corner. `is_reachable`: it is seen, or can be scrolled to.
  Here draw(std::string_view name, ImVec2 min, bool is_reachable);
  // Of a widget that is dragged, drawn in this frame: arrows change it while it has the focus. By
  // how many steps they do in this frame: -1, 0 or 1.
  int nudge(std::string_view name);
  // The reachable widgets of the last whole frame, in order.
  const std::vector<std::string>& order() const { return order_; }

 private:
  void go_to(size_t index);
  bool read_arrows(size_t index, bool is_in_list);
  size_t end_of_group(size_t index) const;
  size_t begin_of_group(size_t index) const;

  struct Drawn {
    std::string name;
    ImVec2 min;
  };

  std::vector<std::string> order_;
  std::set<std::string, std::less<>> dragged_, dragged_before_;  // in this frame and the last
  int nudge_ = 0;                                                // in this frame
  std::vector<Drawn> drawn_;                                     // in this frame
  std::string name_;
  size_t index_ = 0;      // in the order, where the focus is or was last
  bool is_lost_ = false;  // its widget is drawn no more
  bool has_come_ = false;
  bool comes_from_field_ = false;
  bool reads_return_ = false;  // in this frame
};

}  // namespace warplens::ui
