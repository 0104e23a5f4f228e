// Dropping frees the pages that nothing else holds. No lock is held while a page is made, so that
// its maker may wait here.
#include "sim/prepare/run_store.hpp"

#include <algorithm>
#include <utility>

namespace warplens::prepare {

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
  kept_.push_back({contents, is_pinned});
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
  const auto found = std::find_if(kept_.begin(), kept_.end(), [&](const KeptContents& one) {
    return contents != nullptr && one.contents.lock() == contents;
  });
  if (found == kept_.end() || found->is_pinned == is_pinned) return;
  found->is_pinned = is_pinned;
  std::rotate(found, found + 1, kept_.end());
  drop_oldest();
}

void RunStore::make_room() {
  const std::lock_guard lock(mutex_);
  drop_oldest();
}

void RunStore::drop_oldest() {
  std::erase_if(kept_, [&](const KeptContents& found) {
    const std::shared_ptr<KeptMemory> contents = found.contents.lock();
    if (contents == nullptr) return true;
    if (found.is_pinned || used() <= enough()) return false;
    contents->drop();
    return true;
  });
}

}  // namespace warplens::prepare
