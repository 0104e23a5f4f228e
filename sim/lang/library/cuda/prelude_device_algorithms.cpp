// What thrust's algorithms and CUB's device-wide functions are made of: kernels whose results are
// those of the libraries. The libraries' own kernels and what they do to memory are not simulated;
// launches of kernels that begin with warplens_ are no launches of the program.
//
// D: on the device, where iterators are raw pointers or are made of some; else in host code.
#include "sim/lang/library/prelude.hpp"

namespace warplens::lang {

std::string_view device_algorithms_text() {
  static constexpr std::string_view kText = R"cuda(
#pragma once
#include <type_traits>
template <class F>
__global__ void warplens_each_kernel(size_t n, F f) {
  for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) f(i);
}
template <bool D, class F>
inline void warplens_each(size_t n, F f) {
  if constexpr (D) {
    if (n > 0) warplens_each_kernel<<<n < 65536 ? (n + 255) / 256 : 256, 256>>>(n, f);
  } else {
    for (size_t i = 0; i < n; ++i) f(i);
  }
}

// Memory of the device for the time of a call.
template <class T>
struct warplens_temporary {
  T* at;
  explicit warplens_temporary(size_t n) : at(nullptr) { cudaMalloc((void**)&at, (n + 1) * sizeof(T)); }
  ~warplens_temporary() { cudaFree(at); }
  T value(size_t i) const {
    T x;
    cudaMemcpy(&x, at + i, sizeof(T), cudaMemcpyDeviceToHost);
    return x;
  }
};

// Each of 256 threads combines every 256th value; then the threads' results are combined.
template <class T, class Get, class Op>
__global__ void warplens_reduce_kernel(size_t n, Get get, T* results, Op op) {
  const unsigned thread = threadIdx.x;
  if (thread < n) {
    T all = get(thread);
    for (size_t i = thread + 256; i < n; i += 256) all = op(all, get(i));
    results[thread] = all;
  }
  __syncthreads();
  for (unsigned half = 128; half > 0; half /= 2) {
    if (thread < half && thread + half < n) results[thread] = op(results[thread], results[thread + half]);
    __syncthreads();
  }
}
template <bool D, class T, class Get, class Op>
inline T warplens_reduce(size_t n, Get get, T initial, Op op) {
  if constexpr (D) {
    if (n == 0) return initial;
    warplens_temporary<T> results(257);
    warplens_reduce_kernel<<<1, 256>>>(n, get, results.at, op);
    warplens_each_kernel<<<1, 1>>>(1, [at = results.at, initial, op] __device__(size_t i) { at[256] = op(initial, at[0]); });
    return results.value(256);
  } else {
    for (size_t i = 0; i < n; ++i) initial = op(initial, get(i));
    return initial;
  }
}

// Each thread has a part of the values: it combines them, and scans them from what is before.
template <class T, class Get, class Put, class Op>
__global__ void warplens_scan_kernel(size_t n, Get get, Put put, T* sums, Op op, bool has_initial, T initial, bool is_inclusive) {
  const size_t part = (n + 255) / 256, begin = threadIdx.x * part < n ? threadIdx.x * part : n;
  const size_t end = begin + part < n ? begin + part : n;
  if (begin < end) {
    T sum = get(begin);
    for (size_t i = begin + 1; i < end; ++i) sum = op(sum, get(i));
    sums[threadIdx.x] = sum;
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    T before = initial;
    bool is_first = !has_initial;
    for (size_t i = 0; i < 256 && i * part < n; ++i) {
      const T own = sums[i];
      const T with = is_first ? own : op(before, own);
      sums[i] = before;
      before = with;
      is_first = false;
    }
  }
  __syncthreads();
  if (begin >= end) return;
  T before = sums[threadIdx.x];
  bool is_first = !has_initial && threadIdx.x == 0;
  for (size_t i = begin; i < end; ++i) {
    const T own = get(i);
    const T with = is_first ? own : op(before, own);
    put(i, is_inclusive ? with : before);
    before = with;
    is_first = false;
  }
}
template <bool D, class T, class Get, class Put, class Op>
inline void warplens_scan(size_t n, Get get, Put put, Op op, bool has_initial, T initial, bool is_inclusive) {
  if constexpr (D) {
    if (n == 0) return;
    warplens_temporary<T> sums(256);
    warplens_scan_kernel<<<1, 256>>>(n, get, put, sums.at, op, has_initial, initial, is_inclusive);
  } else {
    T before = initial;
    bool is_first = !has_initial;
    for (size_t i = 0; i < n; ++i) {
      const T own = get(i);
      const T with = is_first ? own : op(before, own);
      put(i, is_inclusive ? with : before);
      before = with;
      is_first = false;
    }
  }
}

// Gives each of the chosen elements its place among them; returns how many there are.
template <class Chosen, class Move>
__global__ void warplens_select_kernel(size_t n, Chosen is_chosen, Move move, size_t* counts) {
  const size_t part = (n + 255) / 256, begin = threadIdx.x * part < n ? threadIdx.x * part : n;
  const size_t end = begin + part < n ? begin + part : n;
  size_t count = 0;
  for (size_t i = begin; i < end; ++i) count += is_chosen(i) ? 1 : 0;
  counts[threadIdx.x] = count;
  __syncthreads();
  if (threadIdx.x == 0) {
    size_t all = 0;
    for (int i = 0; i < 256; ++i) {
      const size_t own = counts[i];
      counts[i] = all;
      all += own;
    }
    counts[256] = all;
  }
  __syncthreads();
  size_t place = counts[threadIdx.x];
  for (size_t i = begin; i < end; ++i) {
    if (is_chosen(i)) move(i, place++);
  }
}
template <bool D, class Chosen, class Move>
inline size_t warplens_select(size_t n, Chosen is_chosen, Move move) {
  if constexpr (D) {
    if (n == 0) return 0;
    warplens_temporary<size_t> counts(257);
    warplens_select_kernel<<<1, 256>>>(n, is_chosen, move, counts.at);
    return counts.value(256);
  } else {
    size_t place = 0;
    for (size_t i = 0; i < n; ++i) {
      if (is_chosen(i)) move(i, place++);
    }
    return place;
  }
}

// Merges neighbouring runs of `width` sorted elements; equal ones keep their order.
template <class Less, class Move>
__host__ __device__ inline void warplens_merge(size_t begin, size_t middle, size_t end, Less is_less, Move move) {
  size_t a = begin, b = middle;
  for (size_t to = begin; to < end; ++to) {
    const bool takes_second = b < end && (a >= middle || is_less(b, a));
    move(to, takes_second ? b++ : a++);
  }
}
template <bool D, class K, class V, class Less>
inline void warplens_merge_runs(size_t n, size_t width, const K* keys, K* to_keys, const V* values, V* to_values, Less is_before) {
  warplens_each<D>((n + 2 * width - 1) / (2 * width), [=] __host__ __device__(size_t pair) {
    const size_t begin = pair * 2 * width, middle = begin + width < n ? begin + width : n;
    const size_t end = begin + 2 * width < n ? begin + 2 * width : n;
    warplens_merge(
        begin, middle, end, [=](size_t a, size_t b) { return is_before(keys[a], keys[b]); },
        [=](size_t to, size_t from) {
          to_keys[to] = keys[from];
          if (values != nullptr) to_values[to] = values[from];
        });
  });
}
// Sorts keys, and with them values, if there are any. Stable.
template <bool D, class K, class V, class Less>
inline void warplens_sort(size_t n, K* keys, V* values, Less is_before) {
  const size_t bytes = (values == nullptr ? 0 : n) * sizeof(V);
  K* to_keys;
  V* to_values = nullptr;
  if constexpr (D) {
    cudaMalloc((void**)&to_keys, (n + 1) * sizeof(K));
    if (values != nullptr) cudaMalloc((void**)&to_values, bytes + sizeof(V));
  } else {
    to_keys = (K*)malloc((n + 1) * sizeof(K));
    if (values != nullptr) to_values = (V*)malloc(bytes + sizeof(V));
  }
  K *from = keys, *to = to_keys;
  V *from_values = values, *to_other = to_values;
  for (size_t width = 1; width < n; width *= 2) {
    warplens_merge_runs<D>(n, width, from, to, from_values, to_other, is_before);
    K* const other = from;
    from = to;
    to = other;
    V* const other_values = from_values;
    from_values = to_other;
    to_other = other_values;
  }
  if (from != keys) {
    warplens_each<D>(n, [=] __host__ __device__(size_t i) {
      keys[i] = from[i];
      if (values != nullptr) values[i] = from_values[i];
    });
  }
  if constexpr (D) {
    cudaFree(to_keys);
    cudaFree(to_values);
  } else {
    free((void*)to_keys);
    free((void*)to_values);
  }
}
// Numbers in their own order, which the host sorts at once.
template <bool D, class K, class V>
inline void warplens_sort_numbers(size_t n, K* keys, V* values, bool is_descending) {
  const int kind = std::is_floating_point<K>::value ? 2 : std::is_signed<K>::value ? 1 : 0;
  warplens_sort_bits(keys, n, sizeof(K), kind, is_descending, values, values == nullptr ? 0 : sizeof(V));
}
)cuda";
  return kText;
}

}  // namespace warplens::lang
