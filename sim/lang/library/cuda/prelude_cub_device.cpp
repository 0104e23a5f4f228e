// CUB's device-wide functions, for whole programs: what host code calls. Their results are computed
// by the primitives of prelude_device_algorithms.cpp; what CUB's kernels do to memory is not
// simulated. A first call, with no temporary memory, says how much the second one wants.
#include <string>

#include "sim/lang/library/prelude.hpp"

namespace warplens::lang {
namespace {

constexpr std::string_view kText = R"cuda(
#include <functional>
#include <limits>
#include <warplens_device_algorithms>
namespace cub {
template <typename T>
struct DoubleBuffer {
  T* d_buffers[2];
  int selector;
  DoubleBuffer() : d_buffers{nullptr, nullptr}, selector(0) {}
  DoubleBuffer(T* current, T* alternate) : d_buffers{current, alternate}, selector(0) {}
  T* Current() { return d_buffers[selector]; }
  T* Alternate() { return d_buffers[selector ^ 1]; }
};
template <typename It>
struct __value_of { typedef typename It::value_type type; };
template <typename T>
struct __value_of<T*> { typedef T type; };
template <typename T>
struct __value_of<const T*> { typedef T type; };
template <typename It>
using __value = typename __value_of<It>::type;

// Whether the call only asks for the size of its temporary memory.
inline bool __asks(void* temporary, size_t& bytes) {
  warplens_computed("CUB");
  if (temporary == nullptr) bytes = 1;
  return temporary == nullptr;
}
inline cudaError_t __done() { return cudaPeekAtLastError(); }
template <typename T>
struct __lowest { static T value() { return std::numeric_limits<T>::lowest(); } };
template <typename T>
struct __highest { static T value() { return std::numeric_limits<T>::max(); } };

struct DeviceReduce {
  template <typename In, typename Out, typename Op, typename T>
  static cudaError_t Reduce(void* temporary, size_t& bytes, In in, Out out, size_t n, Op op, T initial, cudaStream_t stream = nullptr) {
    if (__asks(temporary, bytes)) return cudaSuccess;
    warplens_temporary<T> results(257);
    if (n > 0)
      warplens_reduce_kernel<<<1, 256>>>(n, [=] __device__(size_t i) -> T { return (T)in[i]; }, results.at, op);
    warplens_each<true>(1, [=, at = results.at] __device__(size_t) mutable { out[0] = n > 0 ? op(initial, at[0]) : initial; });
    return __done();
  }
  template <typename In, typename Out>
  static cudaError_t Sum(void* temporary, size_t& bytes, In in, Out out, size_t n, cudaStream_t stream = nullptr) {
    return Reduce(temporary, bytes, in, out, n, cub::Sum(), __value<In>(), stream);
  }
  template <typename In, typename Out>
  static cudaError_t Max(void* temporary, size_t& bytes, In in, Out out, size_t n, cudaStream_t stream = nullptr) {
    return Reduce(temporary, bytes, in, out, n, cub::Max(), __lowest<__value<In>>::value(), stream);
  }
  template <typename In, typename Out>
  static cudaError_t Min(void* temporary, size_t& bytes, In in, Out out, size_t n, cudaStream_t stream = nullptr) {
    return Reduce(temporary, bytes, in, out, n, cub::Min(), __highest<__value<In>>::value(), stream);
  }
  template <typename In, typename Out, typename Op>
  static cudaError_t __arg(void* temporary, size_t& bytes, In in, Out out, size_t n, Op op) {
    if (__asks(temporary, bytes)) return cudaSuccess;
    typedef KeyValuePair<int, __value<In>> Pair;
    warplens_temporary<Pair> results(257);
    if (n == 0) return cudaErrorInvalidValue;
    warplens_reduce_kernel<<<1, 256>>>(n, [=] __device__(size_t i) -> Pair { return Pair((int)i, in[i]); }, results.at, op);
    warplens_each<true>(1, [=, at = results.at] __device__(size_t) mutable { out[0] = at[0]; });
    return __done();
  }
  template <typename In, typename Out>
  static cudaError_t ArgMax(void* temporary, size_t& bytes, In in, Out out, size_t n, cudaStream_t stream = nullptr) {
    return __arg(temporary, bytes, in, out, n, cub::ArgMax());
  }
  template <typename In, typename Out>
  static cudaError_t ArgMin(void* temporary, size_t& bytes, In in, Out out, size_t n, cudaStream_t stream = nullptr) {
    return __arg(temporary, bytes, in, out, n, cub::ArgMin());
  }
  template <typename Keys, typename ToKeys, typename Values, typename ToValues, typename Count, typename Op>
  static cudaError_t ReduceByKey(void* temporary, size_t& bytes, Keys keys, ToKeys to_keys, Values values, ToValues to_values, Count count,
                                 Op op, size_t n, cudaStream_t stream = nullptr) {
    if (__asks(temporary, bytes)) return cudaSuccess;
    typedef __value<Values> T;
    const size_t all = warplens_select<true>(
        n, [=] __device__(size_t i) -> bool { return i == 0 || !(keys[i - 1] == keys[i]); },
        [=] __device__(size_t i, size_t place) mutable {
          T sum = values[i];
          for (size_t j = i + 1; j < n && keys[j - 1] == keys[j]; ++j) sum = op(sum, values[j]);
          to_keys[place] = keys[i];
          to_values[place] = sum;
        });
    warplens_each<true>(1, [=] __device__(size_t) mutable { count[0] = all; });
    return __done();
  }
};

struct DeviceScan {
  template <typename In, typename Out, typename Op, typename T>
  static cudaError_t __scan(void* temporary, size_t& bytes, In in, Out out, size_t n, Op op, bool has_initial, T initial, bool is_inclusive) {
    if (__asks(temporary, bytes)) return cudaSuccess;
    warplens_temporary<T> kept(n);
    T* const from = kept.at;
    warplens_each<true>(n, [=] __device__(size_t i) { from[i] = (T)in[i]; });
    warplens_scan<true, T>(
        n, [=] __device__(size_t i) -> T { return from[i]; }, [=] __device__(size_t i, const T& value) mutable { out[i] = value; }, op,
        has_initial, initial, is_inclusive);
    return __done();
  }
  template <typename In, typename Out>
  static cudaError_t ExclusiveSum(void* temporary, size_t& bytes, In in, Out out, size_t n, cudaStream_t stream = nullptr) {
    return __scan(temporary, bytes, in, out, n, cub::Sum(), true, __value<In>(), false);
  }
  template <typename In, typename Out>
  static cudaError_t InclusiveSum(void* temporary, size_t& bytes, In in, Out out, size_t n, cudaStream_t stream = nullptr) {
    return __scan(temporary, bytes, in, out, n, cub::Sum(), false, __value<In>(), true);
  }
  template <typename In, typename Out, typename Op, typename T>
  static cudaError_t ExclusiveScan(void* temporary, size_t& bytes, In in, Out out, Op op, T initial, size_t n, cudaStream_t stream = nullptr) {
    return __scan(temporary, bytes, in, out, n, op, true, (T)initial, false);
  }
  template <typename In, typename Out, typename Op>
  static cudaError_t InclusiveScan(void* temporary, size_t& bytes, In in, Out out, Op op, size_t n, cudaStream_t stream = nullptr) {
    return __scan(temporary, bytes, in, out, n, op, false, __value<In>(), true);
  }
};

struct DeviceRadixSort {
  // Only the bits from begin_bit on count, where the call names some.
  template <typename K, typename V>
  static cudaError_t __sort(void* temporary, size_t& bytes, const K* in, K* out, const V* values, V* to_values, size_t n, bool is_descending,
                            int begin_bit, int end_bit) {
    if (__asks(temporary, bytes)) return cudaSuccess;
    if (begin_bit != 0 || end_bit != (int)sizeof(K) * 8) warplens_not_supported("sorting by some bits of the keys (CUB)");
    if (in != out) cudaMemcpy(out, in, n * sizeof(K), cudaMemcpyDeviceToDevice);
    if (values != nullptr && values != to_values) cudaMemcpy(to_values, values, n * sizeof(V), cudaMemcpyDeviceToDevice);
    warplens_sort_numbers<true>(n, out, to_values, is_descending);
    return __done();
  }
#define WARPLENS_SORTS(Name, is_descending)                                                                                                  \
  template <typename K>                                                                                                                      \
  static cudaError_t SortKeys##Name(void* temporary, size_t& bytes, const K* in, K* out, size_t n, int begin_bit = 0,                        \
                                    int end_bit = sizeof(K) * 8, cudaStream_t stream = nullptr) {                                            \
    return __sort(temporary, bytes, in, out, (const int*)nullptr, (int*)nullptr, n, is_descending, begin_bit, end_bit);                      \
  }                                                                                                                                          \
  template <typename K>                                                                                                                      \
  static cudaError_t SortKeys##Name(void* temporary, size_t& bytes, DoubleBuffer<K>& keys, size_t n, int begin_bit = 0,                      \
                                    int end_bit = sizeof(K) * 8, cudaStream_t stream = nullptr) {                                            \
    if (temporary != nullptr) keys.selector ^= 1;                                                                                            \
    return __sort(temporary, bytes, keys.Alternate(), keys.Current(), (const int*)nullptr, (int*)nullptr, n, is_descending, begin_bit,       \
                  end_bit);                                                                                                                  \
  }                                                                                                                                          \
  template <typename K, typename V>                                                                                                          \
  static cudaError_t SortPairs##Name(void* temporary, size_t& bytes, const K* in, K* out, const V* values, V* to_values, size_t n,           \
                                     int begin_bit = 0, int end_bit = sizeof(K) * 8, cudaStream_t stream = nullptr) {                        \
    return __sort(temporary, bytes, in, out, values, to_values, n, is_descending, begin_bit, end_bit);                                       \
  }                                                                                                                                          \
  template <typename K, typename V>                                                                                                          \
  static cudaError_t SortPairs##Name(void* temporary, size_t& bytes, DoubleBuffer<K>& keys, DoubleBuffer<V>& values, size_t n,               \
                                     int begin_bit = 0, int end_bit = sizeof(K) * 8, cudaStream_t stream = nullptr) {                        \
    if (temporary != nullptr) {                                                                                                              \
      keys.selector ^= 1;                                                                                                                    \
      values.selector ^= 1;                                                                                                                  \
    }                                                                                                                                        \
    return __sort(temporary, bytes, keys.Alternate(), keys.Current(), values.Alternate(), values.Current(), n, is_descending, begin_bit,     \
                  end_bit);                                                                                                                  \
  }
  WARPLENS_SORTS(, false)
  WARPLENS_SORTS(Descending, true)
