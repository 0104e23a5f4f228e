// What becomes of a program's values, beside its execution: hears of allocations, copies, launches
// and frees, has a doubt about each that may be a mistake, and labels the bytes that depend on it.
// The machine carries labels from registers to memory and back; nothing here changes what the
// program does.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "sim/base/sliced.hpp"
#include "sim/code/program.hpp"
#include "sim/host/doubts.hpp"
#include "sim/host/frame_arrays.hpp"
#include "sim/host/labels.hpp"
#include "sim/host/memory.hpp"
#include "sim/host/stream_work.hpp"
#include "sim/machine/memory.hpp"

namespace warplens::host {

class Exploration;
class LaunchReach;
struct EndedLaunch;
struct Launched;
enum class Kind : uint8_t;

// One of cudaMemcpy's kind, from one address to another.
struct Transfer {
  uint64_t to = 0, from = 0, bytes = 0;
  // What its kind says of the two; by pointers: cudaMemcpyDefault.
  bool wants_device_target = false, wants_device_source = false;
};

class Follower {
 public:
  // `here`: the place of the user's text that is executed.
  // `registers`: what may hold pointers beside memory.
  Follower(const Memory& memory, const machine::GlobalMemory& device_memory,
           std::function<base::Span()> here, std::function<std::vector<uint32_t>()> registers,
           std::vector<FrameArrays> frames, const std::vector<code::StaticArray>& statics);

  Doubts doubts;
  DeviceLabels device;
  StreamWork streams;

  // Labels of Memory::first_byte() on.
  Label* labels() const { return reinterpret_cast<Label*>(labels_.bytes()); }
  void use(Label label) {
    if (label != 0 && label != kBeyond && !doubts.is_used(label)) doubts.use(label, here_());
  }
  // The same of a jump: whether it is taken.
  bool decide(Label label, uint32_t jump, bool is_taken, const LaunchReach& reach);
  // Who sends branches on unknown values where it wants to; null: nobody.
  Exploration* exploration = nullptr;
  // Bytes have a label from now on, as far as their array or their block reaches.
  void put_anywhere(uint64_t address, uint64_t bytes, Label label);
  // Of what the runtime writes from now on.
  void set_written(Label label) { written_ = label; }
  // Of the value that a failed call returns; 0 where it is about no doubt.
  Label error_label() const { return error_; }
  base::Span here() const { return here_(); }

  // The host's memory. What the runtime wrote, moved, printed.
  void wrote(uint64_t address, uint64_t bytes);
  void moved(uint64_t to, uint64_t from, uint64_t bytes);
  void printed(uint64_t address, uint64_t bytes);
  base::Sliced<> allocated(uint64_t address, uint64_t bytes, bool is_written);
  // A subroutine begins, whose frame is at the address; it ends. `index`: into
  // code::Program::subroutines.
  void entered(uint32_t index, uint64_t frame);
  void left(uint32_t index, uint64_t frame);
  base::Sliced<> freed(uint64_t address);
  void freed_again(uint64_t address);
  // To a block, from an old one.
  base::Sliced<> resized(uint64_t address, uint64_t old, uint64_t bytes);
  // Whether the host must not access bytes of the label, and that it does.
  bool forbids(Label label) const { return label == kBeyond || is_freed_[label]; }
  void accessed(Label label, uint64_t address);
  static constexpr uint64_t kGap = 16;  // [bytes] that the heap leaves behind blocks

  // Device memory: an array that the program allocated, or a variable (no kind).
  void added_array(uint64_t bytes, std::optional<Kind> kind);
  void freed_array(uint32_t array);
  void freed_array_again(uint32_t array);
  base::Sliced<> copied(Transfer transfer);
  void copy_failed(const Transfer& transfer);
  void read_array(uint32_t array);  // the host saw what is in it
  void faulted(uint64_t address);   // the host accessed an address that is not its own

  void launch_failed(const Launched& launched, const code::Program& program, uint64_t most_shared);
  // It accessed an address that is no array's.
  void strayed(uint64_t address, const Launched& launched, const code::Program& program);
  // It has ended; a page that it left and does not share with what it found was stored to.
  base::Sliced<> ended(const EndedLaunch& launch, bool has_printed);

  // Work was given to a stream, and done: a launch; a copy, or bytes that were set (no source),
  // with memory as it was before. (follower_streams.cpp)
  void gave_launch(const EndedLaunch& ended);
  void gave_copy(uint64_t stream, base::Span place, const Transfer& transfer,
                 const machine::GlobalMemory& before);
  // Whether anybody could meet it: else nothing of it is kept.
  bool watches_streams() const {
    return exploration == nullptr && (is_seen_by_host_ || streams.order.has_several());
  }
  // Bytes of managed or pinned memory.
  void read_by_host(uint32_t array, uint64_t address, uint64_t bytes);
  void written_by_host(uint32_t array, uint64_t address, uint64_t bytes);

