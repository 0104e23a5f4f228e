// <list>, <deque>, <stack> and <queue>, for whole programs: text in the language that Warplens
// supports.
#include "sim/lang/library/prelude.hpp"

namespace warplens::lang {

std::string_view list_header() {
  static constexpr std::string_view kText =
      "#pragma once\n#include <vector>\n"
      R"cuda(
namespace std {
template <class T>
struct warplens_link {
  warplens_link *before, *behind;
  T value;
  explicit warplens_link(const T& v) : before(nullptr), behind(nullptr), value(v) {}
};
template <class T>
struct warplens_link_iterator {
  typedef T value_type;
  warplens_link<T>* at;
  warplens_link<T>* last;  // when it was made, for --end()
  T& operator*() const { return at->value; }
  T* operator->() const { return &at->value; }
  warplens_link_iterator& operator++() {
    at = at->behind;
    return *this;
  }
  warplens_link_iterator& operator--() {
    at = at == nullptr ? last : at->before;
    return *this;
  }
  warplens_link_iterator operator++(int) {
    const warplens_link_iterator old = *this;
    ++*this;
    return old;
  }
  bool operator==(const warplens_link_iterator& other) const { return at == other.at; }
  bool operator!=(const warplens_link_iterator& other) const { return at != other.at; }
};
template <class T>
class list {
 public:
  typedef T value_type;
  typedef warplens_link_iterator<T> iterator;
  typedef warplens_link_iterator<T> const_iterator;
  typedef warplens_link<T> link;
  list() : first_(nullptr), last_(nullptr), size_(0) {}
  list(initializer_list<T> values) : first_(nullptr), last_(nullptr), size_(0) {
    for (const T& value : values) push_back(value);
  }
  explicit list(size_t count, const T& value = T()) : first_(nullptr), last_(nullptr), size_(0) {
    for (size_t i = 0; i < count; ++i) push_back(value);
  }
  list(const list& other) : first_(nullptr), last_(nullptr), size_(0) { copy(other); }
  ~list() { clear(); }
  list& operator=(const list& other) {
    if (this == &other) return *this;
    clear();
    copy(other);
    return *this;
  }
  iterator begin() const { return {first_, last_}; }
  iterator end() const { return {nullptr, last_}; }
  reverse_iterator<iterator> rbegin() const { return {end()}; }
  reverse_iterator<iterator> rend() const { return {begin()}; }
  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T& front() const { return first_->value; }
  T& back() const { return last_->value; }
  void clear() {
    while (first_ != nullptr) erase(begin());
  }
  iterator insert(iterator place, const T& value) {
    link* made = new link(value);
    made->behind = place.at;
    made->before = place.at == nullptr ? last_ : place.at->before;
    (made->before == nullptr ? first_ : made->before->behind) = made;
    (made->behind == nullptr ? last_ : made->behind->before) = made;
    ++size_;
    return {made, last_};
  }
  iterator erase(iterator place) {
    link* gone = place.at;
    link* next = gone->behind;
    (gone->before == nullptr ? first_ : gone->before->behind) = next;
    (next == nullptr ? last_ : next->before) = gone->before;
    delete gone;
    --size_;
    return {next, last_};
  }
  void push_back(const T& value) { insert(end(), value); }
  void push_front(const T& value) { insert(begin(), value); }
  template <class... A>
  T& emplace_back(A&&... arguments) { return *insert(end(), T(std::forward<A>(arguments)...)); }
  template <class... A>
  T& emplace_front(A&&... arguments) { return *insert(begin(), T(std::forward<A>(arguments)...)); }
  void pop_back() { erase({last_, last_}); }
  void pop_front() { erase(begin()); }
  void remove(const T& value) {
    for (iterator at = begin(); at != end();) {
      if (*at == value)
        at = erase(at);
      else
        ++at;
    }
  }
  void reverse() {
    for (link* at = first_; at != nullptr; at = at->before) std::swap(at->before, at->behind);
    std::swap(first_, last_);
  }
  void sort() {
    for (link* at = first_; at != nullptr; at = at->behind) {
      for (link* low = at; low->before != nullptr && low->value < low->before->value; low = low->before)
        std::swap(low->value, low->before->value);
    }
  }

 private:
  void copy(const list& other) {
    for (const T& value : other) push_back(value);
  }
  link *first_, *last_;
  size_t size_;
};
}
)cuda";
  return kText;
}

