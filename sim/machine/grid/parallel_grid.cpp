// Batches of chunks. While the chunks of a batch run, nobody changes the grid's memory and
// observers; when all are through, the calling thread commits them in order. Where one can't be
// committed, its blocks run in order, and slices may cut them, before the batch goes on.
#include "sim/machine/grid/grid_orders.hpp"

#include <algorithm>
#include <atomic>
#include <optional>
#include <utility>

#include "sim/base/worker_pool.hpp"
#include "sim/code/unused_results.hpp"
#include "sim/machine/avx2/warp_code.hpp"
#include "sim/machine/grid/blocks_in_order.hpp"
#include "sim/machine/grid/chunk.hpp"
#include "sim/trace/fan_out.hpp"

namespace warplens::machine {

namespace {

// Chunks of a batch, for each thread: as long as some collide, and then twice as many each time.
constexpr uint64_t kFewestChunks = 2, kMostChunks = 16;
constexpr uint64_t kMostApart = uint64_t{256} << 20;  // [bytes] that all chunks keep apart
constexpr uint64_t kUsualApart = uint64_t{1} << 20;   // [bytes] of a chunk, so that caches hold it
// A chunk that stores to more different regions than so many for each step and thread is slower
// beside others than in order: each costs as much as two or three steps, half of it at the commit.
constexpr double kMostPlaces = 0.12;
// The same of native code, whose steps take a fifth, however many threads there are, for one of
// them commits all; regions that it loads from count, too.
constexpr double kMostNativePlaces = 0.016;
// Of the longest block so far, a block may take so many times the steps, and so many more.
constexpr uint64_t kLonger = 16, kMoreSteps = 100'000;

class ParallelGrid : public GridRun {
 public:
  ParallelGrid(std::shared_ptr<const GridContext> context, GlobalMemory& memory,
               trace::Observer& observer, const GridOptions& options)
      : context_(std::move(context)),
        memory_(memory),
        observer_(observer),
        options_(options),
        blocks_(context_->grid.count()),
        written_(memory),
        told_and_noted_({&observer, &written_}),
        in_order_(context_, memory, &observer, options),
        uses_(memory.array_count(), ArrayUse::kLoaded),
        chunk_steps_(options.chunk_sizes.chunk) {
    for (uint32_t array = 0; array < uses_.size(); ++array)
      memory.array(array).bytes.forget_writes();
  }

  base::Progress advance(base::Slice& slice) override {
    while (!has_stopped_ && (next_ < blocks_ || in_order_left_ > 0)) {
      if (slice.is_over()) return base::Progress::kMore;
      if (in_order_left_ > 0) {
        if (!advance_in_order(slice)) return base::Progress::kMore;
      } else if (batch_) {
        commit_batch();
      } else if (is_worth_a_batch()) {
        run_batch(slice);
      } else {
        begin_in_order(1);
      }
    }
    return base::Progress::kDone;
  }
  const GridEnd& end() const override { return in_order_.end(); }

 private:
  GridEnd& end() { return in_order_.end(); }

  bool is_watched(uint64_t index) const {
    return options_.is_watched &&
           options_.is_watched(trace::block_at(index, context_->grid_extents()));
  }

  bool is_start(uint64_t index) const { return options_.is_start && options_.is_start(index); }

  // The first block runs in order: it shows how long blocks take and what they store to.
  bool is_worth_a_batch() {
    if (end().in_order || end().blocks_done == 0 || is_watched(next_)) return false;
    if (blocks_ - next_ <= options_.chunk_sizes.least / steps_of_block_) return false;
    return pool_ != nullptr || start();
  }

  // `count` blocks from next_ on. Chunks of a batch that has begun have to know what they store.
  void begin_in_order(uint64_t count) {
    in_order_.observe_by(batch_ ? &told_and_noted_ : &observer_);
    in_order_left_ = count;
    steps_before_ = end().steps;
  }

  // False: the slice is over, or a watched block has come to its end.
  bool advance_in_order(base::Slice& slice) {
    switch (in_order_.advance(next_, slice)) {
      case BlocksInOrder::Went::kPart:
        return false;
      case BlocksInOrder::Went::kStop:
        has_stopped_ = true;
        return true;
      case BlocksInOrder::Went::kWhole:
        break;
    }
    ++next_;
    const uint64_t steps = end().steps - std::exchange(steps_before_, end().steps);
    note_steps(steps, steps, 1);
    if (--in_order_left_ == 0) {
      learn_uses();
      if (batch_) look_behind();
    }
    return !in_order_.was_watched();
  }

  void note_steps(uint64_t steps, uint64_t most, uint64_t blocks) {
    steps_of_block_ = std::max<uint64_t>(1, steps / blocks + in_order_.price());
    most_steps_ = std::max(most_steps_, most);
  }

  uint64_t most_steps_of_block() const { return most_steps_ * kLonger + kMoreSteps; }

  void learn_uses() {
    for (uint32_t array = 0; array < uses_.size(); ++array) {
      if (memory_.array(array).bytes.is_written()) uses_[array] = ArrayUse::kStored;
    }
  }

