// What typeid calls types: their mangled names (Itanium C++ ABI, 5.1), as g++ has them.
#include <algorithm>
#include <utility>

#include "sim/lang/syntax/names.hpp"

namespace warplens::lang {
namespace {

using base::Scalar;

std::string_view letters_of(Scalar scalar) {
  switch (scalar) {
    case Scalar::kBool:
      return "b";
    case Scalar::kChar:
      return "c";
    case Scalar::kSChar:
      return "a";
    case Scalar::kUChar:
      return "h";
    case Scalar::kShort:
      return "s";
    case Scalar::kUShort:
      return "t";
    case Scalar::kInt:
      return "i";
    case Scalar::kUInt:
      return "j";
    case Scalar::kLong:
      return "l";
    case Scalar::kULong:
      return "m";
    case Scalar::kLongLong:
      return "x";
    case Scalar::kULongLong:
      return "y";
    case Scalar::kFloat:
      return "f";
    case Scalar::kDouble:
      return "d";
    case Scalar::kHalf:
    case Scalar::kBfloat:
      break;  // classes of CUDA's
  }
  return "";
}

std::string source_name(std::string_view name) {
  return std::to_string(name.size()) + std::string(name);
}

// "S_", "S0_" ... "S9_", "SA_".
std::string substitution(size_t number) {
  if (number == 0) return "S_";
  std::string digits;
  for (size_t rest = number - 1; digits.empty() || rest != 0; rest /= 36)
    digits.insert(digits.begin(), "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"[rest % 36]);
  return "S" + digits + "_";
}

}  // namespace

// Writes names one after another. What was written before and may be named by its number is known
// by its text without such numbers.
class Names::TypeNamer {
 public:
  TypeNamer(Names& names, bool is_short) : names_(names), is_short_(is_short) {}

  std::string write(const Type* type) {
    if (type->is_const || type->is_volatile) {
      const Type* bare = names_.unit_.types.unqualified(type);
      const std::string marks =
          std::string(type->is_volatile ? "V" : "") + (type->is_const ? "K" : "");
      return known_or(full(type), [&] { return marks + write(bare); });
    }
    if (type == names_.unit_.types.null_type()) return "Dn";
    switch (type->kind) {
      case TypeKind::kVoid:
        return "v";
      case TypeKind::kScalar:
        return scalar(type);
      case TypeKind::kPointer:
        return known_or(full(type), [&] { return "P" + write(type->element); });
      case TypeKind::kArray:
        return known_or(full(type), [&] {
          return "A" + std::to_string(type->count) + "_" + write(type->element);
        });
      case TypeKind::kFunction:
        return known_or(full(type), [&] { return function(*type->signature); });
      case TypeKind::kRecord:
        return record(*type->record);
      case TypeKind::kMember:
        break;
    }
    return unknown();
  }
  bool is_known() const { return is_known_; }

 private:
  // A part of a class's name; the arguments of a template are written behind its own.
  struct Part {
    std::string name;
    const RecordEntity* instance = nullptr;
  };
  struct Path {
    std::vector<Part> parts;  // without std
    bool is_in_std = false;
  };

  std::string unknown() {
    is_known_ = false;
    return "";
  }

  // Of a type or a part of a name as it is without numbers.
  std::string full(const Type* type) {
    if (!is_short_) return "";
    TypeNamer whole(names_, false);
    return whole.write(type);
  }

  template <class Write>
  std::string known_or(const std::string& key, const Write& write_it) {
    if (!is_short_) return write_it();
    const auto known = std::find(written_.begin(), written_.end(), key);
    if (known != written_.end()) return substitution(static_cast<size_t>(known - written_.begin()));
    std::string text = write_it();
    written_.push_back(key);
    return text;
  }

