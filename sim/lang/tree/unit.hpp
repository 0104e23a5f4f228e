// What a text is as a whole, once it is checked: its functions and kernels with their trees, its
// variables, and what is left of it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "sim/base/diagnostic.hpp"
#include "sim/base/source.hpp"
#include "sim/lang/tree/ast.hpp"
#include "sim/lang/tree/type.hpp"

namespace warplens::lang {

// A function of the text with all its types known: of a template, one instance. Also constructors
// and member functions, whose first parameter is the pointer `this`.
struct Function {
  std::string name;                   // as shown to users: "reduce<float, 4>", "Body::speed"
  Span span;                          // of its name
  Span full_span;                     // from its first token to the closing brace
  std::vector<Variable*> parameters;  // of a kernel: Storage::kParameter; else kLocal
  const Type* return_type = nullptr;  // a pointer if it returns a reference
  bool returns_reference = false;
  bool is_own = true;    // false: made by Warplens (cooperative groups); its text is not shown, so
                         // its accesses appear at the call
  bool is_host = false;  // host code, which kernels may use, too
  bool is_device_only = false;  // code that both use may call it, as long as a kernel does
  bool is_variadic = false;     // (format, ...)
  // A function of the C library or CUDA's runtime, which the host's machine executes: it has no
  // body.
  bool is_provided = false;
  // Of a program's functions: why it has no body. The program ends with them where it is called.
  base::Diagnostics errors;
  bool may_throw = false;     // host code: or what it calls
  bool is_recursive = false;  // it can reach a call of itself: never inlined
  // Host code that returns an object which may know its address (Checker::is_made_in_place): it
  // makes that where its last parameter points to and returns nothing.
  bool returns_in_place = false;
  std::vector<std::unique_ptr<Variable>> variables;  // owns all of the function's own
  std::vector<Variable*> shared;  // its own static __shared__ variables, in order of declaration
  std::vector<const Function*> calls;  // each function that the body calls, once
  std::unique_ptr<Block> body;         // null after a mistake
};

struct Kernel : Function {
  // Its name in code at the end of the file: without the "#2" of several programs, and with
  // constants of an enum cast to it. "reduce<(Op)1, float>"
  std::string expression;
  uint32_t most_threads = 0;             // __launch_bounds__; 0: not given
  Variable* dynamic_shared = nullptr;    // the first extern __shared__ array, its own or that of a
                                         // function that it reaches
  std::vector<const Function*> reached;  // every function that it can reach, callees before callers
                                         // where there is no recursion
};

// Host code that can be executed: a function with main's parameters, whose body initialises what
// needs it, calls main() and then exit(). Of a call of another function, the entry has that one's
// parameters; what a reference refers to is one.
struct HostProgram {
  Kernel entry;
  const Function* main = nullptr;  // or the function that is called in its place
  bool is_call = false;
  // What is executed after each call that may throw, outside of try blocks: it leaves the function.
  StmtPtr check;
};

// A launch in the text's host code: `name<<<grid, block, shared>>>(arguments)`.
struct HostLaunch {
  std::string kernel;  // as Kernel::name has it; of an unknown instance of a template: as written
  Span span;
  std::string function;  // that it is in: "geo::run"; empty: none that can be called from outside
};

// Text that no kernel reaches: host functions, declarations.
struct Skipped {
  std::string name;  // best guess; may be empty
  Span span;
};

// An #include whose file was not found.
struct MissingInclude {
  std::string written;  // with its quotes or angles: "\"x.h\""
  Span span;
};

// Whether a kernel can be run. Only what it reaches counts.
enum class KernelState : uint8_t {
  kReady,
  kUnsupported,  // it reaches something that is not supported
  kWrong,        // it reaches something that no compiler accepts
  kTemplate,     // no instance of it is requested: its text is not checked
};
struct ListedKernel {
  std::string name;        // as Kernel::name has it; of a template: "matmul<int TILE>"
  std::string parameters;  // as the text has them: "float* a, int n"
  Span span;               // of its name
  Span full_span;          // from its first token to the closing brace
  KernelState state = KernelState::kReady;
  base::Diagnostics errors;  // why it is not ready, the cause first
};

// What a pointer to a kernel is in host code.
inline constexpr uint64_t kKernelHandle = uint64_t{7} << 60;
// What a pointer to a function is, with its number; one more bit says that host code made it.
inline constexpr uint64_t kFunctionTag = uint64_t{6} << 60;
inline constexpr uint64_t kHostFunctionTag = kFunctionTag | uint64_t{1} << 59;

struct Unit {
  base::SourceFile file;
  TypeTable types;
  std::vector<std::unique_ptr<Variable>> constants;       // file-scope const and constexpr
  std::vector<std::unique_ptr<Variable>> globals;         // __device__ and __constant__, in order
  std::vector<std::unique_ptr<Variable>> strings;         // literals, as kernels have them
  std::vector<std::unique_ptr<Function>> functions;       // every one that a kernel may reach
  std::vector<std::unique_ptr<Variable>> host_variables;  // of the file and of functions
  std::unique_ptr<HostProgram> program;                   // of compile_program()
  // Kernels whose address host code takes, by Kernel::name: index i has the handle kKernelHandle +
  // i.
  std::vector<std::string> kernel_handles;
  std::vector<Kernel> kernels;  // those that are ready, including the requested and the launched
                                // instances of templates
  std::vector<ListedKernel> listed;  // every kernel of the file, ready or not, in order of place
  std::vector<std::string> kernel_templates;  // "matmul<int TILE, int PAD = 0>": for suggestions
  // Names of instances as written ("matmul<TILE * 2>"), and Kernel::name.
  std::vector<std::pair<std::string, std::string>> kernel_spellings;
  std::vector<HostLaunch> launches;  // in order of place
  // Functions of host code that launch kernels, themselves or by another of them, and that none of
  // them calls; if there is a main(), it alone. Of a template the instances that the text names
  // explicitly, "geo::run<float>"; "geo::run" if it writes no arguments.
  std::vector<std::string> launchers;
  std::vector<Skipped> skipped;
  std::vector<MissingInclude> missing;  // in the order of reading
  base::Diagnostics warnings;           // probable mistakes, and notes, in order of place
  base::Diagnostics marks;              // all errors of the text, reached by a kernel or not
  std::vector<std::string>
      macro_names;  // every macro the file or -D defined; for lesson parameters and suggestions
  // The text uses the value of __CUDA_ARCH__. Otherwise it is the same program on every device.
  bool reads_device = false;
};

}  // namespace warplens::lang
