#include "sim/host/doubts.hpp"

#include <algorithm>
#include <utility>

namespace warplens::host {

Label Doubts::name(size_t doubt, bool is_error) {
  if (named_.size() == kBeyond) return 0;
  named_.push_back({doubt, is_error});
  return static_cast<Label>(named_.size() - 1);
}

Label Doubts::add(Mistake mistake) {
  const auto known = std::find_if(doubts_.begin(), doubts_.end(), [&](const Doubt& doubt) {
    return doubt.mistake.fault == mistake.fault && doubt.mistake.place == mistake.place;
  });
  if (known != doubts_.end()) {
    ++known->mistake.times;
    return known->label;
  }
  const Label label = name(doubts_.size(), false);
  if (label != 0) doubts_.push_back({std::move(mistake), label});
  return label;
}

Label Doubts::error_of(Label label) {
  if (label == 0) return 0;
  Doubt& doubt = doubt_of(label);
  if (doubt.error == 0) doubt.error = name(named_[label].doubt, true);
  return doubt.error;
}

Label Doubts::stored_of(Label label) {
  if (label == 0 || named_[label].is_error) return label;
  Doubt& doubt = doubt_of(label);
  const Fault fault = doubt.mistake.fault;
  if (fault != Fault::kUnwritten && fault != Fault::kSmallGrid) return label;
  if (doubt.stored == 0) doubt.stored = name(named_[label].doubt, false);
  return doubt.stored != 0 ? doubt.stored : label;
}

void Doubts::add_certain(Mistake mistake) {
  const Label label = add(std::move(mistake));
  if (label != 0) doubt_of(label).is_certain = true;
}

void Doubts::use(Label label, base::Span place) {
  is_used_[label] = true;
  Doubt& doubt = doubt_of(label);
  if (named_[label].is_error) {
    doubt.is_seen = true;
  } else {
    doubt.is_used = true;
    doubt.mistake.used = place;
  }
}

std::vector<Mistake> Doubts::mistakes() const {
  std::vector<Mistake> found;
  for (const Doubt& doubt : doubts_) {
    // A launch of nothing is one even if nobody reads what it should have made.
    const bool is_empty = doubt.mistake.fault == Fault::kFailedLaunch &&
                          (doubt.mistake.grid.count() == 0 || doubt.mistake.block.count() == 0);
    const bool matters = (doubt.is_used || is_empty) && !doubt.is_seen;
    if (!doubt.is_dropped && (doubt.is_certain || matters)) found.push_back(doubt.mistake);
  }
  return found;
}

}  // namespace warplens::host
