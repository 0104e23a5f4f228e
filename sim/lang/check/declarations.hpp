// What the text declares beside variables: types, functions, templates, namespaces, and how their
// names are found. The parser fills it in while it reads the file's top level; the checker asks it
// about names and calls.
//
// A function's body is parsed when somebody first uses the function, a template's once an instance,
// by reading its tokens again; bodies wait in a list until the one being read is finished.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/lang/library/builtins.hpp"
#include "sim/lang/text/outline.hpp"
#include "sim/lang/tree/ast.hpp"

namespace warplens::lang {

struct FunctionParameter {
  std::string name;
  const Type* type = nullptr;      // arrays decayed; of a reference: what it refers to
  bool is_reference = false;       // T&, const T& (type is const), T&&
  bool takes_temporaries = false;  // const T& or T&&
  bool is_pack = false;            // of a template's pattern: any number of such parameters
  bool has_default = false;
};

// An argument of a call, for the deduction of template arguments.
struct GivenArgument {
  const Type* type = nullptr;  // void: of a list, which has none
  bool is_place = false;       // an lvalue
};

// One overload, or one instance of a template.
struct FunctionDeclaration {
  std::string name;       // last part: "reduce"; an operator or constructor: the record's name
  std::string full_name;  // "cg::reduce<float, 4>"
  Span span;              // of its name
  const Record* record = nullptr;            // the struct that it is a member of
  bool is_static = false, is_const = false;  // members
  bool is_constructor = false, is_explicit = false;
  bool is_inherited = false;   // using Base::Base: a constructor of the base
  bool is_conversion = false;  // operator T(): its name is "operator"
  bool is_template = false;    // then parameters and return_type are not known: see instantiate()
  bool is_kernel = false, is_device = false, is_host = false, is_constexpr = false;
  bool is_noexcept = false;                   // as its head says, or as it has none
  bool is_variadic = false;                   // more arguments may follow: (format, ...)
  std::vector<FunctionParameter> parameters;  // without `this`
  const Type* return_type = nullptr;          // of a reference: what it refers to; null: auto, not
                                              // yet known
  bool returns_reference = false;
  bool returns_value_reference = false;            // T&&
  std::shared_ptr<const BuiltinFunction> builtin;  // CUDA's own: it has no text
  virtual ~FunctionDeclaration() = default;
};

// Whether code of the host, or of a kernel, may call the function; a kernel is launched.
inline bool may_call(const FunctionDeclaration& function, bool from_host) {
  if (function.is_constexpr || function.is_kernel) return true;
  return from_host ? function.is_host || !function.is_device : function.is_device;
}

class Declarations {
 public:
  virtual ~Declarations() = default;

  // The type that a name means here (typedef, using, struct, enum, template parameter); qualified
  // names ("geo::Point") too. Null if it is no type, or only a template of one.
  virtual const Type* find_type(std::string_view name) = 0;
  virtual bool is_record_template(std::string_view name) = 0;
  virtual bool is_function_template(std::string_view name) = 0;
  virtual bool is_namespace(std::string_view name) = 0;

  // A file-scope or namespace-scope variable, enumerator or template value by qualified name
  // ("Color::red", "N" of a template parameter list); null if there is none.
  virtual Variable* find_variable(std::string_view name) = 0;

  // Every overload that `name` may mean here, CUDA's own included.
  virtual std::vector<const FunctionDeclaration*> find_functions(std::string_view name) = 0;
  // What a call may mean: also those declared beside the types of its arguments
  // (argument-dependent look-up), where C++ looks for them.
  virtual std::vector<const FunctionDeclaration*> find_called(
      std::string_view name, const std::vector<const Type*>& arguments) = 0;
  // Functions, no members, that an operator of these operands may mean: "operator+".
  virtual std::vector<const FunctionDeclaration*> find_operator(
      std::string_view name, const std::vector<const Type*>& operands) = 0;
  // Whether any namespace has a function of that name.
  virtual bool is_function_somewhere(std::string_view name) const = 0;
  // Of two templates that fit a call of so many arguments equally well.
  virtual bool is_more_special(const FunctionDeclaration& a, const FunctionDeclaration& b,
                               size_t arguments) = 0;
  virtual std::vector<const FunctionDeclaration*> members(const Record& record,
                                                          std::string_view name) = 0;
  virtual std::vector<const FunctionDeclaration*> constructors(const Record& record) = 0;

