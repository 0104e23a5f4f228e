// Exceptions of whole programs: <exception> and <stdexcept>, and the state that `throw` and `catch`
// work on; text in the language that Warplens supports.
#include <array>

#include "sim/lang/library/prelude.hpp"

namespace warplens::lang {

std::string_view throwing_text() {
  static constexpr std::string_view kText = R"cuda(
// The number of the type of the exception that is on its way; 0: there is none.
unsigned long warplens_thrown = 0;
void* warplens_exception = nullptr;
void* warplens_caught = nullptr;  // what the innermost handler took
int warplens_tries = 0;           // blocks around that may catch something
struct warplens_try {
  warplens_try() { ++warplens_tries; }
  ~warplens_try() { --warplens_tries; }
};
inline void warplens_terminate(const char* type, const char* text) {
  fflush(stdout);
  fprintf(stderr, "terminate called after throwing an instance of '%s'\n", type);
  if (text != nullptr) fprintf(stderr, "  what():  %s\n", text);
  abort();
}
// In front of an object that is thrown, which ends when neither it is on its way nor a handler or
// an exception_ptr has it.
struct alignas(16) warplens_thrown_object {
  void (*end)(void*);
  unsigned long uses, number;
  const char *type, *text;
};
inline warplens_thrown_object& warplens_before(void* object) { return ((warplens_thrown_object*)object)[-1]; }
template <class T>
inline T* warplens_allocate_exception() {
  warplens_thrown_object* before = (warplens_thrown_object*)malloc(sizeof(warplens_thrown_object) + sizeof(T));
  before->end = &warplens_end_object<T>;
  before->uses = 0;
  return (T*)(before + 1);
}
inline void warplens_keep_exception(void* object) {
  if (object != nullptr) ++warplens_before(object).uses;
}
inline void warplens_drop_exception(void* object) {
  if (object == nullptr || --warplens_before(object).uses != 0) return;
  warplens_before(object).end(object);
  free(&warplens_before(object));
}
inline void warplens_fail_unhandled() {
  const warplens_thrown_object& before = warplens_before(warplens_exception);
  warplens_terminate(before.type, before.text);
}
inline void warplens_rethrow(void* object) {
  warplens_keep_exception(object);
  warplens_thrown = warplens_before(object).number;
  warplens_exception = object;
  if (warplens_tries == 0) warplens_fail_unhandled();
}
inline void warplens_throw(unsigned long number, void* object, const char* type, const char* text) {
  warplens_thrown_object& before = warplens_before(object);
  before.number = number;
  before.type = type;
  before.text = text;
  warplens_rethrow(object);
}
inline void warplens_rethrow_caught() {
  if (warplens_caught != nullptr) return warplens_rethrow(warplens_caught);
  fflush(stdout);
  fprintf(stderr, "terminate called without an active exception\n");
  abort();
}
// While handlers look at the exception, and one has it.
struct warplens_handler {
  warplens_handler() : object(warplens_exception), outer(warplens_caught) {
    warplens_caught = object;
    warplens_thrown = 0;
  }
  ~warplens_handler() {
    warplens_caught = outer;
    warplens_drop_exception(object);
  }
  void *object, *outer;
};
int warplens_waiting = 0;  // exceptions that were set aside
// In a destructor: the exception that is on its way waits until it has ended, which no other leaves.
struct warplens_aside {
  warplens_aside() : thrown(warplens_thrown), exception(warplens_exception) {
    if (thrown != 0) ++warplens_waiting;
    warplens_thrown = 0;
  }
  ~warplens_aside() {
    if (warplens_thrown != 0) warplens_fail_unhandled();
    if (thrown == 0) return;
    --warplens_waiting;
    warplens_thrown = thrown;
    warplens_exception = exception;
  }
  unsigned long thrown;
  void* exception;
};
template <class T>
inline void warplens_throw_value(T&& value) { throw static_cast<T&&>(value); }
)cuda";
  return kText;
}

