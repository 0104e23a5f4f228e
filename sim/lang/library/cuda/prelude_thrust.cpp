// thrust for whole programs: its vectors, pointers and iterators. prelude_thrust_algorithms.cpp has
// its algorithms. On the device an iterator is a pointer, or one of those below over pointers; what
// host code holds is turned into that first (warplens_raw).
#include <string>

#include "sim/lang/library/prelude.hpp"

namespace warplens::lang {
namespace {

constexpr std::string_view kThrustTypes = R"cuda(
#pragma once
#include <algorithm>
#include <functional>
#include <new>
#include <random>
#include <tuple>
#include <vector>
#include <warplens_device_algorithms>
namespace thrust {
using std::pair;
using std::make_pair;
using std::tuple;
using std::make_tuple;
using std::tie;
using std::get;
using std::tuple_size;
using std::tuple_element;
using std::plus;
using std::minus;
using std::multiplies;
using std::divides;
using std::modulus;
using std::negate;
using std::equal_to;
using std::not_equal_to;
using std::less;
using std::greater;
using std::less_equal;
using std::greater_equal;
using std::logical_and;
using std::logical_or;
using std::logical_not;
using std::bit_and;
using std::bit_or;
using std::bit_xor;
template <class T = void>
struct maximum { __host__ __device__ T operator()(const T& a, const T& b) const { return a < b ? b : a; } };
template <>
struct maximum<void> { template <class T> __host__ __device__ T operator()(const T& a, const T& b) const { return a < b ? b : a; } };
template <class T = void>
struct minimum { __host__ __device__ T operator()(const T& a, const T& b) const { return b < a ? b : a; } };
template <>
struct minimum<void> { template <class T> __host__ __device__ T operator()(const T& a, const T& b) const { return b < a ? b : a; } };
template <class T = void>
struct identity { __host__ __device__ T operator()(const T& a) const { return a; } };
template <>
struct identity<void> { template <class T> __host__ __device__ T operator()(const T& a) const { return a; } };
template <class T = void>
struct square { __host__ __device__ T operator()(const T& a) const { return a * a; } };
template <>
struct square<void> { template <class T> __host__ __device__ T operator()(const T& a) const { return a * a; } };
template <class A, class R>
struct unary_function { typedef A argument_type; typedef R result_type; };
template <class A, class B, class R>
struct binary_function { typedef A first_argument_type; typedef B second_argument_type; typedef R result_type; };

// Where an algorithm is executed, if the caller says so.
struct warplens_host_policy {};
struct warplens_device_policy {
  warplens_device_policy on(cudaStream_t stream) const { return {}; }
};
static const warplens_host_policy host, seq;
static const warplens_device_policy device;
namespace cuda {
static const warplens_device_policy par, par_nosync;
}
namespace system {
namespace cuda {
static const warplens_device_policy par, par_nosync;
}
}

template <class T>
struct device_ptr;
// An element of the device's memory, as host code reads and writes it.
template <class T>
struct device_reference {
  typedef std::remove_const_t<T> value_type;
  T* at;
  value_type warplens_value() const {
    value_type value;
    cudaMemcpy(&value, at, sizeof(T), cudaMemcpyDeviceToHost);
    return value;
  }
  operator value_type() const { return warplens_value(); }
  device_reference& operator=(const T& value) {
    cudaMemcpy((void*)at, &value, sizeof(T), cudaMemcpyHostToDevice);
    return *this;
  }
  device_reference& operator=(const device_reference& other) { return *this = other.warplens_value(); }
#define WARPLENS_CHANGE(op)                                                    \
  template <class U>                                                           \
  device_reference& operator op##=(const U& value) {                           \
    return *this = (T)(warplens_value() op value);                             \
  }
  WARPLENS_CHANGE(+)
  WARPLENS_CHANGE(-)
  WARPLENS_CHANGE(*)
  WARPLENS_CHANGE(/)
#undef WARPLENS_CHANGE
  device_reference& operator++() { return *this = (T)(warplens_value() + 1); }
  device_reference& operator--() { return *this = (T)(warplens_value() - 1); }
};
template <class S, class T>
inline S& operator<<(S& stream, const device_reference<T>& from) {
  stream << from.warplens_value();
  return stream;
}

// What all iterators have; the type's name, its member that moves, and what two are compared by.
#define WARPLENS_STEPS(TYPE, by)                                                                        \
  __host__ __device__ auto place() const { return by; }                                                 \
  __host__ __device__ TYPE operator+(ptrdiff_t n) const {                                               \
    TYPE moved(*this);                                                                                  \
    moved.at = moved.at + n;                                                                            \
    return moved;                                                                                       \
  }                                                                                                     \
  __host__ __device__ TYPE operator-(ptrdiff_t n) const { return *this + -n; }                          \
  __host__ __device__ TYPE& operator+=(ptrdiff_t n) {                                                   \
    at = at + n;                                                                                        \
    return *this;                                                                                       \
  }                                                                                                     \
  __host__ __device__ TYPE& operator-=(ptrdiff_t n) { return *this += -n; }                             \
  __host__ __device__ TYPE& operator++() { return *this += 1; }                                         \
  __host__ __device__ TYPE& operator--() { return *this += -1; }                                        \
  __host__ __device__ TYPE operator++(int) {                                                            \
    TYPE kept(*this);                                                                                   \
    *this += 1;                                                                                         \
    return kept;                                                                                        \
  }                                                                                                     \
  __host__ __device__ ptrdiff_t operator-(const TYPE& other) const { return place() - other.place(); }   \
  __host__ __device__ bool operator==(const TYPE& other) const { return place() == other.place(); }      \
  __host__ __device__ bool operator!=(const TYPE& other) const { return place() != other.place(); }      \
  __host__ __device__ bool operator<(const TYPE& other) const { return place() < other.place(); }

template <class T>
struct device_ptr {
  typedef std::remove_const_t<T> value_type;
  typedef device_reference<T> reference;
  typedef ptrdiff_t difference_type;
  typedef device_ptr pointer;
  T* at;
  __host__ __device__ device_ptr() : at(nullptr) {}
  __host__ __device__ explicit device_ptr(T* to) : at(to) {}
  template <class U>
  __host__ __device__ device_ptr(const device_ptr<U>& other) : at(other.at) {}
  __host__ __device__ T* get() const { return at; }
  device_reference<T> operator*() const { return device_reference<T>{at}; }
  device_reference<T> operator[](ptrdiff_t n) const { return device_reference<T>{at + n}; }
  explicit operator bool() const { return at != nullptr; }
  WARPLENS_STEPS(device_ptr, at)
};
template <class T>
inline device_ptr<T> device_pointer_cast(T* to) { return device_ptr<T>(to); }
template <class T>
inline device_ptr<T> device_pointer_cast(const device_ptr<T>& to) { return to; }
template <class T>
inline T* raw_pointer_cast(T* to) { return to; }
template <class T>
inline T* raw_pointer_cast(const device_ptr<T>& to) { return to.at; }
template <class T>
inline T& raw_reference_cast(const device_reference<T>& to) { return *to.at; }
template <class T>
inline device_ptr<T> device_malloc(size_t n) {
  T* to = nullptr;
  cudaMalloc((void**)&to, n * sizeof(T));
  return device_ptr<T>(to);
}
template <class T>
inline void device_free(device_ptr<T> to) { cudaFree((void*)to.at); }

template <class T>
struct counting_iterator {
  typedef T value_type;
  typedef T reference;
  typedef ptrdiff_t difference_type;
  T at;
  __host__ __device__ counting_iterator() : at() {}
  __host__ __device__ explicit counting_iterator(T from) : at(from) {}
  __host__ __device__ T operator*() const { return at; }
  __host__ __device__ T operator[](ptrdiff_t n) const { return (T)(at + n); }
  WARPLENS_STEPS(counting_iterator, at)
};
template <class T>
inline counting_iterator<T> make_counting_iterator(T from) { return counting_iterator<T>(from); }
template <class T>
struct constant_iterator {
  typedef T value_type;
  typedef T reference;
  typedef ptrdiff_t difference_type;
  T value;
  ptrdiff_t at;
  __host__ __device__ explicit constant_iterator(T of, ptrdiff_t place = 0) : value(of), at(place) {}
  __host__ __device__ T operator*() const { return value; }
  __host__ __device__ T operator[](ptrdiff_t n) const { return value; }
  WARPLENS_STEPS(constant_iterator, at)
};
template <class T>
inline constant_iterator<T> make_constant_iterator(T value) { return constant_iterator<T>(value); }
struct warplens_nowhere {
  template <class T>
  __host__ __device__ const warplens_nowhere& operator=(const T& value) const { return *this; }
};
template <class T = void>
struct discard_iterator {
  typedef int value_type;
  ptrdiff_t at;
  __host__ __device__ discard_iterator() : at(0) {}
  __host__ __device__ warplens_nowhere operator*() const { return {}; }
  __host__ __device__ warplens_nowhere operator[](ptrdiff_t n) const { return {}; }
  WARPLENS_STEPS(discard_iterator, at)
};
inline discard_iterator<> make_discard_iterator() { return {}; }

template <class It>
struct warplens_value_of { typedef typename It::value_type type; };
template <class T>
struct warplens_value_of<T*> { typedef T type; };
template <class T>
struct warplens_value_of<const T*> { typedef T type; };
template <class It>
using warplens_value = typename warplens_value_of<It>::type;

template <class It>
struct iterator_difference { typedef ptrdiff_t type; };
template <class It>
struct iterator_value { typedef warplens_value<It> type; };
template <class It>
struct iterator_pointer { typedef It type; };
template <class It>
struct iterator_reference { typedef decltype(*std::declval<It&>()) type; };

template <class F, class It>
struct transform_iterator {
  typedef std::decay_t<decltype(std::declval<F>()(std::declval<warplens_value<It>>()))> value_type;
  typedef value_type reference;
  typedef ptrdiff_t difference_type;
  It at;
  F function;
  __host__ __device__ transform_iterator(It it, F f) : at(it), function(f) {}
  __host__ __device__ value_type operator*() const { return function(*at); }
  __host__ __device__ value_type operator[](ptrdiff_t n) const { return function(at[n]); }
  WARPLENS_STEPS(transform_iterator, at)
};
template <class F, class It>
inline transform_iterator<F, It> make_transform_iterator(It it, F function) { return transform_iterator<F, It>(it, function); }
template <class E, class I>
struct permutation_iterator {
  typedef warplens_value<E> value_type;
  typedef decltype(std::declval<E>()[0]) reference;
  typedef ptrdiff_t difference_type;
  E elements;
  I at;
  __host__ __device__ permutation_iterator(E of, I indices) : elements(of), at(indices) {}
  __host__ __device__ reference operator*() const { return elements[*at]; }
  __host__ __device__ reference operator[](ptrdiff_t n) const { return elements[at[n]]; }
  WARPLENS_STEPS(permutation_iterator, at)
};
template <class E, class I>
inline permutation_iterator<E, I> make_permutation_iterator(E elements, I indices) {
  return permutation_iterator<E, I>(elements, indices);
}
template <class Tuple>
struct zip_iterator;
template <class... Its>
struct zip_iterator<std::tuple<Its...>> {
  typedef std::tuple<warplens_value<Its>...> value_type;
  typedef std::tuple<decltype(std::declval<Its>()[0])...> reference;
  typedef ptrdiff_t difference_type;
  std::tuple<Its...> its;
  ptrdiff_t at;
  __host__ __device__ zip_iterator(const std::tuple<Its...>& of, ptrdiff_t place = 0) : its(of), at(place) {}
  template <size_t... I>
  __host__ __device__ reference warplens_all(ptrdiff_t n, std::index_sequence<I...>) const {
    return reference(std::get<I>(its)[n]...);
  }
  __host__ __device__ reference operator*() const { return warplens_all(at, std::index_sequence_for<Its...>()); }
  __host__ __device__ reference operator[](ptrdiff_t n) const { return warplens_all(at + n, std::index_sequence_for<Its...>()); }
  const std::tuple<Its...>& get_iterator_tuple() const { return its; }
  WARPLENS_STEPS(zip_iterator, std::get<0>(its) + at)
};
template <class... Its>
inline zip_iterator<std::tuple<Its...>> make_zip_iterator(const std::tuple<Its...>& its) {
  return zip_iterator<std::tuple<Its...>>(its);
}
template <class First, class... Its>
inline zip_iterator<std::tuple<First, Its...>> make_zip_iterator(First first, Its... its) {
  return zip_iterator<std::tuple<First, Its...>>(std::tuple<First, Its...>(first, its...));
}
#undef WARPLENS_STEPS

// Whether an iterator is of the device's memory, and what it is there.
template <class It>
struct warplens_side {
  static constexpr bool kIsDevice = false;
  static It raw(It it) { return it; }
};
template <class T>
struct warplens_side<device_ptr<T>> {
  static constexpr bool kIsDevice = true;
  static T* raw(device_ptr<T> it) { return it.at; }
};
template <class F, class It>
struct warplens_side<transform_iterator<F, It>> {
  static constexpr bool kIsDevice = warplens_side<It>::kIsDevice;
  static auto raw(transform_iterator<F, It> it) { return make_transform_iterator(warplens_side<It>::raw(it.at), it.function); }
};
template <class E, class I>
struct warplens_side<permutation_iterator<E, I>> {
  static constexpr bool kIsDevice = warplens_side<E>::kIsDevice || warplens_side<I>::kIsDevice;
  static auto raw(permutation_iterator<E, I> it) {
    return make_permutation_iterator(warplens_side<E>::raw(it.elements), warplens_side<I>::raw(it.at));
  }
};
template <class Tuple>
struct warplens_sides;
template <class... Its>
struct warplens_sides<std::tuple<Its...>> {
  static constexpr bool kIsDevice = (warplens_side<Its>::kIsDevice || ...);
  template <size_t... I>
  static auto raw_of(const std::tuple<Its...>& its, std::index_sequence<I...>) {
    return make_zip_iterator(std::make_tuple(warplens_side<Its>::raw(std::get<I>(its))...));
  }
  static auto raw(const std::tuple<Its...>& its) { return raw_of(its, std::index_sequence_for<Its...>()); }
};
template <class Tuple>
struct warplens_side<zip_iterator<Tuple>> {
  static constexpr bool kIsDevice = warplens_sides<Tuple>::kIsDevice;
  static auto raw(zip_iterator<Tuple> it) { return warplens_sides<Tuple>::raw(it.its) + it.at; }
};
template <class It>
inline auto warplens_raw(It it) { return warplens_side<It>::raw(it); }
template <class... Its>
constexpr bool warplens_on_device = (warplens_side<Its>::kIsDevice || ...);
}  // namespace thrust
)cuda";