#undef WARPLENS_SORTS
};

struct DeviceSelect {
  template <typename In, typename Out, typename Count, typename Chosen>
  static cudaError_t __select(void* temporary, size_t& bytes, In in, Out out, Count count, size_t n, Chosen is_chosen) {
    if (__asks(temporary, bytes)) return cudaSuccess;
    typedef __value<In> T;
    warplens_temporary<T> kept(n);
    T* const to = kept.at;
    const size_t all = warplens_select<true>(n, is_chosen, [=] __device__(size_t i, size_t place) { to[place] = in[i]; });
    warplens_each<true>(all, [=] __device__(size_t i) mutable { out[i] = to[i]; });
    warplens_each<true>(1, [=] __device__(size_t) mutable { count[0] = all; });
    return __done();
  }
  template <typename In, typename Out, typename Count, typename P>
  static cudaError_t If(void* temporary, size_t& bytes, In in, Out out, Count count, size_t n, P is_chosen, cudaStream_t stream = nullptr) {
    return __select(temporary, bytes, in, out, count, n, [=] __device__(size_t i) -> bool { return is_chosen(in[i]); });
  }
  template <typename In, typename Flags, typename Out, typename Count>
  static cudaError_t Flagged(void* temporary, size_t& bytes, In in, Flags flags, Out out, Count count, size_t n, cudaStream_t stream = nullptr) {
    return __select(temporary, bytes, in, out, count, n, [=] __device__(size_t i) -> bool { return (bool)flags[i]; });
  }
  template <typename In, typename Out, typename Count>
  static cudaError_t Unique(void* temporary, size_t& bytes, In in, Out out, Count count, size_t n, cudaStream_t stream = nullptr) {
    return __select(temporary, bytes, in, out, count, n, [=] __device__(size_t i) -> bool { return i == 0 || !(in[i] == in[i - 1]); });
  }
};

