// Calls whose target is known only when they are executed: through pointers to functions, of
// virtual functions and destructors, dynamic_cast and typeid; launches of kernels by a pointer.
// Each is a function made here, a switch over the functions whose address the text takes or the
// classes of the objects that it makes, so that lanes with different targets take turns as they do
// on a GPU.
#include <algorithm>
#include <utility>

#include "sim/base/say.hpp"
#include "sim/lang/syntax/names.hpp"
#include "sim/lang/syntax/parser.hpp"

namespace warplens::lang {

// ------------------------------------------------------------------------------ addresses

uint64_t Names::use_address(const FunctionDeclaration& declaration, Span use) {
  FunctionEntity* const declared = entity_of(declaration);
  FunctionEntity* function = definition_of(*declared);
  if (function == nullptr && is_host_ && is_provided(*declared)) function = declared;
  if (function == nullptr) {
    reporter_.error(
        use, say("'{name}' is declared, but has no body in this file", "name"_a = declaration.name),
        say("write its body, or include the file that holds it"));
    return 0;
  }
  if (!function->is_kernel && !read_head(*function)) return 0;
  if (function->return_type == nullptr && may_call(*function, is_host_))
    this->use(*function, use, true);  // an auto that its body gives
  if (function->is_kernel) {
    const std::string name = use_kernel(*function, use);
    std::vector<std::string>& handles = unit_.kernel_handles;
    const auto known = std::find(handles.begin(), handles.end(), name);
    const auto index = static_cast<uint64_t>(known - handles.begin());
    if (known == handles.end()) {
      handles.push_back(name);
      addressed_kernels_.push_back(function);
    }
    return kKernelHandle + index;
  }
  const auto known = std::find(addressed_.begin(), addressed_.end(), function);
  const auto index = static_cast<uint64_t>(known - addressed_.begin());
  if (known == addressed_.end()) addressed_.push_back(function);
  const bool is_hosts = is_host_ && may_call(*function, true);
  return (is_hosts ? kHostFunctionTag : kFunctionTag) + index;
}

const FunctionDeclaration* Names::function_at(uint64_t pointer) const {
  const auto at = [](const std::vector<FunctionEntity*>& all, uint64_t index) {
    return index < all.size() ? all[index] : nullptr;
  };
  if (pointer >= kKernelHandle) return at(addressed_kernels_, pointer - kKernelHandle);
  if (pointer >= kHostFunctionTag) return at(addressed_, pointer - kHostFunctionTag);
  return pointer >= kFunctionTag ? at(addressed_, pointer - kFunctionTag) : nullptr;
}

// ------------------------------------------------------------------------------ uses

uint64_t Names::number_of_exception(const Type* type) {
  const auto known = std::find(exceptions_.begin(), exceptions_.end(), type);
  const auto index = static_cast<uint64_t>(known - exceptions_.begin());
  if (known == exceptions_.end()) exceptions_.push_back(type);
  return index + 1;
}

const Function* Names::use_handler_test(const Type* type) {
  return use_dispatcher(Dispatcher::By::kHandler, nullptr, type);
}

const Function* Names::use_pointer(const Type* function) {
  return use_dispatcher(Dispatcher::By::kPointer, nullptr, function);
}

const Function* Names::use_pointer_launch(const Type* kernel) {
  return use_dispatcher(Dispatcher::By::kLaunch, nullptr, kernel);
}

const Function* Names::use_virtual(const FunctionDeclaration& declaration) {
  FunctionEntity* function = entity_of(declaration);
  if (declaration.record == nullptr || !declaration.record->is_polymorphic ||
      !is_virtual(*function))
    return nullptr;
  Dispatcher wanted;
  wanted.record = function->owner;
  wanted.function = function;
  return use_dispatcher(std::move(wanted));
}

const Function* Names::use_virtual_end(const Record& record) {
  const auto known = record_entities_.find(&record);
  if (known == record_entities_.end() || !has_virtual_end(*known->second)) return nullptr;
  return use_dispatcher(Dispatcher::By::kEnd, known->second, nullptr);
}

const Function* Names::use_class_test(const Record& record, const Type* to) {
  return use_dispatcher(Dispatcher::By::kTest, record_entities_.at(&record), to);
}

const Function* Names::use_class_info(const Record& record, const Type* info) {
  return use_dispatcher(Dispatcher::By::kInfo, record_entities_.at(&record), info);
}

const Function* Names::use_dispatcher(Dispatcher::By by, RecordEntity* record, const Type* to) {
  Dispatcher wanted;
  wanted.by = by;
  wanted.record = record;
  wanted.to = to;
  return use_dispatcher(std::move(wanted));
}

const Function* Names::use_dispatcher(Dispatcher wanted) {
  wanted.is_host = is_host_;
  auto known = std::find_if(dispatchers_.begin(), dispatchers_.end(), [&](const Dispatcher& one) {
    return one.by == wanted.by && one.record == wanted.record && one.function == wanted.function &&
           one.to == wanted.to && one.is_host == wanted.is_host;
  });
  if (known == dispatchers_.end()) {
    dispatchers_.push_back(std::move(wanted));
    known = dispatchers_.end() - 1;
    describe_dispatcher(*known);
  }
  if (context_.function != nullptr) {
    auto& calls = context_.function->calls;
    if (std::find(calls.begin(), calls.end(), known->made) == calls.end())
      calls.push_back(known->made);
  }
  return known->made;
}

// Its parameters are the pointer, to the function or the object, then those of the function.
void Names::describe_dispatcher(Dispatcher& dispatcher) {
  unit_.functions.push_back(std::make_unique<Function>());
  Function& made = *unit_.functions.back();
  dispatcher.made = &made;
  TypeTable& types = unit_.types;
  std::vector<const Type*> parameters;
  const auto add = [&](const auto& all) {
    for (const auto& one : all)
      parameters.push_back(one.is_reference ? types.pointer_to(one.type) : one.type);
  };
  const FunctionEntity* function = dispatcher.function;
  if (function != nullptr) describe(*function, made);
  made.returns_in_place = false;
  const bool is_by_pointer =
      dispatcher.by == Dispatcher::By::kPointer || dispatcher.by == Dispatcher::By::kLaunch;
  if (is_by_pointer) {
    const Signature& signature = *dispatcher.to->signature;
    made.name = name_of(types.pointer_to(dispatcher.to));
    made.returns_reference = signature.returns_reference;
    made.return_type =
        signature.returns_reference ? types.pointer_to(signature.result) : signature.result;
    parameters.push_back(types.pointer_to(dispatcher.to));
    if (dispatcher.by == Dispatcher::By::kLaunch) {
      const Type* extents = types.vector("dim3");
      parameters.insert(parameters.end(), {extents, extents, types.scalar(base::Scalar::kULong),
                                           types.pointer_to(types.void_type())});
    }
    add(signature.parameters);
  } else if (dispatcher.by == Dispatcher::By::kHandler) {
    made.name = name_of(dispatcher.to);
    made.return_type = types.pointer_to(dispatcher.to);
    parameters = {types.scalar(base::Scalar::kULong), types.pointer_to(types.void_type())};
  } else {
    const bool is_const = function != nullptr && function->is_const;
    parameters.push_back(types.pointer_to(types.with_const(dispatcher.record->type, is_const)));
    if (function != nullptr) {
      add(function->parameters);
    } else {
      made.name = dispatcher.record->record->name;
      made.span = made.full_span = dispatcher.record->record->span;
      made.return_type = dispatcher.to != nullptr ? dispatcher.to : types.void_type();
    }
  }
  made.is_own = false;
  made.is_host = dispatcher.is_host;
  const Visit visit(*this, {file_, made.span.end, &made, nullptr});
  for (const Type* type : parameters)
    made.parameters.push_back(checker_.declare("", made.span, type, Storage::kLocal));
}

// Adds what has become known; false if that is nothing. What the new cases execute may make objects
// of further classes, or take further addresses.
bool Names::extend_dispatchers() {
  bool is_extended = false;
  for (size_t i = 0; i < dispatchers_.size(); ++i) is_extended |= extend(dispatchers_[i]);
  return is_extended;
}

bool Names::extend(Dispatcher& dispatcher) {
  const size_t before = dispatcher.cases.size();
  size_t& at = dispatcher.known;
  switch (dispatcher.by) {
    case Dispatcher::By::kPointer:
      for (; at < addressed_.size(); ++at) {
        const uint64_t tag = dispatcher.is_host ? kHostFunctionTag : kFunctionTag;
        add_target(dispatcher, *addressed_[at], tag + at);
      }
      break;
    case Dispatcher::By::kLaunch:
      for (; at < addressed_kernels_.size(); ++at)
        add_target(dispatcher, *addressed_kernels_[at], kKernelHandle + at);
      break;
    case Dispatcher::By::kHandler:
      for (; at < exceptions_.size(); ++at) add_exception(dispatcher, exceptions_[at], at + 1);
      break;
    default:
      for (; at < classes_.size(); ++at) {
        budget().charge();
        if (offset_of_base(*classes_[at]->record, *dispatcher.record->record))
          add_case(dispatcher, *classes_[at], kClassTag + at);
      }
  }
  return dispatcher.cases.size() != before;
}

// A type that is thrown, if a handler of the dispatcher's type takes it.
void Names::add_exception(Dispatcher& dispatcher, const Type* type, uint64_t number) {
  const Type* to = dispatcher.to;
  const bool is_derived = type->is_record() && to->is_record() &&
                          offset_of_base(*type->record, *to->record).has_value();
  if (type != to && !is_derived) return;
  Function& made = *dispatcher.made;
  const Visit visit(*this, {file_, made.span.end, &made, nullptr});
  auto result = std::make_unique<Return>();
  result->span = made.span;
  result->value =
      checker_.cast_pointer(checker_.cast_pointer(checker_.parameter_value(*made.parameters[1]),
                                                  unit_.types.pointer_to(type)),
                            made.return_type);
  dispatcher.values.push_back(number);
  dispatcher.cases.push_back(std::move(result));
}

// Whether a pointer to functions of that type may hold the function's address; one to members of a
// derived class those of its bases.
bool Names::may_point_to(const Type* type, const FunctionEntity& function) {
  const Type* own = checker_.function_type(function);
  if (own == type) return true;
  if (!type->signature->is_member || !own->signature->is_member) return false;
  Signature of_base = *type->signature;
  const Type* object = of_base.parameters.front().type->element;
  const Type* of_function = own->signature->parameters.front().type->element;
  if (object->is_const != of_function->is_const ||
      !offset_of_base(*object->record, *of_function->record))
    return false;
  of_base.parameters.front() = own->signature->parameters.front();
  return of_base == *own->signature;
}

// A function whose address is taken, if a pointer of the dispatcher's type may point to it.
void Names::add_target(Dispatcher& dispatcher, FunctionEntity& function, uint64_t pointer) {
  budget().charge();
  if (!read_head(function) || !may_point_to(dispatcher.to, function)) return;
  Function& made = *dispatcher.made;
  const Visit visit(*this, {file_, made.span.end, &made, nullptr});
  const bool was_host = std::exchange(is_host_, dispatcher.is_host);
  StmtPtr statement;
  if (function.is_kernel) {
    const std::string kernel = use_kernel(function, function.span);
    if (!kernel.empty()) statement = checker_.forward_launch(made, kernel);
  } else if (may_call(function, is_host_)) {
    const bool is_member = dispatcher.to->is_function() && dispatcher.to->signature->is_member;
    const Function* target = is_member ? use_virtual(function) : nullptr;
    if (target == nullptr) target = use(function, function.span, function.return_type == nullptr);
    ExprPtr object;
    if (target != nullptr && is_member) {
      statement = checker_.forward_member(made, *target, function);
      target = nullptr;
    }
    if (target != nullptr && function.owner != nullptr && !function.is_static) {  // of a lambda
      auto nothing = std::make_unique<Literal>();
      nothing->span = made.span;
      nothing->type =
          unit_.types.pointer_to(unit_.types.with_const(function.owner->type, function.is_const));
      object = std::move(nothing);
    }
    if (target != nullptr) statement = checker_.forward(made, *target, std::move(object));
  }
  is_host_ = was_host;
  if (!statement) return;
  dispatcher.values.push_back(pointer);
  dispatcher.cases.push_back(std::move(statement));
}

void Names::add_case(Dispatcher& dispatcher, RecordEntity& record, uint64_t number) {
  Function& made = *dispatcher.made;
  const Visit visit(*this, {file_, tokens_.size(), &made, nullptr});
  const bool was_host = std::exchange(is_host_, dispatcher.is_host);
  Variable& self = *made.parameters.front();
  const auto object = [&](const Record& of, bool is_const) {
    const Type* type = unit_.types.pointer_to(unit_.types.record(&of, is_const));
    const Type* whole =
        unit_.types.pointer_to(unit_.types.record(record.record, self.type->element->is_const));
    return checker_.cast_pointer(checker_.cast_pointer(checker_.parameter_value(self), whole),
                                 type);
  };
  StmtPtr statement;
  if (dispatcher.by == Dispatcher::By::kTest) {
    const Record& to = *dispatcher.to->element->record;
    auto result = std::make_unique<Return>();
    result->span = made.span;
    if (offset_of_base(*record.record, to)) {
      result->value = object(to, dispatcher.to->element->is_const);
      statement = std::move(result);
    }
  } else if (dispatcher.by == Dispatcher::By::kInfo) {
    auto result = std::make_unique<Return>();
    result->span = made.span;
    result->value = checker_.type_info_of(record.type, made.span);
    if (result->value) statement = std::move(result);
  } else if (dispatcher.by == Dispatcher::By::kEnd) {
    auto block = std::make_unique<Block>();
    block->span = made.span;
    if (checker_.add_end([&] { return object(*record.record, false); }, record.type, *block)) {
      auto end = std::make_unique<Return>();
      end->span = made.span;
      block->statements.push_back(std::move(end));
      statement = std::move(block);
    }
  } else {
    FunctionEntity* executed = overrider(record, *dispatcher.function);
    const bool is_possible =
        executed != nullptr && !executed->is_pure && may_call(*executed, is_host_);
    const Function* target = is_possible ? use(*executed, executed->span, false) : nullptr;
    if (target != nullptr)
      statement = checker_.forward(made, *target, object(*executed->record, executed->is_const));
  }
  is_host_ = was_host;
  if (!statement) return;
  dispatcher.values.push_back(number);
  dispatcher.cases.push_back(std::move(statement));
}

// switch (the pointer, or the object's class) { each case }, and for none of them an access that
// fails as on a GPU; a failed dynamic_cast is null.
void Names::finish_dispatchers() {
  for (Dispatcher& dispatcher : dispatchers_) {
    Function& made = *dispatcher.made;
    const Visit visit(*this, {file_, made.span.end, &made, nullptr});
    const Type* number = unit_.types.scalar(base::Scalar::kULong);
    const auto object = [&] { return checker_.parameter_value(*made.parameters.front()); };
    const bool is_by_pointer =
        dispatcher.by == Dispatcher::By::kPointer || dispatcher.by == Dispatcher::By::kLaunch;
    const bool is_handler = dispatcher.by == Dispatcher::By::kHandler;
    const auto chosen_by = [&] {
      return is_handler      ? object()
             : is_by_pointer ? checker_.address_bits(object())
                             : checker_.read_as(object(), number);
    };
    auto body = std::make_unique<Block>();
    body->span = made.span;
    const bool is_test = dispatcher.by == Dispatcher::By::kTest;
    if (is_test) body->statements.push_back(checker_.return_null_for_null(made));
    body->statements.push_back(
        checker_.switch_over(chosen_by(), dispatcher.values, std::move(dispatcher.cases)));
    body->statements.push_back(is_test || is_handler ? checker_.return_null(made)
                                                     : checker_.access_at(chosen_by()));
    made.body = std::move(body);
  }
  dispatchers_.clear();
}

// A function may throw if one that it calls may. Destructors are noexcept: nothing is looked at
// after they are called, which unwinding does, too.
void Names::spread_throws() {
  const auto is_destructor = [](const Function& function) {
    return function.name.find("::~") != std::string::npos;
  };
  for (const auto& function : unit_.functions) {
    if (is_destructor(*function)) function->may_throw = false;
  }
  for (bool is_spreading = true; is_spreading;) {
    is_spreading = false;
    for (const auto& function : unit_.functions) {
      budget().charge(1 + function->calls.size());
      const bool may_throw = std::any_of(function->calls.begin(), function->calls.end(),
                                         [](const Function* called) { return called->may_throw; });
      if (function->may_throw || !may_throw || is_destructor(*function)) continue;
      function->may_throw = is_spreading = true;
    }
  }
}

}  // namespace warplens::lang
