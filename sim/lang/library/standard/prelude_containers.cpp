// Containers of the C++ standard library, for whole programs: text in the language that Warplens
// supports, included by the standard's headers.
#include "sim/lang/library/prelude.hpp"

namespace warplens::lang {

std::string_view vector_header() {
  static constexpr std::string_view kText =
      R"cuda(
#pragma once
)cuda"
      "#include <bits/stl_algobase.h>\n#include <bits/stl_iterator.h>\n#include "
      "<bits/functexcept.h>\n#include <type_traits>\n"
      R"cuda(
namespace std {
template <class T>
struct initializer_list {
  typedef T value_type;
  const T* first;
  size_t count;
  const T* begin() const { return first; }
  const T* end() const { return first + count; }
  size_t size() const { return count; }
};

template <class T>
class vector {
 public:
  typedef T value_type;
  typedef T* iterator;
  typedef const T* const_iterator;
  typedef T& reference;
  typedef const T& const_reference;
  typedef size_t size_type;
  typedef ptrdiff_t difference_type;

  vector() : first_(nullptr), size_(0), capacity_(0) {}
  explicit vector(size_t count) : first_(nullptr), size_(0), capacity_(0) {
    check_new(count);
    resize(count);
  }
  vector(size_t count, const T& value) : first_(nullptr), size_(0), capacity_(0) {
    check_new(count);
    resize(count, value);
  }
  vector(initializer_list<T> list) : first_(nullptr), size_(0), capacity_(0) {
    append(list.begin(), list.size());
  }
  template <class It, enable_if_t<!is_arithmetic_v<It>, int> = 0>
  vector(It first, It last) : first_(nullptr), size_(0), capacity_(0) {
    for (; first != last; ++first) push_back(*first);
  }
  vector(const vector& other) : first_(nullptr), size_(0), capacity_(0) {
    append(other.first_, other.size_);
  }
  vector(vector&& other) : first_(nullptr), size_(0), capacity_(0) { swap(other); }
  ~vector() {
    clear();
    free((void*)first_);
  }
  vector& operator=(const vector& other) {
    if (this == &other) return *this;
    clear();
    append(other.first_, other.size_);
    return *this;
  }

  vector& operator=(vector&& other) {
    swap(other);
    return *this;
  }

  T* begin() { return first_; }
  const T* begin() const { return first_; }
  const T* cbegin() const { return first_; }
  T* end() { return first_ + size_; }
  const T* end() const { return first_ + size_; }
  const T* cend() const { return first_ + size_; }
  reverse_iterator<T*> rbegin() const { return reverse_iterator<T*>(first_ + size_); }
  reverse_iterator<T*> rend() const { return reverse_iterator<T*>(first_); }
  reverse_iterator<const T*> crbegin() const { return reverse_iterator<const T*>(first_ + size_); }
  reverse_iterator<const T*> crend() const { return reverse_iterator<const T*>(first_); }
  T* data() { return first_; }
  const T* data() const { return first_; }
  size_t size() const { return size_; }
  size_t max_size() const { return (size_t)-1 / sizeof(T) / 2; }
  size_t capacity() const { return capacity_; }
  bool empty() const { return size_ == 0; }
  T& operator[](size_t i) { return first_[i]; }
  const T& operator[](size_t i) const { return first_[i]; }
  T& at(size_t i) {
    if (i >= size_) warplens_fail_at("vector::_M_range_check: __n (which is %zu) >= this->size() (which is %zu)", i, size_);
    return first_[i];
  }
  const T& at(size_t i) const {
    if (i >= size_) warplens_fail_at("vector::_M_range_check: __n (which is %zu) >= this->size() (which is %zu)", i, size_);
    return first_[i];
  }
  T& front() { return first_[0]; }
  const T& front() const { return first_[0]; }
  T& back() { return first_[size_ - 1]; }
  const T& back() const { return first_[size_ - 1]; }