  // The blocks of the next batch as chunks; the first `count` of chunks_ are filled.
  size_t plan() {
    uint64_t room = blocks_ - next_;
    const uint64_t threads = pool_->size();
    const uint64_t wanted = std::max<uint64_t>(1, chunk_steps_ / steps_of_block_);
    const uint64_t for_all = std::max<uint64_t>(1, room / (4 * threads));
    // The blocks so far say little about so many more.
    const uint64_t blocks = std::min({wanted, for_all, end().blocks_done, most_blocks_});
    const uint64_t most = std::min(chunks_of_thread_ * threads, kMostApart / (2 * most_bytes_ + 1));
    size_t count = 0;
    uint64_t at = next_;
    for (; count < std::max(most, threads) && room > 0; ++count) {
      uint64_t length = 0;
      const uint64_t longest = std::min(blocks, room);
      while (length < longest && !is_watched(at + length) &&
             (length == 0 || !is_start(at + length))) {
        ++length;
      }
      if (length == 0) break;
      if (count == chunks_.size()) {
        chunks_.push_back(std::make_unique<Chunk>(
            memory_, unused_results_, observer_.for_chunk(trace::Observer::Apart::kBeside)));
      }
      chunks_[count]->first_block = at;
      chunks_[count]->blocks = length;
      at += length;
      room -= length;
      if (room > 0 && is_watched(at)) {
        ++count;
        break;
      }
    }
    return count;
  }

  // False: the observer needs everything in order.
  bool start() {
    if (is_alone_) return false;
    std::unique_ptr<trace::Observer> first = observer_.for_chunk(trace::Observer::Apart::kBeside);
    is_alone_ = first == nullptr;
    if (is_alone_) return false;
    pool_ = std::make_unique<base::WorkerPool>(std::min<uint64_t>(options_.threads, blocks_));
    unused_results_ = code::unused_results(*context_->program);
    workers_.resize(pool_->size());
    chunks_.push_back(std::make_unique<Chunk>(memory_, unused_results_, std::move(first)));
    return true;
  }

  void run_batch(base::Slice& slice) {
    Batch batch;
    batch.count = plan();
    batch.limits = {std::min(most_steps_of_block(), options_.block_step_limit),
                    options_.step_limit - end().steps, slice.cancelled()};
    std::atomic<size_t> taken{0};
    pool_->run([&](size_t worker) {
      for (size_t i = taken++; i < batch.count; i = taken++) {
        Chunk& chunk = *chunks_[i];
        chunk.memory.begin(uses_, kMostApart / batch.count);
        run_apart(chunk, context_, in_order_.plan(), memory_, batch.limits, workers_[worker]);
      }
    });
    for (size_t i = 0; i < batch.count; ++i) slice.spend(chunks_[i]->work(in_order_.price()));
    written_.begin(read_by_words(batch.count));
    batch_ = std::move(batch);
  }

  // Up to a chunk that has to be run in order.
  void commit_batch() {
    while (batch_->next < batch_->count) {
      const Chunk& chunk = *chunks_[batch_->next++];
      if (!may_commit(chunk, batch_->tally))
        return begin_in_order(chunk.is_whole ? chunk.blocks : 1);
      commit_chunk(chunk);
      if (is_scattered(chunk)) ++batch_->tally.scattered;
    }
    learn_uses();
    judge(batch_->tally, batch_->count);
    batch_.reset();
  }

  // When a chunk of the batch was run in order: the others may be far longer than planned, too. One
  // by one shows which.
  void look_behind() {
    const Chunk& chunk = *chunks_[batch_->next - 1];
    const bool blocks_are_longer = most_steps_of_block() >= 2 * batch_->limits.block_steps;
    if (chunk.is_whole || (chunk.blocks == 1 && !blocks_are_longer)) return;
    most_blocks_ = 1;
    if (chunk.memory.is_too_large()) chunk_steps_ = std::max<uint64_t>(1, chunk_steps_ / 8);
    batch_.reset();
  }

  // By array, whether one of the first `count` chunks noted words of it.
  std::vector<bool> read_by_words(size_t count) const {
    std::vector<bool> read(uses_.size());
    for (uint32_t array = 0; array < read.size(); ++array) {
      for (size_t i = 0; i < count && !read[array]; ++i)
        read[array] = chunks_[i]->memory.reads_words(array);
    }
    return read;
  }

  // What became of a batch's chunks.
  struct Tally {
    uint64_t collided = 0, unfinished = 0, too_large = 0, scattered = 0;
    std::vector<uint64_t> collisions;  // by array
  };

  // Chunks that have run apart: the first `count` of chunks_, of which those before `next` are
  // committed or were run in order.
  struct Batch {
    size_t count = 0, next = 0;
    ChunkLimits limits;
    Tally tally;
  };

