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
const char* warplens_exception_type = nullptr;
const char* warplens_exception_text = nullptr;
int warplens_tries = 0;  // blocks around that may catch it
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
inline void warplens_rethrow(unsigned long number, void* object) {
  warplens_thrown = number;
  warplens_exception = object;
  if (warplens_tries == 0) warplens_terminate(warplens_exception_type, warplens_exception_text);
}
inline void warplens_throw(unsigned long number, void* object, const char* type, const char* text) {
  warplens_exception_type = type;
  warplens_exception_text = text;
  warplens_rethrow(number, object);
}
inline void warplens_take() { warplens_thrown = 0; }
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
class bad_alloc : public exception {
 public:
  const char* what() const override { return "std::bad_alloc"; }
};
class bad_cast : public exception {
 public:
  const char* what() const override { return "std::bad_cast"; }
};
class bad_function_call : public exception {
 public:
  const char* what() const override { return "bad_function_call"; }
};
}
)cuda";
  return kText;
}

std::string_view stdexcept_header() {
  static constexpr std::string_view kText = R"cuda(
#pragma once
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
}
)cuda";
  return kText;
}

// <iostream> and most of the library include them, too.
bool needs_errors_text(std::string_view text) {
  static constexpr auto kWords = std::to_array<std::string_view>(
      {"std::exception", "exception&", "exception &", "runtime_error", "logic_error",
       "invalid_argument", "domain_error", "length_error", "out_of_range", "range_error",
       "flow_error"});
  return names_one_of(text, kWords);
}

}  // namespace warplens::lang
