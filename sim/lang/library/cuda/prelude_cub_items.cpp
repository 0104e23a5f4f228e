// CUB for kernels, continued: loading, storing and exchanging the elements of a block. As in
// CUB 3.0, transposing goes through shared memory with an element in between for each 32, where a
// thread has more than 4 elements and their number is a power of two.
#include "sim/lang/library/prelude.hpp"

namespace warplens::lang {

std::string_view cub_items_text() {
  static constexpr std::string_view kText = R"cuda(
namespace cub {
template <typename T, int ITEMS, typename It>
__device__ inline void LoadDirectBlocked(int thread, It from, T (&items)[ITEMS]) {
#pragma unroll
  for (int i = 0; i < ITEMS; ++i) items[i] = from[thread * ITEMS + i];
}
template <typename T, int ITEMS, typename It>
__device__ inline void LoadDirectBlocked(int thread, It from, T (&items)[ITEMS], int valid) {
#pragma unroll
  for (int i = 0; i < ITEMS; ++i) {
    if (thread * ITEMS + i < valid) items[i] = from[thread * ITEMS + i];
  }
}
template <int THREADS, typename T, int ITEMS, typename It>
__device__ inline void LoadDirectStriped(int thread, It from, T (&items)[ITEMS]) {
#pragma unroll
  for (int i = 0; i < ITEMS; ++i) items[i] = from[thread + i * THREADS];
}
template <int THREADS, typename T, int ITEMS, typename It>
__device__ inline void LoadDirectStriped(int thread, It from, T (&items)[ITEMS], int valid) {
#pragma unroll
  for (int i = 0; i < ITEMS; ++i) {
    if (thread + i * THREADS < valid) items[i] = from[thread + i * THREADS];
  }
}
template <typename T, int ITEMS, typename It>
__device__ inline void StoreDirectBlocked(int thread, It to, T (&items)[ITEMS]) {
#pragma unroll
  for (int i = 0; i < ITEMS; ++i) to[thread * ITEMS + i] = items[i];
}
template <typename T, int ITEMS, typename It>
__device__ inline void StoreDirectBlocked(int thread, It to, T (&items)[ITEMS], int valid) {
#pragma unroll
  for (int i = 0; i < ITEMS; ++i) {
    if (thread * ITEMS + i < valid) to[thread * ITEMS + i] = items[i];
  }
}
template <int THREADS, typename T, int ITEMS, typename It>
__device__ inline void StoreDirectStriped(int thread, It to, T (&items)[ITEMS]) {
#pragma unroll
  for (int i = 0; i < ITEMS; ++i) to[thread + i * THREADS] = items[i];
}
template <int THREADS, typename T, int ITEMS, typename It>
__device__ inline void StoreDirectStriped(int thread, It to, T (&items)[ITEMS], int valid) {
#pragma unroll
  for (int i = 0; i < ITEMS; ++i) {
    if (thread + i * THREADS < valid) to[thread + i * THREADS] = items[i];
  }
}

// Four elements as one of CUDA's vectors, where there is one.
template <typename T> struct __four { static constexpr bool kExists = false; typedef T type; };
template <> struct __four<int> { static constexpr bool kExists = true; typedef int4 type; };
template <> struct __four<unsigned int> { static constexpr bool kExists = true; typedef uint4 type; };
template <> struct __four<float> { static constexpr bool kExists = true; typedef float4 type; };

template <typename T, int BLOCK_DIM_X, int ITEMS_PER_THREAD, bool WARP_TIME_SLICING = false, int BLOCK_DIM_Y = 1,
          int BLOCK_DIM_Z = 1, int LEGACY_PTX_ARCH = 0>
struct BlockExchange {
  static constexpr int kThreads = BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z, kItems = ITEMS_PER_THREAD;
  static constexpr bool kIsPadded = kItems > 4 && (kItems & (kItems - 1)) == 0;
  struct __align__(16) TempStorage { T buff[kThreads * kItems + (kIsPadded ? kThreads * kItems / 32 : 0)]; };
  TempStorage& storage;
  int thread;
  __device__ BlockExchange(TempStorage& s) : storage(s), thread(RowMajorTid(BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z)) {}
  __device__ static int __padded(int at) { return kIsPadded ? at + at / 32 : at; }
  __device__ void StripedToBlocked(const T (&input)[kItems], T (&output)[kItems]) {
#pragma unroll
    for (int i = 0; i < kItems; ++i) storage.buff[__padded(thread + i * kThreads)] = input[i];
    __syncthreads();
#pragma unroll
    for (int i = 0; i < kItems; ++i) output[i] = storage.buff[__padded(thread * kItems + i)];
  }
  __device__ void BlockedToStriped(const T (&input)[kItems], T (&output)[kItems]) {
#pragma unroll
    for (int i = 0; i < kItems; ++i) storage.buff[__padded(thread * kItems + i)] = input[i];
    __syncthreads();
#pragma unroll
    for (int i = 0; i < kItems; ++i) output[i] = storage.buff[__padded(thread + i * kThreads)];
  }
  __device__ void StripedToBlocked(T (&items)[kItems]) { StripedToBlocked(items, items); }
  __device__ void BlockedToStriped(T (&items)[kItems]) { BlockedToStriped(items, items); }
  template <typename Offset>
  __device__ void ScatterToBlocked(const T (&input)[kItems], T (&output)[kItems], Offset (&ranks)[kItems]) {
#pragma unroll
    for (int i = 0; i < kItems; ++i) storage.buff[__padded(ranks[i])] = input[i];
    __syncthreads();
#pragma unroll
    for (int i = 0; i < kItems; ++i) output[i] = storage.buff[__padded(thread * kItems + i)];
  }
  template <typename Offset>
  __device__ void ScatterToStriped(const T (&input)[kItems], T (&output)[kItems], Offset (&ranks)[kItems]) {
#pragma unroll
    for (int i = 0; i < kItems; ++i) storage.buff[__padded(ranks[i])] = input[i];
    __syncthreads();
#pragma unroll
    for (int i = 0; i < kItems; ++i) output[i] = storage.buff[__padded(thread + i * kThreads)];
  }
};

enum BlockLoadAlgorithm {
  BLOCK_LOAD_DIRECT, BLOCK_LOAD_STRIPED, BLOCK_LOAD_VECTORIZE, BLOCK_LOAD_TRANSPOSE, BLOCK_LOAD_WARP_TRANSPOSE,
  BLOCK_LOAD_WARP_TRANSPOSE_TIMESLICED
};
template <bool IsTransposed, typename T, int X, int ITEMS, int Y, int Z>
struct __load_storage { typedef NullType type; };
template <typename T, int X, int ITEMS, int Y, int Z>
struct __load_storage<true, T, X, ITEMS, Y, Z> { typedef typename BlockExchange<T, X, ITEMS, false, Y, Z>::TempStorage type; };

template <typename T, int BLOCK_DIM_X, int ITEMS_PER_THREAD, BlockLoadAlgorithm ALGORITHM = BLOCK_LOAD_DIRECT, int BLOCK_DIM_Y = 1,
          int BLOCK_DIM_Z = 1, int LEGACY_PTX_ARCH = 0>
struct BlockLoad {
  static_assert(ALGORITHM <= BLOCK_LOAD_TRANSPOSE, "of BlockLoad those that transpose by warps are not supported");
  static constexpr int kThreads = BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z, kItems = ITEMS_PER_THREAD;
  static constexpr bool kIsTransposed = ALGORITHM == BLOCK_LOAD_TRANSPOSE;
  typedef typename __load_storage<kIsTransposed, T, BLOCK_DIM_X, kItems, BLOCK_DIM_Y, BLOCK_DIM_Z>::type TempStorage;
  TempStorage& storage;
  int thread;
  __device__ static TempStorage& __own_storage() {
    __shared__ TempStorage own;
    return own;
  }
  __device__ BlockLoad() : storage(__own_storage()), thread(RowMajorTid(BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z)) {}
  __device__ BlockLoad(TempStorage& s) : storage(s), thread(RowMajorTid(BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z)) {}
  __device__ void __transpose(T (&items)[kItems]) {
    BlockExchange<T, BLOCK_DIM_X, kItems, false, BLOCK_DIM_Y, BLOCK_DIM_Z>(storage).StripedToBlocked(items);
  }
  template <typename It>
  __device__ void Load(It from, T (&items)[kItems]) {
    if constexpr (ALGORITHM == BLOCK_LOAD_DIRECT || ALGORITHM == BLOCK_LOAD_VECTORIZE) LoadDirectBlocked(thread, from, items);
    else LoadDirectStriped<kThreads>(thread, from, items);
    if constexpr (kIsTransposed) __transpose(items);
  }
  // Where pointers are given, as vectors.
  __device__ void Load(const T* from, T (&items)[kItems]) {
    if constexpr (ALGORITHM == BLOCK_LOAD_VECTORIZE && __four<T>::kExists && kItems % 4 == 0) {
      typedef typename __four<T>::type Four;
#pragma unroll
      for (int i = 0; i < kItems / 4; ++i) {
        const Four four = ((const Four*)from)[thread * (kItems / 4) + i];
        items[4 * i] = four.x;
        items[4 * i + 1] = four.y;
        items[4 * i + 2] = four.z;
        items[4 * i + 3] = four.w;
      }
    } else {
      Load<const T*>(from, items);
    }
  }
  __device__ void Load(T* from, T (&items)[kItems]) { Load((const T*)from, items); }
  template <typename It>
  __device__ void Load(It from, T (&items)[kItems], int valid) {
    if constexpr (ALGORITHM == BLOCK_LOAD_DIRECT || ALGORITHM == BLOCK_LOAD_VECTORIZE)
      LoadDirectBlocked(thread, from, items, valid);
    else
      LoadDirectStriped<kThreads>(thread, from, items, valid);
    if constexpr (kIsTransposed) __transpose(items);
  }
  template <typename It, typename Default>
  __device__ void Load(It from, T (&items)[kItems], int valid, Default otherwise) {
#pragma unroll
    for (int i = 0; i < kItems; ++i) items[i] = otherwise;
    Load(from, items, valid);
  }
};

enum BlockStoreAlgorithm {
  BLOCK_STORE_DIRECT, BLOCK_STORE_STRIPED, BLOCK_STORE_VECTORIZE, BLOCK_STORE_TRANSPOSE, BLOCK_STORE_WARP_TRANSPOSE,
  BLOCK_STORE_WARP_TRANSPOSE_TIMESLICED
};
template <bool IsTransposed, typename T, int X, int ITEMS, int Y, int Z>
struct __store_storage { typedef NullType type; };
template <typename T, int X, int ITEMS, int Y, int Z>
struct __store_storage<true, T, X, ITEMS, Y, Z> {
  struct type {
    typename BlockExchange<T, X, ITEMS, false, Y, Z>::TempStorage exchange;
    volatile int valid_items;
  };
};
template <typename T, int BLOCK_DIM_X, int ITEMS_PER_THREAD, BlockStoreAlgorithm ALGORITHM = BLOCK_STORE_DIRECT,
          int BLOCK_DIM_Y = 1, int BLOCK_DIM_Z = 1, int LEGACY_PTX_ARCH = 0>
struct BlockStore {
  static_assert(ALGORITHM <= BLOCK_STORE_TRANSPOSE, "of BlockStore those that transpose by warps are not supported");
  static constexpr int kThreads = BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z, kItems = ITEMS_PER_THREAD;
  typedef typename __store_storage<ALGORITHM == BLOCK_STORE_TRANSPOSE, T, BLOCK_DIM_X, kItems, BLOCK_DIM_Y, BLOCK_DIM_Z>::type TempStorage;
  TempStorage& storage;
  int thread;
  __device__ static TempStorage& __own_storage() {
    __shared__ TempStorage own;
    return own;
  }
  __device__ BlockStore() : storage(__own_storage()), thread(RowMajorTid(BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z)) {}
  __device__ BlockStore(TempStorage& s) : storage(s), thread(RowMajorTid(BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z)) {}
  template <typename It>
  __device__ void Store(It to, T (&items)[kItems]) {
    if constexpr (ALGORITHM == BLOCK_STORE_TRANSPOSE) {
      BlockExchange<T, BLOCK_DIM_X, kItems, false, BLOCK_DIM_Y, BLOCK_DIM_Z>(storage.exchange).BlockedToStriped(items);
      StoreDirectStriped<kThreads>(thread, to, items);
    } else if constexpr (ALGORITHM == BLOCK_STORE_STRIPED) {
      StoreDirectStriped<kThreads>(thread, to, items);
    } else {
      StoreDirectBlocked(thread, to, items);
    }
  }
  // Where a pointer is given, as vectors.
  __device__ void Store(T* to, T (&items)[kItems]) {
    if constexpr (ALGORITHM == BLOCK_STORE_VECTORIZE && __four<T>::kExists && kItems % 4 == 0) {
      typedef typename __four<T>::type Four;
#pragma unroll
      for (int i = 0; i < kItems / 4; ++i) {
        Four four;
        four.x = items[4 * i];
        four.y = items[4 * i + 1];
        four.z = items[4 * i + 2];
        four.w = items[4 * i + 3];
        ((Four*)to)[thread * (kItems / 4) + i] = four;
      }
    } else {
      Store<T*>(to, items);
    }
  }
  template <typename It>
  __device__ void Store(It to, T (&items)[kItems], int valid) {
    if constexpr (ALGORITHM == BLOCK_STORE_TRANSPOSE) {
      BlockExchange<T, BLOCK_DIM_X, kItems, false, BLOCK_DIM_Y, BLOCK_DIM_Z>(storage.exchange).BlockedToStriped(items);
      if (thread == 0) storage.valid_items = valid;
      __syncthreads();
      StoreDirectStriped<kThreads>(thread, to, items, storage.valid_items);
    } else if constexpr (ALGORITHM == BLOCK_STORE_STRIPED) {
      StoreDirectStriped<kThreads>(thread, to, items, valid);
    } else {
      StoreDirectBlocked(thread, to, items, valid);
    }
  }
};

template <typename T, int BLOCK_DIM_X, int BLOCK_DIM_Y = 1, int BLOCK_DIM_Z = 1, int LEGACY_PTX_ARCH = 0>
struct BlockAdjacentDifference {
  static constexpr int kThreads = BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z;
  struct TempStorage {
    T first_items[kThreads], last_items[kThreads];
  };
  TempStorage& storage;
  int thread;
  __device__ BlockAdjacentDifference(TempStorage& s)
      : storage(s), thread(RowMajorTid(BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z)) {}
  template <int ITEMS, typename Out, typename Op>
  __device__ void SubtractLeft(T (&input)[ITEMS], Out (&output)[ITEMS], Op op) {
    storage.last_items[thread] = input[ITEMS - 1];
    __syncthreads();
#pragma unroll
    for (int i = ITEMS - 1; i > 0; --i) output[i] = op(input[i], input[i - 1]);
    output[0] = thread == 0 ? (Out)input[0] : (Out)op(input[0], storage.last_items[thread - 1]);
  }
  template <int ITEMS, typename Out, typename Op>
  __device__ void SubtractRight(T (&input)[ITEMS], Out (&output)[ITEMS], Op op) {
    storage.first_items[thread] = input[0];
    __syncthreads();
#pragma unroll
    for (int i = 0; i < ITEMS - 1; ++i) output[i] = op(input[i], input[i + 1]);
    output[ITEMS - 1] = thread == kThreads - 1 ? (Out)input[ITEMS - 1] : (Out)op(input[ITEMS - 1], storage.first_items[thread + 1]);
  }
};
}  // namespace cub
)cuda";
  return kText;
}

}  // namespace warplens::lang