  void check_new(size_t count) const {
    if (count > max_size()) warplens_fail_length("cannot create std::vector larger than max_size()");
  }
  void reserve(size_t count) {
    if (count <= capacity_) return;
    if (count > max_size()) warplens_fail_length("vector::reserve");
    first_ = (T*)warplens_held(realloc((void*)first_, count * sizeof(T)));
    capacity_ = count;
  }
  void shrink_to_fit() {}
  void resize(size_t count) {
    shrink(count);
    if (count == size_) return;
    if (count > max_size()) warplens_fail_length("vector::_M_default_append");
    grow(count);
    if (warplens_begins<T>()) {
      for (size_t i = size_; i < count; ++i) new (first_ + i) T();
    } else {
      memset((void*)(first_ + size_), 0, (count - size_) * sizeof(T));
    }
    size_ = count;
  }
  void resize(size_t count, const T& value) {
    shrink(count);
    if (count == size_) return;
    if (count > max_size()) warplens_fail_length("vector::_M_fill_insert");
    grow(count);
    for (size_t i = size_; i < count; ++i) new (first_ + i) T(value);
    size_ = count;
  }
  void assign(size_t count, const T& value) {
    clear();
    resize(count, value);
  }
  void assign(initializer_list<T> list) {
    clear();
    append(list.begin(), list.size());
  }
  template <class It, enable_if_t<!is_arithmetic_v<It>, int> = 0>
  void assign(It first, It last) {
    clear();
    for (; first != last; ++first) push_back(*first);
  }
  void clear() { shrink(0); }
  void push_back(const T& value) {
    if (size_ == capacity_) {
      T kept(value);  // it may be one of ours
      grow(size_ + 1);
      new (first_ + size_) T(kept);
    } else {
      new (first_ + size_) T(value);
    }
    ++size_;
  }
  void push_back(T&& value) { emplace_back(std::move(value)); }
  template <class... A>
  T& emplace_back(A&&... arguments) {
    if (size_ == capacity_) {
      T kept(std::forward<A>(arguments)...);  // they may be ours
      grow(size_ + 1);
      new (first_ + size_) T(std::move(kept));
    } else {
      new (first_ + size_) T(std::forward<A>(arguments)...);
    }
    return first_[size_++];
  }
  void pop_back() { shrink(size_ - 1); }
  template <class... A>
  T* emplace(const T* place, A&&... arguments) {
    return insert(place, T(std::forward<A>(arguments)...));
  }
  T* insert(const T* place, const T& value) { return insert(place, T(value)); }
  T* insert(const T* place, T&& value) {
    const size_t at = place - first_;
    T kept(std::move(value));
    grow(size_ + 1);
    memmove((void*)(first_ + at + 1), (const void*)(first_ + at), (size_ - at) * sizeof(T));
    new (first_ + at) T(std::move(kept));
    ++size_;
    return first_ + at;
  }
  T* insert(const T* place, size_t count, const T& value) {
    const size_t at = place - first_;
    T kept(value);
    for (size_t i = 0; i < count; ++i) insert(first_ + at, kept);
    return first_ + at;
  }
  T* insert(const T* place, initializer_list<T> list) { return insert(place, list.begin(), list.end()); }
  template <class It, enable_if_t<!is_arithmetic_v<It>, int> = 0>
  T* insert(const T* place, It first, It last) {
    size_t at = place - first_;
    const size_t begin = at;
    for (; first != last; ++first) insert(first_ + at++, *first);
    return first_ + begin;
  }
  T* erase(const T* first, const T* last) {
    const size_t at = first - first_, count = last - first;
    for (size_t i = at; i < at + count; ++i) first_[i].~T();
    memmove((void*)(first_ + at), (const void*)last, (size_ - at - count) * sizeof(T));
    size_ -= count;
    return first_ + at;
  }
  T* erase(const T* place) { return erase(place, place + 1); }
  void swap(vector& other) {
    T* first = first_;
    const size_t size = size_, capacity = capacity_;
    first_ = other.first_;
    size_ = other.size_;
    capacity_ = other.capacity_;
    other.first_ = first;
    other.size_ = size;
    other.capacity_ = capacity;
  }