  bool is_scattered(const Chunk& chunk) const {
    const auto steps = static_cast<double>(chunk.steps + chunk.blocks * in_order_.price());
    const bool is_native = observer_.hears_only_rare_events() && native_code(*context_) != nullptr;
    const auto threads = static_cast<double>(pool_->size());
    const size_t stores = chunk.memory.stores().size(), loads = chunk.memory.reads().size();
    if (!is_native) return static_cast<double>(stores) > kMostPlaces * threads * steps;
    if (pool_->size() == 1) return stores + loads > 0;
    return static_cast<double>(stores + loads) > kMostNativePlaces * steps;
  }

  void commit_chunk(const Chunk& chunk) {
    if (is_start(chunk.first_block)) options_.at_block(chunk.first_block, end().steps, memory_);
    written_.add(chunk.memory);
    commit(chunk.memory, memory_);
    observer_.merge(*chunk.observer);
    end().steps += chunk.steps;
    end().set_up += chunk.blocks * in_order_.price();
    end().extra_work += chunk.extra_work;
    end().flops += chunk.flops;
    end().blocks_done += chunk.blocks;
    end().blocks_apart += chunk.blocks;
    next_ += chunk.blocks;
    end().last_block = trace::block_at(next_ - 1, context_->grid_extents());
    note_steps(chunk.steps, chunk.most_steps, chunk.blocks);
    most_bytes_ = std::max({most_bytes_, chunk.memory.bytes(), chunk.observer->bytes()});
  }

  bool may_commit(const Chunk& chunk, Tally& tally) const {
    // Whatever a chunk did, what it read may be why.
    if (const std::optional<uint32_t> array = written_.collision(chunk.memory)) {
      tally.collisions.resize(uses_.size());
      ++tally.collisions[*array];
      ++tally.collided;
      return false;
    }
    if (written_.first_store(chunk.memory)) return false;  // known from now on
    if (!chunk.is_whole) {
      ++(chunk.memory.is_too_large() ? tally.too_large : tally.unfinished);
      return false;
    }
    const bool is_within_limits =
        chunk.steps <= options_.step_limit - end().steps &&
        chunk.blocks <= (options_.set_up_limit - end().set_up) / in_order_.price();
    const uint64_t work = end().work() + chunk.work(in_order_.price());
    return is_within_limits && !chunk.observer->is_too_much(work) &&
           has_room_for(chunk.memory, memory_);
  }

  // How many chunks the next batch has, and whether there is one.
  void judge(const Tally& tally, size_t count) {
    if (most_bytes_ > kUsualApart) {
      chunk_steps_ = std::max(steps_of_block_, chunk_steps_ * kUsualApart / most_bytes_);
      most_bytes_ = kUsualApart;
    }
    const uint64_t in_vain = tally.collided + tally.unfinished + tally.too_large + tally.scattered;
    if (in_vain == 0) {
      chunks_of_thread_ = std::min(chunks_of_thread_ * 2, kMostChunks);
      if (most_blocks_ < blocks_) most_blocks_ *= 4;
      return;
    }
    if (in_vain * 2 <= count) return;
    InOrder in_order;
    in_order.first_block = next_;
    in_order.reason = InOrder::Reason::kUnfinished;
    if (tally.collided > 0) {
      in_order.reason = InOrder::Reason::kCollisions;
      in_order.array =
          static_cast<uint32_t>(std::max_element(tally.collisions.begin(), tally.collisions.end()) -
                                tally.collisions.begin());
    }
    if (next_ < blocks_) end().in_order = in_order;
  }

  std::shared_ptr<const GridContext> context_;
  GlobalMemory& memory_;
  trace::Observer& observer_;
  const GridOptions& options_;
  const uint64_t blocks_;
  uint64_t next_ = 0;           // block, by linear index
  uint64_t in_order_left_ = 0;  // blocks that are run in order from there on
  uint64_t steps_before_ = 0;   // of the grid, the first of them
  bool has_stopped_ = false;    // in a block: end() says why
  bool is_alone_ = false;       // the observer has none for chunks
  WrittenWords written_;
  trace::FanOut told_and_noted_;
  BlocksInOrder in_order_;
  std::vector<ArrayUse> uses_;           // by array, by what is committed
  uint64_t steps_of_block_ = 0;          // of those that ran last, the price included
  uint64_t most_steps_ = 0;              // of a block
  uint64_t most_blocks_ = ~uint64_t{0};  // of a chunk
  uint64_t most_bytes_ = 0;              // that a chunk or its observer kept
  uint64_t chunk_steps_;                 // that a chunk is to have
  uint64_t chunks_of_thread_ = kFewestChunks;
  // Made for the first batch.
  std::unique_ptr<base::WorkerPool> pool_;
  std::vector<bool> unused_results_;  // by site
  std::vector<std::unique_ptr<Chunk>> chunks_;
  std::optional<Batch> batch_;
  std::vector<std::optional<BlockRun>> workers_;
};

}  // namespace

std::unique_ptr<GridRun> begin_side_by_side(std::shared_ptr<const GridContext> context,
                                            GlobalMemory& memory, trace::Observer* observer,
                                            const GridOptions& options) {
  return std::make_unique<ParallelGrid>(std::move(context), memory, *observer, options);
}

}  // namespace warplens::machine
