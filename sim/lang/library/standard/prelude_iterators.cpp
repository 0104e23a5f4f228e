// What <iterator> and the containers share: traits, and iterators that are made of others, of
// containers and of streams; text in the language that Warplens supports.
#include "sim/lang/library/prelude.hpp"

namespace warplens::lang {

std::string_view iterators_header() {
  static constexpr std::string_view kText = R"cuda(
#pragma once
#include <bits/stl_algobase.h>
namespace std {
struct input_iterator_tag {};
struct output_iterator_tag {};
struct forward_iterator_tag : input_iterator_tag {};
struct bidirectional_iterator_tag : forward_iterator_tag {};
struct random_access_iterator_tag : bidirectional_iterator_tag {};
template <class It>
struct iterator_traits {
  typedef typename It::iterator_category iterator_category;
  typedef typename It::value_type value_type;
  typedef typename It::difference_type difference_type;
  typedef typename It::pointer pointer;
  typedef typename It::reference reference;
};
template <class T>
struct iterator_traits<T*> {
  typedef random_access_iterator_tag iterator_category;
  typedef remove_cv_t<T> value_type;
  typedef ptrdiff_t difference_type;
  typedef T* pointer;
  typedef T& reference;
};
template <class Category, class T, class Distance = ptrdiff_t, class Pointer = T*, class Reference = T&>
struct iterator {
  typedef Category iterator_category;
  typedef T value_type;
  typedef Distance difference_type;
  typedef Pointer pointer;
  typedef Reference reference;
};

template <class It>
class reverse_iterator {
 public:
  typedef typename iterator_traits<It>::iterator_category iterator_category;
  typedef typename iterator_traits<It>::value_type value_type;
  typedef ptrdiff_t difference_type;
  typedef typename iterator_traits<It>::pointer pointer;
  typedef typename iterator_traits<It>::reference reference;
  reverse_iterator() : base_() {}
  explicit reverse_iterator(It base) : base_(base) {}
  It base() const { return base_; }
  auto& operator*() const {
    It at = base_;
    --at;
    return *at;
  }
  auto* operator->() const { return &**this; }
  auto& operator[](ptrdiff_t i) const { return *(*this + i); }
  reverse_iterator& operator++() {
    --base_;
    return *this;
  }
  reverse_iterator& operator--() {
    ++base_;
    return *this;
  }
  reverse_iterator operator++(int) {
    const reverse_iterator old = *this;
    --base_;
    return old;
  }
  reverse_iterator operator--(int) {
    const reverse_iterator old = *this;
    ++base_;
    return old;
  }
  reverse_iterator& operator+=(ptrdiff_t by) {
    base_ -= by;
    return *this;
  }
  reverse_iterator& operator-=(ptrdiff_t by) {
    base_ += by;
    return *this;
  }
  reverse_iterator operator+(ptrdiff_t by) const { return reverse_iterator(base_ - by); }
  reverse_iterator operator-(ptrdiff_t by) const { return reverse_iterator(base_ + by); }
  ptrdiff_t operator-(const reverse_iterator& other) const { return other.base_ - base_; }
  bool operator==(const reverse_iterator& other) const { return base_ == other.base_; }
  bool operator!=(const reverse_iterator& other) const { return base_ != other.base_; }
  bool operator<(const reverse_iterator& other) const { return other.base_ < base_; }
  bool operator>(const reverse_iterator& other) const { return base_ < other.base_; }
  bool operator<=(const reverse_iterator& other) const { return !(base_ < other.base_); }
  bool operator>=(const reverse_iterator& other) const { return !(other.base_ < base_); }

 private:
  It base_;
};
template <class It>
inline reverse_iterator<It> make_reverse_iterator(It base) { return reverse_iterator<It>(base); }
template <class C>
inline auto rbegin(C& container) -> decltype(container.rbegin()) { return container.rbegin(); }
template <class C>
inline auto rend(C& container) -> decltype(container.rend()) { return container.rend(); }
template <class C>
inline auto cbegin(const C& container) -> decltype(container.begin()) { return container.begin(); }
template <class C>
inline auto cend(const C& container) -> decltype(container.end()) { return container.end(); }
template <class C>
inline auto empty(const C& container) -> decltype(container.empty()) { return container.empty(); }

// Each assignment to `*it` or `it` itself adds an element.
#define WARPLENS_INSERTER(name, statement)  \
  name& operator*() { return *this; }       \
  name& operator++() { return *this; }      \
  name& operator++(int) { return *this; }   \
  template <class T>                        \
  name& operator=(const T& value) {         \
    statement;                              \
    return *this;                           \
  }
template <class C>
struct back_insert_iterator {
  C* to;
  WARPLENS_INSERTER(back_insert_iterator, to->push_back(value))
};
template <class C>
inline back_insert_iterator<C> back_inserter(C& to) { return {&to}; }
template <class C>
struct front_insert_iterator {
  C* to;
  WARPLENS_INSERTER(front_insert_iterator, to->push_front(value))
};
template <class C>
inline front_insert_iterator<C> front_inserter(C& to) { return {&to}; }
template <class C, class It>
struct insert_iterator {
  C* to;
  It place;
  WARPLENS_INSERTER(insert_iterator, place = to->insert(place, value); ++place)
};
template <class C, class It>
inline insert_iterator<C, It> inserter(C& to, It place) { return {&to, place}; }
#undef WARPLENS_INSERTER
}
)cuda";
  return kText;
}

// Those of streams, which <iterator> adds to the above.
std::string_view stream_iterators_header() {
  static constexpr std::string_view kText = R"cuda(
#pragma once
#include <bits/stl_iterator.h>
#include <iostream>
namespace std {
template <class T>
class ostream_iterator {
 public:
  typedef output_iterator_tag iterator_category;
  ostream_iterator(ostream& to, const char* between = "") : to_(&to), between_(between) {}
  ostream_iterator& operator*() { return *this; }
  ostream_iterator& operator++() { return *this; }
  ostream_iterator& operator++(int) { return *this; }
  ostream_iterator& operator=(const T& value) {
    *to_ << value << between_;
    return *this;
  }

 private:
  ostream* to_;
  const char* between_;
};
template <class T>
class istream_iterator {
 public:
  typedef input_iterator_tag iterator_category;
  typedef T value_type;
  typedef ptrdiff_t difference_type;
  typedef const T* pointer;
  typedef const T& reference;
  istream_iterator() : from_(nullptr), value_() {}
  istream_iterator(istream& from) : from_(&from), value_() { ++*this; }
  const T& operator*() const { return value_; }
  const T* operator->() const { return &value_; }
  istream_iterator& operator++() {
    if (from_ != nullptr && !(*from_ >> value_)) from_ = nullptr;
    return *this;
  }
  istream_iterator operator++(int) {
    const istream_iterator old = *this;
    ++*this;
    return old;
  }
  bool operator==(const istream_iterator& other) const { return from_ == other.from_; }
  bool operator!=(const istream_iterator& other) const { return from_ != other.from_; }

 private:
  istream* from_;
  T value_;
};
}
)cuda";
  return kText;
}

}  // namespace warplens::lang
