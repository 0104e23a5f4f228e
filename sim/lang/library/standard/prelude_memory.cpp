// <memory> and <optional>, for whole programs: text in the language that Warplens supports.
#include "sim/lang/library/prelude.hpp"

namespace warplens::lang {

std::string_view memory_header() {
  static constexpr std::string_view kText =
      "#pragma once\n#include <type_traits>\n"
      R"cuda(
namespace std {
template <class T>
struct default_delete {
  void operator()(T* pointer) const { delete pointer; }
};
template <class T>
struct default_delete<T[]> {
  void operator()(T* pointer) const { delete[] pointer; }
};
template <class T, class D = default_delete<T>>
class unique_ptr {
 public:
  typedef remove_extent_t<T> element_type;
  typedef element_type* pointer;
  unique_ptr() : pointer_(nullptr) {}
  unique_ptr(decltype(nullptr)) : pointer_(nullptr) {}
  template <class U>
  explicit unique_ptr(U* pointer) : pointer_(pointer) {}
  template <class U>
  unique_ptr(U* pointer, const D& end) : pointer_(pointer), end_(end) {}
  unique_ptr(decltype(nullptr), const D& end) : pointer_(nullptr), end_(end) {}
  unique_ptr(unique_ptr&& other) : pointer_(other.release()), end_(other.end_) {}
  template <class U, class E>
  unique_ptr(unique_ptr<U, E>&& other) : pointer_(other.release()) {}
  ~unique_ptr() { reset(); }
  unique_ptr& operator=(unique_ptr&& other) {
    reset(other.release());
    return *this;
  }
  template <class U>
  unique_ptr& operator=(unique_ptr<U>&& other) {
    reset(other.release());
    return *this;
  }
  element_type* get() const { return pointer_; }
  D& get_deleter() { return end_; }
  element_type* release() {
    element_type* old = pointer_;
    pointer_ = nullptr;
    return old;
  }
  void reset(element_type* pointer = nullptr) {
    element_type* old = pointer_;
    pointer_ = pointer;
    if (old != nullptr) end_(old);
  }
  void swap(unique_ptr& other) { std::swap(pointer_, other.pointer_); }
  element_type& operator*() const { return *pointer_; }
  element_type* operator->() const { return pointer_; }
  element_type& operator[](size_t i) const { return pointer_[i]; }
  operator bool() const { return pointer_ != nullptr; }
  bool operator==(const void* other) const { return pointer_ == other; }
  bool operator!=(const void* other) const { return pointer_ != other; }

 private:
  element_type* pointer_;
  D end_;
};
template <class T, class... A>
inline enable_if_t<!is_array_v<T>, unique_ptr<T>> make_unique(A&&... arguments) {
  return unique_ptr<T>(new T(std::forward<A>(arguments)...));
}
template <class T>
inline enable_if_t<is_array_v<T>, unique_ptr<T>> make_unique(size_t count) {
  return unique_ptr<T>(new remove_extent_t<T>[count]());
}

struct warplens_owners {
  long strong, weak;  // all strong ones together count as one weak one
};
template <class T>
class weak_ptr;
template <class T>
class shared_ptr {
 public:
  typedef remove_extent_t<T> element_type;
  shared_ptr() : pointer_(nullptr), owners_(nullptr) {}
  shared_ptr(decltype(nullptr)) : pointer_(nullptr), owners_(nullptr) {}
  template <class U>
  explicit shared_ptr(U* pointer) : pointer_(pointer), owners_(nullptr) {
    if (pointer != nullptr) owners_ = new warplens_owners{1, 1};
  }
  shared_ptr(const shared_ptr& other) : pointer_(other.pointer_), owners_(other.owners_) { share(); }
  shared_ptr(shared_ptr&& other) : pointer_(nullptr), owners_(nullptr) { swap(other); }
  shared_ptr(element_type* pointer, warplens_owners* owners) : pointer_(pointer), owners_(owners) { share(); }
  template <class U>
  shared_ptr(const shared_ptr<U>& other) : pointer_(other.get()), owners_(other.warplens_count()) {
    share();
  }
  ~shared_ptr() { leave(); }
  shared_ptr& operator=(const shared_ptr& other) {
    shared_ptr kept(other);
    swap(kept);
    return *this;
  }
  shared_ptr& operator=(shared_ptr&& other) {
    shared_ptr kept(std::move(other));
    swap(kept);
    return *this;
  }
  element_type* get() const { return pointer_; }
  void reset() {
    leave();
    pointer_ = nullptr;
    owners_ = nullptr;
  }
  void reset(element_type* pointer) {
    shared_ptr kept(pointer);
    swap(kept);
  }
  void swap(shared_ptr& other) {
    std::swap(pointer_, other.pointer_);
    std::swap(owners_, other.owners_);
  }
  long use_count() const { return owners_ == nullptr ? 0 : owners_->strong; }
  bool unique() const { return use_count() == 1; }
  element_type& operator*() const { return *pointer_; }
  element_type* operator->() const { return pointer_; }
  element_type& operator[](size_t i) const { return pointer_[i]; }
  operator bool() const { return pointer_ != nullptr; }
  bool operator==(const shared_ptr& other) const { return pointer_ == other.pointer_; }
  bool operator!=(const shared_ptr& other) const { return pointer_ != other.pointer_; }
  bool operator==(const void* other) const { return pointer_ == other; }
  bool operator!=(const void* other) const { return pointer_ != other; }
  warplens_owners* warplens_count() const { return owners_; }

 private:
  void share() {
    if (owners_ != nullptr) ++owners_->strong;
  }
  void leave() {
    if (owners_ == nullptr || --owners_->strong != 0) return;
    default_delete<T>()(pointer_);
    if (--owners_->weak == 0) delete owners_;
  }
  element_type* pointer_;
  warplens_owners* owners_;
};
template <class T, class... A>
inline enable_if_t<!is_array_v<T>, shared_ptr<T>> make_shared(A&&... arguments) {
  return shared_ptr<T>(new T(std::forward<A>(arguments)...));
}
template <class T>
class weak_ptr {
 public:
  weak_ptr() : pointer_(nullptr), owners_(nullptr) {}
  weak_ptr(const shared_ptr<T>& from) : pointer_(from.get()), owners_(from.warplens_count()) { share(); }
  weak_ptr(const weak_ptr& other) : pointer_(other.pointer_), owners_(other.owners_) { share(); }
  ~weak_ptr() { reset(); }
  weak_ptr& operator=(const weak_ptr& other) {
    weak_ptr kept(other);
    std::swap(pointer_, kept.pointer_);
    std::swap(owners_, kept.owners_);
    return *this;
  }
  void reset() {
    if (owners_ != nullptr && --owners_->weak == 0) delete owners_;
    pointer_ = nullptr;
    owners_ = nullptr;
  }
  long use_count() const { return owners_ == nullptr ? 0 : owners_->strong; }
  bool expired() const { return use_count() == 0; }
  shared_ptr<T> lock() const {
    return expired() ? shared_ptr<T>() : shared_ptr<T>(pointer_, owners_);
  }

 private:
  void share() {
    if (owners_ != nullptr) ++owners_->weak;
  }
  T* pointer_;
  warplens_owners* owners_;
};
template <class T, class U>
inline shared_ptr<T> static_pointer_cast(const shared_ptr<U>& from) {
  return shared_ptr<T>(static_cast<T*>(from.get()), from.warplens_count());
}
template <class T, class U>
inline shared_ptr<T> dynamic_pointer_cast(const shared_ptr<U>& from) {
  T* to = dynamic_cast<T*>(from.get());
  return to != nullptr ? shared_ptr<T>(to, from.warplens_count()) : shared_ptr<T>();
}
template <class T, class U>
inline shared_ptr<T> const_pointer_cast(const shared_ptr<U>& from) {
  return shared_ptr<T>(const_cast<T*>(from.get()), from.warplens_count());
}
template <class T>
inline T* addressof(T& object) { return &object; }
}
)cuda";
  return kText;
}