struct DeviceRunLengthEncode {
  template <typename In, typename Unique, typename Lengths, typename Count>
  static cudaError_t Encode(void* temporary, size_t& bytes, In in, Unique unique, Lengths lengths, Count count, size_t n,
                            cudaStream_t stream = nullptr) {
    if (__asks(temporary, bytes)) return cudaSuccess;
    const size_t all = warplens_select<true>(
        n, [=] __device__(size_t i) -> bool { return i == 0 || !(in[i] == in[i - 1]); },
        [=] __device__(size_t i, size_t place) mutable {
          size_t end = i + 1;
          while (end < n && in[end] == in[i]) ++end;
          unique[place] = in[i];
          lengths[place] = end - i;
        });
    warplens_each<true>(1, [=] __device__(size_t) mutable { count[0] = all; });
    return __done();
  }
};

struct DeviceHistogram {
  template <typename In, typename Counter, typename Level>
  static cudaError_t HistogramEven(void* temporary, size_t& bytes, In in, Counter* histogram, int levels, Level lower, Level upper, size_t n,
                                   cudaStream_t stream = nullptr) {
    if (__asks(temporary, bytes)) return cudaSuccess;
    const int bins = levels - 1;
    cudaMemset(histogram, 0, bins * sizeof(Counter));
    warplens_each<true>(n, [=] __device__(size_t i) {
      const Level value = (Level)in[i];
      if (value >= lower && value < upper) atomicAdd(&histogram[(int)((double)(value - lower) * bins / (double)(upper - lower))], (Counter)1);
    });
    return __done();
  }
};
}  // namespace cub
)cuda";

}  // namespace

std::string_view cub_device_text() {
  static const std::string text = std::string(cub_text()) + std::string(kText);
  return text;
}

}  // namespace warplens::lang