 private:
  void shrink(size_t count) {
    if (warplens_ends<T>()) {
      for (size_t i = count; i < size_; ++i) first_[i].~T();
    }
    if (count < size_) size_ = count;
  }
  void grow(size_t count) {
    if (count > capacity_) reserve(count > 2 * capacity_ ? count : 2 * capacity_);
  }
  void append(const T* from, size_t count) {
    grow(size_ + count);
    if (warplens_copies<T>()) {
      for (size_t i = 0; i < count; ++i) new (first_ + size_ + i) T(from[i]);
    } else if (count != 0) {
      memcpy((void*)(first_ + size_), (const void*)from, count * sizeof(T));
    }
    size_ += count;
  }
  T* first_;
  size_t size_, capacity_;
};

template <class It>
vector(It, It) -> vector<remove_cv_t<remove_reference_t<decltype(*It())>>>;
template <class T>
inline bool operator==(const vector<T>& a, const vector<T>& b) {
  if (a.size() != b.size()) return false;
  for (size_t i = 0; i < a.size(); ++i) {
    if (!(a[i] == b[i])) return false;
  }
  return true;
}
template <class T>
inline bool operator!=(const vector<T>& a, const vector<T>& b) { return !(a == b); }
template <class T>
inline bool operator<(const vector<T>& a, const vector<T>& b) {
  for (size_t i = 0; i < a.size() && i < b.size(); ++i) {
    if (a[i] < b[i]) return true;
    if (b[i] < a[i]) return false;
  }
  return a.size() < b.size();
}
}
)cuda";
  return kText;
}

std::string_view array_header() {
  static constexpr std::string_view kText = R"cuda(
#pragma once
)cuda"
                                            "#include <tuple>\n#include <vector>\n"
                                            R"cuda(
namespace std {
template <class T, size_t N>
struct array {
  typedef T value_type;
  typedef T* iterator;
  typedef const T* const_iterator;
  typedef size_t size_type;
  T elements[N];
  __host__ __device__ constexpr size_t size() const { return N; }
  __host__ __device__ constexpr size_t max_size() const { return N; }
  __host__ __device__ constexpr bool empty() const { return N == 0; }
  __host__ __device__ constexpr T* data() { return elements; }
  __host__ __device__ constexpr const T* data() const { return elements; }
  __host__ __device__ constexpr T* begin() { return elements; }
  __host__ __device__ constexpr const T* begin() const { return elements; }
  __host__ __device__ constexpr const T* cbegin() const { return elements; }
  __host__ __device__ constexpr T* end() { return elements + N; }
  __host__ __device__ constexpr const T* end() const { return elements + N; }
  __host__ __device__ constexpr const T* cend() const { return elements + N; }
  reverse_iterator<T*> rbegin() { return reverse_iterator<T*>(elements + N); }
  reverse_iterator<T*> rend() { return reverse_iterator<T*>(elements); }
  __host__ __device__ constexpr T& operator[](size_t i) { return elements[i]; }
  __host__ __device__ constexpr const T& operator[](size_t i) const { return elements[i]; }
  __host__ __device__ constexpr T& at(size_t i) {
    if (i >= N) warplens_fail_at("array::at: __n (which is %zu) >= _Nm (which is %zu)", i, N);
    return elements[i];
  }
  __host__ __device__ constexpr const T& at(size_t i) const {
    if (i >= N) warplens_fail_at("array::at: __n (which is %zu) >= _Nm (which is %zu)", i, N);
    return elements[i];
  }
  __host__ __device__ constexpr T& front() { return elements[0]; }
  __host__ __device__ constexpr const T& front() const { return elements[0]; }
  __host__ __device__ constexpr T& back() { return elements[N - 1]; }
  __host__ __device__ constexpr const T& back() const { return elements[N - 1]; }
  __host__ __device__ constexpr void fill(const T& value) {
    for (size_t i = 0; i < N; ++i) elements[i] = value;
  }
  __host__ __device__ constexpr void swap(array& other) {
    for (size_t i = 0; i < N; ++i) std::swap(elements[i], other.elements[i]);
  }
};
template <class T, class... U>
array(T, U...) -> array<T, 1 + sizeof...(U)>;
template <class T, size_t N>
__host__ __device__ constexpr bool operator==(const array<T, N>& a, const array<T, N>& b) {
  for (size_t i = 0; i < N; ++i) {
    if (!(a[i] == b[i])) return false;
  }
  return true;
}
template <class T, size_t N>
__host__ __device__ constexpr bool operator!=(const array<T, N>& a, const array<T, N>& b) { return !(a == b); }
template <class T, size_t N>
struct tuple_size<array<T, N>> {
  static constexpr size_t value = N;
};
template <size_t I, class T, size_t N>
struct tuple_element<I, array<T, N>> {
  using type = T;
};
template <size_t I, class T, size_t N>
__host__ __device__ constexpr T& get(array<T, N>& from) { return from.elements[I]; }
template <size_t I, class T, size_t N>
__host__ __device__ constexpr const T& get(const array<T, N>& from) { return from.elements[I]; }
}
)cuda";
  return kText;
}

}  // namespace warplens::lang
