// Containers of the C++ standard library, for whole programs: text in the language that Warplens
// supports, included by the standard's headers.
#include "sim/lang/library/prelude.hpp"

namespace warplens::lang {

std::string_view vector_header() {
  static constexpr std::string_view kText = R"cuda(
#pragma once
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

inline void warplens_out_of_range(const char* what, size_t index, size_t size) {
  fflush(stdout);
  fprintf(stderr,
          "terminate called after throwing an instance of 'std::out_of_range'\n"
          "  what():  %s: __n (which is %zu) >= this->size() (which is %zu)\n",
          what, index, size);
  abort();
}

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
  explicit vector(size_t count) : first_(nullptr), size_(0), capacity_(0) { resize(count); }
  vector(size_t count, const T& value) : first_(nullptr), size_(0), capacity_(0) {
    resize(count, value);
  }
  vector(initializer_list<T> list) : first_(nullptr), size_(0), capacity_(0) {
    append(list.begin(), list.size());
  }
  template <class U>
  vector(U* first, U* last) : first_(nullptr), size_(0), capacity_(0) {
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
  T* data() { return first_; }
  const T* data() const { return first_; }
  size_t size() const { return size_; }
  size_t capacity() const { return capacity_; }
  bool empty() const { return size_ == 0; }
  T& operator[](size_t i) { return first_[i]; }
  const T& operator[](size_t i) const { return first_[i]; }
  T& at(size_t i) {
    if (i >= size_) warplens_out_of_range("vector::_M_range_check", i, size_);
    return first_[i];
  }
  const T& at(size_t i) const {
    if (i >= size_) warplens_out_of_range("vector::_M_range_check", i, size_);
    return first_[i];
  }
  T& front() { return first_[0]; }
  const T& front() const { return first_[0]; }
  T& back() { return first_[size_ - 1]; }
  const T& back() const { return first_[size_ - 1]; }

  void reserve(size_t count) {
    if (count <= capacity_) return;
    first_ = (T*)realloc((void*)first_, count * sizeof(T));
    capacity_ = count;
  }
  void shrink_to_fit() {}
  void resize(size_t count) {
    shrink(count);
    if (count == size_) return;
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
    grow(count);
    for (size_t i = size_; i < count; ++i) new (first_ + i) T(value);
    size_ = count;
  }
  void assign(size_t count, const T& value) {
    clear();
    resize(count, value);
  }
  template <class U>
  void assign(U* first, U* last) {
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
  T& emplace_back() {
    resize(size_ + 1);
    return back();
  }
  T& emplace_back(const T& value) {
    push_back(value);
    return back();
  }
  template <class A, class B>
  T& emplace_back(const A& a, const B& b) {
    push_back(T(a, b));
    return back();
  }
  template <class A, class B, class C>
  T& emplace_back(const A& a, const B& b, const C& c) {
    push_back(T(a, b, c));
    return back();
  }
  void pop_back() { shrink(size_ - 1); }
  T* insert(const T* place, const T& value) {
    const size_t at = place - first_;
    T kept(value);
    grow(size_ + 1);
    memmove((void*)(first_ + at + 1), (const void*)(first_ + at), (size_ - at) * sizeof(T));
    new (first_ + at) T(kept);
    ++size_;
    return first_ + at;
  }
  template <class U>
  T* insert(const T* place, U* first, U* last) {
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
      for (size_t i = size_; i > count; --i) first_[i - 1].~T();
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
}
)cuda";
  return kText;
}

std::string_view array_header() {
  static constexpr std::string_view kText = R"cuda(
#pragma once
namespace std {
template <class T, size_t N>
struct array {
  typedef T value_type;
  T elements[N];
  __host__ __device__ constexpr size_t size() const { return N; }
  __host__ __device__ bool empty() const { return N == 0; }
  __host__ __device__ T* data() { return elements; }
  __host__ __device__ const T* data() const { return elements; }
  __host__ __device__ T* begin() { return elements; }
  __host__ __device__ const T* begin() const { return elements; }
  __host__ __device__ T* end() { return elements + N; }
  __host__ __device__ const T* end() const { return elements + N; }
  __host__ __device__ T& operator[](size_t i) { return elements[i]; }
  __host__ __device__ const T& operator[](size_t i) const { return elements[i]; }
  __host__ __device__ T& at(size_t i) { return elements[i]; }
  __host__ __device__ T& front() { return elements[0]; }
  __host__ __device__ T& back() { return elements[N - 1]; }
  __host__ __device__ void fill(const T& value) {
    for (size_t i = 0; i < N; ++i) elements[i] = value;
  }
};
}
)cuda";
  return kText;
}

// In order of the keys; iterators are pointers.
std::string_view map_header() {
  static constexpr std::string_view kText = R"cuda(
#pragma once
)cuda"
                                            "#include <algorithm>\n#include <functional>\n#include <vector>\n"
                                            R"cuda(
namespace std {
template <class K, class V>
struct warplens_before {
  bool operator()(const pair<K, V>& item, const K& key) const { return item.first < key; }
};
template <class K, class V>
class map {
 public:
  typedef K key_type;
  typedef V mapped_type;
  typedef pair<K, V> value_type;
  typedef pair<K, V>* iterator;
  typedef const pair<K, V>* const_iterator;
  map() {}
  map(initializer_list<pair<K, V>> list) {
    for (const pair<K, V>& item : list) insert(item);
  }
  size_t size() const { return items_.size(); }
  bool empty() const { return items_.empty(); }
  void clear() { items_.clear(); }
  pair<K, V>* begin() { return items_.begin(); }
  const pair<K, V>* begin() const { return items_.begin(); }
  pair<K, V>* end() { return items_.end(); }
  const pair<K, V>* end() const { return items_.end(); }
  pair<K, V>* find(const K& key) {
    const size_t at = place(key);
    return at < items_.size() && !(key < items_[at].first) ? begin() + at : end();
  }
  const pair<K, V>* find(const K& key) const {
    const size_t at = place(key);
    return at < items_.size() && !(key < items_[at].first) ? begin() + at : end();
  }
  size_t count(const K& key) const { return find(key) != end() ? 1 : 0; }
  V& operator[](const K& key) {
    const size_t at = place(key);
    if (at == items_.size() || key < items_[at].first)
      items_.insert(items_.begin() + at, pair<K, V>(key, V()));
    return items_[at].second;
  }
  V& at(const K& key) {
    pair<K, V>* found = find(key);
    if (found == end()) {
      fflush(stdout);
      fprintf(stderr,
              "terminate called after throwing an instance of 'std::out_of_range'\n"
              "  what():  map::at\n");
      abort();
    }
    return found->second;
  }
  void insert(const pair<K, V>& item) {
    const size_t at = place(item.first);
    if (at == items_.size() || item.first < items_[at].first)
      items_.insert(items_.begin() + at, item);
  }
  size_t erase(const K& key) {
    pair<K, V>* found = find(key);
    if (found == end()) return 0;
    items_.erase(found);
    return 1;
  }

