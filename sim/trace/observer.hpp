// Who receives what happens while a grid runs.
#pragma once

#include <cstdint>
#include <memory>

#include "sim/trace/event.hpp"

namespace warplens::trace {

// Receives events in order of execution. The defaults ignore everything.
class Observer {
 public:
  virtual ~Observer() = default;
  virtual void block_begins(BlockId) {}
  virtual void access(const WarpAccess&) {}
#define WL_EVENT(name, parameters, arguments) \
  virtual void name parameters {              \
    ignore arguments;                         \
  }
#include "sim/trace/events.def"

  // Who receives the present block's accesses in place of this observer, to the same effect;
  // null: nobody. Asked when the block has begun. (Most events are accesses.)
  virtual Observer* hearer_of_accesses() {
    return this;
  }
  // Whether WarpAccess::values is to be given for every store; asked as hearer_of_accesses().
  virtual bool wants_stored_values() const {
    return false;
  }

  // Whether it ignores all but blocks, strays, what lanes print, lane events and faults in local
  // memory: who executes may then tell nothing else.
  virtual bool hears_only_rare_events() const {
    return false;
  }

  // Blocks that do not run one after another are heard by observers of their own, whose results
  // are merged in the order of blocks. kBeside: a chunk of blocks, while other threads run others
  // (machine/parallel_grid.hpp). kInTurns: one block that takes turns with others, on one thread
  // (machine/scheduled_grid.hpp).
  enum class Apart : uint8_t { kBeside, kInTurns };
  // Such an observer, which this one outlives. Null: this one has to receive all in order.
  virtual std::unique_ptr<Observer> for_chunk(Apart) {
    return nullptr;
  }
  // Forgets what it received.
  virtual void clear() {}
  // Adds what `chunk`, which for_chunk() made, received since it was cleared, as if this one
  // received it now.
  virtual void merge(Observer& /*chunk*/) {}
  // Whether what was received is too much beside `work` of instructions [weighted steps]. A chunk's
  // adds what its maker received; it is asked on any thread, while nothing is merged.
  virtual bool is_too_much(uint64_t /*work*/) const {
    return false;
  }
  virtual uint64_t bytes() const {
    return 0;
  }  // that are kept until merge()

 private:
  template <class... Arguments>
  static void ignore(const Arguments&...) {}
};

}  // namespace warplens::trace
