// Variables of the file, of namespaces and of structs: constants, __device__ and __constant__
// memory with its initial bytes, and dynamic shared memory declared outside of kernels.
#include <cstring>
#include <utility>

#include "sim/base/half.hpp"
#include "sim/base/say.hpp"
#include "sim/lang/syntax/names.hpp"
#include "sim/lang/syntax/parser.hpp"

namespace warplens::lang {
namespace {

void put(const Constant& value, base::Scalar scalar, uint8_t* to) {
  const Constant converted = convert(value, scalar);
  if (scalar == base::Scalar::kFloat) {
    const auto real = static_cast<float>(converted.real);
    std::memcpy(to, &real, sizeof real);
  } else if (scalar == base::Scalar::kDouble) {
    std::memcpy(to, &converted.real, sizeof converted.real);
  } else if (base::is_floating(scalar)) {
    const uint16_t bits = base::small_from_double(scalar, converted.real);
    std::memcpy(to, &bits, sizeof bits);
  } else {
    std::memcpy(to, &converted.bits, base::size_of(scalar));  // little-endian, as the GPU is
  }
}

void put_bits(const Constant& value, const Field& field, uint8_t* record) {
  uint64_t unit = 0;
  const size_t bytes = size_of(field.unit);
  std::memcpy(&unit, record + field.offset, bytes);
  unit = with_bits(unit, field, convert(value, field.type->scalar).bits);
  std::memcpy(record + field.offset, &unit, bytes);
}

// The bytes of a checked value; false if it is not known before the kernel runs.
bool write_value(const Expr& value, const Type* type, Checker& checker, uint8_t* to) {
  if (type->is_scalar()) {
    const auto known = checker.evaluate(value);
    if (known) put(*known, type->scalar, to);
    return known.has_value();
  }
  if (value.kind == ExprKind::kCast && !type->is_pointer())
    return write_value(*as<Cast>(value).operand, type, checker, to);
  if (type->is_pointer()) {
    const Expr* inner = &value;
    while (inner->kind == ExprKind::kCast) inner = as<Cast>(*inner).operand.get();
    if (inner->kind != ExprKind::kLiteral) return false;
    std::memcpy(to, &as<Literal>(*inner).bits, size_of(type));  // null, or a function's address
    return true;
  }
  if (value.kind != ExprKind::kConstruct) return false;
  const std::vector<ExprPtr>& elements = as<Construct>(value).elements;
  for (size_t i = 0; i < elements.size(); ++i) {
    if (!elements[i]) continue;
    if (type->is_record() && type->record->fields[i].unit != nullptr) {
      const auto known = checker.evaluate(*elements[i]);
      if (!known) return false;
      put_bits(*known, type->record->fields[i], to);
      continue;
    }
    const bool is_fine =
        type->is_array()
            ? write_value(*elements[i], type->element, checker, to + i * size_of(type->element))
            : write_value(*elements[i], type->record->fields[i].type, checker,
                          to + type->record->fields[i].offset);
    if (!is_fine) return false;
  }
  return true;
}

}  // namespace

bool Names::write_image(const Declarator& declarator, Variable& variable, Span* unknown) {
  variable.has_initializer = declarator.has_initializer;
  if (!declarator.has_initializer) return true;
  if (declarator.constructor || !declarator.constructors.empty()) return false;
  if (declarator.value) {
    *unknown = declarator.value->span;
    budget().keep(size_of(variable.type));
    variable.initial.assign(size_of(variable.type), 0);
    return write_value(*declarator.value, variable.type, checker_, variable.initial.data());
  }
  const Type* element = array_base(variable.type);
  const uint64_t given =
      std::min<uint64_t>(size_of(variable.type), declarator.elements.size() * size_of(element));
  budget().keep(given);
  variable.initial.assign(given, 0);
  for (size_t i = 0; i < declarator.elements.size(); ++i) {
    const ExprPtr& value = declarator.elements[i];
    if (!value || (i + 1) * size_of(element) > variable.initial.size()) continue;
    *unknown = value->span;
    if (!write_value(*value, element, checker_, variable.initial.data() + i * size_of(element)))
      return false;
  }
  return true;
}

// The name in the text; an instance of a template has its arguments behind it.
const std::string& Names::declared_name(const Entity& entity) {
  return entity.meant != nullptr ? entity.meant->name : entity.name;
}

Variable* Names::read_variable(Entity& entity) {
  if (entity.is_shared) return shared_variable(entity);
  if (entity.state == ReadState::kRead) return entity.variable;
  if (entity.state != ReadState::kUnread || depth_ > kDeepestReading) return nullptr;
  entity.state = ReadState::kFailed;
  if (Entity* definition = outside_variable(entity)) {
    entity.variable = read_variable(*definition);
    if (entity.variable != nullptr) entity.state = ReadState::kRead;
    return entity.variable;
  }
  const Storage storage = entity.is_device            ? Storage::kGlobal
                          : entity.is_constant_memory ? Storage::kConstantMemory
                                                      : Storage::kConstant;
  const Visit visit(*this, {entity.scope, entity.position == 0 ? entity.text.end : entity.position,
                            nullptr, entity.scope->record});
  Declarator declarator;
  const bool was_host = std::exchange(is_host_, false);
  std::unique_ptr<Variable> variable =
      parser_at(entity.text).parse_file_variable(declared_name(entity), storage, declarator);
  is_host_ = was_host;
  if (variable == nullptr) return nullptr;
  declarator.variable = variable.get();
  const bool is_folded = storage == Storage::kConstant && variable->type->is_scalar() &&
                         declarator.value != nullptr &&
                         checker_.make_constant(*variable, *declarator.value);
  if (storage == Storage::kConstant && !is_folded) {
    if (!variable->type->is_const && !array_base(variable->type)->is_const) return nullptr;
    if (!declarator.has_initializer) return nullptr;
    variable->storage = Storage::kConstantMemory;
  }
  Span unknown = variable->span;
  if (!is_folded && !write_image(declarator, *variable, &unknown)) {
    reporter_.error(
        unknown,
        say("this value of '{name}' must be known before the kernel runs", "name"_a = entity.name),
        say("use numbers and constants"));
    return nullptr;
  }
  variable->name = entity.name;
  variable->full_name = entity.scope->path + entity.name;
  entity.variable = variable.get();
  entity.state = ReadState::kRead;
  auto& owner = variable->storage == Storage::kConstant ? unit_.constants : unit_.globals;
  owner.push_back(std::move(variable));
  return entity.variable;
}

// __shared__ at file scope: each function that uses it lists it among its own, and of an extern one
// each has its own variable for the same memory.
Variable* Names::shared_variable(Entity& entity) {
  if (context_.function == nullptr) return nullptr;
  Function& function = *context_.function;
  const auto known = entity.uses.find(&function);
  if (known != entity.uses.end()) return known->second;
  Variable* made = entity.is_extern ? nullptr : entity.variable;
  if (made == nullptr) {
    const Storage storage = entity.is_extern ? Storage::kDynamic : Storage::kShared;
    const Visit visit(*this, {entity.scope, entity.position, nullptr, nullptr});
    Declarator declarator;
    std::unique_ptr<Variable> variable =
        parser_at(entity.text).parse_file_variable(entity.name, storage, declarator);
    if (variable == nullptr) return nullptr;
    made = entity.variable = variable.get();
    function.variables.push_back(std::move(variable));
  }
  if (!entity.is_extern) function.shared.push_back(made);
  entity.uses.emplace(&function, made);
  return made;
}

}  // namespace warplens::lang