 private:
  size_t place(const K& key) const {
    return lower_bound(items_.begin(), items_.end(), key, warplens_before<K, V>()) - items_.begin();
  }
  vector<pair<K, V>> items_;
};

template <class K>
class set {
 public:
  typedef K value_type;
  typedef const K* iterator;
  typedef const K* const_iterator;
  set() {}
  set(initializer_list<K> list) {
    for (const K& item : list) insert(item);
  }
  size_t size() const { return items_.size(); }
  bool empty() const { return items_.empty(); }
  void clear() { items_.clear(); }
  const K* begin() const { return items_.begin(); }
  const K* end() const { return items_.end(); }
  const K* find(const K& key) const {
    const size_t at = place(key);
    return at < items_.size() && !(key < items_[at]) ? begin() + at : end();
  }
  size_t count(const K& key) const { return find(key) != end() ? 1 : 0; }
  void insert(const K& item) {
    const size_t at = place(item);
    if (at == items_.size() || item < items_[at]) items_.insert(items_.begin() + at, item);
  }
  size_t erase(const K& key) {
    const size_t at = place(key);
    if (at == items_.size() || key < items_[at]) return 0;
    items_.erase(items_.begin() + at);
    return 1;
  }

 private:
  size_t place(const K& key) const {
    return lower_bound(items_.begin(), items_.end(), key, less<K>()) - items_.begin();
  }
  vector<K> items_;
};
}
)cuda";
  return kText;
}

}  // namespace warplens::lang