constexpr std::string_view kVectors = R"cuda(
namespace thrust {
template <class T>
class device_vector;
template <class T>
class host_vector : public std::vector<T> {
 public:
  typedef T* iterator;
  host_vector() {}
  explicit host_vector(size_t count) : std::vector<T>(count) {}
  host_vector(size_t count, const T& value) : std::vector<T>(count, value) {}
  host_vector(std::initializer_list<T> list) : std::vector<T>(list) {}
  host_vector(const std::vector<T>& other) : std::vector<T>(other) {}
  host_vector(const host_vector& other) : std::vector<T>(other) {}
  host_vector(const device_vector<T>& other) { *this = other; }
  template <class It, std::enable_if_t<!std::is_arithmetic_v<It>, int> = 0>
  host_vector(It first, It last) {
    if constexpr (warplens_side<It>::kIsDevice) {
      this->resize(last - first);
      warplens_copy(first, last, this->data());
    } else {
      this->assign(first, last);
    }
  }
  host_vector& operator=(const host_vector& other) {
    this->assign(other.begin(), other.end());
    return *this;
  }
  host_vector& operator=(const std::vector<T>& other) {
    this->assign(other.begin(), other.end());
    return *this;
  }
  host_vector& operator=(const device_vector<T>& other) {
    this->resize(other.size());
    cudaMemcpy((void*)this->data(), (const void*)other.warplens_begin(), other.size() * sizeof(T), cudaMemcpyDeviceToHost);
    return *this;
  }
};

template <class T>
class device_vector {
 public:
  typedef T value_type;
  typedef device_ptr<T> iterator;
  typedef device_ptr<T> pointer;
  typedef device_ptr<const T> const_iterator;
  typedef device_reference<T> reference;
  typedef size_t size_type;
  typedef ptrdiff_t difference_type;
  device_vector() {}
  explicit device_vector(size_t count) { resize(count); }
  device_vector(size_t count, const T& value) { resize(count, value); }
  device_vector(std::initializer_list<T> list) { from_host(list.begin(), list.size()); }
  device_vector(const std::vector<T>& other) { from_host(other.data(), other.size()); }
  device_vector(const host_vector<T>& other) { from_host(other.data(), other.size()); }
  device_vector(const device_vector& other) { from_device(other.at_, other.size_); }
  device_vector(device_vector&& other) { swap(other); }
  template <class It, std::enable_if_t<!std::is_arithmetic_v<It>, int> = 0>
  device_vector(It first, It last) { assign(first, last); }
  ~device_vector() { cudaFree((void*)at_); }
  device_vector& operator=(const device_vector& other) {
    if (this != &other) from_device(other.at_, other.size_);
    return *this;
  }
  device_vector& operator=(device_vector&& other) {
    swap(other);
    return *this;
  }
  device_vector& operator=(const std::vector<T>& other) {
    from_host(other.data(), other.size());
    return *this;
  }
  device_vector& operator=(const host_vector<T>& other) {
    from_host(other.data(), other.size());
    return *this;
  }
  template <class It, std::enable_if_t<!std::is_arithmetic_v<It>, int> = 0>
  void assign(It first, It last) {
    const size_t count = last - first;
    make_room(count, false);
    size_ = count;
    warplens_copy(first, last, begin());
  }
  void assign(size_t count, const T& value) {
    clear();
    resize(count, value);
  }

