// <chrono> and <ratio>, for whole programs: text in the language that Warplens supports. The clocks
// are those of the program, which advance with what it executes.
#include "sim/lang/library/prelude.hpp"

namespace warplens::lang {

std::string_view chrono_header() {
  static constexpr std::string_view kText =
      "#pragma once\n#include <type_traits>\n"
      R"cuda(
namespace std {
constexpr long warplens_gcd(long a, long b) { return b == 0 ? a : warplens_gcd(b, a % b); }
template <long N, long D = 1>
struct ratio {
  static constexpr long num = N / warplens_gcd(N, D), den = D / warplens_gcd(N, D);
  typedef ratio<num, den> type;
};
typedef ratio<1, 1000000000> nano;
typedef ratio<1, 1000000> micro;
typedef ratio<1, 1000> milli;
typedef ratio<1, 100> centi;
typedef ratio<1, 10> deci;
typedef ratio<1000, 1> kilo;
typedef ratio<1000000, 1> mega;
typedef ratio<1000000000, 1> giga;
template <class A, class B>
using ratio_add = ratio<A::num * B::den + B::num * A::den, A::den * B::den>;
template <class A, class B>
using ratio_subtract = ratio<A::num * B::den - B::num * A::den, A::den * B::den>;
template <class A, class B>
using ratio_multiply = ratio<A::num * B::num, A::den * B::den>;
template <class A, class B>
using ratio_divide = ratio<A::num * B::den, A::den * B::num>;
template <class A, class B>
constexpr bool ratio_equal_v = A::num * B::den == B::num * A::den;
template <class A, class B>
constexpr bool ratio_less_v = A::num * B::den < B::num * A::den;
namespace chrono {
template <class Rep, class Period>
struct duration;
// The ratio that both divide, and the type of their counts' sum.
template <class P, class Q>
using warplens_finer = ratio<warplens_gcd(P::num, Q::num), P::den / warplens_gcd(P::den, Q::den) * Q::den>;
template <class R, class P, class S, class Q>
using warplens_common = duration<decltype(R() + S()), warplens_finer<P, Q>>;
template <class T>
constexpr bool warplens_is_duration = false;
template <class R, class P>
constexpr bool warplens_is_duration<duration<R, P>> = true;

template <class To, class Rep, class Period>
constexpr To duration_cast(const duration<Rep, Period>& from) {
  typedef typename To::rep R;
  typedef typename To::period P;
  constexpr long num = Period::num / warplens_gcd(Period::num, P::num) * (P::den / warplens_gcd(P::den, Period::den));
  constexpr long den = P::num / warplens_gcd(Period::num, P::num) * (Period::den / warplens_gcd(P::den, Period::den));
  typedef decltype(R() + Rep() + 0l) C;
  if constexpr (den == 1) {
    return To((R)((C)from.count() * (C)num));
  } else if constexpr (num == 1) {
    return To((R)((C)from.count() / (C)den));
  } else {
    return To((R)((C)from.count() * (C)num / (C)den));
  }
}

template <class Rep, class Period = ratio<1, 1>>
struct duration {
  typedef Rep rep;
  typedef Period period;
  Rep ticks;
  constexpr duration() : ticks(0) {}
  template <class R, enable_if_t<is_arithmetic_v<R>, int> = 0>
  constexpr explicit duration(const R& n) : ticks((Rep)n) {}
  template <class R, class P>
  constexpr duration(const duration<R, P>& other) : ticks(duration_cast<duration>(other).count()) {}
  constexpr Rep count() const { return ticks; }
  constexpr duration operator-() const { return duration(-ticks); }
  duration& operator+=(const duration& other) {
    ticks += other.ticks;
    return *this;
  }
  duration& operator-=(const duration& other) {
    ticks -= other.ticks;
    return *this;
  }
  duration& operator*=(const Rep& by) {
    ticks *= by;
    return *this;
  }
  duration& operator/=(const Rep& by) {
    ticks /= by;
    return *this;
  }
  duration& operator++() {
    ++ticks;
    return *this;
  }
  static constexpr duration zero() { return duration(0); }
};
typedef duration<long, nano> nanoseconds;
typedef duration<long, micro> microseconds;
typedef duration<long, milli> milliseconds;
typedef duration<long, ratio<1, 1>> seconds;
typedef duration<long, ratio<60, 1>> minutes;
typedef duration<long, ratio<3600, 1>> hours;

template <class R, class P, class S, class Q>
constexpr warplens_common<R, P, S, Q> operator+(const duration<R, P>& a, const duration<S, Q>& b) {
  typedef warplens_common<R, P, S, Q> C;
  return C(C(a).count() + C(b).count());
}
template <class R, class P, class S, class Q>
constexpr warplens_common<R, P, S, Q> operator-(const duration<R, P>& a, const duration<S, Q>& b) {
  typedef warplens_common<R, P, S, Q> C;
  return C(C(a).count() - C(b).count());
}
template <class R, class P, class S, class Q>
constexpr decltype(R() + S()) operator/(const duration<R, P>& a, const duration<S, Q>& b) {
  typedef warplens_common<R, P, S, Q> C;
  return C(a).count() / C(b).count();
}
template <class R, class P, class S, enable_if_t<is_arithmetic_v<S>, int> = 0>
constexpr duration<decltype(R() * S()), P> operator*(const duration<R, P>& a, const S& by) {
  return duration<decltype(R() * S()), P>(a.count() * by);
}
template <class R, class P, class S, enable_if_t<is_arithmetic_v<S>, int> = 0>
constexpr duration<decltype(R() * S()), P> operator*(const S& by, const duration<R, P>& a) {
  return a * by;
}
template <class R, class P, class S, enable_if_t<is_arithmetic_v<S>, int> = 0>
constexpr duration<decltype(R() / S()), P> operator/(const duration<R, P>& a, const S& by) {
  return duration<decltype(R() / S()), P>(a.count() / by);
}
template <class R, class P, class S, class Q>
constexpr bool operator==(const duration<R, P>& a, const duration<S, Q>& b) {
  typedef warplens_common<R, P, S, Q> C;
  return C(a).count() == C(b).count();
}
template <class R, class P, class S, class Q>
constexpr bool operator!=(const duration<R, P>& a, const duration<S, Q>& b) { return !(a == b); }
template <class R, class P, class S, class Q>
constexpr bool operator<(const duration<R, P>& a, const duration<S, Q>& b) {
  typedef warplens_common<R, P, S, Q> C;
  return C(a).count() < C(b).count();
}
template <class R, class P, class S, class Q>
constexpr bool operator>(const duration<R, P>& a, const duration<S, Q>& b) { return b < a; }
template <class R, class P, class S, class Q>
constexpr bool operator<=(const duration<R, P>& a, const duration<S, Q>& b) { return !(b < a); }
template <class R, class P, class S, class Q>
constexpr bool operator>=(const duration<R, P>& a, const duration<S, Q>& b) { return !(a < b); }

template <class Clock, class Duration = typename Clock::duration>
struct time_point {
  typedef Clock clock;
  typedef Duration duration;
  typedef typename Duration::rep rep;
  typedef typename Duration::period period;
  Duration since;
  constexpr time_point() : since() {}
  constexpr explicit time_point(const Duration& from) : since(from) {}
  template <class D>
  constexpr time_point(const time_point<Clock, D>& other) : since(other.time_since_epoch()) {}
  constexpr Duration time_since_epoch() const { return since; }
  template <class R, class P>
  time_point& operator+=(const std::chrono::duration<R, P>& by) {
    since += Duration(by);
    return *this;
  }
};
template <class To, class Clock, class D>
constexpr time_point<Clock, To> time_point_cast(const time_point<Clock, D>& from) {
  return time_point<Clock, To>(duration_cast<To>(from.time_since_epoch()));
}
template <class C, class D, class E>
constexpr auto operator-(const time_point<C, D>& a, const time_point<C, E>& b) {
  return a.time_since_epoch() - b.time_since_epoch();
}
template <class C, class D, class R, class P>
constexpr auto operator+(const time_point<C, D>& a, const duration<R, P>& b) {
  typedef decltype(a.time_since_epoch() + b) S;
  return time_point<C, S>(a.time_since_epoch() + b);
}
template <class C, class D, class R, class P>
constexpr auto operator-(const time_point<C, D>& a, const duration<R, P>& b) {
  typedef decltype(a.time_since_epoch() - b) S;
  return time_point<C, S>(a.time_since_epoch() - b);
}
template <class C, class D, class E>
constexpr bool operator==(const time_point<C, D>& a, const time_point<C, E>& b) {
  return a.time_since_epoch() == b.time_since_epoch();
}
template <class C, class D, class E>
constexpr bool operator<(const time_point<C, D>& a, const time_point<C, E>& b) {
  return a.time_since_epoch() < b.time_since_epoch();
}
template <class C, class D, class E>
constexpr bool operator>(const time_point<C, D>& a, const time_point<C, E>& b) { return b < a; }
template <class C, class D, class E>
constexpr bool operator<=(const time_point<C, D>& a, const time_point<C, E>& b) { return !(b < a); }
template <class C, class D, class E>
constexpr bool operator>=(const time_point<C, D>& a, const time_point<C, E>& b) { return !(a < b); }

// Clock 1 counts from the program's start, clock 0 from 1970.
struct steady_clock {
  typedef nanoseconds duration;
  typedef long rep;
  typedef nano period;
  typedef std::chrono::time_point<steady_clock, nanoseconds> time_point;
  static constexpr bool is_steady = true;
  static time_point now() { return time_point(nanoseconds(warplens_nanoseconds(1))); }
};
struct system_clock {
  typedef nanoseconds duration;
  typedef long rep;
  typedef nano period;
  typedef std::chrono::time_point<system_clock, nanoseconds> time_point;
  static constexpr bool is_steady = false;
  static time_point now() { return time_point(nanoseconds(warplens_nanoseconds(0))); }
  static time_t to_time_t(const time_point& at) { return at.time_since_epoch().count() / 1000000000; }
};
typedef system_clock high_resolution_clock;
}
inline namespace literals {
inline namespace chrono_literals {
#define WARPLENS_SUFFIX(suffix, whole, ratio)                                                  \
  constexpr chrono::whole operator""suffix(unsigned long long n) { return chrono::whole((long)n); } \
  constexpr chrono::duration<double, ratio> operator""suffix(long double n) {                  \
    return chrono::duration<double, ratio>((double)n);                                         \
  }
typedef std::ratio<60, 1> warplens_minute;
typedef std::ratio<3600, 1> warplens_hour;
typedef std::ratio<1, 1> warplens_second;
WARPLENS_SUFFIX(h, hours, warplens_hour)
WARPLENS_SUFFIX(min, minutes, warplens_minute)
WARPLENS_SUFFIX(s, seconds, warplens_second)
WARPLENS_SUFFIX(ms, milliseconds, milli)
WARPLENS_SUFFIX(us, microseconds, micro)
WARPLENS_SUFFIX(ns, nanoseconds, nano)
#undef WARPLENS_SUFFIX
}
}
namespace chrono {
using namespace literals::chrono_literals;
}
namespace this_thread {
template <class R, class P>
inline void sleep_for(const chrono::duration<R, P>& time) {
  warplens_sleep(chrono::duration_cast<chrono::nanoseconds>(time).count());
}
}
}
)cuda";
  return kText;
}

bool needs_chrono_text(std::string_view text) {
  return text.find("std::chrono") != std::string_view::npos;
}

}  // namespace warplens::lang
