#include "app/window/kit/focus.hpp"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/window/kit/keys.hpp"

namespace warplens::ui {

namespace {

// What widgets of one group have in common: "lane:" of "lane:7".
std::string_view stem_of(std::string_view name) {
  const size_t last = name.find_last_not_of("0123456789.,");
  return last == name.npos ? name : name.substr(0, last + 1);
}

// Widgets of a row that are drawn one after another, in whichever order.
template <class Drawn>
void sort_rows(std::vector<Drawn>& all) {
  for (auto begin = all.begin(); begin != all.end();) {
    const auto end = std::find_if(
        begin, all.end(), [&](const Drawn& one) { return std::abs(one.min.y - begin->min.y) > 1; });
    std::stable_sort(begin, end, [](const Drawn& a, const Drawn& b) { return a.min.x < b.min.x; });
    begin = end;
  }
}

}  // namespace

void Focus::begin_frame() {
  sort_rows(drawn_);
  order_.clear();
  for (Drawn& one : drawn_) order_.push_back(std::move(one.name));
  drawn_.clear();
  dragged_before_ = std::exchange(dragged_, {});
  nudge_ = 0;
  reads_return_ = comes_from_field_ = false;
  if (name_.empty()) return;
  const auto at = std::find(order_.begin(), order_.end(), name_);
  is_lost_ = at == order_.end();
  if (!is_lost_) index_ = static_cast<size_t>(at - order_.begin());
}

size_t Focus::begin_of_group(size_t index) const {
  while (index > 0 && stem_of(order_[index - 1]) == stem_of(order_[index])) --index;
  return index;
}

size_t Focus::end_of_group(size_t index) const {
  const std::string_view stem = stem_of(order_[index]);
  while (index < order_.size() && stem_of(order_[index]) == stem) ++index;
  return index;
}

void Focus::go_to(size_t index) {
  index_ = index;
  name_ = order_[index];
  has_come_ = true;
}

// The first key in a list that has opened goes to its first entry, or with Up to the last.
bool Focus::read_arrows(size_t index, bool is_in_list) {
  const bool is_back = key_pressed(Key::kLeft, true) || key_pressed(Key::kUp, true);
  const bool is_on_key = key_pressed(Key::kRight, true) || key_pressed(Key::kDown, true);
  if (is_back == is_on_key) return false;
  const bool is_new = !is_on() || is_lost_;
  if (is_new && !is_in_list) return false;
  if (is_new) {
    go_to(is_back ? order_.size() - 1 : 0);
    return true;
  }
  if (!is_in_list && dragged_before_.contains(name_)) {
    nudge_ = is_back ? -1 : 1;
    return true;
  }
  const size_t begin = is_in_list ? 0 : begin_of_group(index);
  const size_t end = is_in_list ? order_.size() : end_of_group(index);
  if (end - begin < 2) return false;
  if (is_back)
    go_to(index == begin ? end - 1 : index - 1);
  else
    go_to(index + 1 == end ? begin : index + 1);
  return true;
}

bool Focus::leaves_field(bool is_in_list) const {
  return key_pressed(Key::kTab, true) ||
         (is_in_list && (key_pressed(Key::kUp, true) || key_pressed(Key::kDown, true)));
}

void Focus::take(std::string_view name) {
  const auto at = std::find(order_.begin(), order_.end(), name);
  if (at == order_.end()) return;
  index_ = static_cast<size_t>(at - order_.begin());
  name_ = name;
  is_lost_ = false;
  comes_from_field_ = true;
}

bool Focus::read_keys(bool is_in_list) {
  if (ImGui::IsMouseClicked(0)) leave();
  if (order_.empty()) return false;
  const size_t index = std::min(index_, order_.size() - 1);
  if (key_pressed(Key::kTab, true)) {
    const bool is_back = ImGui::GetIO().KeyShift;
    if (!is_on() || is_lost_) {  // a popup has opened, or is closed
      go_to(is_back ? begin_of_group(order_.size() - 1) : 0);
    } else if (is_back) {
      const size_t begin = begin_of_group(index);
      go_to(begin_of_group(begin == 0 ? order_.size() - 1 : begin - 1));
    } else {
      const size_t end = end_of_group(index);
      go_to(end == order_.size() ? 0 : end);
    }
    return false;
  }
  if (!is_on()) return read_arrows(index, is_in_list);
  if (key_pressed(Key::kEscape, false)) {
    leave();
    return true;
  }
  reads_return_ = true;
  return read_arrows(index, is_in_list);
}

void Focus::leave() {
  name_.clear();
}

bool Focus::is_pressed() const {
  return is_on() && reads_return_ && key_pressed(Key::kEnter, false);
}

int Focus::nudge(std::string_view name) {
  dragged_.emplace(name);
  return is_on() && name == name_ ? nudge_ : 0;
}

Focus::Here Focus::draw(std::string_view name, ImVec2 min, bool is_reachable) {
  if (is_reachable) drawn_.push_back({std::string(name), min});
  if (name_.empty() || name != name_) return {};
  return {true, std::exchange(has_come_, false), is_pressed()};
}

}  // namespace warplens::ui
