// Cooperative groups in CUDA C++ (CUDA Programming Guide 13.0, chapter 11). A tile knows its
// number, a coalesced group its lanes; shuffles exist for each type that __shfl_sync has. Names
// that begin with __ are reserved.
#include "sim/lang/library/prelude.hpp"

namespace warplens::lang {
namespace {

constexpr std::string_view kGroupsText = R"cuda(
#pragma once
#include <warplens_copies>
namespace cooperative_groups {

__device__ inline unsigned int __rank_in_block() {
  return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
}
__device__ inline unsigned int __block_threads() {
  return blockDim.x * blockDim.y * blockDim.z;
}
__device__ inline unsigned int __lane() { return __rank_in_block() % 32; }
__device__ inline unsigned int __block_rank() {
  return (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
}

struct thread_block {
  __device__ void sync() const { __syncthreads(); }
  __device__ void barrier_sync() const { __syncthreads(); }
  __device__ unsigned int thread_rank() const { return __rank_in_block(); }
  __device__ unsigned int size() const { return __block_threads(); }
  __device__ unsigned int num_threads() const { return __block_threads(); }
  __device__ dim3 group_index() const { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
  __device__ dim3 thread_index() const { return dim3(threadIdx.x, threadIdx.y, threadIdx.z); }
  __device__ dim3 dim_threads() const { return dim3(blockDim.x, blockDim.y, blockDim.z); }
  __device__ dim3 group_dim() const { return dim3(blockDim.x, blockDim.y, blockDim.z); }
};
__device__ inline thread_block this_thread_block() { return thread_block(); }

// In its highest bit, how often the whole grid has met; below, how many blocks have arrived.
__device__ unsigned int __grid_arrivals;

struct grid_group {
  // As CUDA's own: one thread of each block adds to a counter and waits for its highest bit.
  __device__ void sync() const {
    __syncthreads();
    if (__rank_in_block() == 0) {
      const unsigned int others = (unsigned int)num_blocks() - 1;
      __threadfence();
      const unsigned int before = atomicAdd(&__grid_arrivals, __block_rank() == 0 ? 0x80000000u - others : 1u);
      while (((before ^ *(volatile unsigned int*)&__grid_arrivals) & 0x80000000u) == 0) {
      }
      __threadfence();
    }
    __syncthreads();
  }
  __device__ bool is_valid() const { return true; }
  __device__ unsigned long long thread_rank() const {
    return (unsigned long long)__block_rank() * __block_threads() + __rank_in_block();
  }
  __device__ unsigned long long num_blocks() const {
    return (unsigned long long)gridDim.x * gridDim.y * gridDim.z;
  }
  __device__ unsigned long long size() const { return num_blocks() * __block_threads(); }
  __device__ unsigned long long num_threads() const { return size(); }
  __device__ unsigned long long block_rank() const { return __block_rank(); }
  __device__ dim3 block_index() const { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
  __device__ dim3 dim_blocks() const { return dim3(gridDim.x, gridDim.y, gridDim.z); }
  __device__ dim3 group_dim() const { return dim3(gridDim.x, gridDim.y, gridDim.z); }
};
__device__ inline grid_group this_grid() { return grid_group(); }

#define __WL_EACH_TYPE(DO) \
  DO(int) DO(unsigned int) DO(long long) DO(unsigned long long) DO(float) DO(double)

template <unsigned int Size>
struct thread_block_tile {
  unsigned int __number, __count;  // among the tiles of what was partitioned
  __device__ thread_block_tile() {}
  template <typename Tile>
  __device__ thread_block_tile(const Tile& other) {}  // one whose parent has another type
  __device__ unsigned int __shift() const { return __lane() / Size * Size; }
  __device__ unsigned int __mask() const {
    return Size >= 32 ? 0xffffffffu : ((1u << Size % 32) - 1u) << __shift();
  }
  __device__ bool __is_whole() const { return true; }
  __device__ unsigned int __lanes() const { return __mask(); }
  __device__ void sync() const { __syncwarp(__mask()); }
  __device__ unsigned int thread_rank() const { return __lane() % Size; }
  __device__ unsigned int size() const { return Size; }
  __device__ unsigned int num_threads() const { return Size; }
  __device__ unsigned int meta_group_rank() const { return __number; }
  __device__ unsigned int meta_group_size() const { return __count; }
  __device__ int any(int predicate) const { return __any_sync(__mask(), predicate); }
  __device__ int all(int predicate) const { return __all_sync(__mask(), predicate); }
  __device__ unsigned int ballot(int predicate) const {
    return (__ballot_sync(__mask(), predicate) & __mask()) >> __shift();
  }
#define __WL_TILE(T)                                                                          \
  __device__ T shfl(T value, int rank) const { return __shfl_sync(__mask(), value, rank, Size); } \
  __device__ T shfl_up(T value, int delta) const {                                            \
    return __shfl_up_sync(__mask(), value, delta, Size);                                      \
  }                                                                                           \
  __device__ T shfl_down(T value, int delta) const {                                          \
    return __shfl_down_sync(__mask(), value, delta, Size);                                    \
  }                                                                                           \
  __device__ T shfl_xor(T value, int bits) const {                                            \
    return __shfl_xor_sync(__mask(), value, bits, Size);                                      \
  }                                                                                           \
  __device__ unsigned int match_any(T value) const {                                          \
    return (__match_any_sync(__mask(), value) & __mask()) >> __shift();                       \
  }
  __WL_EACH_TYPE(__WL_TILE)
#undef __WL_TILE
};

template <unsigned int Size, typename Parent>
__device__ inline thread_block_tile<Size> tiled_partition(const Parent& parent) {
  static_assert(Size > 0 && Size <= 32 && (Size & (Size - 1)) == 0,
                "a tile has 1, 2, 4, 8, 16 or 32 threads");
  thread_block_tile<Size> tile;
  tile.__number = parent.thread_rank() / Size;
  tile.__count = (parent.num_threads() + Size - 1) / Size;
  return tile;
}

struct coalesced_group {
  unsigned int __members;
  // The lane of the group's thread `rank`; the thread's own for a rank that does not exist.
  __device__ int __lane_of(int rank) const {
    unsigned int left = __members;
    for (int i = 0; i < rank; ++i) left &= left - 1;
    return left == 0 || rank < 0 ? (int)__lane() : __ffs(left) - 1;
  }
  // A mask of lanes as one of ranks.
  __device__ unsigned int __packed(unsigned int lanes) const {
    unsigned int packed = 0, rank = 0;
    for (unsigned int lane = 0; lane < 32; ++lane) {
      if ((__members >> lane & 1u) == 0) continue;
      packed |= (lanes >> lane & 1u) << rank;
      ++rank;
    }
    return packed;
  }
  __device__ bool __is_whole() const { return false; }
  __device__ unsigned int __lanes() const { return __members; }
  __device__ void sync() const { __syncwarp(__members); }
  __device__ unsigned int thread_rank() const {
    return __popc(__members & ((1u << __lane()) - 1u));
  }
  __device__ unsigned int size() const { return __popc(__members); }
  __device__ unsigned int num_threads() const { return __popc(__members); }
  __device__ unsigned int meta_group_rank() const { return 0; }
  __device__ unsigned int meta_group_size() const { return 1; }
  __device__ int any(int predicate) const { return __any_sync(__members, predicate); }
  __device__ int all(int predicate) const { return __all_sync(__members, predicate); }
  __device__ unsigned int ballot(int predicate) const {
    return __packed(__ballot_sync(__members, predicate));
  }
#define __WL_COALESCED(T)                                                        \
  __device__ T shfl(T value, int rank) const {                                   \
    return __shfl_sync(__members, value, __lane_of(rank));                       \
  }                                                                              \
  __device__ T shfl_up(T value, int delta) const {                               \
    return __shfl_sync(__members, value, __lane_of((int)thread_rank() - delta)); \
  }                                                                              \
  __device__ T shfl_down(T value, int delta) const {                             \
    return __shfl_sync(__members, value, __lane_of((int)thread_rank() + delta)); \
  }                                                                              \
  __device__ unsigned int match_any(T value) const {                             \
    return __packed(__match_any_sync(__members, value));                         \
  }
  __WL_EACH_TYPE(__WL_COALESCED)
#undef __WL_COALESCED
  template <typename T>
  __device__ T shfl_xor(T value, int bits) const {
    return shfl(value, (int)thread_rank() ^ bits);
  }
};
__device__ inline coalesced_group coalesced_threads() {
  coalesced_group group;
  group.__members = __activemask();
  return group;
}
#undef __WL_EACH_TYPE

// The threads of a tile or coalesced group with the same label, or the same predicate.
template <typename Group>
__device__ inline coalesced_group labeled_partition(const Group& group, int label) {
  coalesced_group part;
  part.__members = __match_any_sync(group.__lanes(), label);
  return part;
}
template <typename Group>
__device__ inline coalesced_group binary_partition(const Group& group, bool predicate) {
  const unsigned int holds = __ballot_sync(group.__lanes(), predicate);
  coalesced_group part;
  part.__members = predicate ? holds : group.__lanes() & ~holds;
  return part;
}

// Any of the groups above, as a parameter of functions that take each.
struct thread_group {
  bool __is_block;
  unsigned int __members, __rank, __threads;
  __device__ thread_group(const thread_block& block)
      : __is_block(true), __members(0), __rank(block.thread_rank()), __threads(block.size()) {}
  __device__ thread_group(const coalesced_group& group)
      : __is_block(false), __members(group.__members), __rank(group.thread_rank()),
        __threads(group.size()) {}
  template <unsigned int Size>
  __device__ thread_group(const thread_block_tile<Size>& tile)
      : __is_block(false), __members(tile.__mask()), __rank(tile.thread_rank()), __threads(Size) {}
  __device__ void sync() const {
    if (__is_block) {
      __syncthreads();
    } else {
      __syncwarp(__members);
    }
  }
  __device__ unsigned int thread_rank() const { return __rank; }
  __device__ unsigned int size() const { return __threads; }
  __device__ unsigned int num_threads() const { return __threads; }
};
template <typename Parent>
__device__ inline thread_group tiled_partition(const Parent& parent, unsigned int size) {
  coalesced_group tile;
  tile.__members = size >= 32 ? 0xffffffffu : ((1u << size % 32) - 1u) << __lane() / size * size;
  return thread_group(tile);
}

template <typename T> struct plus {
  __device__ T operator()(T a, T b) const { return a + b; }
};
template <typename T> struct less {
  __device__ T operator()(T a, T b) const { return b < a ? b : a; }
};
template <typename T> struct greater {
  __device__ T operator()(T a, T b) const { return a < b ? b : a; }
};
template <typename T> struct bit_and {
  __device__ T operator()(T a, T b) const { return a & b; }
};
template <typename T> struct bit_or {
  __device__ T operator()(T a, T b) const { return a | b; }
};
template <typename T> struct bit_xor {
  __device__ T operator()(T a, T b) const { return a ^ b; }
};

template <typename Group>
__device__ inline void sync(const Group& group) {
  group.sync();
}

template <typename Group, typename T, typename Operation>
__device__ inline T reduce(const Group& group, T value, Operation operation) {
  if (group.__is_whole()) {
    for (unsigned int bits = group.num_threads() / 2; bits > 0; bits /= 2) {
      value = operation(value, group.shfl_xor(value, (int)bits));
    }
    return value;
  }
  T result = group.shfl(value, 0);
  for (unsigned int rank = 1; rank < group.num_threads(); ++rank) {
    result = operation(result, group.shfl(value, (int)rank));
  }
  return result;
}

template <typename Group, typename T, typename Operation>
__device__ inline T inclusive_scan(const Group& group, T value, Operation operation) {
  for (unsigned int delta = 1; delta < group.num_threads(); delta *= 2) {
    T before = group.shfl_up(value, (int)delta);
    if (group.thread_rank() >= delta) value = operation(before, value);
  }
  return value;
}
template <typename Group, typename T>
__device__ inline T inclusive_scan(const Group& group, T value) {
  return inclusive_scan(group, value, plus<T>());
}

template <typename Group, typename T, typename Operation>
__device__ inline T exclusive_scan(const Group& group, T value, Operation operation) {
  T before = group.shfl_up(inclusive_scan(group, value, operation), 1);
  return group.thread_rank() == 0 ? T() : before;
}
template <typename Group, typename T>
__device__ inline T exclusive_scan(const Group& group, T value) {
  return exclusive_scan(group, value, plus<T>());
}

// Copies of a group; each call is a stage that wait_prior() counts. With a layout counts are of
// elements, else of bytes.
template <typename Group, typename T, typename Size>
__device__ inline void memcpy_async(const Group& group, T* to, const T* from, const Size& bytes) {
  warplens_copy_bytes<cuda::__aligned_to<T, Size>::value>(to, from, group.thread_rank(), group.size(), (unsigned long long)bytes);
  warplens_cp_async_commit();
}
template <typename Group, typename T, typename To, typename From>
__device__ inline void memcpy_async(const Group& group, T* to, const To& room, const T* from, const From& count) {
  const unsigned long long there = (unsigned long long)room, here = (unsigned long long)count;
  memcpy_async(group, to, from, (size_t)((here < there ? here : there) * sizeof(T)));
}
template <typename Group>
__device__ inline void wait(const Group& group) {
  warplens_cp_async_wait_all();
  group.sync();
}
template <unsigned int Stages, typename Group>
__device__ inline void wait_prior(const Group& group) {
  warplens_cp_async_wait(Stages);
  group.sync();
}

}  // namespace cooperative_groups
)cuda";

}  // namespace

std::string_view cooperative_groups_text() {
  return kGroupsText;
}

}  // namespace warplens::lang