std::string_view optional_header() {
  static constexpr std::string_view kText =
      "#pragma once\n#include <bits/functexcept.h>\n#include <type_traits>\n"
      R"cuda(
namespace std {
struct nullopt_t {
  int none;
};
const nullopt_t nullopt = {0};
template <class T>
class optional {
 public:
  typedef T value_type;
  __host__ __device__ optional() : has_(false), value_() {}
  __host__ __device__ optional(nullopt_t) : has_(false), value_() {}
  __host__ __device__ optional(const T& value) : has_(true), value_(value) {}
  __host__ __device__ optional(T&& value) : has_(true), value_(static_cast<T&&>(value)) {}
  __host__ __device__ optional& operator=(nullopt_t) {
    has_ = false;
    return *this;
  }
  __host__ __device__ optional& operator=(const T& value) {
    has_ = true;
    value_ = value;
    return *this;
  }
  __host__ __device__ optional& operator=(T&& value) {
    has_ = true;
    value_ = static_cast<T&&>(value);
    return *this;
  }
  template <class... A>
  __host__ __device__ T& emplace(A&&... arguments) {
    has_ = true;
    value_ = T(std::forward<A>(arguments)...);
    return value_;
  }
  __host__ __device__ bool has_value() const { return has_; }
  __host__ __device__ explicit operator bool() const { return has_; }
  __host__ __device__ void reset() { has_ = false; }
  __host__ __device__ T& operator*() { return value_; }
  __host__ __device__ const T& operator*() const { return value_; }
  __host__ __device__ T* operator->() { return &value_; }
  __host__ __device__ const T* operator->() const { return &value_; }
  __host__ __device__ T& value() {
    if (!has_) warplens_fail_optional();
    return value_;
  }
  __host__ __device__ const T& value() const {
    if (!has_) warplens_fail_optional();
    return value_;
  }
  __host__ __device__ T value_or(const T& other) const { return has_ ? value_ : other; }
  __host__ __device__ bool operator==(const T& other) const { return has_ && value_ == other; }
  __host__ __device__ bool operator==(nullopt_t) const { return !has_; }
  __host__ __device__ bool operator!=(nullopt_t) const { return has_; }

 private:
  bool has_;
  T value_;
};
template <class T>
__host__ __device__ inline optional<T> make_optional(const T& value) { return optional<T>(value); }
}
)cuda";
  return kText;
}

}  // namespace warplens::lang
