// CUB for kernels: reductions and scans of warps and blocks, with what CUB 3.0 (CUDA 13.0) keeps in
// shared memory: its temporary storages have the same size and the same elements in the same
// places. Warps reduce and scan by shuffles; BlockReduce by warps (its default), BlockScan by
// raking (its default) or by warps. Names that begin with __ are reserved.
#include <string>

#include "sim/lang/library/prelude.hpp"

namespace warplens::lang {
namespace {

constexpr std::string_view kCubText = R"cuda(
#pragma once
namespace cub {
struct Sum { template <typename T> __host__ __device__ T operator()(const T& a, const T& b) const { return a + b; } };
struct Difference { template <typename T> __host__ __device__ T operator()(const T& a, const T& b) const { return a - b; } };
struct Max { template <typename T> __host__ __device__ T operator()(const T& a, const T& b) const { return b > a ? b : a; } };
struct Min { template <typename T> __host__ __device__ T operator()(const T& a, const T& b) const { return b < a ? b : a; } };
struct Equality { template <typename T> __host__ __device__ bool operator()(const T& a, const T& b) const { return a == b; } };
template <typename K, typename V>
struct KeyValuePair {
  typedef K Key;
  typedef V Value;
  K key;
  V value;
  __host__ __device__ KeyValuePair() {}
  __host__ __device__ KeyValuePair(const K& k, const V& v) : key(k), value(v) {}
  __host__ __device__ bool operator!=(const KeyValuePair& other) const { return value != other.value || key != other.key; }
};
// Of equal values the one with the lower key.
struct ArgMax {
  template <typename K, typename V>
  __host__ __device__ KeyValuePair<K, V> operator()(const KeyValuePair<K, V>& a, const KeyValuePair<K, V>& b) const {
    return b.value > a.value || (a.value == b.value && b.key < a.key) ? b : a;
  }
};
struct ArgMin {
  template <typename K, typename V>
  __host__ __device__ KeyValuePair<K, V> operator()(const KeyValuePair<K, V>& a, const KeyValuePair<K, V>& b) const {
    return b.value < a.value || (a.value == b.value && b.key < a.key) ? b : a;
  }
};
struct NullType {};

__device__ inline unsigned int LaneId() {
  return ((threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x) % 32;
}
__device__ inline int RowMajorTid(int x, int y, int z) {
  return (y == 1 && z == 1 ? 0 : (threadIdx.z * y + threadIdx.y) * x) + threadIdx.x;
}

// Shuffles of values of any type: others than numbers go word by word.
template <typename T> struct __is_number { static const bool value = false; };
template <> struct __is_number<int> { static const bool value = true; };
template <> struct __is_number<unsigned int> { static const bool value = true; };
template <> struct __is_number<long> { static const bool value = true; };
template <> struct __is_number<unsigned long> { static const bool value = true; };
template <> struct __is_number<long long> { static const bool value = true; };
template <> struct __is_number<unsigned long long> { static const bool value = true; };
template <> struct __is_number<float> { static const bool value = true; };
template <> struct __is_number<double> { static const bool value = true; };
enum { __down, __up, __from };
template <int Way, typename W>
__device__ inline W __shuffled_word(W word, int by, unsigned int mask) {
  if constexpr (Way == __down) return __shfl_down_sync(mask, word, by);
  else if constexpr (Way == __up) return __shfl_up_sync(mask, word, by);
  else return __shfl_sync(mask, word, by);
}
template <int Way, typename T>
__device__ inline T __shuffled(T value, int by, unsigned int mask) {
  if constexpr (__is_number<T>::value) {
    return __shuffled_word<Way>(value, by, mask);
  } else {
    unsigned int words[(sizeof(T) + 3) / 4] = {};
    for (int i = 0; i < (int)sizeof(T); ++i) ((unsigned char*)words)[i] = ((const unsigned char*)&value)[i];
#pragma unroll
    for (int i = 0; i < (int)(sizeof(T) + 3) / 4; ++i) words[i] = __shuffled_word<Way>(words[i], by, mask);
    for (int i = 0; i < (int)sizeof(T); ++i) ((unsigned char*)&value)[i] = ((const unsigned char*)words)[i];
    return value;
  }
}
template <typename T>
__device__ inline T ShuffleIndex(T value, int lane, unsigned int mask) { return __shuffled<__from>(value, lane, mask); }

template <typename T, int LOGICAL_WARP_THREADS = 32, int LEGACY_PTX_ARCH = 0>
struct WarpReduce {
  static_assert(LOGICAL_WARP_THREADS > 0 && LOGICAL_WARP_THREADS <= 32, "a warp of CUB has at most 32 threads");
  typedef NullType TempStorage;
  __device__ WarpReduce(TempStorage& storage) {}
  __device__ int __rank() const {
    return (LOGICAL_WARP_THREADS & (LOGICAL_WARP_THREADS - 1)) == 0 ? LaneId() % LOGICAL_WARP_THREADS : LaneId();
  }
  __device__ unsigned int __mask() const {
    return LOGICAL_WARP_THREADS == 32 ? 0xffffffffu : ((1u << LOGICAL_WARP_THREADS % 32) - 1u) << (LaneId() - __rank());
  }
  template <typename Op>
  __device__ T Reduce(T input, Op op, int valid_items) const {
    const int rank = __rank();
    const unsigned int mask = __mask();
#pragma unroll
    for (int offset = 1; offset < LOGICAL_WARP_THREADS; offset *= 2) {
      T other = __shuffled<__down>(input, offset, mask);
      if (rank + offset < valid_items && rank + offset < LOGICAL_WARP_THREADS) input = op(input, other);
    }
    return input;
  }
  template <typename Op>
  __device__ T Reduce(T input, Op op) const { return Reduce(input, op, LOGICAL_WARP_THREADS); }
  __device__ T Sum(T input) const { return Reduce(input, cub::Sum()); }
  __device__ T Sum(T input, int valid_items) const { return Reduce(input, cub::Sum(), valid_items); }
  __device__ T Max(T input) const { return Reduce(input, cub::Max()); }
  __device__ T Min(T input) const { return Reduce(input, cub::Min()); }
};

// A number of threads that is no power of two has a storage for its values in CUB, which scans
// there; here it only takes the place.
template <typename T, int THREADS, bool IsPower = (THREADS & (THREADS - 1)) == 0>
struct __warp_storage { typedef NullType type; };
template <typename T, int THREADS>
struct __warp_storage<T, THREADS, false> {
  struct type { T values[THREADS + (THREADS > 16 ? 16 : THREADS > 8 ? 8 : THREADS > 4 ? 4 : 2)]; };
};
template <typename T, int LOGICAL_WARP_THREADS = 32, int LEGACY_PTX_ARCH = 0>
struct WarpScan {
  typedef typename __warp_storage<T, LOGICAL_WARP_THREADS>::type TempStorage;
  __device__ WarpScan(TempStorage& storage) {}
  __device__ int __rank() const { return WarpReduce<T, LOGICAL_WARP_THREADS>(*(NullType*)nullptr).__rank(); }
  __device__ unsigned int __mask() const { return WarpReduce<T, LOGICAL_WARP_THREADS>(*(NullType*)nullptr).__mask(); }
  __device__ T Broadcast(T input, unsigned int from) const {
    return __shuffled<__from>(input, (int)(LaneId() - __rank() + from), __mask());
  }
  template <typename Op>
  __device__ void InclusiveScan(T input, T& inclusive, Op op) const {
    const int rank = __rank();
    const unsigned int mask = __mask();
#pragma unroll
    for (int offset = 1; offset < LOGICAL_WARP_THREADS; offset *= 2) {
      T other = __shuffled<__up>(input, offset, mask);
      if (rank >= offset) input = op(other, input);
    }
    inclusive = input;
  }
  template <typename Op>
  __device__ void InclusiveScan(T input, T& inclusive, Op op, T& aggregate) const {
    InclusiveScan(input, inclusive, op);
    aggregate = Broadcast(inclusive, LOGICAL_WARP_THREADS - 1);
  }
  // The first thread's result is not defined.
  template <typename Op>
  __device__ void ExclusiveScan(T input, T& exclusive, Op op) const {
    T inclusive;
    InclusiveScan(input, inclusive, op);
    exclusive = __shuffled<__up>(inclusive, 1, __mask());
  }
  template <typename Op>
  __device__ void ExclusiveScan(T input, T& exclusive, T initial, Op op) const {
    T inclusive;
    InclusiveScan(input, inclusive, op);
    inclusive = op(initial, inclusive);
    exclusive = __shuffled<__up>(inclusive, 1, __mask());
    if (__rank() == 0) exclusive = initial;
  }
  template <typename Op>
  __device__ void ExclusiveScan(T input, T& exclusive, Op op, T& aggregate) const {
    T inclusive;
    InclusiveScan(input, inclusive, op, aggregate);
    exclusive = __shuffled<__up>(inclusive, 1, __mask());
  }
  template <typename Op>
  __device__ void ExclusiveScan(T input, T& exclusive, T initial, Op op, T& aggregate) const {
    ExclusiveScan(input, exclusive, op, aggregate);
    exclusive = __rank() == 0 ? initial : op(initial, exclusive);
  }
  template <typename Op>
  __device__ void Scan(T input, T& inclusive, T& exclusive, Op op) const {
    InclusiveScan(input, inclusive, op);
    exclusive = __shuffled<__up>(inclusive, 1, __mask());
  }
  template <typename Op>
  __device__ void Scan(T input, T& inclusive, T& exclusive, T initial, Op op) const {
    InclusiveScan(input, inclusive, op);
    inclusive = op(initial, inclusive);
    exclusive = __shuffled<__up>(inclusive, 1, __mask());
    if (__rank() == 0) exclusive = initial;
  }
  __device__ void InclusiveSum(T input, T& inclusive) const { InclusiveScan(input, inclusive, cub::Sum()); }
  __device__ void InclusiveSum(T input, T& inclusive, T& aggregate) const {
    InclusiveScan(input, inclusive, cub::Sum(), aggregate);
  }
  __device__ void ExclusiveSum(T input, T& exclusive) const { ExclusiveScan(input, exclusive, T(), cub::Sum()); }
  __device__ void ExclusiveSum(T input, T& exclusive, T& aggregate) const {
    ExclusiveScan(input, exclusive, T(), cub::Sum(), aggregate);
  }
};

enum BlockReduceAlgorithm { BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY, BLOCK_REDUCE_RAKING, BLOCK_REDUCE_WARP_REDUCTIONS };
template <typename T, int BLOCK_DIM_X, BlockReduceAlgorithm ALGORITHM = BLOCK_REDUCE_WARP_REDUCTIONS, int BLOCK_DIM_Y = 1,
          int BLOCK_DIM_Z = 1, int LEGACY_PTX_ARCH = 0>
struct BlockReduce {
  static_assert(ALGORITHM == BLOCK_REDUCE_WARP_REDUCTIONS, "of BlockReduce only BLOCK_REDUCE_WARP_REDUCTIONS is supported");
  static constexpr int kThreads = BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z, kWarps = (kThreads + 31) / 32;
  static constexpr int kWarpThreads = kThreads < 32 ? kThreads : 32;
  static constexpr bool kIsEven = kThreads % kWarpThreads == 0;
  struct TempStorage {
    NullType warp_reduce[kWarps];
    T warp_aggregates[kWarps];
    T block_prefix;
  };
  TempStorage& storage;
  int thread;
  __device__ static TempStorage& __own_storage() {
    __shared__ TempStorage own;
    return own;
  }
  __device__ BlockReduce() : storage(__own_storage()), thread(RowMajorTid(BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z)) {}
  __device__ BlockReduce(TempStorage& s) : storage(s), thread(RowMajorTid(BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z)) {}
  // The result is the first thread's.
  template <typename Op>
  __device__ T Reduce(T input, Op op, int num_valid) {
    const int warp = kWarps == 1 ? 0 : thread / 32;
    const int left = num_valid - warp * kWarpThreads;
    T aggregate = WarpReduce<T, kWarpThreads>(storage.warp_reduce[warp]).Reduce(input, op, left < kWarpThreads ? left : kWarpThreads);
    if (thread % 32 == 0) storage.warp_aggregates[warp] = aggregate;
    __syncthreads();
    if (thread == 0) {
#pragma unroll
      for (int other = 1; other < kWarps; ++other) {
        if (other * kWarpThreads < num_valid) aggregate = op(aggregate, storage.warp_aggregates[other]);
      }
    }
    return aggregate;
  }
  template <typename Op>
  __device__ T Reduce(T input, Op op) { return Reduce(input, op, kThreads); }
  template <int ITEMS, typename Op>
  __device__ T Reduce(T (&inputs)[ITEMS], Op op) {
    T partial = inputs[0];
#pragma unroll
    for (int i = 1; i < ITEMS; ++i) partial = op(partial, inputs[i]);
    return Reduce(partial, op);
  }
  __device__ T Sum(T input) { return Reduce(input, cub::Sum()); }
  __device__ T Sum(T input, int num_valid) { return Reduce(input, cub::Sum(), num_valid); }
  template <int ITEMS>
  __device__ T Sum(T (&inputs)[ITEMS]) { return Reduce(inputs, cub::Sum()); }
};

// Where the threads of a block put their values, so that one warp walks over segments of them: with
// an element between two segments if these have an even length.
template <typename T, int BLOCK_THREADS>
struct BlockRakingLayout {
  static constexpr int kMost = BLOCK_THREADS < 32 ? BLOCK_THREADS : 32;
  static constexpr int kSegment = (BLOCK_THREADS + kMost - 1) / kMost;
  static constexpr int kRakers = (BLOCK_THREADS + kSegment - 1) / kSegment;
  static constexpr int kPadding = kSegment % 2 == 0 && kSegment > 2 ? 1 : 0;
  static constexpr bool kIsEven = BLOCK_THREADS % kRakers == 0;
  struct __align__(16) TempStorage { T buff[kRakers * (kSegment + kPadding)]; };
  __device__ static T* PlacementPtr(TempStorage& storage, unsigned int thread) {
    return storage.buff + thread + (kPadding > 0 ? thread / kSegment : 0);
  }
  __device__ static T* RakingPtr(TempStorage& storage, unsigned int thread) {
    return storage.buff + thread * (kSegment + kPadding);
  }
};

enum BlockScanAlgorithm { BLOCK_SCAN_RAKING, BLOCK_SCAN_RAKING_MEMOIZE, BLOCK_SCAN_WARP_SCANS };

// A prefix that is none: of a scan without an initial value.
struct __no_prefix {
  template <typename T>
  __device__ T operator()(const T& aggregate) const { return aggregate; }
};
template <typename T>
struct __initial_prefix {
  T value;
  __device__ T operator()(const T& aggregate) const { return value; }
};

template <typename T, int THREADS, int X, int Y, int Z>
struct __block_scan_raking {
  typedef BlockRakingLayout<T, THREADS> Layout;
  struct TempStorage {
    typename WarpScan<T, Layout::kRakers>::TempStorage warp_scan;
    typename Layout::TempStorage raking_grid;
    T block_aggregate;
  };
  // With IsInclusive the thread's value counts; with HasPrefix what the callback gives comes first:
  // the first warp asks for it.
  template <bool IsInclusive, bool HasPrefix, bool HasAggregate, typename Op, typename Prefix>
  __device__ static T scan(TempStorage& storage, int thread, T input, Op op, Prefix& prefix, T& block_aggregate) {
    if constexpr (THREADS == Layout::kRakers) {
      WarpScan<T, THREADS> warp(storage.warp_scan);
      T inclusive, exclusive;
      warp.Scan(input, inclusive, exclusive, op);
      block_aggregate = warp.Broadcast(inclusive, THREADS - 1);
      if constexpr (HasPrefix) {
        const T first = warp.Broadcast(prefix(block_aggregate), 0);
        inclusive = op(first, inclusive);
        exclusive = thread == 0 ? first : op(first, exclusive);
      }
      return IsInclusive ? inclusive : exclusive;
    }
    T* const place = Layout::PlacementPtr(storage.raking_grid, thread);
    *place = input;
    __syncthreads();
    if (thread < Layout::kRakers) {
      T* const segment = Layout::RakingPtr(storage.raking_grid, thread);
      T cached[Layout::kSegment];
#pragma unroll
      for (int i = 0; i < Layout::kSegment; ++i) cached[i] = segment[i];
      T partial = cached[0];
#pragma unroll
      for (int i = 1; i < Layout::kSegment; ++i) {
        if (Layout::kIsEven || thread * Layout::kSegment + i < THREADS) partial = op(partial, cached[i]);
      }
      WarpScan<T, Layout::kRakers> warp(storage.warp_scan);
      T before, aggregate;
      warp.ExclusiveScan(partial, before, op, aggregate);
      if constexpr (HasPrefix) {
        const T first = warp.Broadcast(prefix(aggregate), 0);
        before = thread == 0 ? first : op(first, before);
      }
#pragma unroll
      for (int i = 0; i < Layout::kSegment; ++i) cached[i] = segment[i];
      T running = before;
      bool is_first = !HasPrefix && thread == 0;
#pragma unroll
      for (int i = 0; i < Layout::kSegment; ++i) {
        const T with = is_first ? cached[i] : op(running, cached[i]);
        cached[i] = IsInclusive ? with : running;
        running = with;
        is_first = false;
      }
#pragma unroll
      for (int i = 0; i < Layout::kSegment; ++i) segment[i] = cached[i];
      if (HasAggregate && thread == 0) storage.block_aggregate = aggregate;
    }
    __syncthreads();
    if constexpr (HasAggregate) block_aggregate = storage.block_aggregate;
    return *place;
  }
};

template <typename T, int THREADS, int X, int Y, int Z>
struct __block_scan_warps {
  static constexpr int kWarps = (THREADS + 31) / 32;
  struct TempStorage {
    __align__(32) T warp_aggregates[kWarps];
    NullType warp_scan[kWarps];
    T block_prefix;
  };
  template <bool IsInclusive, bool HasPrefix, bool HasAggregate, typename Op, typename Prefix>
  __device__ static T scan(TempStorage& storage, int thread, T input, Op op, Prefix& prefix, T& block_aggregate) {
    const int warp = thread / 32;
    WarpScan<T> scanner(storage.warp_scan[warp]);
    T inclusive, exclusive;
    scanner.Scan(input, inclusive, exclusive, op);
    if (thread % 32 == 31) storage.warp_aggregates[warp] = inclusive;
    __syncthreads();
    T before = storage.warp_aggregates[0], all = storage.warp_aggregates[0];
#pragma unroll
    for (int other = 1; other < kWarps; ++other) {
      if (warp == other) before = all;
      all = op(all, storage.warp_aggregates[other]);
    }
    if (warp != 0) {
      inclusive = op(before, inclusive);
      exclusive = thread % 32 == 0 ? before : op(before, exclusive);
    }
    if constexpr (HasPrefix) {
      if (warp == 0) {
        const T first = prefix(all);
        if (thread == 0) storage.block_prefix = first;
      }
      __syncthreads();
      const T first = storage.block_prefix;
      inclusive = op(first, inclusive);
      exclusive = thread == 0 ? first : op(first, exclusive);
    }
    block_aggregate = all;
    return IsInclusive ? inclusive : exclusive;
  }
};

template <bool IsRaking, typename T, int THREADS, int X, int Y, int Z>
struct __block_scan { typedef __block_scan_raking<T, THREADS, X, Y, Z> type; };
template <typename T, int THREADS, int X, int Y, int Z>
struct __block_scan<false, T, THREADS, X, Y, Z> { typedef __block_scan_warps<T, THREADS, X, Y, Z> type; };

template <typename T, int BLOCK_DIM_X, BlockScanAlgorithm ALGORITHM = BLOCK_SCAN_RAKING, int BLOCK_DIM_Y = 1, int BLOCK_DIM_Z = 1,
          int LEGACY_PTX_ARCH = 0>
struct BlockScan {
  static constexpr int kThreads = BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z;
  // As CUB has it: warps scan only if all of them are whole.
  typedef typename __block_scan<ALGORITHM != BLOCK_SCAN_WARP_SCANS || kThreads % 32 != 0, T, kThreads, BLOCK_DIM_X, BLOCK_DIM_Y,
                                BLOCK_DIM_Z>::type __implementation;
  typedef typename __implementation::TempStorage TempStorage;
  TempStorage& storage;
  int thread;
  __device__ static TempStorage& __own_storage() {
    __shared__ TempStorage own;
    return own;
  }
  __device__ BlockScan() : storage(__own_storage()), thread(RowMajorTid(BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z)) {}
  __device__ BlockScan(TempStorage& s) : storage(s), thread(RowMajorTid(BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z)) {}

  template <bool IsInclusive, bool HasPrefix, bool HasAggregate, typename Op, typename Prefix>
  __device__ T __scan(T input, Op op, Prefix& prefix, T& aggregate) {
    return __implementation::template scan<IsInclusive, HasPrefix, HasAggregate>(storage, thread, input, op, prefix, aggregate);
  }
  // Of several elements a thread: its own are added up, scanned, and taken apart again.
  template <bool IsInclusive, bool HasPrefix, bool HasAggregate, int ITEMS, typename Op, typename Prefix>
  __device__ void __scan_items(T (&input)[ITEMS], T (&output)[ITEMS], Op op, Prefix& prefix, T& aggregate) {
    T partial = input[0];
#pragma unroll
    for (int i = 1; i < ITEMS; ++i) partial = op(partial, input[i]);
    T running = __scan<false, HasPrefix, HasAggregate>(partial, op, prefix, aggregate);
    bool is_first = !HasPrefix && thread == 0;
#pragma unroll
    for (int i = 0; i < ITEMS; ++i) {
      const T with = is_first ? input[i] : op(running, input[i]);
      output[i] = IsInclusive ? with : running;
      running = with;
      is_first = false;
    }
  }

  template <typename Op>
  __device__ void InclusiveScan(T input, T& output, Op op) {
    __no_prefix none;
    T unused;
    output = __scan<true, false, false>(input, op, none, unused);
  }
  template <typename Op>
  __device__ void InclusiveScan(T input, T& output, Op op, T& aggregate) {
    __no_prefix none;
    output = __scan<true, false, true>(input, op, none, aggregate);
  }
  template <typename Op, typename Prefix>
  __device__ void InclusiveScan(T input, T& output, Op op, Prefix& prefix) {
    T unused;
    output = __scan<true, true, false>(input, op, prefix, unused);
  }
  template <int ITEMS, typename Op>
  __device__ void InclusiveScan(T (&input)[ITEMS], T (&output)[ITEMS], Op op) {
    __no_prefix none;
    T unused;
    __scan_items<true, false, false>(input, output, op, none, unused);
  }
  template <int ITEMS, typename Op>
  __device__ void InclusiveScan(T (&input)[ITEMS], T (&output)[ITEMS], Op op, T& aggregate) {
    __no_prefix none;
    __scan_items<true, false, true>(input, output, op, none, aggregate);
  }
  // The first thread's result is not defined.
  template <typename Op>
  __device__ void ExclusiveScan(T input, T& output, Op op) {
    __no_prefix none;
    T unused;
    output = __scan<false, false, false>(input, op, none, unused);
  }
  template <typename Op>
  __device__ void ExclusiveScan(T input, T& output, T initial, Op op) {
    __initial_prefix<T> prefix{initial};
    T unused;
    output = __scan<false, true, false>(input, op, prefix, unused);
  }
  template <typename Op>
  __device__ void ExclusiveScan(T input, T& output, T initial, Op op, T& aggregate) {
    __initial_prefix<T> prefix{initial};
    output = __scan<false, true, true>(input, op, prefix, aggregate);
  }
  template <int ITEMS, typename Op>
  __device__ void ExclusiveScan(T (&input)[ITEMS], T (&output)[ITEMS], T initial, Op op) {
    __initial_prefix<T> prefix{initial};
    T unused;
    __scan_items<false, true, false>(input, output, op, prefix, unused);
  }
  template <int ITEMS, typename Op>
  __device__ void ExclusiveScan(T (&input)[ITEMS], T (&output)[ITEMS], T initial, Op op, T& aggregate) {
    __initial_prefix<T> prefix{initial};
    __scan_items<false, true, true>(input, output, op, prefix, aggregate);
  }

  __device__ void InclusiveSum(T input, T& output) { InclusiveScan(input, output, cub::Sum()); }
  __device__ void InclusiveSum(T input, T& output, T& aggregate) { InclusiveScan(input, output, cub::Sum(), aggregate); }
  template <int ITEMS>
  __device__ void InclusiveSum(T (&input)[ITEMS], T (&output)[ITEMS]) { InclusiveScan(input, output, cub::Sum()); }
  template <int ITEMS>
  __device__ void InclusiveSum(T (&input)[ITEMS], T (&output)[ITEMS], T& aggregate) {
    InclusiveScan(input, output, cub::Sum(), aggregate);
  }
  __device__ void ExclusiveSum(T input, T& output) { ExclusiveScan(input, output, T(0), cub::Sum()); }
  __device__ void ExclusiveSum(T input, T& output, T& aggregate) { ExclusiveScan(input, output, T(0), cub::Sum(), aggregate); }
  template <int ITEMS>
  __device__ void ExclusiveSum(T (&input)[ITEMS], T (&output)[ITEMS]) { ExclusiveScan(input, output, T(0), cub::Sum()); }
  template <int ITEMS>
  __device__ void ExclusiveSum(T (&input)[ITEMS], T (&output)[ITEMS], T& aggregate) {
    ExclusiveScan(input, output, T(0), cub::Sum(), aggregate);
  }
  template <typename Prefix>
  __device__ void ExclusiveSum(T input, T& output, Prefix& prefix) {
    T unused;
    output = __scan<false, true, false>(input, cub::Sum(), prefix, unused);
  }
};
}  // namespace cub
)cuda";

}  // namespace

std::string_view cub_text() {
  static const std::string text =
      std::string(kCubText) + std::string(cub_items_text()) + std::string(cub_sort_text());
  return text;
}

}  // namespace warplens::lang
