// <list>, <deque>, <stack> and <queue>, for whole programs: text in the language that Warplens
// supports.
#include "sim/lang/library/prelude.hpp"

namespace warplens::lang {

std::string_view list_header() {
  static constexpr std::string_view kText =
      "#pragma once\n#include <bits/stl_function.h>\n#include <vector>\n"
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
  typedef bidirectional_iterator_tag iterator_category;
  typedef T value_type;
  typedef ptrdiff_t difference_type;
  typedef T* pointer;
  typedef T& reference;
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
  warplens_link_iterator operator--(int) {
    const warplens_link_iterator old = *this;
    --*this;
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
  template <class It, enable_if_t<!is_arithmetic_v<It>, int> = 0>
  list(It first, It last) : first_(nullptr), last_(nullptr), size_(0) {
    for (; first != last; ++first) push_back(*first);
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
  reverse_iterator<iterator> rbegin() const { return reverse_iterator<iterator>(end()); }
  reverse_iterator<iterator> rend() const { return reverse_iterator<iterator>(begin()); }
  iterator cbegin() const { return begin(); }
  iterator cend() const { return end(); }
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
  template <class... A>
  iterator emplace(iterator place, A&&... arguments) { return insert(place, T(std::forward<A>(arguments)...)); }
  template <class It, enable_if_t<!is_arithmetic_v<It>, int> = 0>
  iterator insert(iterator place, It first, It last) {
    iterator at = place;
    for (bool is_first = true; first != last; ++first, is_first = false) {
      const iterator made = insert(place, *first);
      if (is_first) at = made;
    }
    return at;
  }
  iterator erase(iterator first, iterator last) {
    while (first != last) first = erase(first);
    return last;
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
  template <class P>
  void remove_if(P holds) {
    for (iterator at = begin(); at != end();) {
      if (holds(*at))
        at = erase(at);
      else
        ++at;
    }
  }
  void unique() {
    iterator at = begin();
    if (at == end()) return;
    for (iterator next = at; ++next != end();) {
      if (*at == *next)
        next = prev(erase(next));
      else
        at = next;
    }
  }
  void resize(size_t count, const T& value = T()) {
    while (size_ > count) pop_back();
    while (size_ < count) push_back(value);
  }
  void swap(list& other) {
    std::swap(first_, other.first_);
    std::swap(last_, other.last_);
    std::swap(size_, other.size_);
  }
  // The other list's elements come before `place`.
  void splice(iterator place, list& other) {
    while (!other.empty()) splice(place, other, other.begin());
  }
  void splice(iterator place, list& other, iterator one) {
    link* moved = one.at;
    (moved->before == nullptr ? other.first_ : moved->before->behind) = moved->behind;
    (moved->behind == nullptr ? other.last_ : moved->behind->before) = moved->before;
    --other.size_;
    moved->behind = place.at;
    moved->before = place.at == nullptr ? last_ : place.at->before;
    (moved->before == nullptr ? first_ : moved->before->behind) = moved;
    (moved->behind == nullptr ? last_ : moved->behind->before) = moved;
    ++size_;
  }
  // Both are in order, and so is what this one becomes.
  void merge(list& other) {
    iterator at = begin();
    while (!other.empty()) {
      while (at != end() && !(other.front() < *at)) ++at;
      splice(at, other, other.begin());
    }
  }
  bool operator==(const list& other) const {
    if (size_ != other.size_) return false;
    for (link *a = first_, *b = other.first_; a != nullptr; a = a->behind, b = b->behind) {
      if (!(a->value == b->value)) return false;
    }
    return true;
  }
  bool operator!=(const list& other) const { return !(*this == other); }
  void reverse() {
    for (link* at = first_; at != nullptr; at = at->before) std::swap(at->before, at->behind);
    std::swap(first_, last_);
  }
  void sort() { sort(less<T>()); }
  template <class Less>
  void sort(Less before) {
    if (size_ < 2) return;
    list low;
    for (size_t i = size_ / 2; i > 0; --i) low.splice(low.end(), *this, begin());
    low.sort(before);
    sort(before);
    iterator at = begin();
    while (!low.empty()) {
      while (at != end() && before(*at, low.front())) ++at;
      splice(at, low, low.begin());
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
  typedef random_access_iterator_tag iterator_category;
  typedef T value_type;
  typedef ptrdiff_t difference_type;
  typedef T* pointer;
  typedef T& reference;
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
  warplens_ring_iterator& operator-=(ptrdiff_t by) {
    at -= by;
    return *this;
  }
  warplens_ring_iterator operator+(ptrdiff_t by) const { return {of, at + by}; }
  warplens_ring_iterator operator-(ptrdiff_t by) const { return {of, at - by}; }
  ptrdiff_t operator-(const warplens_ring_iterator& other) const { return at - other.at; }
  bool operator==(const warplens_ring_iterator& other) const { return at == other.at; }
  bool operator!=(const warplens_ring_iterator& other) const { return at != other.at; }
  bool operator<(const warplens_ring_iterator& other) const { return at < other.at; }
  bool operator<=(const warplens_ring_iterator& other) const { return at <= other.at; }
  bool operator>(const warplens_ring_iterator& other) const { return at > other.at; }
  bool operator>=(const warplens_ring_iterator& other) const { return at >= other.at; }
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
  template <class It, enable_if_t<!is_arithmetic_v<It>, int> = 0>
  deque(It first, It last) : ring_(nullptr), begin_(0), size_(0), capacity_(0) {
    for (; first != last; ++first) push_back(*first);
  }
  deque(deque&& other) : ring_(nullptr), begin_(0), size_(0), capacity_(0) { swap(other); }
  deque(const deque& other) : ring_(nullptr), begin_(0), size_(0), capacity_(0) { copy(other); }
  ~deque() {
    clear();
    free((void*)ring_);
  }
  deque& operator=(deque&& other) {
    swap(other);
    return *this;
  }
  deque& operator=(const deque& other) {
    if (this == &other) return *this;
    clear();
    copy(other);
    return *this;
  }
  iterator begin() const { return {this, 0}; }
  iterator end() const { return {this, (ptrdiff_t)size_}; }
  iterator cbegin() const { return begin(); }
  iterator cend() const { return end(); }
  reverse_iterator<iterator> rbegin() const { return reverse_iterator<iterator>(end()); }
  reverse_iterator<iterator> rend() const { return reverse_iterator<iterator>(begin()); }
  void shrink_to_fit() {}
  void swap(deque& other) {
    std::swap(ring_, other.ring_);
    std::swap(begin_, other.begin_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
  }
  iterator insert(iterator place, const T& value) {
    push_back(value);
    for (ptrdiff_t at = size_ - 1; at > place.at; --at) std::swap((*this)[at], (*this)[at - 1]);
    return place;
  }
  template <class It, enable_if_t<!is_arithmetic_v<It>, int> = 0>
  iterator insert(iterator place, It first, It last) {
    for (iterator at = place; first != last; ++first, ++at) insert(at, *first);
    return place;
  }
  template <class... A>
  iterator emplace(iterator place, A&&... arguments) { return insert(place, T(std::forward<A>(arguments)...)); }
  iterator erase(iterator place) { return erase(place, place + 1); }
  iterator erase(iterator first, iterator last) {
    const ptrdiff_t gone = last - first;
    for (size_t at = last.at; at < size_; ++at) (*this)[at - gone] = std::move((*this)[at]);
    for (ptrdiff_t i = 0; i < gone; ++i) pop_back();
    return first;
  }
  void assign(size_t count, const T& value) {
    clear();
    resize(count, value);
  }
  bool operator==(const deque& other) const {
    if (size_ != other.size_) return false;
    for (size_t i = 0; i < size_; ++i) {
      if (!((*this)[i] == other[i])) return false;
    }
    return true;
  }
  bool operator!=(const deque& other) const { return !(*this == other); }
  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T& operator[](size_t i) const {
    const size_t at = begin_ + i;
    return ring_[at < capacity_ ? at : at - capacity_];
  }
  T& at(size_t i) const {
    if (i >= size_) warplens_fail_at("deque::_M_range_check: __n (which is %zu)>= this->size() (which is %zu)", i, size_);
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
  void resize(size_t count, const T& value = T()) {
    while (size_ > count) pop_back();
    while (size_ < count) push_back(value);
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
  queue() {}
  explicit queue(const C& from) : all_(from) {}
  void swap(queue& other) { std::swap(all_, other.all_); }
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
  stack() {}
  explicit stack(const C& from) : all_(from) {}
  void swap(stack& other) { std::swap(all_, other.all_); }
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
  priority_queue(const Less& order, const C& from) : all_(from), less_(order) {
    make_heap(all_.begin(), all_.end(), less_);
  }
  template <class It, enable_if_t<!is_class_v<It> || !is_same_v<It, Less>, int> = 0>
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
