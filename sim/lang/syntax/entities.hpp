// What the names of a compilation mean: scopes, and the entities that are declared in them, each
// with the text that it is read from when it is first needed.
#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "sim/base/names.hpp"
#include "sim/lang/check/declarations.hpp"
#include "sim/lang/text/tokens.hpp"
#include "sim/lang/tree/unit.hpp"

namespace warplens::lang {

// Whether the two, of one name, are the same function.
bool same_parameters(const FunctionDeclaration& a, const FunctionDeclaration& b, TypeTable& types);

// The template parameter that the type of a lambda's `auto` parameter is; no name of a text.
std::string generic_parameter(size_t parameter);

// The function that a literal with a suffix of the text's own means: `"name"s`, `10_km`.
inline std::string literal_operator(std::string_view suffix) {
  return "operator\"\"" + std::string(suffix);
}

// A constant of an enum, as the parser reads it.
struct Enumerator {
  std::string name;
  Span span;
  uint64_t value = 0;
  base::Scalar scalar = base::Scalar::kInt;  // its type until the enum's own is known
};
// Of a template; and of characters of an instance's name, soon exceeded by one that doubles.
inline constexpr size_t kMostInstances = 4096;
inline constexpr size_t kLongestInstanceName = size_t{1} << 16;

struct Entity;
struct FunctionEntity;
struct RecordEntity;

// A range of tokens; empty: there is none.
struct TokenRange {
  size_t begin = 0, end = 0;
  bool empty() const { return begin == end; }
};

// Where a lambda is: its first token, and the element of a pack that it is read for.
struct LambdaPlace {
  size_t token = 0, element = 0;
};

enum class ReadState : uint8_t { kUnread, kReading, kRead, kFailed };

// In no order; names_in_order() is one. Inserting moves no entry.
using EntitiesByName =
    std::unordered_map<std::string, std::vector<Entity*>, base::NameHash, std::equal_to<>>;
std::vector<std::string> names_in_order(const EntitiesByName& names);

struct NameScope {
  std::string path;  // the prefix of its names: "", "geo::", "Tile<16>::"
  NameScope* parent = nullptr;
  EntitiesByName names;
  struct Used {
    NameScope* scope;
    size_t position;
    bool is_inline = false;  // an inline namespace, whose names count as its own
  };
  std::vector<Used> used;          // using namespace
  RecordEntity* record = nullptr;  // whose members it holds
  // It holds template arguments; the surrounding declarations are in `parent`.
  bool is_binding = false;
};

struct TemplateParameter {
  std::string name;
  Span span;
  bool is_type = false;
  bool is_pack = false;
  bool is_template = false;  // of types: template <typename> class Name
  TokenRange type;           // of a value
  TokenRange default_value;
};

enum class EntityKind : uint8_t {
  kNamespace,
  kNamespaceAlias,
  kUsing,  // another scope's name
  kType,   // a template's argument
  kAlias,  // typedef, using
  kEnum,
  kEnumerator,
  kRecord,
  kVariable,
  kValue,     // an existing variable: a template's argument
  kPack,      // several of the two, or of a function's parameters: named "name[0]", "name[1]"...
  kTemplate,  // another template: a template's argument
  kFunction,
  kHost,  // a name of host code, which a kernel cannot use
};

// template <class T> struct Name<T*> { ... };
struct PartialSpecialization {
  Entity* text = nullptr;  // the declaration
  std::vector<TemplateParameter> parameters;
  // Once used: its parameters' stand-ins, and the arguments in < > with them.
  std::vector<TemplateArgument> stand_ins, pattern;
};

struct Entity {
  EntityKind kind = EntityKind::kHost;
  std::string name;
  NameScope* scope = nullptr;  // where it is declared
  size_t position = 0;         // visible to tokens from here on
  TokenRange text;             // without `template <...>`
  Span span;                   // of its name, as far as known before reading
  ReadState state = ReadState::kUnread;
  bool is_template = false;
  bool is_device = false, is_constant_memory = false, is_shared = false;  // variables
  bool is_extern = false;
  std::vector<TemplateParameter> parameters;
  std::string target;  // kUsing, kNamespaceAlias; kAlias: the type that its declarators extend
  NameScope* space = nullptr;              // kNamespace; of a scoped enum its constants'
  const Type* type = nullptr;              // once read
  Reference reference = Reference::kNone;  // kType, kAlias: of what it names
  size_t count = 0;                        // kPack: its elements
  Entity* meant = nullptr;                 // kTemplate; kVariable: of an instance, the template
  Variable* variable = nullptr;            // once read
  Variable* host_variable = nullptr;       // once read for host code: the host's own
  ReadState host_state = ReadState::kUnread;
  Entity* owner = nullptr;  // kEnumerator: the enum
  FunctionEntity* function = nullptr;
  RecordEntity* record = nullptr;              // not of a template
  std::vector<Entity*> specializations;        // template <> struct Name<...>
  std::vector<PartialSpecialization> partial;  // template <...> struct Name<...>
  std::vector<RecordEntity*> instances;        // of a template of records
  // Of one: functions from whose arguments its own follow; those of its constructors, once needed.
  std::vector<FunctionEntity*> guides;
  bool has_guides = false;
  std::map<const Function*, Variable*> uses;  // of dynamic shared memory: each function's own
};

struct ParameterText {
  Span span;
  TokenRange default_value;
};

// A parameter `Types... name` of a function: its elements are parameters of their own.
struct ParameterPack {
  std::string name;
  size_t count = 0;
};
// The name of an element of a pack, which no text can contain.
std::string element_name(std::string_view pack, size_t element);

// What first needs an instance of a template; an error in the instance names it.
struct InstanceUser {
  enum class By : uint8_t { kNobody, kUse, kOption, kLaunch };  // kOption: --kernel
  By by = By::kNobody;
  Span span = {};  // kUse, kLaunch
};

struct FunctionEntity : FunctionDeclaration {
  NameScope* scope = nullptr;     // its names are looked up from here
  RecordEntity* owner = nullptr;  // of a member
  size_t position = 0;
  TokenRange text;        // without `template <...>`
  size_t text_begin = 0;  // with it
  bool has_body = false;
  bool is_call_operator = false;           // of a lambda: its head has no name
  bool is_implicit = false;                // a constructor that the text does not have
  RecordEntity* inherited_from = nullptr;  // is_inherited: the base that it makes
  bool is_virtual = false;                 // as written
  bool is_pure = false;                    // = 0
  bool is_forced_out = false;              // __noinline__
  uint32_t most_threads = 0;               // __launch_bounds__ of a kernel; 0: not given
  ReadState head = ReadState::kUnread;
  ReadState body = ReadState::kUnread;
  size_t parameters_end = 0;  // after the `)`
  std::vector<ParameterText> texts;
  std::vector<ParameterPack> packs;
  std::vector<TemplateParameter> template_parameters;
  std::vector<TemplateArgument> arguments;       // of an instance
  std::vector<FunctionEntity*> instances;        // of a template
  std::vector<FunctionEntity*> specializations;  // template <> float f<float>(...)
  FunctionEntity* primary = nullptr;             // of an instance: the template
  // Of a template, for deduction: its head with stand-ins for its parameters.
  std::vector<TemplateArgument> stand_ins;
  FunctionEntity* pattern = nullptr;
  bool has_no_pattern = false;
  FunctionEntity* earlier = nullptr;     // an earlier declaration of it
  FunctionEntity* definition = nullptr;  // of a member, once used
  bool is_waiting = false;               // for its body to be read
  InstanceUser user;                     // of an instance
  Function* function = nullptr;          // once used
  bool has_all_defaults() const {        // a template's parameters
    return std::all_of(template_parameters.begin(), template_parameters.end(),
                       [](const TemplateParameter& one) { return !one.default_value.empty(); });
  }
};

struct RecordEntity {
  Entity* declaration = nullptr;
  Record* record = nullptr;
  const Type* type = nullptr;
  NameScope* members = nullptr;
  TokenRange text;  // from `struct` on
  size_t position = 0;
  ReadState state = ReadState::kUnread;
  std::vector<TokenRange> initializers;         // one a field
  std::map<size_t, uint64_t> field_alignments;  // [bytes] where written
  struct UnnamedBits {
    size_t before;   // the field that follows
    uint64_t bytes;  // of their type
    uint8_t bits;
  };
  std::vector<UnnamedBits> unnamed_bits;
  std::vector<FunctionEntity*> functions;
  std::set<std::string, std::less<>> used_names;  // using Base::name
  bool has_virtual_destructor = false;            // as written
  std::vector<TemplateArgument> arguments;
  // To which the parameters of its text are bound: a specialisation has its own.
  std::vector<TemplateArgument> bound;
  Entity* primary = nullptr;  // of an instance: the template
  InstanceUser user;
};

// A requested instance of a kernel template: "matmul<32, 1>".
struct WantedKernel {
  std::string written;
  std::vector<Token> tokens;
  bool is_required = false;  // requested by the user: its mistakes are errors
  Span span = {};            // of the launch that requests it
};

// The reason for reading a kernel. Two compilations of the same text with the same wishes have the
// same sources.
struct KernelSource {
  enum class By : uint8_t {
    kText,      // item `index`: a plain kernel, a specialisation, an explicit instantiation
    kWish,      // wish `index`, of template `kernel`
    kDefaults,  // template `kernel`, whose parameters all have defaults
  };
  By by = By::kText;
  size_t index = 0;
  size_t kernel = 0;  // counted over the file's kernels and templates of them
  friend bool operator==(const KernelSource&, const KernelSource&) = default;
};

// One reading of a kernel, with everything that it reaches.
struct KernelReading {
  KernelSource source;
  ListedKernel kernel;          // its errors are those that no earlier reading reported
  std::vector<size_t> reached;  // the items that it read, except those already known
};

}  // namespace warplens::lang
