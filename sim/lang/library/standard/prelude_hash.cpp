// <unordered_map> and <unordered_set>, for whole programs, in libstdc++'s order: text in the
// language that Warplens supports.
#include "sim/lang/library/prelude.hpp"

namespace warplens::lang {

std::string_view hash_header() {
  static constexpr std::string_view kText =
      "#pragma once\n#include <bits/functional_hash.h>\n#include <bits/stl_function.h>\n#include "
      "<type_traits>\n#include "
      "<string>\n#include "
      "<vector>\n"
      R"cuda(
namespace std {
// Numbers of buckets, as libstdc++ has them.
const unsigned warplens_primes[] = {
    2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89,
    97, 103, 109, 113, 127, 137, 139, 149, 157, 167, 179, 193, 199, 211, 227, 241, 257, 277, 293,
    313, 337, 359, 383, 409, 439, 467, 503, 541, 577, 619, 661, 709, 761, 823, 887, 953, 1031,
    1109, 1193, 1289, 1381, 1493, 1613, 1741, 1879, 2029, 2179, 2357, 2549, 2753, 2971, 3209,
    3469, 3739, 4027, 4349, 4703, 5087, 5503, 5953, 6427, 6949, 7517, 8123, 8783, 9497, 10273,
    11113, 12011, 12983, 14033, 15173, 16411, 17749, 19183, 20753, 22447, 24281, 26267, 28411,
    30727, 33223, 35933, 38873, 42043, 45481, 49201, 53201, 57557, 62233, 67307, 72817, 78779,
    85229, 92203, 99733, 107897, 116731, 126271, 136607, 147793, 159871, 172933, 187091, 202409,
    218971, 236897, 256279, 277261, 299951, 324503, 351061, 379787, 410857, 444487, 480881,
    520241, 562841, 608903, 658753, 712697, 771049, 834181, 902483, 976369, 1056323, 1142821,
    1236397, 1337629, 1447153, 1565659, 1693859, 1832561, 1982627, 2144977, 2320627, 2510653,
    2716249, 2938679, 3179303, 3439651, 3721303, 4026031, 4355707, 4712381, 5098259, 5515729,
    5967347, 6456007, 6984629, 7556579, 8175383, 8844859, 9569143, 10352717, 11200489, 12117689,
    13109983, 14183539, 15345007, 16601593, 17961079, 19431899, 21023161, 22744717, 24607243,
    26622317, 28802401, 31160981, 33712729, 36473443, 39460231, 42691603, 46187573, 49969847,
    54061849, 58488943, 63278561, 68460391, 74066549, 80131819, 86693767, 93793069, 101473717,
    109783337, 118773397, 128499677, 139022417, 150406843, 162723577, 176048909, 190465427,
    206062531, 222936881, 241193053, 260944219, 282312799, 305431229, 330442829, 357502601,
    386778277, 418451333, 452718089, 489790921, 529899637, 573292817, 620239453, 671030513,
    725980837, 785430967, 849749479, 919334987, 994618837, 1076067617, 1164186217, 1259520799,
    1362662261, 1474249943, 1594975441, 1725587117, 1866894511, 2019773507, 2185171673,
    2364114217, 2557710269, 2767159799, 2993761039, 3238918481, 3504151727, 3791104843,
    4101556399, 4294967291};
inline size_t warplens_bucket_count(size_t least) {
  if (least == 0) return 1;
  const unsigned *first = warplens_primes, *last = first + sizeof(warplens_primes) / sizeof(unsigned);
  while (first != last) {
    const unsigned* middle = first + (last - first) / 2;
    if (*middle < least)
      first = middle + 1;
    else
      last = middle;
  }
  return *first;
}

template <class V>
struct warplens_node {
  warplens_node* next;
  size_t code;
  V value;
  warplens_node(size_t c, const V& v) : next(nullptr), code(c), value(v) {}
};
template <class V>
struct warplens_node_iterator {
  typedef V value_type;
  warplens_node<V>* at;
  V& operator*() const { return at->value; }
  V* operator->() const { return &at->value; }
  warplens_node_iterator& operator++() {
    at = at->next;
    return *this;
  }
  warplens_node_iterator operator++(int) {
    const warplens_node_iterator old = *this;
    at = at->next;
    return old;
  }
  bool operator==(const warplens_node_iterator& other) const { return at == other.at; }
  bool operator!=(const warplens_node_iterator& other) const { return at != other.at; }
};

struct warplens_first {
  template <class V>
  const auto& operator()(const V& value) const { return value.first; }
};
struct warplens_itself {
  template <class V>
  const V& operator()(const V& value) const { return value; }
};

// Unique values by their keys. All are in one list, in which those of a bucket follow each other; a
// bucket is the link to its first one. The list's own first link is behind the buckets, so that the
// table can be moved. The order is that of libstdc++.
template <class K, class V, class KeyOf, class Hash, class Equal>
class warplens_table {
 public:
  typedef warplens_node<V> node;
  typedef warplens_node_iterator<V> iterator;
  warplens_table() : size_(0), buckets_(nullptr), count_(1), most_(0) {}
  warplens_table(const warplens_table& other) : size_(0), buckets_(nullptr), count_(1), most_(0) {
    copy(other);
  }
  ~warplens_table() {
    clear();
    free((void*)buckets_);
  }
  warplens_table& operator=(const warplens_table& other) {
    if (this == &other) return *this;
    clear();
    copy(other);
    return *this;
  }
  iterator begin() const { return {buckets_ == nullptr ? nullptr : *head()}; }
  iterator end() const { return {nullptr}; }
  size_t size() const { return size_; }
  size_t bucket_count() const { return count_; }
  void clear() {
    if (buckets_ == nullptr) return;
    for (node* at = *head(); at != nullptr;) {
      node* next = at->next;
      delete at;
      at = next;
    }
    size_ = 0;
    memset((void*)buckets_, 0, (count_ + 1) * sizeof(node**));
  }
  iterator find(const K& key) const {
    if (buckets_ == nullptr) return {nullptr};
    const size_t code = hash_(key), bucket = code % count_;
    if (buckets_[bucket] == nullptr) return {nullptr};
    for (node* at = *buckets_[bucket]; at != nullptr && at->code % count_ == bucket; at = at->next) {
      if (at->code == code && equal_(key_(at->value), key)) return {at};
    }
    return {nullptr};
  }
  // The value was not there.
  iterator add(const V& value) {
    if (buckets_ == nullptr || size_ + 1 > most_) {
      const size_t least = size_ + 1 > 11 || most_ != 0 ? size_ + 1 : 11;
      if (least >= count_)
        rehash(least + 1 > 2 * count_ ? least + 1 : 2 * count_);
      else
        most_ = count_;
    }
    node* made = new node(hash_(key_(value)), value);
    put(made, made->code % count_);
    ++size_;
    return {made};
  }
  size_t erase(const K& key) {
    const iterator found = find(key);
    if (found.at == nullptr) return 0;
    erase(found);
    return 1;
  }
  iterator erase(iterator place) {
    node* gone = place.at;
    node* next = gone->next;
    const size_t bucket = gone->code % count_;
    node** link = buckets_[bucket];
    const bool is_first = *link == gone;
    while (*link != gone) link = &(*link)->next;
    const bool is_last = next == nullptr || next->code % count_ != bucket;
    if (next != nullptr && is_last) buckets_[next->code % count_] = link;
    if (is_first && is_last) buckets_[bucket] = nullptr;
    *link = next;
    delete gone;
    --size_;
    return {next};
  }
  void reserve(size_t values) { rehash_for(values); }
  void rehash_for(size_t least) {
    const size_t needed = warplens_bucket_count(least > size_ ? least : size_);
    if (needed != count_ && (needed > count_ || buckets_ == nullptr)) rehash(needed);
  }
  void swap(warplens_table& other) {
    std::swap(size_, other.size_);
    std::swap(buckets_, other.buckets_);
    std::swap(count_, other.count_);
    std::swap(most_, other.most_);
  }

 private:
  node** head() const { return (node**)(buckets_ + count_); }
  void put(node* made, size_t bucket) {
    if (buckets_[bucket] != nullptr) {
      made->next = *buckets_[bucket];
      *buckets_[bucket] = made;
      return;
    }
    made->next = *head();
    *head() = made;
    if (made->next != nullptr) buckets_[made->next->code % count_] = &made->next;
    buckets_[bucket] = head();
  }
  void rehash(size_t least) {
    node* at = begin().at;
    free((void*)buckets_);
    count_ = warplens_bucket_count(least);
    most_ = count_;
    buckets_ = (node***)calloc(count_ + 1, sizeof(node**));
    while (at != nullptr) {
      node* next = at->next;
      put(at, at->code % count_);
      at = next;
    }
  }
  void copy(const warplens_table& other) {
    if (other.buckets_ == nullptr) return;
    free((void*)buckets_);
    count_ = other.count_;
    most_ = other.most_;
    size_ = other.size_;
    buckets_ = (node***)calloc(count_ + 1, sizeof(node**));
    node** link = head();
    for (node* from = *other.head(); from != nullptr; from = from->next) {
      *link = new node(from->code, from->value);
      if (buckets_[from->code % count_] == nullptr) buckets_[from->code % count_] = link;
      link = &(*link)->next;
    }
  }
  size_t size_;
  node*** buckets_;
  size_t count_, most_;  // buckets, and values that they are enough for
  Hash hash_;
  Equal equal_;
  KeyOf key_;
};

template <class K, class V, class Hash = hash<K>, class Equal = equal_to<K>>
class unordered_map {
 public:
  typedef K key_type;
  typedef V mapped_type;
  typedef pair<const K, V> value_type;
  typedef size_t size_type;
  typedef warplens_node_iterator<pair<const K, V>> iterator;
  typedef warplens_node_iterator<pair<const K, V>> const_iterator;
  unordered_map() {}
  explicit unordered_map(size_t buckets) { table_.rehash_for(buckets); }
  unordered_map(initializer_list<pair<const K, V>> list) {
    for (const pair<const K, V>& item : list) insert(item);
  }
  template <class It>
  unordered_map(It first, It last) {
    for (; first != last; ++first) insert(*first);
  }
  iterator begin() const { return table_.begin(); }
  iterator end() const { return table_.end(); }
  iterator cbegin() const { return table_.begin(); }
  iterator cend() const { return table_.end(); }
  size_t size() const { return table_.size(); }
  size_t bucket_count() const { return table_.bucket_count(); }
  bool empty() const { return table_.size() == 0; }
  void clear() { table_.clear(); }
  void reserve(size_t values) { table_.reserve(values); }
  void rehash(size_t buckets) { table_.rehash_for(buckets); }
  void swap(unordered_map& other) { table_.swap(other.table_); }
  iterator find(const K& key) const { return table_.find(key); }
  size_t count(const K& key) const { return table_.find(key) != end() ? 1 : 0; }
  bool contains(const K& key) const { return table_.find(key) != end(); }
  V& operator[](const K& key) {
    iterator found = table_.find(key);
    if (found == end()) found = table_.add(pair<const K, V>(key, V()));
    return found->second;
  }
  V& at(const K& key) const {
    const iterator found = table_.find(key);
    if (found == end()) warplens_fail_range("unordered_map::at");
    return found->second;
  }
  pair<iterator, bool> insert(const pair<const K, V>& item) {
    const iterator found = table_.find(item.first);
    if (found != end()) return {found, false};
    return {table_.add(item), true};
  }
  template <class A, class B>
  pair<iterator, bool> emplace(const A& key, const B& value) {
    return insert(pair<const K, V>(key, value));
  }
  template <class B>
  pair<iterator, bool> try_emplace(const K& key, const B& value) {
    return insert(pair<const K, V>(key, value));
  }
  pair<iterator, bool> insert_or_assign(const K& key, const V& value) {
    const pair<iterator, bool> done = insert(pair<const K, V>(key, value));
    done.first->second = value;
    return done;
  }
  size_t erase(const K& key) { return table_.erase(key); }
  iterator erase(iterator place) { return table_.erase(place); }

 private:
  warplens_table<K, pair<const K, V>, warplens_first, Hash, Equal> table_;
};

template <class K, class Hash = hash<K>, class Equal = equal_to<K>>
class unordered_set {
 public:
  typedef K key_type;
  typedef K value_type;
  typedef size_t size_type;
  typedef warplens_node_iterator<const K> iterator;
  typedef warplens_node_iterator<const K> const_iterator;
  unordered_set() {}
  explicit unordered_set(size_t buckets) { table_.rehash_for(buckets); }
  unordered_set(initializer_list<K> list) {
    for (const K& item : list) insert(item);
  }
  template <class It>
  unordered_set(It first, It last) {
    for (; first != last; ++first) insert(*first);
  }
  iterator begin() const { return table_.begin(); }
  iterator end() const { return table_.end(); }
  size_t size() const { return table_.size(); }
  size_t bucket_count() const { return table_.bucket_count(); }
  bool empty() const { return table_.size() == 0; }
  void clear() { table_.clear(); }
  void reserve(size_t values) { table_.reserve(values); }
  void swap(unordered_set& other) { table_.swap(other.table_); }
  iterator find(const K& key) const { return table_.find(key); }
  size_t count(const K& key) const { return table_.find(key) != end() ? 1 : 0; }
  bool contains(const K& key) const { return table_.find(key) != end(); }
  pair<iterator, bool> insert(const K& item) {
    const iterator found = table_.find(item);
    if (found != end()) return {found, false};
    return {table_.add(item), true};
  }
  template <class A>
  pair<iterator, bool> emplace(const A& value) { return insert(K(value)); }
  size_t erase(const K& key) { return table_.erase(key); }
  iterator erase(iterator place) { return table_.erase(place); }

 private:
  warplens_table<K, const K, warplens_itself, Hash, Equal> table_;
};
}
)cuda";
  return kText;
}

}  // namespace warplens::lang
