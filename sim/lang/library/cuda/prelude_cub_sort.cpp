// CUB for kernels, continued: sorting the elements of a block by their digits, and what it is made
// of. As in CUB 3.0, each pass counts digits of 4 bits in 16-bit counters, two in a word, a column
// for each thread, and moves the elements through shared memory.
#include "sim/lang/library/prelude.hpp"

namespace warplens::lang {

std::string_view cub_sort_text() {
  static constexpr std::string_view kText = R"cuda(
namespace cub {
// Keys as unsigned numbers of the same order, and back.
template <size_t BYTES> struct __digits_of { typedef unsigned char type; };
template <> struct __digits_of<2> { typedef unsigned short type; };
template <> struct __digits_of<4> { typedef unsigned int type; };
template <> struct __digits_of<8> { typedef unsigned long long type; };
template <typename K>
struct __radix_key {
  typedef typename __digits_of<sizeof(K)>::type Bits;
  static constexpr Bits kTop = (Bits)1 << (8 * sizeof(K) - 1);
  static constexpr bool kIsReal = (K)0.5 != (K)0, kIsSigned = (K)-1 < (K)0;
  __device__ static Bits to(K key) {
    Bits bits = *(Bits*)&key;
    if constexpr (kIsReal) return bits ^ ((bits & kTop) != 0 ? (Bits)-1 : kTop);
    return kIsSigned ? bits ^ kTop : bits;
  }
  __device__ static K from(Bits bits) {
    if constexpr (kIsReal)
      bits ^= (bits & kTop) != 0 ? kTop : (Bits)-1;
    else if (kIsSigned)
      bits ^= kTop;
    return *(K*)&bits;
  }
};

// The ranks of a block's elements by a digit of their keys: each thread counts its own in a column
// of counters, which are added up in the order of digits, then of threads.
template <int X, int RADIX_BITS, bool IS_DESCENDING, int Y = 1, int Z = 1>
struct BlockRadixRank {
  static constexpr int kThreads = X * Y * Z, kLanes = RADIX_BITS > 1 ? 1 << (RADIX_BITS - 1) : 1;
  static constexpr int kRows = kLanes + 1;
  typedef BlockScan<unsigned int, X, BLOCK_SCAN_WARP_SCANS, Y, Z> Scan;
  struct __align__(16) TempStorage {
    union {
      unsigned short digit_counters[kRows][kThreads][2];
      unsigned int raking_grid[kThreads][kRows];
    } aliasable;
    typename Scan::TempStorage block_scan;
  };
  TempStorage& storage;
  int thread;
  __device__ BlockRadixRank(TempStorage& s) : storage(s), thread(RowMajorTid(X, Y, Z)) {}
  struct Prefix {
    __device__ unsigned int operator()(unsigned int aggregate) { return aggregate << 16; }
  };
  template <typename Bits, int ITEMS>
  __device__ void RankKeys(Bits (&keys)[ITEMS], int (&ranks)[ITEMS], int begin_bit, int bits) {
    unsigned short before[ITEMS];
    unsigned short* counters[ITEMS];
#pragma unroll
    for (int row = 0; row < kRows; ++row) *(unsigned int*)storage.aliasable.digit_counters[row][thread] = 0;
#pragma unroll
    for (int i = 0; i < ITEMS; ++i) {
      const unsigned int digit = (unsigned int)(keys[i] >> begin_bit) & ((1u << bits) - 1);
      unsigned int half = digit / kLanes, lane = digit % kLanes;
      if (IS_DESCENDING) {
        half = 1 - half;
        lane = kLanes - 1 - lane;
      }
      counters[i] = &storage.aliasable.digit_counters[lane][thread][half];
      before[i] = *counters[i];
      *counters[i] = before[i] + 1;
    }
    __syncthreads();
    unsigned int* const segment = storage.aliasable.raking_grid[thread];
    unsigned int cached[kRows];
    unsigned int sum = 0;
#pragma unroll
    for (int row = 0; row < kRows; ++row) sum += cached[row] = segment[row];
    Prefix prefix;
    unsigned int running;
    Scan(storage.block_scan).ExclusiveSum(sum, running, prefix);
#pragma unroll
    for (int row = 0; row < kRows; ++row) {
      segment[row] = running;
      running += cached[row];
    }
    __syncthreads();
#pragma unroll
    for (int i = 0; i < ITEMS; ++i) ranks[i] = before[i] + *counters[i];
  }
};

template <typename KeyT, int BLOCK_DIM_X, int ITEMS_PER_THREAD, typename ValueT = NullType, int RADIX_BITS = 4,
          bool MEMOIZE_OUTER_SCAN = true, BlockScanAlgorithm INNER_SCAN_ALGORITHM = BLOCK_SCAN_WARP_SCANS, int SMEM_CONFIG = 1,
          int BLOCK_DIM_Y = 1, int BLOCK_DIM_Z = 1>
struct BlockRadixSort {
  static constexpr int kItems = ITEMS_PER_THREAD;
  typedef __radix_key<KeyT> Key;
  typedef typename Key::Bits Bits;
  typedef BlockRadixRank<BLOCK_DIM_X, RADIX_BITS, false, BLOCK_DIM_Y, BLOCK_DIM_Z> Ascending;
  typedef BlockRadixRank<BLOCK_DIM_X, RADIX_BITS, true, BLOCK_DIM_Y, BLOCK_DIM_Z> Descending;
  typedef BlockExchange<KeyT, BLOCK_DIM_X, kItems, false, BLOCK_DIM_Y, BLOCK_DIM_Z> Keys;
  typedef BlockExchange<ValueT, BLOCK_DIM_X, kItems, false, BLOCK_DIM_Y, BLOCK_DIM_Z> Values;
  union TempStorage {
    typename Ascending::TempStorage ascending;
    typename Descending::TempStorage descending;
    typename Keys::TempStorage exchange_keys;
    typename Values::TempStorage exchange_values;
  };
  TempStorage& storage;
  __device__ static TempStorage& __own_storage() {
    __shared__ TempStorage own;
    return own;
  }
  __device__ BlockRadixSort() : storage(__own_storage()) {}
  __device__ BlockRadixSort(TempStorage& s) : storage(s) {}

  template <bool IsDescending, bool IsStriped, bool HasValues>
  __device__ void __sort(KeyT (&keys)[kItems], ValueT (&values)[kItems], int begin_bit, int end_bit) {
    Bits bits[kItems];
#pragma unroll
    for (int i = 0; i < kItems; ++i) bits[i] = Key::to(keys[i]);
    for (;; begin_bit += RADIX_BITS) {
      const int digit = end_bit - begin_bit < RADIX_BITS ? end_bit - begin_bit : RADIX_BITS;
      int ranks[kItems];
      if constexpr (IsDescending)
        Descending(storage.descending).RankKeys(bits, ranks, begin_bit, digit);
      else
        Ascending(storage.ascending).RankKeys(bits, ranks, begin_bit, digit);
      __syncthreads();
      const bool is_last = begin_bit + RADIX_BITS >= end_bit;
      __move(storage.exchange_keys, bits, ranks, IsStriped && is_last);
      if constexpr (HasValues) {
        __syncthreads();
        if (IsStriped && is_last) Values(storage.exchange_values).ScatterToStriped(values, values, ranks);
        else Values(storage.exchange_values).ScatterToBlocked(values, values, ranks);
      }
      if (is_last) break;
      __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < kItems; ++i) keys[i] = Key::from(bits[i]);
  }
  __device__ static void __move(typename Keys::TempStorage& to, Bits (&bits)[kItems], int (&ranks)[kItems], bool is_striped) {
    typedef BlockExchange<Bits, BLOCK_DIM_X, kItems, false, BLOCK_DIM_Y, BLOCK_DIM_Z> Exchange;
    Exchange exchange(*(typename Exchange::TempStorage*)&to);
    if (is_striped) exchange.ScatterToStriped(bits, bits, ranks);
    else exchange.ScatterToBlocked(bits, bits, ranks);
  }

#define WARPLENS_CUB_SORT(name, is_descending, is_striped)                                                            \
  __device__ void name(KeyT (&keys)[kItems], int begin_bit = 0, int end_bit = sizeof(KeyT) * 8) {                       \
    ValueT none[kItems];                                                                                                \
    __sort<is_descending, is_striped, false>(keys, none, begin_bit, end_bit);                                           \
  }                                                                                                                     \
  __device__ void name(KeyT (&keys)[kItems], ValueT (&values)[kItems], int begin_bit = 0, int end_bit = sizeof(KeyT) * 8) { \
    __sort<is_descending, is_striped, true>(keys, values, begin_bit, end_bit);                                          \
  }
  WARPLENS_CUB_SORT(Sort, false, false)
  WARPLENS_CUB_SORT(SortDescending, true, false)
  WARPLENS_CUB_SORT(SortBlockedToStriped, false, true)
  WARPLENS_CUB_SORT(SortDescendingBlockedToStriped, true, true)
#undef WARPLENS_CUB_SORT
};

template <typename T, int BLOCK_DIM_X, int BLOCK_DIM_Y = 1, int BLOCK_DIM_Z = 1, int LEGACY_PTX_ARCH = 0>
struct BlockDiscontinuity {
  static constexpr int kThreads = BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z;
  struct TempStorage {
    T first_items[kThreads], last_items[kThreads];
  };
  TempStorage& storage;
  int thread;
  __device__ static TempStorage& __own_storage() {
    __shared__ TempStorage own;
    return own;
  }
  __device__ BlockDiscontinuity() : storage(__own_storage()), thread(RowMajorTid(BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z)) {}
  __device__ BlockDiscontinuity(TempStorage& s) : storage(s), thread(RowMajorTid(BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z)) {}
  template <int ITEMS, typename Flag, typename Op>
  __device__ void FlagHeads(Flag (&flags)[ITEMS], T (&input)[ITEMS], Op op) {
    storage.last_items[thread] = input[ITEMS - 1];
    __syncthreads();
    flags[0] = thread == 0 ? 1 : op(storage.last_items[thread - 1], input[0]);
#pragma unroll
    for (int i = 1; i < ITEMS; ++i) flags[i] = op(input[i - 1], input[i]);
  }
  template <int ITEMS, typename Flag, typename Op>
  __device__ void FlagTails(Flag (&flags)[ITEMS], T (&input)[ITEMS], Op op) {
    storage.first_items[thread] = input[0];
    __syncthreads();
    flags[ITEMS - 1] = thread == kThreads - 1 ? 1 : op(input[ITEMS - 1], storage.first_items[thread + 1]);
#pragma unroll
    for (int i = 0; i < ITEMS - 1; ++i) flags[i] = op(input[i], input[i + 1]);
  }
};

enum BlockHistogramAlgorithm { BLOCK_HISTO_SORT, BLOCK_HISTO_ATOMIC };
// By sorting (the default) the elements are sorted, and each bin is where a run begins and ends.
template <typename T, int X, int ITEMS, int BINS, int Y, int Z>
struct __histogram_by_sort {
  static constexpr int kThreads = X * Y * Z;
  typedef BlockRadixSort<T, X, ITEMS, NullType, 4, true, BLOCK_SCAN_WARP_SCANS, 1, Y, Z> Sort;
  union TempStorage {
    typename Sort::TempStorage sort;
    struct Runs {
      typename BlockDiscontinuity<T, X, Y, Z>::TempStorage flag;
      unsigned int run_begin[BINS], run_end[BINS];
    } discontinuities;
  };
  template <typename Counter>
  __device__ static void add(TempStorage& storage, int thread, T (&items)[ITEMS], Counter (&histogram)[BINS]) {
    int bits = 0;
    while ((1 << bits) < BINS) ++bits;
    Sort(storage.sort).Sort(items, 0, bits);
    __syncthreads();
    auto& runs = storage.discontinuities;
    for (int bin = thread; bin < BINS; bin += kThreads) runs.run_begin[bin] = runs.run_end[bin] = kThreads * ITEMS;
    runs.flag.last_items[thread] = items[ITEMS - 1];
    __syncthreads();
#pragma unroll
    for (int i = 0; i < ITEMS; ++i) {
      const int at = thread * ITEMS + i;
      if (at == 0) {
        runs.run_begin[(int)items[0]] = 0;
        continue;
      }
      const T before = i == 0 ? runs.flag.last_items[thread - 1] : items[i - 1];
      if (before == items[i]) continue;
      runs.run_begin[(int)items[i]] = at;
      runs.run_end[(int)before] = at;
    }
    __syncthreads();
    for (int bin = thread; bin < BINS; bin += kThreads) histogram[bin] += runs.run_end[bin] - runs.run_begin[bin];
  }
};
template <typename T, int X, int ITEMS, int BINS, int Y, int Z>
struct __histogram_by_atomics {
  typedef NullType TempStorage;
  template <typename Counter>
  __device__ static void add(TempStorage& storage, int thread, T (&items)[ITEMS], Counter (&histogram)[BINS]) {
#pragma unroll
    for (int i = 0; i < ITEMS; ++i) atomicAdd(histogram + items[i], 1);
  }
};
template <bool BySort, typename T, int X, int ITEMS, int BINS, int Y, int Z>
struct __block_histogram { typedef __histogram_by_sort<T, X, ITEMS, BINS, Y, Z> type; };
template <typename T, int X, int ITEMS, int BINS, int Y, int Z>
struct __block_histogram<false, T, X, ITEMS, BINS, Y, Z> { typedef __histogram_by_atomics<T, X, ITEMS, BINS, Y, Z> type; };

template <typename T, int BLOCK_DIM_X, int ITEMS_PER_THREAD, int BINS, BlockHistogramAlgorithm ALGORITHM = BLOCK_HISTO_SORT,
          int BLOCK_DIM_Y = 1, int BLOCK_DIM_Z = 1, int LEGACY_PTX_ARCH = 0>
struct BlockHistogram {
  static constexpr int kThreads = BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z;
  typedef typename __block_histogram<ALGORITHM == BLOCK_HISTO_SORT, T, BLOCK_DIM_X, ITEMS_PER_THREAD, BINS, BLOCK_DIM_Y,
                                     BLOCK_DIM_Z>::type __implementation;
  typedef typename __implementation::TempStorage TempStorage;
  TempStorage& storage;
  int thread;
  __device__ static TempStorage& __own_storage() {
    __shared__ TempStorage own;
    return own;
  }
  __device__ BlockHistogram() : storage(__own_storage()), thread(RowMajorTid(BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z)) {}
  __device__ BlockHistogram(TempStorage& s) : storage(s), thread(RowMajorTid(BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z)) {}
  template <typename Counter>
  __device__ void InitHistogram(Counter (&histogram)[BINS]) {
    for (int bin = thread; bin < BINS; bin += kThreads) histogram[bin] = 0;
  }
  template <typename Counter>
  __device__ void Composite(T (&items)[ITEMS_PER_THREAD], Counter (&histogram)[BINS]) {
    __implementation::add(storage, thread, items, histogram);
  }
  template <typename Counter>
  __device__ void Histogram(T (&items)[ITEMS_PER_THREAD], Counter (&histogram)[BINS]) {
    InitHistogram(histogram);
    __syncthreads();
    Composite(items, histogram);
  }
};
}  // namespace cub
)cuda";
  return kText;
}

}  // namespace warplens::lang