  // The instance of a template for these arguments: `written` are between < >, the rest is deduced
  // from the types of the call's arguments (an array argument has its array type)
  // and defaults. Null, with the reason in a sentence, if they do not fit.
  virtual const FunctionDeclaration* instantiate(const FunctionDeclaration& of,
                                                 const std::vector<TemplateArgument>& written,
                                                 const std::vector<GivenArgument>& arguments,
                                                 std::string* reason) = 0;

  // The function that a call of `declaration` executes. Its body is parsed later (with needs_body:
  // now, for constexpr evaluation or an `auto` result). Null, reported, if it has none. The call is
  // noted in the calling function's `calls`.
  virtual const Function* use(const FunctionDeclaration& declaration, Span call,
                              bool needs_body) = 0;

  // What a pointer to the function, or to a kernel in host code, is. 0, reported, if it has no
  // body.
  virtual uint64_t use_address(const FunctionDeclaration& declaration, Span use) = 0;
  // The function of a pointer's value; null if it is none's.
  virtual const FunctionDeclaration* function_at(uint64_t pointer) const = 0;
  // What a call through a pointer to a function of that type executes; its parameters are the
  // pointer and the function's.
  virtual const Function* use_pointer(const Type* function) = 0;
  // The same of a launch: the pointer, the grid, the block, the bytes of shared memory, the stream
  // and the kernel's parameters.
  virtual const Function* use_pointer_launch(const Type* kernel) = 0;
  // Whether what is not supported is left out of host code, and a value of a scalar's or a
  // pointer's type takes the place of one that nobody knows then.
  virtual bool leaves_out() const = 0;
  virtual ExprPtr unknown_value(const Type* type, Span span) = 0;
  // What says which of the exceptions that the program throws a handler of that type takes: a
  // pointer to what it catches, else null; its parameters are the number of the exception's type
  // and its object.
  virtual const Function* use_handler_test(const Type* type) = 0;
  // What a call of a virtual function executes where the object may be of a derived class; null for
  // any other function.
  virtual const Function* use_virtual(const FunctionDeclaration& declaration) = 0;
  // What ends an object whose class has a virtual destructor; null for any other.
  virtual const Function* use_virtual_end(const Record& record) = 0;
  // What dynamic_cast<to*> of a pointer to an object of the class executes.
  virtual const Function* use_class_test(const Record& record, const Type* to) = 0;
  // What gives the std::type_info of the class that an object is of; `info`: a pointer to one.
  virtual const Function* use_class_info(const Record& record, const Type* info) = 0;
  // What std::type_info::name() calls a type; nothing where it has no name or one that is not
  // known.
  virtual std::optional<std::string> type_name(const Type* type) = 0;

  // The Kernel::name of the kernel that a launch of `declaration` in host code starts. It is read
  // later.
  virtual std::string use_kernel(const FunctionDeclaration& declaration, Span launch) = 0;

  // Parses the default value of a parameter anew, not yet checked.
  virtual ExprPtr default_argument(const FunctionDeclaration& declaration, size_t parameter) = 0;

  // Parses the default member initialiser of a record's field anew, not yet checked; null if it has
  // none. A constructor that does not name the field, and a list that ends before it, take it.
  virtual ExprPtr field_initializer(const Record& record, size_t field) = 0;

  // The number of elements that std::tuple_size gives for a type; nothing where it gives none.
  virtual std::optional<uint64_t> tuple_size(const Type* type) = 0;

  // Every name that is seen here, for suggestions.
  virtual std::vector<std::string> visible_names() const = 0;
  // Says why a name that the text declares means nothing at this place: it is declared further
  // down, needs template arguments, or has a mistake, which is reported where it is. False if the
  // text does not declare it for kernels.
  virtual bool report_unusable(std::string_view name, Span span) = 0;

  // What is read now depends on an item that has its error already.
  virtual void rely_on(const Item& item) = 0;

  // Whether what is being read is code of the host.
  virtual bool is_host() const = 0;
  // Whether kernels use it, too, or alone.
  virtual bool is_for_kernels() const = 0;
  // The function being read now; null outside of one. Its record if it is a member function.
  virtual Function* current() const = 0;
  virtual const Record* current_record() const = 0;
  // Whether it is the type of a lambda.
  virtual bool is_closure(const Record* record) const = 0;
};

}  // namespace warplens::lang
