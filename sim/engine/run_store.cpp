// Dropping frees the pages that nothing else holds. No lock is held while a page is made, so that
// whoever makes one may wait here.
#include "sim/engine/run_store.hpp"

#include <algorithm>
#include <utility>

namespace warplens::engine {

std::shared_ptr<const machine::GlobalMemory> KeptMemory::get() const {
  const std::lock_guard lock(mutex_);
  return memory_;
}

void KeptMemory::drop() {
  std::shared_ptr<const machine::GlobalMemory> dropped;  // freed without the lock
  const std::lock_guard lock(mutex_);
  dropped = std::exchange(memory_, nullptr);
}

std::shared_ptr<KeptMemory> RunStore::keep(machine::GlobalMemory memory, bool is_pinned) {
  auto contents = std::make_shared<KeptMemory>(std::move(memory));
  const std::lock_guard lock(mutex_);
  entries_.push_back({contents, is_pinned});
  drop_oldest();
  return contents;
}

void RunStore::pin(const std::shared_ptr<KeptMemory>& contents) {
  set_pinned(contents, true);
}

void RunStore::unpin(const std::shared_ptr<KeptMemory>& contents) {
  set_pinned(contents, false);
}

void RunStore::set_pinned(const std::shared_ptr<KeptMemory>& contents, bool is_pinned) {
  const std::lock_guard lock(mutex_);
  const auto entry = std::find_if(entries_.begin(), entries_.end(), [&](const Entry& one) {
    return contents != nullptr && one.contents.lock() == contents;
  });
  if (entry == entries_.end() || entry->is_pinned == is_pinned) return;
  entry->is_pinned = is_pinned;
  std::rotate(entry, entry + 1, entries_.end());
  drop_oldest();
}

void RunStore::make_room() {
  const std::lock_guard lock(mutex_);
  drop_oldest();
}

void RunStore::drop_oldest() {
  std::erase_if(entries_, [&](const Entry& entry) {
    const std::shared_ptr<KeptMemory> contents = entry.contents.lock();
    if (contents == nullptr) return true;
    if (entry.is_pinned || used() <= enough()) return false;
    contents->drop();
    return true;
  });
}

}  // namespace warplens::engine
