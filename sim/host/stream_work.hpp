// The launches and copies that the host has not waited for, with what each reads and changes, and
// those of them that meet: work that nothing orders, in the same bytes, one changing them.
#pragma once

#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "sim/base/source.hpp"
#include "sim/host/address_set.hpp"
#include "sim/host/launch_accesses.hpp"
#include "sim/host/stream_order.hpp"

namespace warplens::host {

class StreamWork {
 public:
  // A launch that can be executed once more, on memory as it found it.
  struct Launch {
    std::shared_ptr<const machine::GridContext> context;
    machine::GlobalMemory before;
    uint64_t work = 0;  // [weighted steps]
    uint64_t room = 0;  // that the memory takes beside what is there now [bytes]
  };
  struct Piece {
    StreamOrder::Work work;
    base::Span place;
    std::string kernel;         // "": a copy
    std::set<uint32_t> arrays;  // that it may access
    AddressSet changed;
    std::optional<LaunchAccesses> accesses;  // nothing: not known
    std::shared_ptr<const Launch> launch;    // to know them from; null: they stay unknown
  };
  // How an earlier piece and a later one meet. Both change the bytes: both are set.
  struct Meeting {
    const Piece* earlier = nullptr;
    bool earlier_changes = false, later_changes = false;
    uint64_t address = 0;  // the first one
  };

  // Asked before a launch that took so much work is executed once more.
  using MayRepeat = std::function<bool(uint64_t work)>;
  explicit StreamWork(MayRepeat may_repeat) : may_repeat_(std::move(may_repeat)) {}

  StreamOrder order;

  // What has been given to a stream last, and how it meets what is on its way. The pieces stay
  // until another one is added.
  std::vector<Meeting> add(Piece piece);
  const Piece& newest() const { return pieces_.back(); }
  // What was given to the same stream behind the piece, and the piece.
  std::vector<const Piece*> from_on(const Piece& piece) const;

  // A piece on its way that changes a byte of it; that reads one.
  const Piece* changer_of(uint64_t address, uint64_t bytes);
  const Piece* reader_of(uint32_t array, uint64_t address, uint64_t bytes);

 private:
  void drop_ended();
  void limit();
  const LaunchAccesses* accesses(Piece& piece);
  std::optional<Meeting> meet(Piece& earlier, Piece& later);

  MayRepeat may_repeat_;
  std::list<Piece> pieces_;
};

}  // namespace warplens::host
