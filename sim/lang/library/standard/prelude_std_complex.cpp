// <complex>, for whole programs and their kernels: text in the language that Warplens supports. The
// formulas are those of g++: products as the parts' sums, quotients scaled as by C's rules.
#include "sim/lang/library/prelude.hpp"

namespace warplens::lang {

std::string_view std_complex_header() {
  static constexpr std::string_view kText = R"cuda(
#pragma once
#include <iostream>
#include <type_traits>
namespace std {
template <class T>
class complex {
 public:
  typedef T value_type;
  __host__ __device__ constexpr complex(T real = T(), T imag = T()) : real_(real), imag_(imag) {}
  template <class U>
  __host__ __device__ constexpr complex(const complex<U>& other) : real_((T)other.real()), imag_((T)other.imag()) {}
  __host__ __device__ constexpr T real() const { return real_; }
  __host__ __device__ constexpr T imag() const { return imag_; }
  __host__ __device__ void real(T value) { real_ = value; }
  __host__ __device__ void imag(T value) { imag_ = value; }
  __host__ __device__ complex& operator=(T value) {
    real_ = value;
    imag_ = T();
    return *this;
  }
  __host__ __device__ complex& operator+=(T by) {
    real_ += by;
    return *this;
  }
  __host__ __device__ complex& operator-=(T by) {
    real_ -= by;
    return *this;
  }
  __host__ __device__ complex& operator*=(T by) {
    real_ *= by;
    imag_ *= by;
    return *this;
  }
  __host__ __device__ complex& operator/=(T by) {
    real_ /= by;
    imag_ /= by;
    return *this;
  }
  __host__ __device__ complex& operator+=(const complex& other) {
    real_ += other.real_;
    imag_ += other.imag_;
    return *this;
  }
  __host__ __device__ complex& operator-=(const complex& other) {
    real_ -= other.real_;
    imag_ -= other.imag_;
    return *this;
  }
  __host__ __device__ complex& operator*=(const complex& other) {
    const T real = real_ * other.real_ - imag_ * other.imag_;
    imag_ = real_ * other.imag_ + imag_ * other.real_;
    real_ = real;
    return *this;
  }
  __host__ __device__ complex& operator/=(const complex& other) {
    T real, imag;
    if (warplens_size(other.real_) < warplens_size(other.imag_)) {
      const T ratio = other.real_ / other.imag_, scale = other.real_ * ratio + other.imag_;
      real = (real_ * ratio + imag_) / scale;
      imag = (imag_ * ratio - real_) / scale;
    } else {
      const T ratio = other.imag_ / other.real_, scale = other.imag_ * ratio + other.real_;
      real = (imag_ * ratio + real_) / scale;
      imag = (imag_ - real_ * ratio) / scale;
    }
    real_ = real;
    imag_ = imag;
    return *this;
  }

 private:
  __host__ __device__ static T warplens_size(T x) { return x < T() ? -x : x; }
  T real_, imag_;
};
#define WARPLENS_COMPLEX(sign)                                                               \
  template <class T>                                                                         \
  __host__ __device__ inline complex<T> operator sign(const complex<T>& a, const complex<T>& b) { \
    complex<T> made(a);                                                                      \
    made sign##= b;                                                                          \
    return made;                                                                             \
  }                                                                                          \
  template <class T>                                                                         \
  __host__ __device__ inline complex<T> operator sign(const complex<T>& a, const type_identity_t<T>& b) { \
    complex<T> made(a);                                                                      \
    made sign##= b;                                                                          \
    return made;                                                                             \
  }                                                                                          \
  template <class T>                                                                         \
  __host__ __device__ inline complex<T> operator sign(const type_identity_t<T>& a, const complex<T>& b) { \
    complex<T> made(a);                                                                      \
    made sign##= b;                                                                          \
    return made;                                                                             \
  }
WARPLENS_COMPLEX(+)
WARPLENS_COMPLEX(-)
WARPLENS_COMPLEX(*)
WARPLENS_COMPLEX(/)
#undef WARPLENS_COMPLEX
template <class T>
__host__ __device__ inline complex<T> operator+(const complex<T>& a) { return a; }
template <class T>
__host__ __device__ inline complex<T> operator-(const complex<T>& a) { return complex<T>(-a.real(), -a.imag()); }
template <class T>
__host__ __device__ inline bool operator==(const complex<T>& a, const complex<T>& b) {
  return a.real() == b.real() && a.imag() == b.imag();
}
template <class T>
__host__ __device__ inline bool operator==(const complex<T>& a, const type_identity_t<T>& b) {
  return a.real() == b && a.imag() == T();
}
template <class T>
__host__ __device__ inline bool operator!=(const complex<T>& a, const complex<T>& b) { return !(a == b); }
template <class T>
__host__ __device__ inline T real(const complex<T>& z) { return z.real(); }
template <class T>
__host__ __device__ inline T imag(const complex<T>& z) { return z.imag(); }
template <class T>
__host__ __device__ inline T norm(const complex<T>& z) { return z.real() * z.real() + z.imag() * z.imag(); }
template <class T>
__host__ __device__ inline T abs(const complex<T>& z) {
  if constexpr (sizeof(T) == 4) {
    return hypotf(z.real(), z.imag());
  } else {
    return hypot(z.real(), z.imag());
  }
}
template <class T>
__host__ __device__ inline T arg(const complex<T>& z) { return (T)atan2(z.imag(), z.real()); }
template <class T>
__host__ __device__ inline complex<T> conj(const complex<T>& z) { return complex<T>(z.real(), -z.imag()); }
template <class T>
__host__ __device__ inline complex<T> polar(T size, T angle = T()) {
  return complex<T>((T)(size * cos(angle)), (T)(size * sin(angle)));
}
template <class T>
__host__ __device__ inline complex<T> exp(const complex<T>& z) { return polar<T>((T)::exp(z.real()), z.imag()); }
template <class T>
__host__ __device__ inline complex<T> log(const complex<T>& z) { return complex<T>((T)::log(abs(z)), arg(z)); }
template <class T>
__host__ __device__ inline complex<T> sin(const complex<T>& z) {
  return complex<T>((T)(::sin(z.real()) * cosh(z.imag())), (T)(::cos(z.real()) * sinh(z.imag())));
}
template <class T>
__host__ __device__ inline complex<T> cos(const complex<T>& z) {
  return complex<T>((T)(::cos(z.real()) * cosh(z.imag())), (T)(-::sin(z.real()) * sinh(z.imag())));
}
template <class T>
__host__ __device__ inline complex<T> sqrt(const complex<T>& z) {
  const T size = abs(z);
  if (size == T()) return complex<T>(T(), z.imag());
  if (z.real() >= T()) {
    const T half = (T)::sqrt((size + z.real()) / 2);
    return complex<T>(half, z.imag() / (2 * half));
  }
  const T half = (T)::sqrt((size - z.real()) / 2);
  const T other = (z.imag() < T() ? -z.imag() : z.imag()) / (2 * half);
  return complex<T>(other, z.imag() < T() ? -half : half);
}
template <class T>
__host__ __device__ inline complex<T> pow(const complex<T>& z, int power) {
  complex<T> made(1), square(z);
  for (unsigned left = power < 0 ? 0u - (unsigned)power : (unsigned)power; left != 0; left /= 2) {
    if (left % 2 == 1) made *= square;
    square *= square;
  }
  return power < 0 ? T(1) / made : made;
}
template <class T>
__host__ __device__ inline complex<T> pow(const complex<T>& z, const complex<T>& power) {
  return z == complex<T>() ? complex<T>() : exp(power * log(z));
}
template <class T>
inline ostream& operator<<(ostream& out, const complex<T>& z) {
  char digits[100];
  snprintf(digits, sizeof digits, (out.flags() & 3) == 1 ? "(%.*f,%.*f)" : "(%.*g,%.*g)", out.precision(),
           (double)z.real(), out.precision(), (double)z.imag());
  return out << digits;
}
inline namespace literals {
inline namespace complex_literals {
constexpr complex<double> operator""i(long double x) { return complex<double>(0, x); }
constexpr complex<double> operator""i(unsigned long long x) { return complex<double>(0, (double)x); }
}
}
}
)cuda";
  return kText;
}

}  // namespace warplens::lang