std::string_view exception_header() {
  static constexpr std::string_view kText = R"cuda(
#pragma once
namespace std {
class exception {
 public:
  exception() {}
  virtual ~exception() {}
  virtual const char* what() const { return "std::exception"; }
};
struct nothrow_t {};
const nothrow_t nothrow = {};
class bad_alloc : public exception {
 public:
  const char* what() const override { return "std::bad_alloc"; }
};
class bad_array_new_length : public bad_alloc {
 public:
  const char* what() const override { return "std::bad_array_new_length"; }
};
class bad_cast : public exception {
 public:
  const char* what() const override { return "std::bad_cast"; }
};
class bad_function_call : public exception {
 public:
  const char* what() const override { return "bad_function_call"; }
};
class bad_optional_access : public exception {
 public:
  const char* what() const override { return "bad optional access"; }
};
class bad_any_cast : public bad_cast {
 public:
  const char* what() const override { return "bad any_cast"; }
};
class bad_variant_access : public exception {
 public:
  bad_variant_access(const char* text) : text_(text) {}
  const char* what() const override { return text_; }

 private:
  const char* text_;
};

class exception_ptr {
 public:
  exception_ptr(decltype(nullptr) = nullptr) : object_(nullptr) {}
  exception_ptr(void* object, bool is_shared) : object_(object) {
    if (is_shared) warplens_keep_exception(object_);
  }
  exception_ptr(const exception_ptr& other) : object_(other.object_) { warplens_keep_exception(object_); }
  exception_ptr(exception_ptr&& other) : object_(other.object_) { other.object_ = nullptr; }
  exception_ptr& operator=(const exception_ptr& other) {
    warplens_keep_exception(other.object_);
    warplens_drop_exception(object_);
    object_ = other.object_;
    return *this;
  }
  ~exception_ptr() { warplens_drop_exception(object_); }
  explicit operator bool() const { return object_ != nullptr; }
  bool operator==(const exception_ptr& other) const { return object_ == other.object_; }
  bool operator!=(const exception_ptr& other) const { return object_ != other.object_; }
  void warplens_rethrow() const {
    if (object_ == nullptr) throw exception();
    ::warplens_rethrow(object_);
  }

 private:
  void* object_;
};
inline exception_ptr current_exception() { return exception_ptr(warplens_caught, true); }
inline void rethrow_exception(exception_ptr exception) { exception.warplens_rethrow(); }
template <class E>
inline exception_ptr make_exception_ptr(E exception) {
  try {
    throw exception;
  } catch (...) {
    return current_exception();
  }
  return nullptr;
}
inline int uncaught_exceptions() { return warplens_waiting + (warplens_thrown != 0 ? 1 : 0); }
inline void terminate() {
  fflush(stdout);
  if (uncaught_exceptions() == 0) fprintf(stderr, "terminate called without an active exception\n");
  abort();
}

class nested_exception {
 public:
  nested_exception() : nested_(current_exception()) {}
  virtual ~nested_exception() {}
  void rethrow_nested() const { nested_.warplens_rethrow(); }
  exception_ptr nested_ptr() const { return nested_; }

 private:
  exception_ptr nested_;
};
template <class E>
struct warplens_nested : public E, public nested_exception {
  explicit warplens_nested(const E& outer) : E(outer) {}
};
template <class E>
inline void throw_with_nested(const E& outer) { throw warplens_nested<E>(outer); }
template <class E>
inline void rethrow_if_nested(const E& outer) {
  const nested_exception* nested = dynamic_cast<const nested_exception*>(&outer);
  if (nested != nullptr) nested->rethrow_nested();
}
}
)cuda";
  return kText;
}

std::string_view typeinfo_header() {
  static constexpr std::string_view kText = R"cuda(
#pragma once
#include <exception>
#include <bits/functional_hash.h>
namespace std {
class type_info {
 public:
  const char* name() const { return name_; }
  bool operator==(const type_info& other) const { return strcmp(name_, other.name_) == 0; }
  bool operator!=(const type_info& other) const { return strcmp(name_, other.name_) != 0; }
  bool before(const type_info& other) const { return strcmp(name_, other.name_) < 0; }
  size_t hash_code() const { return warplens_hash_bytes(name_, strlen(name_)); }
  explicit type_info(const char* warplens_name) : name_(warplens_name) {}
  type_info(const type_info&) = delete;
  type_info& operator=(const type_info&) = delete;

 private:
  const char* name_;
};
// What typeid refers to.
template <class T>
inline const type_info* warplens_type_info(const char* name) {
  static const type_info info(name);
  return &info;
}
}
)cuda";
  return kText;
}

bool needs_typeinfo_text(std::string_view text) {
  return text.find("typeid") != std::string_view::npos;
}

std::string_view typeindex_header() {
  static constexpr std::string_view kText = R"cuda(
#pragma once
#include <typeinfo>
#include <functional>
namespace std {
class type_index {
 public:
  type_index(const type_info& info) : info_(&info) {}
  const char* name() const { return info_->name(); }
  size_t hash_code() const { return info_->hash_code(); }
  bool operator==(const type_index& other) const { return *info_ == *other.info_; }
  bool operator!=(const type_index& other) const { return *info_ != *other.info_; }
  bool operator<(const type_index& other) const { return info_->before(*other.info_); }
  bool operator>(const type_index& other) const { return other < *this; }

 private:
  const type_info* info_;
};
template <>
struct hash<type_index> {
  size_t operator()(const type_index& index) const { return index.hash_code(); }
};
}
)cuda";
  return kText;
}

