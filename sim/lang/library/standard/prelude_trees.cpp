// <map> and <set>, for whole programs: text in the language that Warplens supports.
#include <string>

#include "sim/lang/library/prelude.hpp"

namespace warplens::lang {

namespace {

constexpr std::string_view kTree =
    "#pragma once\n#include <bits/stl_function.h>\n#include <type_traits>\n#include <vector>\n"
    R"cuda(
namespace std {
// Of a binary search tree that is also a heap by `rank`, which is random: so it stays flat.
template <class V>
struct warplens_branch {
  warplens_branch *left, *right, *up;
  unsigned rank;
  V value;
  explicit warplens_branch(const V& v) : left(nullptr), right(nullptr), up(nullptr), rank(0), value(v) {}
};
template <class V>
struct warplens_tree_iterator {
  typedef bidirectional_iterator_tag iterator_category;
  typedef ptrdiff_t difference_type;
  typedef V* pointer;
  typedef V& reference;
  typedef V value_type;
  typedef warplens_branch<V> branch;
  branch* at;
  branch* const* root;
  V& operator*() const { return at->value; }
  V* operator->() const { return &at->value; }
  warplens_tree_iterator& operator++() {
    if (at->right != nullptr) {
      at = at->right;
      while (at->left != nullptr) at = at->left;
    } else {
      branch* below = at;
      for (at = at->up; at != nullptr && at->right == below; at = at->up) below = at;
    }
    return *this;
  }
  warplens_tree_iterator& operator--() {
    if (at == nullptr) {
      at = *root;
      while (at != nullptr && at->right != nullptr) at = at->right;
    } else if (at->left != nullptr) {
      at = at->left;
      while (at->right != nullptr) at = at->right;
    } else {
      branch* below = at;
      for (at = at->up; at != nullptr && at->left == below; at = at->up) below = at;
    }
    return *this;
  }
  warplens_tree_iterator operator++(int) {
    const warplens_tree_iterator old = *this;
    ++*this;
    return old;
  }
  warplens_tree_iterator operator--(int) {
    const warplens_tree_iterator old = *this;
    --*this;
    return old;
  }
  bool operator==(const warplens_tree_iterator& other) const { return at == other.at; }
  bool operator!=(const warplens_tree_iterator& other) const { return at != other.at; }
};

struct warplens_key_first {
  template <class V>
  const auto& operator()(const V& value) const { return value.first; }
};
struct warplens_key_itself {
  template <class V>
  const V& operator()(const V& value) const { return value; }
};

template <class K, class V, class KeyOf, class Less>
class warplens_tree {
 public:
  typedef warplens_branch<V> branch;
  typedef warplens_tree_iterator<V> iterator;
  warplens_tree() : root_(nullptr), size_(0), seed_(2463534242u) {}
  warplens_tree(const warplens_tree& other) : root_(nullptr), size_(0), seed_(2463534242u) { copy(other); }
  ~warplens_tree() { clear(); }
  warplens_tree& operator=(const warplens_tree& other) {
    if (this == &other) return *this;
    clear();
    copy(other);
    return *this;
  }
  size_t size() const { return size_; }
  iterator begin() const {
    branch* at = root_;
    while (at != nullptr && at->left != nullptr) at = at->left;
    return {at, &root_};
  }
  iterator end() const { return {nullptr, &root_}; }
  void clear() {
    end_all(root_);
    root_ = nullptr;
    size_ = 0;
  }
  iterator lower_bound(const K& key) const {
    branch* best = nullptr;
    for (branch* at = root_; at != nullptr;) {
      if (less_(key_(at->value), key)) {
        at = at->right;
      } else {
        best = at;
        at = at->left;
      }
    }
    return {best, &root_};
  }
  iterator upper_bound(const K& key) const {
    branch* best = nullptr;
    for (branch* at = root_; at != nullptr;) {
      if (less_(key, key_(at->value))) {
        best = at;
        at = at->left;
      } else {
        at = at->right;
      }
    }
    return {best, &root_};
  }
  iterator find(const K& key) const {
    const iterator found = lower_bound(key);
    return found.at != nullptr && !less_(key, key_(found.at->value)) ? found : end();
  }
  size_t count(const K& key) const {
    size_t found = 0;
    for (iterator at = find(key); at.at != nullptr && !less_(key, key_(*at)); ++at) ++found;
    return found;
  }
  // Behind all of the same key.
  iterator add(const V& value) {
    branch* made = new branch(value);
    seed_ ^= seed_ << 13;
    seed_ ^= seed_ >> 17;
    seed_ ^= seed_ << 5;
    made->rank = seed_;
    branch* up = nullptr;
    bool is_left = false;
    for (branch* at = root_; at != nullptr; at = is_left ? at->left : at->right) {
      up = at;
      is_left = less_(key_(value), key_(at->value));
    }
    made->up = up;
    if (up == nullptr)
      root_ = made;
    else if (is_left)
      up->left = made;
    else
      up->right = made;
    while (made->up != nullptr && made->up->rank < made->rank) rise(made);
    ++size_;
    return {made, &root_};
  }
  iterator erase(iterator place) {
    branch* gone = place.at;
    ++place;
    while (gone->left != nullptr || gone->right != nullptr) {
      const bool takes_left = gone->right == nullptr ||
                              (gone->left != nullptr && gone->left->rank > gone->right->rank);
      rise(takes_left ? gone->left : gone->right);
    }
    set_child(gone->up, gone, nullptr);
    delete gone;
    --size_;
    return place;
  }
  size_t erase(const K& key) {
    size_t erased = 0;
    for (iterator at = find(key); at.at != nullptr && !less_(key, key_(*at)); ++erased) at = erase(at);
    return erased;
  }
  void swap(warplens_tree& other) {
    std::swap(root_, other.root_);
    std::swap(size_, other.size_);
  }