  std::string scalar(const Type* type) {
    if (type->enumeration == nullptr) {
      if (type->scalar == Scalar::kHalf) return path({{{source_name("__half"), nullptr}}, false});
      if (type->scalar == Scalar::kBfloat)
        return path({{{source_name("__nv_bfloat16"), nullptr}}, false});
      return std::string(letters_of(type->scalar));
    }
    const auto of = names_.enumerations_.find(type->enumeration);
    std::string name = type->enumeration->name;
    if (const size_t colons = name.rfind("::"); colons != std::string::npos)
      name.erase(0, colons + 2);
    if (of == names_.enumerations_.end() || !declares(*of->second, name)) return unknown();
    Path to = around(of->second);
    to.parts.push_back({source_name(name), nullptr});
    return path(to);
  }

  std::string function(const Signature& signature) {
    if (signature.is_member) return unknown();
    std::string text = "F" + result(signature);
    for (const SignatureParameter& parameter : signature.parameters) text += taken(parameter);
    if (signature.parameters.empty() && !signature.is_variadic) text += "v";
    return text + (signature.is_variadic ? "z" : "") + "E";
  }
  std::string result(const Signature& signature) {
    return signature.returns_reference ? referred("R", signature.result) : write(signature.result);
  }
  std::string taken(const SignatureParameter& parameter) {
    if (!parameter.is_reference) return write(names_.unit_.types.unqualified(parameter.type));
    const bool is_value = parameter.takes_temporaries && !parameter.type->is_const;
    return referred(is_value ? "O" : "R", parameter.type);
  }
  std::string referred(const std::string& mark, const Type* type) {
    return known_or(mark + full(type), [&] { return mark + write(type); });
  }

  static bool declares(const NameScope& scope, const std::string& name) {
    const auto known = scope.names.find(name);
    return known != scope.names.end();
  }

  std::string record(const Record& record) {
    if (record.is_vector || record.span.begin == record.span.end)
      return path({{{source_name(record.name), nullptr}}, false});
    const auto entity = names_.record_entities_.find(&record);
    if (entity == names_.record_entities_.end()) return unknown();
    return path(path_of(*entity->second));
  }

  // Where a class is declared, and its name. What has none that other texts could say is not known:
  // a local class, a lambda, one of a namespace without a name, templates of the library.
  Path path_of(const RecordEntity& record) {
    const Entity* named = record.primary != nullptr ? record.primary : record.declaration;
    const bool is_named = named != nullptr && named->scope != nullptr && !named->name.empty() &&
                          declares(*named->scope, named->name);
    Path path = is_named ? around(named->scope) : Path{};
    const bool is_own = names_.unit_.file.is_own(record.record->span.begin);
    if (!is_named || (!is_own && record.primary != nullptr) || is_in_unnamed(*named)) {
      is_known_ = false;
      return path;
    }
    if (path.is_in_std && named->name == "string") is_known_ = false;
    path.parts.push_back({source_name(named->name), record.primary != nullptr ? &record : nullptr});
    return path;
  }

  Path around(const NameScope* scope) {
    while (scope->is_binding && scope->record == nullptr) scope = scope->parent;
    if (scope->record != nullptr) return path_of(*scope->record);
    Path path;
    std::string_view rest = scope->path;
    while (!rest.empty()) {
      const size_t end = rest.find("::");
      const std::string_view name = rest.substr(0, end);
      rest = end == std::string_view::npos ? "" : rest.substr(end + 2);
      if (path.parts.empty() && !path.is_in_std && name == "std")
        path.is_in_std = true;
      else
        path.parts.push_back({source_name(name), nullptr});
    }
    return path;
  }

  bool is_in_unnamed(const Entity& named) const {
    std::vector<bool> open;  // of the namespaces around, whether they have none
    for (const Item& item : *names_.items_) {
      names_.budget().charge();
      if (item.begin > named.text.begin) break;
      if (item.form == ItemForm::kNamespace) open.push_back(item.name.empty());
      if (item.form == ItemForm::kNamespaceEnd && !open.empty()) open.pop_back();
    }
    return std::find(open.begin(), open.end(), true) != open.end();
  }