std::string_view stdexcept_header() {
  static constexpr std::string_view kText = R"cuda(
#pragma once
#ifndef WARPLENS_FAILS
#define WARPLENS_FAILS
#define WARPLENS_THROWS
#endif
namespace std {
void warplens_fail_range(const char* text);
void warplens_fail_argument(const char* text);
void warplens_fail_length(const char* text);
void warplens_fail_call();
void warplens_fail_optional();
void warplens_fail_variant(const char* text);
void warplens_fail_any();
}
#include <exception>
#include <string>
namespace std {
#define WARPLENS_ERROR(name, base)            \
  class name : public base {                  \
   public:                                    \
    explicit name(const string& text) : base(text) {} \
    explicit name(const char* text) : base(text) {}   \
  };
class logic_error : public exception {
 public:
  explicit logic_error(const string& text) : text_(text) {}
  explicit logic_error(const char* text) : text_(text) {}
  const char* what() const override { return text_.c_str(); }

 private:
  string text_;
};
class runtime_error : public exception {
 public:
  explicit runtime_error(const string& text) : text_(text) {}
  explicit runtime_error(const char* text) : text_(text) {}
  const char* what() const override { return text_.c_str(); }

 private:
  string text_;
};
WARPLENS_ERROR(invalid_argument, logic_error)
WARPLENS_ERROR(domain_error, logic_error)
WARPLENS_ERROR(length_error, logic_error)
WARPLENS_ERROR(out_of_range, logic_error)
WARPLENS_ERROR(range_error, runtime_error)
WARPLENS_ERROR(overflow_error, runtime_error)
WARPLENS_ERROR(underflow_error, runtime_error)
#undef WARPLENS_ERROR
#ifdef WARPLENS_THROWS
inline void warplens_fail_memory() { throw bad_alloc(); }
inline void warplens_fail_array() { throw bad_array_new_length(); }
inline void warplens_fail_range(const char* text) { throw out_of_range(text); }
inline void warplens_fail_argument(const char* text) { throw invalid_argument(text); }
inline void warplens_fail_length(const char* text) { throw length_error(text); }
inline void warplens_fail_call() { throw bad_function_call(); }
inline void warplens_fail_optional() { throw bad_optional_access(); }
inline void warplens_fail_variant(const char* text) { throw bad_variant_access(text); }
inline void warplens_fail_any() { throw bad_any_cast(); }
#endif
}
)cuda";
  return kText;
}

// What the library does where a program goes beyond it. One that catches nothing ends there, and
// its text has no need of the classes that would be thrown.
std::string_view failures_header() {
  static constexpr std::string_view kText = R"cuda(
#pragma once
#ifndef WARPLENS_FAILS
#define WARPLENS_FAILS
namespace std {
inline void warplens_fail_memory() { warplens_terminate("std::bad_alloc", "std::bad_alloc"); }
inline void warplens_fail_array() { warplens_terminate("std::bad_array_new_length", "std::bad_array_new_length"); }
inline void warplens_fail_range(const char* text) { warplens_terminate("std::out_of_range", text); }
inline void warplens_fail_argument(const char* text) { warplens_terminate("std::invalid_argument", text); }
inline void warplens_fail_length(const char* text) { warplens_terminate("std::length_error", text); }
inline void warplens_fail_call() { warplens_terminate("std::bad_function_call", "bad_function_call"); }
inline void warplens_fail_optional() { warplens_terminate("std::bad_optional_access", "bad optional access"); }
inline void warplens_fail_variant(const char* text) { warplens_terminate("std::bad_variant_access", text); }
inline void warplens_fail_any() { warplens_terminate("std::bad_any_cast", "bad any_cast"); }
}
#endif
namespace std {
inline void warplens_fail_at(const char* format, size_t index, size_t size) {
  char text[200];
  snprintf(text, sizeof text, format, index, size);
  warplens_fail_range(text);
}
__device__ inline void warplens_fail_at(const char* format, size_t index, size_t size) { __trap(); }
__device__ inline void warplens_fail_optional() { __trap(); }
}
)cuda";
  return kText;
}

// <iostream> and most of the library include them, too.
bool needs_errors_text(std::string_view text) {
  static constexpr auto kWords = std::to_array<std::string_view>(
      {"catch", "std::exception", "exception&", "exception &", "runtime_error", "logic_error",
       "invalid_argument", "domain_error", "length_error", "out_of_range", "range_error",
       "flow_error"});
  return names_one_of(text, kWords);
}

}  // namespace warplens::lang
