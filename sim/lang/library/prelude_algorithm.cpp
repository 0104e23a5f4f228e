// <algorithm> with <numeric>, and <random>, with the results of libstdc++: text in the language
// that Warplens supports.
#include "sim/lang/library/prelude.hpp"

namespace warplens::lang {

std::string_view random_header() {
  static constexpr std::string_view kText = R"cuda(
#pragma once
namespace std {
class mt19937 {
 public:
  typedef unsigned result_type;
  explicit mt19937(unsigned value = 5489u) { seed(value); }
  void seed(unsigned value = 5489u) {
    state_[0] = value;
    for (int i = 1; i < 624; ++i)
      state_[i] = 1812433253u * (state_[i - 1] ^ (state_[i - 1] >> 30)) + i;
    at_ = 624;
  }
  static constexpr unsigned min() { return 0; }
  static constexpr unsigned max() { return 4294967295u; }
  unsigned operator()() {
    if (at_ == 624) refill();
    unsigned x = state_[at_++];
    x ^= x >> 11;
    x ^= (x << 7) & 0x9d2c5680u;
    x ^= (x << 15) & 0xefc60000u;
    return x ^ (x >> 18);
  }
  void discard(unsigned long long count) {
    for (unsigned long long i = 0; i < count; ++i) (*this)();
  }

 private:
  void refill() {
    for (int i = 0; i < 624; ++i) {
      const unsigned x = (state_[i] & 0x80000000u) | (state_[(i + 1) % 624] & 0x7fffffffu);
      state_[i] = state_[(i + 397) % 624] ^ (x >> 1) ^ ((x & 1) != 0 ? 0x9908b0dfu : 0u);
    }
    at_ = 0;
  }
  unsigned state_[624];
  int at_;
};

class mt19937_64 {
 public:
  typedef unsigned long result_type;
  explicit mt19937_64(unsigned long value = 5489) { seed(value); }
  void seed(unsigned long value = 5489) {
    state_[0] = value;
    for (int i = 1; i < 312; ++i)
      state_[i] = 6364136223846793005ul * (state_[i - 1] ^ (state_[i - 1] >> 62)) + i;
    at_ = 312;
  }
  static constexpr unsigned long min() { return 0; }
  static constexpr unsigned long max() { return 18446744073709551615ul; }
  unsigned long operator()() {
    if (at_ == 312) refill();
    unsigned long x = state_[at_++];
    x ^= (x >> 29) & 0x5555555555555555ul;
    x ^= (x << 17) & 0x71d67fffeda60000ul;
    x ^= (x << 37) & 0xfff7eee000000000ul;
    return x ^ (x >> 43);
  }

 private:
  void refill() {
    for (int i = 0; i < 312; ++i) {
      const unsigned long x = (state_[i] & 0xffffffff80000000ul) | (state_[(i + 1) % 312] & 0x7ffffffful);
      state_[i] = state_[(i + 156) % 312] ^ (x >> 1) ^ ((x & 1) != 0 ? 0xb5026f5aa96619e9ul : 0ul);
    }
    at_ = 0;
  }
  unsigned long state_[312];
  int at_;
};

template <unsigned A>
class warplens_linear {
 public:
  typedef unsigned long result_type;
  explicit warplens_linear(unsigned long value = 1) { seed(value); }
  void seed(unsigned long value = 1) {
    state_ = value % 2147483647;
    if (state_ == 0) state_ = 1;
  }
  static constexpr unsigned long min() { return 1; }
  static constexpr unsigned long max() { return 2147483646; }
  unsigned long operator()() {
    state_ = state_ * A % 2147483647;
    return state_;
  }

 private:
  unsigned long state_;
};
typedef warplens_linear<16807> minstd_rand0;
typedef warplens_linear<48271> minstd_rand;
typedef minstd_rand0 default_random_engine;

struct random_device {
  typedef unsigned result_type;
  static constexpr unsigned min() { return 0; }
  static constexpr unsigned max() { return 4294967295u; }
  unsigned operator()() { return warplens_entropy(); }
};

// A number of [0, 1).
template <class Real, class Engine>
inline Real warplens_canonical(Engine& engine) {
  const double range = (double)(engine.max() - engine.min()) + 1;
  const int bits = range > 4294967296.0 ? 64 : range == 4294967296.0 ? 32 : 30;
  const int digits = sizeof(Real) == 4 ? 24 : 53;
  const int draws = (digits + bits - 1) / bits;
  Real sum = 0, scale = 1;
  for (int i = 0; i < draws; ++i) {
    sum += (Real)(engine() - engine.min()) * scale;
    scale = (Real)((double)scale * range);
  }
  const Real drawn = sum / scale;
  if (drawn < (Real)1) return drawn;
  return sizeof(Real) == 4 ? (Real)0.999999940395355224609375 : (Real)0.99999999999999988897769753748;
}

template <class Real = double>
class uniform_real_distribution {
 public:
  explicit uniform_real_distribution(Real a = 0, Real b = 1) : a_(a), b_(b) {}
  template <class Engine>
  Real operator()(Engine& engine) {
    return warplens_canonical<Real>(engine) * (b_ - a_) + a_;
  }

 private:
  Real a_, b_;
};

template <class Int = int>
class uniform_int_distribution {
 public:
  explicit uniform_int_distribution(Int a = 0, Int b = 2147483647) : a_(a), b_(b) {}
  template <class Engine>
  Int operator()(Engine& engine) {
    const unsigned long long all = engine.max() - engine.min();
    const unsigned long long range = (unsigned long long)b_ - (unsigned long long)a_;
    if (all == 4294967295ull && range < all) {
      const unsigned count = (unsigned)range + 1;
      unsigned long long product = (unsigned long long)engine() * count;
      if ((unsigned)product < count) {
        const unsigned threshold = (0u - count) % count;
        while ((unsigned)product < threshold) product = (unsigned long long)engine() * count;
      }
      return (Int)(product >> 32) + a_;
    }
    if (range == all) return (Int)(engine() - engine.min()) + a_;
    const unsigned long long scale = all / (range + 1), past = (range + 1) * scale;
    unsigned long long drawn = engine() - engine.min();
    while (drawn >= past) drawn = engine() - engine.min();
    return (Int)(drawn / scale) + a_;
  }

 private:
  Int a_, b_;
};

template <class Real = double>
class normal_distribution {
 public:
  explicit normal_distribution(Real mean = 0, Real deviation = 1)
      : mean_(mean), deviation_(deviation), kept_(0), has_kept_(false) {}
  template <class Engine>
  Real operator()(Engine& engine) {
    if (has_kept_) {
      has_kept_ = false;
      return kept_ * deviation_ + mean_;
    }
    Real x, y, r;
    do {
      x = (Real)2 * warplens_canonical<Real>(engine) - (Real)1;
      y = (Real)2 * warplens_canonical<Real>(engine) - (Real)1;
      r = x * x + y * y;
    } while (r > (Real)1 || r == (Real)0);
    const Real scale = (Real)sqrt((Real)-2 * (Real)log(r) / r);
    kept_ = x * scale;
    has_kept_ = true;
    return y * scale * deviation_ + mean_;
  }

 private:
  Real mean_, deviation_, kept_;
  bool has_kept_;
};

class bernoulli_distribution {
 public:
  explicit bernoulli_distribution(double p = 0.5) : p_(p) {}
  template <class Engine>
  bool operator()(Engine& engine) {
    return warplens_canonical<double>(engine) < p_;
  }

 private:
  double p_;
};
}
)cuda";
  return kText;
}