  device_ptr<T> begin() { return device_ptr<T>(at_); }
  device_ptr<T> end() { return device_ptr<T>(at_ + size_); }
  device_ptr<const T> begin() const { return device_ptr<const T>(at_); }
  device_ptr<const T> end() const { return device_ptr<const T>(at_ + size_); }
  device_ptr<const T> cbegin() const { return device_ptr<const T>(at_); }
  device_ptr<const T> cend() const { return device_ptr<const T>(at_ + size_); }
  device_ptr<T> data() { return device_ptr<T>(at_); }
  device_ptr<const T> data() const { return device_ptr<const T>(at_); }
  const T* warplens_begin() const { return at_; }
  size_t size() const { return size_; }
  size_t capacity() const { return capacity_; }
  bool empty() const { return size_ == 0; }
  device_reference<T> operator[](size_t i) { return device_reference<T>{at_ + i}; }
  T operator[](size_t i) const { return device_reference<T>{at_ + i}.warplens_value(); }
  device_reference<T> front() { return device_reference<T>{at_}; }
  device_reference<T> back() { return device_reference<T>{at_ + (size_ - 1)}; }
  T front() const { return (*this)[0]; }
  T back() const { return (*this)[size_ - 1]; }

  void reserve(size_t count) { make_room(count, true); }
  void resize(size_t count) { resize(count, T()); }
  void resize(size_t count, const T& value) {
    make_room(count, true);
    if (count > size_) warplens_each<true>(count - size_, [at = at_ + size_, value] __device__(size_t i) { at[i] = value; });
    size_ = count;
  }
  void push_back(const T& value) {
    if (size_ == capacity_) make_room(size_ == 0 ? 1 : 2 * size_, true);
    ++size_;
    back() = value;
  }
  void pop_back() { --size_; }
  void clear() { size_ = 0; }
  void shrink_to_fit() {}
  void swap(device_vector& other) {
    std::swap(at_, other.at_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
  }
  device_ptr<T> erase(device_ptr<T> first, device_ptr<T> last) {
    warplens_temporary<T> behind(end() - last);
    const size_t count = end() - last;
    cudaMemcpy((void*)behind.at, (const void*)last.at, count * sizeof(T), cudaMemcpyDeviceToDevice);
    cudaMemcpy((void*)first.at, (const void*)behind.at, count * sizeof(T), cudaMemcpyDeviceToDevice);
    size_ -= last - first;
    return first;
  }
  device_ptr<T> erase(device_ptr<T> place) { return erase(place, place + 1); }
  template <class It>
  void insert(device_ptr<T> place, It first, It last) {
    std::vector<T> all(size_);
    cudaMemcpy((void*)all.data(), (const void*)at_, size_ * sizeof(T), cudaMemcpyDeviceToHost);
    host_vector<T> more(first, last);
    all.insert(all.begin() + (place.at - at_), more.begin(), more.end());
    from_host(all.data(), all.size());
  }
  friend bool operator==(const device_vector& a, const device_vector& b) { return a.warplens_on_host() == b.warplens_on_host(); }
  friend bool operator!=(const device_vector& a, const device_vector& b) { return !(a == b); }
  std::vector<T> warplens_on_host() const {
    std::vector<T> all(size_);
    cudaMemcpy((void*)all.data(), (const void*)at_, size_ * sizeof(T), cudaMemcpyDeviceToHost);
    return all;
  }

 private:
  void make_room(size_t count, bool keeps) {
    if (count <= capacity_) return;
    T* made = nullptr;
    if (cudaMalloc((void**)&made, count * sizeof(T)) != cudaSuccess) throw std::bad_alloc();
    if (keeps && size_ > 0) cudaMemcpy((void*)made, (const void*)at_, size_ * sizeof(T), cudaMemcpyDeviceToDevice);
    cudaFree((void*)at_);
    at_ = made;
    capacity_ = count;
  }
  void from_host(const T* from, size_t count) {
    make_room(count, false);
    size_ = count;
    cudaMemcpy((void*)at_, (const void*)from, count * sizeof(T), cudaMemcpyHostToDevice);
  }
  void from_device(const T* from, size_t count) {
    make_room(count, false);
    size_ = count;
    cudaMemcpy((void*)at_, (const void*)from, count * sizeof(T), cudaMemcpyDeviceToDevice);
  }
  T* at_ = nullptr;
  size_t size_ = 0, capacity_ = 0;
};
template <class T>
using universal_vector = device_vector<T>;
using std::default_random_engine;
using std::uniform_int_distribution;
using std::uniform_real_distribution;
using std::normal_distribution;
using std::minstd_rand;
}  // namespace thrust
)cuda";

}  // namespace

std::string_view thrust_header() {
  static const std::string text = "#include <iostream>\n" + std::string(kThrustTypes) +
                                  std::string(thrust_copies_text()) + std::string(kVectors) +
                                  std::string(thrust_algorithms_text());
  return text;
}

}  // namespace warplens::lang
