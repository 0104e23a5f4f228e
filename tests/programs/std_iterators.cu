// Iterators of a class of the program in the algorithms of the library.
#include <algorithm>
#include <cstddef>
#include <iostream>
#include <iterator>
template <typename T>
class Ring {
  T d[8];
  size_t h = 0, n = 0;

 public:
  struct iterator {
    using iterator_category = std::forward_iterator_tag;
    using value_type = T;
    using difference_type = std::ptrdiff_t;
    using pointer = T*;
    using reference = T&;
    Ring* r;
    size_t i;
    reference operator*() const { return r->d[(r->h + i) % 8]; }
    pointer operator->() const { return &**this; }
    iterator& operator++() {
      ++i;
      return *this;
    }
    iterator operator++(int) {
      auto t = *this;
      ++i;
      return t;
    }
    bool operator==(const iterator& o) const { return i == o.i; }
    bool operator!=(const iterator& o) const { return !(*this == o); }
  };
  void push(T v) {
    if (n == 8) {
      h = (h + 1) % 8;
      --n;
    }
    d[(h + n++) % 8] = v;
  }
  iterator begin() { return {this, 0}; }
  iterator end() { return {this, n}; }
  size_t size() const { return n; }
};
int main() {
  Ring<int> r;
  for (int i = 0; i < 11; i++) r.push(i * 3);
  for (int x : r) std::cout << x << " ";
  std::cout << *std::max_element(r.begin(), r.end()) << std::count(r.begin(), r.end(), 9)
            << std::distance(r.begin(), r.end()) << *std::next(r.begin(), 2) << "\n";
  int a[] = {3, 1, 2};
  std::sort(std::begin(a), std::end(a));
  std::cout << std::size(a) << *std::prev(std::end(a)) << "\n";
}