  // "3Box", "N3geo3BoxIiEE", "St9exception".
  std::string path(const Path& path) {
    struct Step {
      std::string key, text;
    };
    std::vector<Step> steps;
    const std::string begin = path.is_in_std ? "St" : "";
    std::string key = begin;
    TypeNamer whole(names_, false);
    for (const Part& part : path.parts) {
      key += part.name;
      steps.push_back({key, part.name});
      if (part.instance == nullptr) continue;
      key += whole.arguments(*part.instance);
      steps.push_back({key, ""});  // its text depends on what is written before
    }
    is_known_ = is_known_ && whole.is_known_ && !steps.empty();
    if (!is_known_) return "";
    const auto number_of = [&](const std::string& of) {
      const auto known = std::find(written_.begin(), written_.end(), of);
      return static_cast<size_t>(known - written_.begin());
    };
    size_t from = steps.size();  // behind the last step that is known
    while (is_short_ && from > 0 && number_of(steps[from - 1].key) == written_.size()) --from;
    if (!is_short_) from = 0;
    std::string text = from == 0 ? begin : substitution(number_of(steps[from - 1].key));
    if (from == steps.size()) return text;
    std::vector<const RecordEntity*> instances;  // of the steps that are arguments
    for (const Part& part : path.parts) {
      instances.push_back(nullptr);
      if (part.instance != nullptr) instances.push_back(part.instance);
    }
    for (size_t i = from; i < steps.size(); ++i) {
      text += instances[i] != nullptr ? arguments(*instances[i]) : steps[i].text;
      if (is_short_) written_.push_back(steps[i].key);
    }
    return path.parts.size() > 1 ? "N" + text + "E" : text;
  }

  std::string arguments(const RecordEntity& record) {
    std::string text = "I";
    const std::vector<TemplateParameter>& parameters = record.primary->parameters;
    for (size_t i = 0; i < record.arguments.size() && i < parameters.size(); ++i) {
      const TemplateArgument& argument = record.arguments[i];
      if (!argument.is_pack) {
        text += one(parameters[i], argument, *record.primary->scope);
        continue;
      }
      text += "J";
      for (const TemplateArgument& element : argument.elements)
        text += one(parameters[i], element, *record.primary->scope);
      text += "E";
    }
    return text + "E";
  }

  std::string one(const TemplateParameter& parameter, const TemplateArgument& argument,
                  NameScope& scope) {
    if (argument.meant != nullptr) return unknown();
    if (argument.type != nullptr) {
      if (argument.reference == Reference::kNone) return write(argument.type);
      return referred(argument.reference == Reference::kPlace ? "R" : "O", argument.type);
    }
    const size_t errors = names_.reporter_.count();
    const Type* type = names_.value_type(parameter, scope);
    names_.reporter_.forget_after(errors);
    if (!type->is_scalar()) return unknown();
    const auto value = static_cast<int64_t>(argument.value);
    const bool is_negative = base::is_signed(type->scalar) && value < 0;
    const std::string digits = is_negative ? "n" + std::to_string(uint64_t{0} - argument.value)
                                           : std::to_string(argument.value);
    return "L" + write(type) + digits + "E";
  }

  Names& names_;
  const bool is_short_;
  bool is_known_ = true;
  std::vector<std::string> written_;  // by number
};

std::optional<std::string> Names::type_name(const Type* type) {
  const Type* bare = unit_.types.unqualified(type);
  // Without its allocator, as other templates of the library are.
  constexpr std::string_view kString = "NSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE";
  if (bare->is_record() && bare->record->name == "std::string") return std::string(kString);
  TypeNamer namer(*this, true);
  std::string name = namer.write(bare);
  if (!namer.is_known()) return std::nullopt;
  return name;
}

}  // namespace warplens::lang
