// std::function of <functional>, for whole programs: text in the language that Warplens supports.
#include "sim/lang/library/prelude.hpp"

namespace warplens::lang {

std::string_view function_text() {
  static constexpr std::string_view kText = R"cuda(
namespace std {
template <class F, class R, class... A>
inline R warplens_invoke(void* object, A... arguments) {
  if constexpr (is_member_pointer_v<F>) {
    return warplens_invoke_member(*(F*)object, arguments...);
  } else {
    return (*(F*)object)(arguments...);
  }
}
template <class F>
inline void* warplens_copied(const void* object) { return (void*)new F(*(const F*)object); }
template <class F>
inline void warplens_delete_held(void* object) { delete (F*)object; }

template <class Signature>
class function;
template <class R, class... A>
class function<R(A...)> {
 public:
  typedef R result_type;
  function() : object_(nullptr), invoke_(nullptr), copy_(nullptr), end_(nullptr) {}
  function(decltype(nullptr)) : object_(nullptr), invoke_(nullptr), copy_(nullptr), end_(nullptr) {}
  function(const function& other)
      : object_(nullptr), invoke_(other.invoke_), copy_(other.copy_), end_(other.end_) {
    if (other.object_ != nullptr) object_ = other.copy_(other.object_);
  }
  function(function&& other) : object_(nullptr), invoke_(nullptr), copy_(nullptr), end_(nullptr) { swap(other); }
  template <class F>
  function(F callee)
      : object_((void*)new F(callee)), invoke_(warplens_invoke<F, R, A...>), copy_(warplens_copied<F>), end_(warplens_delete_held<F>) {}
  ~function() {
    if (object_ != nullptr) end_(object_);
  }
  function& operator=(const function& other) {
    function copy(other);
    swap(copy);
    return *this;
  }
  R operator()(A... arguments) const {
    if (object_ == nullptr) warplens_fail_call();
    return invoke_(object_, arguments...);
  }
  explicit operator bool() const { return object_ != nullptr; }
  bool operator==(decltype(nullptr)) const { return object_ == nullptr; }
  bool operator!=(decltype(nullptr)) const { return object_ != nullptr; }
  function& operator=(decltype(nullptr)) {
    function none;
    swap(none);
    return *this;
  }
  void swap(function& other) {
    std::swap(object_, other.object_);
    std::swap(invoke_, other.invoke_);
    std::swap(copy_, other.copy_);
    std::swap(end_, other.end_);
  }

 private:
  void* object_;
  R (*invoke_)(void*, A...);
  void* (*copy_)(const void*);
  void (*end_)(void*);
};
}
)cuda";
  return kText;
}

}  // namespace warplens::lang