std::string_view algorithm_header() {
  static constexpr std::string_view kText = R"cuda(
#pragma once
namespace std {
template <class It, class T>
inline void fill(It first, It last, const T& value) {
  for (; first != last; ++first) *first = value;
}
template <class It, class Size, class T>
inline It fill_n(It first, Size count, const T& value) {
  for (Size i = 0; i < count; ++i, ++first) *first = value;
  return first;
}
template <class It, class T>
inline void iota(It first, It last, T value) {
  for (; first != last; ++first, ++value) *first = value;
}
template <class It, class T>
inline T accumulate(It first, It last, T sum) {
  for (; first != last; ++first) sum = sum + *first;
  return sum;
}
template <class It, class Other, class T>
inline T inner_product(It first, It last, Other other, T sum) {
  for (; first != last; ++first, ++other) sum = sum + *first * *other;
  return sum;
}
template <class It, class To>
inline To copy(It first, It last, To to) {
  for (; first != last; ++first, ++to) *to = *first;
  return to;
}
template <class It, class Other>
inline bool equal(It first, It last, Other other) {
  for (; first != last; ++first, ++other) {
    if (!(*first == *other)) return false;
  }
  return true;
}
template <class It, class T>
inline It find(It first, It last, const T& value) {
  for (; first != last; ++first) {
    if (*first == value) return first;
  }
  return last;
}
template <class It, class T>
inline ptrdiff_t count(It first, It last, const T& value) {
  ptrdiff_t found = 0;
  for (; first != last; ++first) found += *first == value;
  return found;
}
// The first one that does not come before the value.
template <class T, class V, class Less>
inline T* lower_bound(T* first, T* last, const V& value, Less before) {
  while (first != last) {
    T* middle = first + (last - first) / 2;
    if (before(*middle, value))
      first = middle + 1;
    else
      last = middle;
  }
  return first;
}
template <class It>
inline It max_element(It first, It last) {
  It best = first;
  for (; first != last; ++first) {
    if (*best < *first) best = first;
  }
  return best;
}
template <class It>
inline It min_element(It first, It last) {
  It best = first;
  for (; first != last; ++first) {
    if (*first < *best) best = first;
  }
  return best;
}
template <class It>
inline void reverse(It first, It last) {
  while (first != last && first != --last) {
    std::swap(*first, *last);
    ++first;
  }
}
template <class T, class Less>
inline void warplens_sink(T* first, ptrdiff_t at, ptrdiff_t count, Less& less) {
  for (ptrdiff_t child = 2 * at + 1; child < count; child = 2 * at + 1) {
    if (child + 1 < count && less(first[child], first[child + 1])) ++child;
    if (!less(first[at], first[child])) return;
    std::swap(first[at], first[child]);
    at = child;
  }
}
template <class T, class Less>
inline void warplens_heap_sort(T* first, T* last, Less& less) {
  const ptrdiff_t count = last - first;
  for (ptrdiff_t i = count / 2; i-- > 0;) warplens_sink(first, i, count, less);
  for (ptrdiff_t i = count; i-- > 1;) {
    std::swap(first[0], first[i]);
    warplens_sink(first, (ptrdiff_t)0, i, less);
  }
}
// Equal elements end in the order that libstdc++ leaves them in: three in the middle give the pivot,
// and parts of 16 are sorted by insertion at the end.
template <class T, class Less>
inline T* warplens_partition(T* first, T* last, Less& less) {
  T *a = first + 1, *b = first + (last - first) / 2, *c = last - 1;
  T* middle = less(*a, *b) ? (less(*b, *c) ? b : less(*a, *c) ? c : a)
                           : (less(*a, *c) ? a : less(*b, *c) ? c : b);
  std::swap(*first, *middle);
  T* left = first + 1;
  T* right = last;
  while (true) {
    while (less(*left, *first)) ++left;
    --right;
    while (less(*first, *right)) --right;
    if (!(left < right)) return left;
    std::swap(*left, *right);
    ++left;
  }
}
template <class T, class Less>
inline void warplens_insert(T* place, Less& less) {
  T value = *place;
  T* next = place - 1;
  while (less(value, *next)) {
    *place = *next;
    place = next;
    --next;
  }
  *place = value;
}
template <class T, class Less>
inline void warplens_insertion_sort(T* first, T* last, Less& less) {
  if (first == last) return;
  for (T* i = first + 1; i != last; ++i) {
    if (less(*i, *first)) {
      T value = *i;
      for (T* at = i; at != first; --at) *at = *(at - 1);
      *first = value;
    } else {
      warplens_insert(i, less);
    }
  }
}
template <class T, class Less>
inline void warplens_sort_parts(T* first, T* last, int depth, Less& less) {
  while (last - first > 16) {
    if (depth == 0) return warplens_heap_sort(first, last, less);
    --depth;
    T* cut = warplens_partition(first, last, less);
    warplens_sort_parts(cut, last, depth, less);
    last = cut;
  }
}
template <class T, class Less>
inline void sort(T* first, T* last, Less less) {
  int depth = 0;
  for (ptrdiff_t n = last - first; n > 1; n /= 2) depth += 2;
  warplens_sort_parts(first, last, depth, less);
  if (last - first <= 16) return warplens_insertion_sort(first, last, less);
  warplens_insertion_sort(first, first + 16, less);
  for (T* i = first + 16; i != last; ++i) warplens_insert(i, less);
}
template <class T>
inline void sort(T* first, T* last) {
  sort(first, last, less<T>());
}
}
)cuda";
  return kText;
}

}  // namespace warplens::lang