 private:
  void set_child(branch* up, branch* old, branch* child) {
    if (up == nullptr)
      root_ = child;
    else if (up->left == old)
      up->left = child;
    else
      up->right = child;
    if (child != nullptr) child->up = up;
  }
  // Exchanges a branch with the one above it.
  void rise(branch* low) {
    branch* high = low->up;
    set_child(high->up, high, low);
    if (high->left == low) {
      high->left = low->right;
      if (low->right != nullptr) low->right->up = high;
      low->right = high;
    } else {
      high->right = low->left;
      if (low->left != nullptr) low->left->up = high;
      low->left = high;
    }
    high->up = low;
  }
  void end_all(branch* at) {
    while (at != nullptr) {
      end_all(at->left);
      branch* right = at->right;
      delete at;
      at = right;
    }
  }
  void copy(const warplens_tree& other) {
    for (iterator at = other.begin(); at.at != nullptr; ++at) add(*at);
  }
  branch* root_;
  size_t size_;
  unsigned seed_;
  Less less_;
  KeyOf key_;
};
)cuda";

// Of a container NAME whose keys KEY_OF finds in its values.
constexpr std::string_view kAll = R"cuda(
  typedef size_t size_type;
  typedef warplens_tree_iterator<value_type> iterator;
  typedef warplens_tree_iterator<value_type> const_iterator;
  NAME() {}
  template <class It>
  NAME(It first, It last) {
    for (; first != last; ++first) insert(*first);
  }
  NAME(initializer_list<ITEM> list) {
    for (const ITEM& item : list) insert(item);
  }
  iterator begin() const { return tree_.begin(); }
  iterator end() const { return tree_.end(); }
  iterator cbegin() const { return tree_.begin(); }
  iterator cend() const { return tree_.end(); }
  reverse_iterator<iterator> rbegin() const { return reverse_iterator<iterator>(tree_.end()); }
  reverse_iterator<iterator> rend() const { return reverse_iterator<iterator>(tree_.begin()); }
  size_t size() const { return tree_.size(); }
  bool empty() const { return tree_.size() == 0; }
  void clear() { tree_.clear(); }
  iterator find(const K& key) const { return tree_.find(key); }
  size_t count(const K& key) const { return tree_.count(key); }
  bool contains(const K& key) const { return tree_.count(key) != 0; }
  iterator lower_bound(const K& key) const { return tree_.lower_bound(key); }
  iterator upper_bound(const K& key) const { return tree_.upper_bound(key); }
  pair<iterator, iterator> equal_range(const K& key) const {
    return {tree_.lower_bound(key), tree_.upper_bound(key)};
  }
  size_t erase(const K& key) { return tree_.erase(key); }
  iterator erase(iterator place) { return tree_.erase(place); }
  iterator erase(iterator first, iterator last) {
    while (first != last) first = tree_.erase(first);
    return last;
  }
  template <class It>
  void insert(It first, It last) {
    for (; first != last; ++first) insert(*first);
  }
  template <class... A>
  iterator emplace_hint(iterator, A&&... arguments) {
    const ITEM item(std::forward<A>(arguments)...);
    insert(item);
    return find(KEY_OF()(item));
  }
  bool operator==(const NAME& other) const { return size() == other.size() && equal(begin(), end(), other.begin()); }
  bool operator!=(const NAME& other) const { return !(*this == other); }
  void swap(NAME& other) { tree_.swap(other.tree_); }

