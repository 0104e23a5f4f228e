#include "sim/host/stream_work.hpp"

#include <algorithm>
#include <utility>

namespace warplens::host {

namespace {

// Older pieces than so many are forgotten; so is what launches found in memory, if it takes more.
constexpr size_t kMostPieces = 256;
constexpr uint64_t kMostRoom = uint64_t{256} << 20;  // [bytes]

// An execution with somebody who hears each access takes so many times as long.
constexpr uint64_t kPriceOfHearing = 4;

bool has_common(const std::set<uint32_t>& a, const std::set<uint32_t>& b) {
  return std::any_of(a.begin(), a.end(), [&](uint32_t one) { return b.contains(one); });
}

}  // namespace

void StreamWork::drop_ended() {
  std::erase_if(pieces_, [&](const Piece& piece) { return order.is_before_host(piece.work); });
}

void StreamWork::limit() {
  if (pieces_.size() > kMostPieces) pieces_.pop_front();
  uint64_t room = 0;
  for (auto piece = pieces_.rbegin(); piece != pieces_.rend(); ++piece) {
    if (piece->launch == nullptr) continue;
    room += piece->launch->room;
    if (room > kMostRoom) piece->launch.reset();
  }
}

// Null: they stay unknown.
const LaunchAccesses* StreamWork::accesses(Piece& piece) {
  if (!piece.accesses && piece.launch != nullptr) {
    const Launch& launch = *piece.launch;
    if (may_repeat_(kPriceOfHearing * launch.work))
      piece.accesses = accesses_of(launch.context, launch.before, launch.work);
    piece.launch.reset();
  }
  return piece.accesses ? &*piece.accesses : nullptr;
}

std::optional<StreamWork::Meeting> StreamWork::meet(Piece& earlier, Piece& later) {
  if (!has_common(earlier.arrays, later.arrays)) return std::nullopt;
  const LaunchAccesses* const of_earlier = accesses(earlier);
  const LaunchAccesses* const of_later = accesses(later);
  if (of_earlier == nullptr || of_later == nullptr) return std::nullopt;
  const auto first_of = [&](const AddressSet& set, bool earlier_changes, bool later_changes) {
    return Meeting{&earlier, earlier_changes, later_changes, set.ranges().front().begin};
  };
  // Atomic operations on the same bytes are ordered by themselves.
  const AddressSet both = without(common(earlier.changed, later.changed),
                                  common(of_earlier->atomics, of_later->atomics));
  if (const AddressSet read = common(earlier.changed, of_later->loads); !read.is_empty())
    return first_of(read, true, false);
  if (const AddressSet read = common(of_earlier->loads, later.changed); !read.is_empty())
    return first_of(read, false, true);
  if (!both.is_empty()) return first_of(both, true, true);
  return std::nullopt;
}

std::vector<StreamWork::Meeting> StreamWork::add(Piece piece) {
  drop_ended();
  pieces_.push_back(std::move(piece));
  limit();
  std::vector<Meeting> found;
  Piece& later = pieces_.back();
  for (Piece& earlier : pieces_) {
    if (&earlier == &later || order.is_before(earlier.work, later.work.stream)) continue;
    if (const std::optional<Meeting> meeting = meet(earlier, later)) found.push_back(*meeting);
  }
  return found;
}

std::vector<const StreamWork::Piece*> StreamWork::from_on(const Piece& piece) const {
  std::vector<const Piece*> found;
  for (const Piece& one : pieces_) {
    if (one.work.stream == piece.work.stream && one.work.number >= piece.work.number)
      found.push_back(&one);
  }
  return found;
}

const StreamWork::Piece* StreamWork::changer_of(uint64_t address, uint64_t bytes) {
  drop_ended();
  const auto found = std::find_if(pieces_.begin(), pieces_.end(), [&](const Piece& piece) {
    return piece.changed.has_any_of(address, bytes);
  });
  return found == pieces_.end() ? nullptr : &*found;
}

const StreamWork::Piece* StreamWork::reader_of(uint32_t array, uint64_t address, uint64_t bytes) {
  drop_ended();
  for (Piece& piece : pieces_) {
    if (!piece.arrays.contains(array)) continue;
    const LaunchAccesses* const of = accesses(piece);
    if (of != nullptr && of->loads.has_any_of(address, bytes)) return &piece;
  }
  return nullptr;
}

}  // namespace warplens::host