// Elements are in a ring of the capacity, from `begin_` on.
std::string_view deque_header() {
  static constexpr std::string_view kText =
      "#pragma once\n#include <vector>\n"
      R"cuda(
namespace std {
template <class T>
class deque;
template <class T>
struct warplens_ring_iterator {
  typedef T value_type;
  const deque<T>* of;
  ptrdiff_t at;
  T& operator*() const { return (*of)[at]; }
  T* operator->() const { return &(*of)[at]; }
  T& operator[](ptrdiff_t i) const { return (*of)[at + i]; }
  warplens_ring_iterator& operator++() {
    ++at;
    return *this;
  }
  warplens_ring_iterator& operator--() {
    --at;
    return *this;
  }
  warplens_ring_iterator operator++(int) { return {of, at++}; }
  warplens_ring_iterator operator--(int) { return {of, at--}; }
  warplens_ring_iterator& operator+=(ptrdiff_t by) {
    at += by;
    return *this;
  }
  warplens_ring_iterator operator+(ptrdiff_t by) const { return {of, at + by}; }
  warplens_ring_iterator operator-(ptrdiff_t by) const { return {of, at - by}; }
  ptrdiff_t operator-(const warplens_ring_iterator& other) const { return at - other.at; }
  bool operator==(const warplens_ring_iterator& other) const { return at == other.at; }
  bool operator!=(const warplens_ring_iterator& other) const { return at != other.at; }
  bool operator<(const warplens_ring_iterator& other) const { return at < other.at; }
  bool operator<=(const warplens_ring_iterator& other) const { return at <= other.at; }
};
template <class T>
class deque {
 public:
  typedef T value_type;
  typedef warplens_ring_iterator<T> iterator;
  typedef warplens_ring_iterator<T> const_iterator;
  typedef size_t size_type;
  deque() : ring_(nullptr), begin_(0), size_(0), capacity_(0) {}
  explicit deque(size_t count, const T& value = T()) : ring_(nullptr), begin_(0), size_(0), capacity_(0) {
    for (size_t i = 0; i < count; ++i) push_back(value);
  }
  deque(initializer_list<T> values) : ring_(nullptr), begin_(0), size_(0), capacity_(0) {
    for (const T& value : values) push_back(value);
  }
  deque(const deque& other) : ring_(nullptr), begin_(0), size_(0), capacity_(0) { copy(other); }
  ~deque() {
    clear();
    free((void*)ring_);
  }
  deque& operator=(const deque& other) {
    if (this == &other) return *this;
    clear();
    copy(other);
    return *this;
  }
  iterator begin() const { return {this, 0}; }
  iterator end() const { return {this, (ptrdiff_t)size_}; }
  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T& operator[](size_t i) const {
    const size_t at = begin_ + i;
    return ring_[at < capacity_ ? at : at - capacity_];
  }
  T& at(size_t i) const {
    if (i >= size_) warplens_out_of_range("deque::_M_range_check", i, size_);
    return (*this)[i];
  }
  T& front() const { return ring_[begin_]; }
  T& back() const { return (*this)[size_ - 1]; }
  void push_back(const T& value) {
    T kept(value);
    grow();
    new (&(*this)[size_]) T(std::move(kept));
    ++size_;
  }
  void push_front(const T& value) {
    T kept(value);
    grow();
    begin_ = begin_ == 0 ? capacity_ - 1 : begin_ - 1;
    new (&ring_[begin_]) T(std::move(kept));
    ++size_;
  }
  template <class... A>
  T& emplace_back(A&&... arguments) {
    push_back(T(std::forward<A>(arguments)...));
    return back();
  }
  template <class... A>
  T& emplace_front(A&&... arguments) {
    push_front(T(std::forward<A>(arguments)...));
    return front();
  }
  void pop_back() {
    back().~T();
    --size_;
  }
  void pop_front() {
    front().~T();
    begin_ = begin_ + 1 == capacity_ ? 0 : begin_ + 1;
    --size_;
  }
  void clear() {
    while (size_ > 0) pop_back();
  }
  void resize(size_t count) {
    while (size_ > count) pop_back();
    while (size_ < count) push_back(T());
  }

 private:
  void grow() {
    if (size_ < capacity_) return;
    const size_t wanted = capacity_ == 0 ? 8 : 2 * capacity_;
    T* made = (T*)malloc(wanted * sizeof(T));
    const size_t first = capacity_ - begin_;
    if (capacity_ != 0) {
      memcpy((void*)made, (const void*)(ring_ + begin_), first * sizeof(T));
      memcpy((void*)(made + first), (const void*)ring_, begin_ * sizeof(T));
    }
    free((void*)ring_);
    ring_ = made;
    begin_ = 0;
    capacity_ = wanted;
  }
  void copy(const deque& other) {
    for (size_t i = 0; i < other.size_; ++i) push_back(other[i]);
  }
  T* ring_;
  size_t begin_, size_, capacity_;
};
}
)cuda";
  return kText;
}

std::string_view queue_header() {
  static constexpr std::string_view kText =
      "#pragma once\n#include <algorithm>\n#include <deque>\n#include <bits/stl_function.h>\n"
      R"cuda(
namespace std {
template <class T, class C = deque<T>>
class queue {
 public:
  typedef T value_type;
  bool empty() const { return all_.empty(); }
  size_t size() const { return all_.size(); }
  T& front() { return all_.front(); }
  T& back() { return all_.back(); }
  void push(const T& value) { all_.push_back(value); }
  template <class... A>
  void emplace(A&&... arguments) { all_.emplace_back(std::forward<A>(arguments)...); }
  void pop() { all_.pop_front(); }

 private:
  C all_;
};
template <class T, class C = deque<T>>
class stack {
 public:
  typedef T value_type;
  bool empty() const { return all_.empty(); }
  size_t size() const { return all_.size(); }
  T& top() { return all_.back(); }
  void push(const T& value) { all_.push_back(value); }
  template <class... A>
  void emplace(A&&... arguments) { all_.emplace_back(std::forward<A>(arguments)...); }
  void pop() { all_.pop_back(); }

 private:
  C all_;
};
template <class T, class C = vector<T>, class Less = less<T>>
class priority_queue {
 public:
  typedef T value_type;
  priority_queue() {}
  explicit priority_queue(const Less& order) : less_(order) {}
  template <class It>
  priority_queue(It first, It last) : all_(first, last) {
    make_heap(all_.begin(), all_.end(), less_);
  }
  bool empty() const { return all_.empty(); }
  size_t size() const { return all_.size(); }
  const T& top() const { return all_.front(); }
  void push(const T& value) {
    all_.push_back(value);
    push_heap(all_.begin(), all_.end(), less_);
  }
  template <class... A>
  void emplace(A&&... arguments) { push(T(std::forward<A>(arguments)...)); }
  void pop() {
    pop_heap(all_.begin(), all_.end(), less_);
    all_.pop_back();
  }

 private:
  C all_;
  Less less_;
};
}
)cuda";
  return kText;
}

}  // namespace warplens::lang