 private:
  warplens_tree<K, value_type, KEY_OF, Less> tree_;

 public:
)cuda";

constexpr std::string_view kUnique = R"cuda(
  pair<iterator, bool> insert(const ITEM& item) {
    const iterator found = tree_.find(KEY_OF()(item));
    if (found != end()) return {found, false};
    return {tree_.add(item), true};
  }
  template <class... A>
  pair<iterator, bool> emplace(A&&... arguments) {
    return insert(ITEM(std::forward<A>(arguments)...));
  }
)cuda";

constexpr std::string_view kMany = R"cuda(
  iterator insert(const ITEM& item) { return tree_.add(item); }
  template <class... A>
  iterator emplace(A&&... arguments) { return tree_.add(ITEM(std::forward<A>(arguments)...)); }
)cuda";

constexpr std::string_view kOfMap = R"cuda(
  V& operator[](const K& key) {
    iterator found = tree_.find(key);
    if (found == end()) found = tree_.add(pair<const K, V>(key, V()));
    return found->second;
  }
  V& at(const K& key) const {
    const iterator found = tree_.find(key);
    if (found == end()) warplens_fail_range("map::at");
    return found->second;
  }
  template <class... A>
  pair<iterator, bool> try_emplace(const K& key, A&&... arguments) {
    const iterator found = tree_.find(key);
    if (found != end()) return {found, false};
    return {tree_.add(pair<const K, V>(key, V(std::forward<A>(arguments)...))), true};
  }
  pair<iterator, bool> insert_or_assign(const K& key, const V& value) {
    const pair<iterator, bool> done = insert(pair<const K, V>(key, value));
    done.first->second = value;
    return done;
  }
)cuda";

std::string container(std::string_view name, bool is_map, bool is_unique) {
  std::string text = "template <class K, " + std::string(is_map ? "class V, " : "") +
                     "class Less = less<K>>\nclass NAME {\n public:\n  typedef K key_type;\n";
  text += is_map ? "  typedef V mapped_type;\n  typedef pair<const K, V> value_type;\n"
                 : "  typedef const K value_type;\n";
  text += kAll;
  text += is_unique ? kUnique : kMany;
  if (is_map && is_unique) text += kOfMap;
  text = with(text + "};\n", "NAME", name);
  text = with(text, "ITEM", is_map ? "pair<const K, V>" : "K");
  return with(text, "KEY_OF", is_map ? "warplens_key_first" : "warplens_key_itself");
}

}  // namespace

std::string_view map_header() {
  static const std::string text =
      std::string(kTree) + container("map", true, true) + container("multimap", true, false) +
      container("set", false, true) + container("multiset", false, false) + "}\n";
  return text;
}

}  // namespace warplens::lang
