#include "sim/edit/edit.hpp"

#include "sim/base/say.hpp"

namespace warplens::edit {

std::string words(Change change) {
  switch (change) {
    case Change::kNoBarrier:
      return say("without this barrier");
    case Change::kNoWarpBarrier:
      return say("without this barrier of the warp");
    case Change::kNoGuard:
      return say("without this guard");
    case Change::kNoPadding:
      return say("without this padding");
    case Change::kNoAtomic:
      return say("without this atomic");
    case Change::kAtomicAdd:
      return say("with an atomic here");
    case Change::kGuard:
      return say("with a guard here");
  }
  return "";
}

std::string apply(const base::SourceFile& file, const Edit& edit) {
  std::string text = file.text();
  return text.replace(edit.place.begin, edit.place.end - edit.place.begin, edit.text);
}

std::optional<Span> original_place(const Edit& edit, Span edited) {
  const auto size = static_cast<uint32_t>(edit.text.size());
  const uint32_t end = edit.place.begin + size;
  if (edited.end <= edit.place.begin) return edited;
  if (edited.begin < end) return std::nullopt;
  const uint32_t moved = edit.place.end - end;  // wraps where the edited text is the longer one
  return Span{edited.begin + moved, edited.end + moved};
}

}  // namespace warplens::edit
