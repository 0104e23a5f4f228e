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
                                            "#include <vector>\n"
                                            R"cuda(
namespace std {
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
    size_t low = 0, high = items_.size();
    while (low < high) {
      const size_t middle = (low + high) / 2;
      if (items_[middle].first < key)
        low = middle + 1;
      else
        high = middle;
    }
    return low;
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
    size_t low = 0, high = items_.size();
    while (low < high) {
      const size_t middle = (low + high) / 2;
      if (items_[middle] < key)
        low = middle + 1;
      else
        high = middle;
    }
    return low;
  }
  vector<K> items_;
};
}
)cuda";
  return kText;
}

std::string_view string_header() {
  static constexpr std::string_view kText = R"cuda(
#pragma once
)cuda"
                                            "#include <iostream>\n"
                                            R"cuda(
namespace std {
class string {
 public:
  static const size_t npos = 18446744073709551615ull;
  typedef char* iterator;
  typedef const char* const_iterator;
  string() : first_((char*)calloc(1, 1)), size_(0) {}
  string(const char* text) : first_(nullptr), size_(0) { set(text, strlen(text)); }
  string(const char* text, size_t size) : first_(nullptr), size_(0) { set(text, size); }
  string(size_t count, char c) : first_((char*)malloc(count + 1)), size_(count) {
    memset(first_, c, count);
    first_[count] = 0;
  }
  string(const string& other) : first_(nullptr), size_(0) { set(other.first_, other.size_); }
  ~string() { free(first_); }
  string& operator=(const string& other) {
    if (this != &other) set(other.first_, other.size_);
    return *this;
  }
  string& operator=(const char* text) {
    set(text, strlen(text));
    return *this;
  }

  const char* c_str() const { return first_; }
  const char* data() const { return first_; }
  size_t size() const { return size_; }
  size_t length() const { return size_; }
  bool empty() const { return size_ == 0; }
  char* begin() { return first_; }
  const char* begin() const { return first_; }
  char* end() { return first_ + size_; }
  const char* end() const { return first_ + size_; }
  char& operator[](size_t i) { return first_[i]; }
  const char& operator[](size_t i) const { return first_[i]; }
  char& at(size_t i) { return first_[i]; }
  char& front() { return first_[0]; }
  char& back() { return first_[size_ - 1]; }
  void clear() { set("", 0); }
  void reserve(size_t) {}
  void resize(size_t count) {
    first_ = (char*)realloc(first_, count + 1);
    for (size_t i = size_; i <= count; ++i) first_[i] = 0;
    first_[count] = 0;
    size_ = count;
  }
  string& append(const char* text, size_t count) {
    char* made = (char*)malloc(size_ + count + 1);
    memcpy(made, first_, size_);
    memcpy(made + size_, text, count);
    made[size_ + count] = 0;
    free(first_);
    first_ = made;
    size_ += count;
    return *this;
  }
  string& append(const string& other) { return append(other.first_, other.size_); }
  string& operator+=(const string& other) { return append(other.first_, other.size_); }
  string& operator+=(const char* text) { return append(text, strlen(text)); }
  string& operator+=(char c) { return append(&c, 1); }
  void push_back(char c) { append(&c, 1); }
  void pop_back() { resize(size_ - 1); }
  string substr(size_t at, size_t count = npos) const {
    return string(first_ + at, count > size_ - at ? size_ - at : count);
  }
  size_t find(const char* text, size_t from = 0) const {
    const size_t count = strlen(text);
    for (size_t i = from; i + count <= size_; ++i) {
      if (memcmp(first_ + i, text, count) == 0) return i;
    }
    return npos;
  }
  size_t find(const string& text, size_t from = 0) const { return find(text.first_, from); }
  size_t find(char c, size_t from = 0) const {
    for (size_t i = from; i < size_; ++i) {
      if (first_[i] == c) return i;
    }
    return npos;
  }
  size_t rfind(char c) const {
    for (size_t i = size_; i > 0; --i) {
      if (first_[i - 1] == c) return i - 1;
    }
    return npos;
  }
  int compare(const string& other) const {
    const size_t least = size_ < other.size_ ? size_ : other.size_;
    const int order = memcmp(first_, other.first_, least);
    return order != 0 ? order : (int)((long long)size_ - (long long)other.size_);
  }
  string& insert(size_t at, const string& text) {
    string tail(first_ + at, size_ - at);
    resize(at);
    append(text);
    return append(tail);
  }
  string& replace(size_t at, size_t count, const string& text) {
    erase(at, count);
    return insert(at, text);
  }
  string& erase(size_t at, size_t count = npos) {
    if (count > size_ - at) count = size_ - at;
    memmove(first_ + at, first_ + at + count, size_ - at - count + 1);
    size_ -= count;
    return *this;
  }