  // Whether a launch that took so much work [weighted steps] may be executed once more.
  bool may_repeat(uint64_t work);
  uint64_t repeated() const { return repeated_; }  // work of those that were
  bool is_unwritten(uint32_t array, uint64_t offset) const {
    return arrays_[array].unwritten != 0 &&
           device.first(array, offset, 1) == arrays_[array].unwritten;
  }
  // What of an array nothing has written yet; of the host's, which begins at the address and has so
  // many bytes, where it is a block of the heap or is declared.
  NeverWritten never_written(uint32_t array) const;
  NeverWritten never_written_of_host(uint64_t address, uint64_t bytes) const;
  // [bytes] Of such an array of the host's; nothing: none begins there.
  std::optional<uint64_t> host_array_at(uint64_t address) const;
  // A grid that is too small leaves these bytes out.
  void put_left_out(uint32_t array, uint64_t offset, uint64_t bytes, Label label);
  // Whether this launch of the text has not been looked at in that way.
  bool is_new_launch(base::Span launch) { return looked_at_.insert(launch.begin).second; }
  // Whether there are labels for all of the host's memory.
  bool is_complete() const { return labels_.size() >= memory_.size(); }

 private:
  struct Block {
    uint64_t bytes = 0;
    base::Span place;
    bool is_declared = false;
    Label unwritten = 0;
    Label missing = 0;  // in its place, where a copy has left such bytes out or should bring them
    // Whether nothing has written a byte with that label.
    bool is_unwritten(Label label) const {
      return label != 0 && (label == unwritten || label == missing);
    }
  };
  struct Array {
    uint64_t bytes = 0;
    base::Span place;
    std::optional<base::Span> freed;
    Label unwritten = 0;
    Label left_out = 0;  // in its place, where a grid has left bytes out that nothing has written
  };
  // A part of an array that was copied from the host's memory.
  struct Source {
    uint64_t host = 0, bytes = 0;
    uint32_t array = 0;
    bool is_stale = false;  // a launch has changed the array since
  };
  // What a launch made, and the arrays that may have it by now.
  struct Results {
    Label label = 0;
    std::set<uint32_t> arrays;
  };
  // Blocks that one place of the text allocates.
  struct Allocations {
    uint64_t first = 0, bytes = 0;  // the oldest that may be lost
    uint64_t since = 0;             // more of them since
    bool is_done = false;           // it has been searched for
  };
  bool is_host(uint64_t address) const { return memory_.at(address, 1) != nullptr; }
  Label* labels_at(uint64_t address) const {
    return labels() + (address - Memory::first_address());
  }
  void put(uint64_t address, uint64_t bytes, Label label);
  base::Sliced<> put_in_parts(uint64_t address, uint64_t bytes, Label label);
  void put_end(uint64_t address, uint64_t bytes);
  Label unwritten(base::Span place, uint64_t bytes, bool is_host);
  void look_for_leak(base::Span place, uint64_t address, uint64_t bytes, bool is_host);
  bool is_pointed_to(uint64_t address, uint64_t bytes) const;
  void sizes_disagree(uint32_t array, const Launched& launched, const code::Program& program);
  const Block* block_around(uint64_t address) const;
  void put_missing(uint64_t address, uint64_t offset, Label label);
  std::optional<base::Span> place_of(uint64_t address) const;
  std::set<uint32_t> arrays_of(const Launched& launched, const code::Program& program,
                               const std::vector<uint64_t>& global_addresses) const;
  void carry_labels(uint64_t to_address, uint64_t from_address, uint64_t bytes);
  void filled(const Transfer& transfer);
  void returned(const Transfer& transfer);
  bool check_block(uint64_t address, uint64_t bytes);
  void past_blocks(const Transfer& transfer);
  Label no_copy_back(const Launched& launched);
  base::Sliced<bool> mark_sources(uint32_t array, Label label);
  bool is_source(uint64_t address) const;
  base::Sliced<> mark_zeros(uint64_t bytes, Label label);
  void gave(StreamWork::Piece piece);
  void put_on_changes(const StreamWork::Piece& piece, Label label);
  void not_waited(uint32_t array, const StreamWork::Piece& piece, bool writes, bool other_writes);

  const Memory& memory_;
  const machine::GlobalMemory& device_memory_;
  std::function<base::Span()> here_;
  std::function<std::vector<uint32_t>()> registers_;
  std::vector<FrameArrays> frames_;  // by subroutine
  AddressRange labels_;
  std::map<uint64_t, Block> blocks_;  // of the host, by address
  std::map<uint64_t, base::Span> freed_;
  std::array<bool, 256> is_freed_{};  // by label: of a block that was freed
  std::map<std::pair<uint32_t, bool>, Allocations> allocated_;  // by place, and whether the host's
  std::vector<Array> arrays_;                                   // by index
  std::vector<Source> sources_;
  std::vector<Results> results_;
  std::set<uint32_t> looked_at_, searched_;  // begins of launches
  Label error_ = 0, written_ = 0;
  uint64_t repeated_ = 0;         // work
  bool is_seen_by_host_ = false;  // an array that was allocated
};

}  // namespace warplens::host
