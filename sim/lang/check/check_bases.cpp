// Conversions between a class and its bases: of pointers, of what references refer to, of values.
#include <utility>

#include "sim/base/say.hpp"
#include "sim/lang/check/checker.hpp"

namespace warplens::lang {

bool Checker::is_base_of(const Type* base, const Type* derived) {
  return base->is_record() && derived->is_record() && base->record != derived->record &&
         offset_of_base(*derived->record, *base->record).has_value();
}

// A cast of a pointer to one of a base or a derived class, which may be elsewhere in the object; of
// any other pointer its bits.
ExprPtr Checker::cast_pointer(ExprPtr pointer, const Type* type) {
  if (!pointer) return nullptr;
  const Type* from = pointer->type->element;
  const Type* to = type->element;
  int64_t distance = 0;  // [bytes]
  if (is_base_of(to, from))
    distance = static_cast<int64_t>(*offset_of_base(*from->record, *to->record));
  if (is_base_of(from, to))
    distance = -static_cast<int64_t>(*offset_of_base(*to->record, *from->record));
  if (distance == 0) return cast(std::move(pointer), type);
  auto steps = make_at<Literal>(*pointer, scalar(base::Scalar::kLong));
  steps->bits = static_cast<uint64_t>(distance);
  const Type* bytes = types().pointer_to(scalar(base::Scalar::kChar));
  auto moved = make_at<Binary>(*pointer, bytes);
  moved->op = BinaryOp::kAdd;
  moved->left = cast(std::move(pointer), bytes);
  moved->right = std::move(steps);
  return cast(std::move(moved), type);
}

// The base that an object holds, as a place.
ExprPtr Checker::base_of(ExprPtr object, const Type* base) {
  if (object && !object->is_lvalue) object = materialize(std::move(object));
  if (!object) return nullptr;
  const bool is_moved = object->is_moved;
  const Type* type = types().with_qualifiers_of(plain(base), object->type);
  auto place = make_at<Dereference>(*object, type);
  place->pointer = cast_pointer(address_of(std::move(object)), types().pointer_to(type));
  place->is_lvalue = true;
  place->is_implicit = true;
  place->is_moved = is_moved;
  return place;
}

// Whether the object at the address is known to be of exactly its type: a variable, a temporary, a
// member of one.
bool Checker::is_whole_object(const Expr& address) {
  if (address.kind != ExprKind::kAddressOf) return false;
  const Expr* place = as<AddressOf>(address).operand.get();
  while (place->kind == ExprKind::kMember) place = as<Member>(*place).object.get();
  return place->kind == ExprKind::kVariable || place->kind == ExprKind::kMaterialize;
}

// dynamic_cast<T*>(pointer)
ExprPtr Checker::check_dynamic_cast(ExprPtr expr) {
  auto& call = as<Call>(*expr);
  const Type* to = call.template_arguments.front().type;
  ExprPtr pointer = checked_value(std::move(call.arguments.front()));
  if (!pointer) return nullptr;
  const Type* from = pointer->type->is_pointer() ? pointer->type->element : pointer->type;
  const bool is_possible = pointer->type->is_pointer() && to->is_pointer() && from->is_record() &&
                           (from->record->is_polymorphic || is_base_of(to->element, from));
  if (!is_possible) {
    reporter_.error(expr->span,
                    say("dynamic_cast from '{from}' to '{to}' needs pointers to classes with "
                        "virtual functions",
                        "from"_a = name_of(pointer->type), "to"_a = name_of(to)),
                    say("write static_cast, or a virtual destructor"));
    return nullptr;
  }
  if (is_base_of(to->element, from) || plain(to->element) == plain(from))
    return cast_pointer(std::move(pointer), to);
  call.function = declarations().use_class_test(*from->record, to);
  call.type = to;
  call.template_arguments.clear();
  call.arguments.front() = std::move(pointer);
  return expr;
}

ExprPtr Checker::type_info_of(const Type* type, Span span) {
  const std::optional<std::string> name = declarations().type_name(type);
  if (!name) {
    reporter_.unsupported(span,
                          say("typeid of '{type}', whose name is not known, is not supported",
                              "type"_a = name_of(type)),
                          say("take a class of the file with a name of its own"));
    return nullptr;
  }
  auto text = std::make_unique<String>();
  text->span = span;
  text->text = *name;
  std::vector<ExprPtr> arguments;
  arguments.push_back(checked_value(std::move(text)));
  ExprPtr info = call_of_template("::std::warplens_type_info", types().unqualified(type), span,
                                  std::move(arguments));
  if (!info) {
    reporter_.error(span, say("typeid needs the class std::type_info"),
                    say("write #include <typeinfo>"));
    return nullptr;
  }
  return info;
}

// typeid(type) and typeid(value), which is executed only to learn the class of an object with
// virtual functions.
ExprPtr Checker::check_typeid(ExprPtr expr) {
  auto& call = as<Call>(*expr);
  const bool is_of_type = call.arguments.empty();
  ExprPtr operand = is_of_type ? nullptr : check(std::move(call.arguments.front()));
  if (!is_of_type && !operand) return nullptr;
  const Type* type = is_of_type ? call.template_arguments.front().type : operand->type;
  ExprPtr info = type_info_of(type, expr->span);
  if (!info) return nullptr;
  const bool is_of_object =
      operand && operand->is_lvalue && type->is_record() && type->record->is_polymorphic;
  if (is_of_object) {
    call.function = declarations().use_class_info(*type->record, info->type);
    call.type = info->type;
    call.template_arguments.clear();
    call.arguments.front() =
        cast_pointer(address_of(std::move(operand)), types().pointer_to(types().unqualified(type)));
    info = std::move(expr);
  }
  auto place = make_at<Dereference>(*info, info->type->element);
  place->is_lvalue = true;
  place->is_implicit = true;
  place->pointer = std::move(info);
  return place;
}

// ----------------------------------------------------------------------------------- dispatchers

ExprPtr Checker::parameter_value(Variable& parameter) {
  ExprPtr name = name_of_variable(parameter, parameter.span);
  auto load = make_at<Load>(*name, plain(parameter.type));
  load->operand = std::move(name);
  return load;
}

ExprPtr Checker::handler_test(const Type* type, Variable& number, Variable& object) {
  auto call = std::make_unique<Call>();
  call->span = call->name_span = number.span;
  call->name = name_of(type);
  call->type = types().pointer_to(type);
  call->function = declarations().use_handler_test(type);
  call->arguments.push_back(parameter_value(number));
  call->arguments.push_back(parameter_value(object));
  return call;
}

StmtPtr Checker::forward(const Function& from, const Function& target, ExprPtr object,
                         size_t first) {
  auto call = std::make_unique<Call>();
  call->name = target.name;
  call->span = call->name_span = from.span;
  call->function = &target;
  call->type = target.returns_in_place ? from.return_type : target.return_type;
  if (object) call->arguments.push_back(std::move(object));
  for (size_t i = first; i < from.parameters.size(); ++i)
    call->arguments.push_back(parameter_value(*from.parameters[i]));
  if (from.return_type->is_void()) return done_and_returned(std::move(call));
  auto result = std::make_unique<Return>();
  result->span = from.span;
  ExprPtr value = target.returns_in_place ? made_in_place(std::move(call), from.return_type)
                                          : ExprPtr(std::move(call));
  if (value->type->is_pointer()) value = cast_pointer(std::move(value), from.return_type);
  result->value = std::move(value);
  return result;
}

StmtPtr Checker::forward_member(const Function& from, const Function& target,
                                const FunctionDeclaration& member) {
  const Type* self = types().pointer_to(types().record(member.record, member.is_const));
  ExprPtr object = cast_pointer(parameter_value(*from.parameters[1]), self);
  return forward(from, target, std::move(object), 2);
}

StmtPtr Checker::done_and_returned(ExprPtr checked) {
  auto block = std::make_unique<Block>();
  auto statement = std::make_unique<ExpressionStmt>();
  auto result = std::make_unique<Return>();
  block->span = statement->span = result->span = checked->span;
  statement->expression = std::move(checked);
  block->statements.push_back(std::move(statement));
  block->statements.push_back(std::move(result));
  return block;
}

ExprPtr Checker::read_as(ExprPtr pointer, const Type* type) {
  const Type* read = types().with_const(type, true);
  auto place = make_at<Dereference>(*pointer, read);
  place->pointer = cast(std::move(pointer), types().pointer_to(read));
  place->is_lvalue = true;
  auto load = make_at<Load>(*place, plain(type));
  load->operand = std::move(place);
  return load;
}

ExprPtr Checker::address_bits(ExprPtr pointer) {
  return cast(std::move(pointer), scalar(base::Scalar::kULong));
}

StmtPtr Checker::access_at(ExprPtr address) {
  auto statement = std::make_unique<ExpressionStmt>();
  statement->span = address->span;
  statement->expression = read_as(cast(std::move(address), types().pointer_to(types().void_type())),
                                  scalar(base::Scalar::kInt));
  return statement;
}

StmtPtr Checker::switch_over(ExprPtr number, const std::vector<uint64_t>& values,
                             std::vector<StmtPtr> cases) {
  auto choice = std::make_unique<Switch>();
  choice->span = number->span;
  for (size_t i = 0; i < cases.size(); ++i) {
    SwitchLabel label;
    label.value = values[i];
    label.position = i;
    label.span = number->span;
    choice->labels.push_back(label);
    choice->label_values.emplace_back();
  }
  choice->condition = std::move(number);
  choice->statements = std::move(cases);
  return choice;
}

StmtPtr Checker::return_null(const Function& from) {
  auto result = std::make_unique<Return>();
  result->span = from.span;
  result->value = zero_value(from.return_type, from.span);
  return result;
}

StmtPtr Checker::return_null_for_null(const Function& from) {
  auto test = std::make_unique<Unary>();
  test->span = from.span;
  test->op = UnaryOp::kNot;
  test->type = scalar(base::Scalar::kBool);
  test->operand = to_bool(parameter_value(*from.parameters.front()));
  auto branch = std::make_unique<If>();
  branch->span = from.span;
  branch->condition = std::move(test);
  branch->then_branch = return_null(from);
  return branch;
}

bool Checker::add_end(const std::function<ExprPtr()>& pointer, const Type* type, Block& block) {
  const MakeExpr object = [&] {
    ExprPtr address = pointer();
    auto place = make_at<Dereference>(*address, type);
    place->pointer = std::move(address);
    place->is_lvalue = true;
    return place;
  };
  std::vector<ExprPtr> calls;
  if (!add_destructors(object, type, block.span, calls)) return false;
  for (ExprPtr& call : calls) {
    auto statement = std::make_unique<ExpressionStmt>();
    statement->span = block.span;
    statement->expression = std::move(call);
    block.statements.push_back(std::move(statement));
  }
  return true;
}

}  // namespace warplens::lang
