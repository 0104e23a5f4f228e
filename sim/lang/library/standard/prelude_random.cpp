// <random>, with the numbers that libstdc++ draws: text in the language that Warplens supports.
#include "sim/lang/library/prelude.hpp"

namespace warplens::lang {

std::string_view random_header() {
  static constexpr std::string_view kText = R"cuda(
#pragma once
#include <limits>
#include <vector>
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

// An integer of [a, b].
template <class Int, class Engine>
inline Int warplens_draw(Engine& engine, Int a, Int b) {
  const unsigned long long all = engine.max() - engine.min();
  const unsigned long long range = (unsigned long long)b - (unsigned long long)a;
  if (all == 4294967295ull && range < all) {
    const unsigned count = (unsigned)range + 1;
    unsigned long long product = (unsigned long long)engine() * count;
    if ((unsigned)product < count) {
      const unsigned threshold = (0u - count) % count;
      while ((unsigned)product < threshold) product = (unsigned long long)engine() * count;
    }
    return (Int)(product >> 32) + a;
  }
  if (range == all) return (Int)(engine() - engine.min()) + a;
  if (range > all) {
    const unsigned long long step = all + 1;
    unsigned long long high, drawn;
    do {
      high = step * warplens_draw<unsigned long long>(engine, 0, range / step);
      drawn = high + (engine() - engine.min());
    } while (drawn > range || drawn < high);
    return (Int)drawn + a;
  }
  const unsigned long long scale = all / (range + 1), past = (range + 1) * scale;
  unsigned long long drawn = engine() - engine.min();
  while (drawn >= past) drawn = engine() - engine.min();
  return (Int)(drawn / scale) + a;
}
template <class Int = int>
class uniform_int_distribution {
 public:
  typedef Int result_type;
  explicit uniform_int_distribution(Int a = 0, Int b = numeric_limits<Int>::max()) : a_(a), b_(b) {}
  template <class Engine>
  Int operator()(Engine& engine) {
    return warplens_draw<Int>(engine, a_, b_);
  }
  Int a() const { return a_; }
  Int b() const { return b_; }

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

template <class Real = double>
class exponential_distribution {
 public:
  explicit exponential_distribution(Real lambda = 1) : lambda_(lambda) {}
  template <class Engine>
  Real operator()(Engine& engine) {
    return (Real)(-log((Real)1 - warplens_canonical<Real>(engine)) / lambda_);
  }

 private:
  Real lambda_;
};
template <class Real = double>
class lognormal_distribution {
 public:
  explicit lognormal_distribution(Real mean = 0, Real deviation = 1) : mean_(mean), deviation_(deviation) {}
  template <class Engine>
  Real operator()(Engine& engine) {
    return (Real)exp(deviation_ * normal_(engine) + mean_);
  }

 private:
  Real mean_, deviation_;
  normal_distribution<Real> normal_;
};
template <class Int = int>
class geometric_distribution {
 public:
  explicit geometric_distribution(double p = 0.5) : log_(log(1.0 - p)) {}
  template <class Engine>
  Int operator()(Engine& engine) {
    return (Int)floor(log(1.0 - warplens_canonical<double>(engine)) / log_);
  }

 private:
  double log_;
};
template <class Int = int>
class poisson_distribution {
 public:
  explicit poisson_distribution(double mean = 1) : mean_(mean) {}
  template <class Engine>
  Int operator()(Engine& engine) {
    if (mean_ >= 12) warplens_not_supported("a Poisson distribution of a mean of 12 or more");
    const double least = exp(-mean_);
    Int count = 0;
    for (double product = warplens_canonical<double>(engine); product > least; ++count)
      product *= warplens_canonical<double>(engine);
    return count;
  }

 private:
  double mean_;
};
template <class Int = int>
class discrete_distribution {
 public:
  template <class It>
  discrete_distribution(It first, It last) : weights_(first, last) { sum(); }
  discrete_distribution(initializer_list<double> weights) : weights_(weights) { sum(); }
  template <class Engine>
  Int operator()(Engine& engine) {
    const double drawn = warplens_canonical<double>(engine);
    Int at = 0;
    while (at + 1 < (Int)weights_.size() && weights_[at] < drawn) ++at;
    return at;
  }

 private:
  // The chances become their sums so far.
  void sum() {
    double all = 0, below = 0;
    for (double weight : weights_) all += weight;
    for (double& weight : weights_) {
      below += weight / all;
      weight = below;
    }
  }
  vector<double> weights_;
};
}
)cuda";
  return kText;
}

}  // namespace warplens::lang