 private:
  void set(const char* text, size_t size) {
    char* made = (char*)malloc(size + 1);
    memcpy(made, text, size);
    made[size] = 0;
    free(first_);
    first_ = made;
    size_ = size;
  }
  char* first_;
  size_t size_;
};

inline string operator+(const string& a, const string& b) {
  string made(a);
  return made.append(b);
}
inline string operator+(const string& a, const char* b) {
  string made(a);
  return made.append(b, strlen(b));
}
inline string operator+(const char* a, const string& b) {
  string made(a);
  return made.append(b);
}
inline string operator+(const string& a, char b) {
  string made(a);
  return made.append(&b, 1);
}
inline bool operator==(const string& a, const string& b) { return a.compare(b) == 0; }
inline bool operator==(const string& a, const char* b) { return strcmp(a.c_str(), b) == 0; }
inline bool operator==(const char* a, const string& b) { return strcmp(a, b.c_str()) == 0; }
inline bool operator!=(const string& a, const string& b) { return a.compare(b) != 0; }
inline bool operator!=(const string& a, const char* b) { return strcmp(a.c_str(), b) != 0; }
inline bool operator<(const string& a, const string& b) { return a.compare(b) < 0; }
inline bool operator>(const string& a, const string& b) { return a.compare(b) > 0; }
inline ostream& operator<<(ostream& out, const string& text) { return out << text.c_str(); }

inline istream& operator>>(istream& in, string& to) {
  char word[1024];
  word[0] = 0;
  in.word(word);
  to = word;
  return in;
}
inline istream& getline(istream& in, string& to, char end = '\n') {
  to.clear();
  int c = in.get();
  if (c < 0) in.note_end();
  for (; c >= 0 && c != end; c = in.get()) to.push_back((char)c);
  return in;
}

inline string warplens_printed(const char* format, long long x) {
  char digits[32];
  snprintf(digits, 32, format, x);
  return string(digits);
}
inline string to_string(int x) { return warplens_printed("%lld", x); }
inline string to_string(unsigned x) { return warplens_printed("%lld", x); }
inline string to_string(long x) { return warplens_printed("%lld", x); }
inline string to_string(long long x) { return warplens_printed("%lld", x); }
inline string to_string(unsigned long x) { return warplens_printed("%llu", (long long)x); }
inline string to_string(unsigned long long x) { return warplens_printed("%llu", (long long)x); }
inline string to_string(double x) {
  char digits[400];
  snprintf(digits, 400, "%f", x);
  return string(digits);
}
inline string to_string(float x) { return to_string((double)x); }
inline int stoi(const string& text) { return atoi(text.c_str()); }
inline unsigned long stoul(const string& text) {
  return strtoul(text.c_str(), nullptr, 10);
}
inline long stol(const string& text) { return atol(text.c_str()); }
inline double stod(const string& text) { return atof(text.c_str()); }
inline float stof(const string& text) { return (float)atof(text.c_str()); }
}
)cuda";
  return kText;
}

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
  unsigned operator()() { return (unsigned)warplens_nanoseconds(0); }
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
