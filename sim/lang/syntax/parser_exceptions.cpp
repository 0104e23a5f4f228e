// Exceptions of host code. What is thrown is on the heap, behind the number of its type and of
// those that have it (warplens_thrown_object, library/prelude_exceptions.cpp); after each call of a
// function that may throw, the machine goes on in the handlers of the block around, or leaves the
// function, and ends the objects on its way (Block::check, HostProgram::leave).
#include <utility>

#include "sim/base/say.hpp"
#include "sim/lang/syntax/parser.hpp"

namespace warplens::lang {
namespace {

// The variables of the host's headers that say what is on its way.
constexpr std::string_view kThrown = "::warplens_thrown";
constexpr std::string_view kException = "::warplens_exception";

ExprPtr reference_to(std::string_view name, Span span) {
  auto reference = std::make_unique<VariableRef>();
  reference->name = name;
  reference->span = span;
  return reference;
}

std::unique_ptr<Call> called(std::string_view name, Span span) {
  auto call = std::make_unique<Call>();
  call->name = name;
  call->span = call->name_span = span;
  return call;
}

template <class T>
std::unique_ptr<T> make_statement(Span span) {
  auto statement = std::make_unique<T>();
  statement->span = span;
  return statement;
}

void add_expression(ExprPtr checked, Block& block) {
  auto statement = make_statement<ExpressionStmt>(block.span);
  statement->expression = std::move(checked);
  block.statements.push_back(std::move(statement));
}

}  // namespace

// To the handlers of the try block around, or out of the function.
StmtPtr Parser::leave_for_handler(Span span) {
  if (handlers_.empty()) return make_statement<Return>(span);
  auto jump = make_statement<Goto>(span);
  jump->label = handlers_.back();
  return jump;
}

StmtPtr Parser::leave_if_thrown(Span span) {
  auto branch = make_statement<If>(span);
  branch->condition = checker_.condition(reference_to(kThrown, span));
  branch->then_branch = leave_for_handler(span);
  return branch->condition ? std::move(branch) : nullptr;
}

// A variable of the block that no text names, with its initial value; null after a mistake.
Variable* Parser::declare_hidden(std::string name, const Type* type, ExprPtr value, Block& block) {
  auto declaration = make_statement<Declaration>(block.span);
  Declarator declarator;
  declarator.variable = checker_.declare(std::move(name), block.span, type, Storage::kLocal);
  declarator.has_initializer = value != nullptr;
  if (!checker_.initialize_variable(declarator, std::move(value), block.span)) return nullptr;
  Variable* variable = declarator.variable;
  declaration->declarators.push_back(std::move(declarator));
  block.statements.push_back(std::move(declaration));
  return variable;
}

// At the beginning of a destructor, which is called while an exception is on its way, too.
void Parser::set_exception_aside(Block& body) {
  const Type* aside = names_.find_type("::warplens_aside");
  if (!names_.is_host() || aside == nullptr) return;
  body.span = peek().span;
  if (names_.complete(aside, body.span)) declare_hidden("(aside)", aside, nullptr, body);
}

// throw := "throw" [assignment] ";"
StmtPtr Parser::parse_throw() {
  const Span span = peek().span;
  ++at_;
  checker_.declarations().current()->may_throw = true;
  auto block = make_statement<Block>(span);
  checker_.enter_scope();
  const bool is_fine = is(";") ? rethrow(*block) : throw_value(*block);
  checker_.leave_scope(previous().span.end);
  if (!is_fine) return nullptr;
  block->statements.push_back(leave_for_handler(span));
  expect_semicolon(sentence("after what is thrown"));
  return block;
}

// Inside an expression: `n > 0 ? n : throw Error()`. A call that throws, as a function's may.
ExprPtr Parser::parse_throw_expression() {
  const size_t begin = at_++;
  auto call = called(kThrowsValue, tokens_[begin].span);
  call->arguments.push_back(parse_assignment());
  return call->arguments.back() ? finish(std::move(call), begin) : nullptr;
}

// `throw;`: what the innermost handler caught is on its way again.
bool Parser::rethrow(Block& block) {
  ExprPtr checked = checker_.discarded(called("::warplens_rethrow_caught", block.span));
  if (!checked) return false;
  add_expression(std::move(checked), block);
  return true;
}

bool Parser::throw_value(Block& block) {
  const Span span = block.span;
  const size_t begin = at_;
  TypeTable& types = checker_.types();
  const Type* type = checker_.type_of(parse_assignment());
  if (type == nullptr) return false;
  type = types.unqualified(type->is_array() ? types.pointer_to(type->element) : type);
  at_ = begin;
  ExprPtr value = parse_assignment();
  if (!value) return false;
  auto list = std::make_unique<Construct>();
  list->span = span;
  list->has_parentheses = true;
  list->elements.push_back(std::move(value));
  auto memory = called("::warplens_allocate_exception", span);
  memory->has_template_arguments = true;
  memory->template_arguments.emplace_back().type = type;
  auto made = called("new", span);
  made->has_template_arguments = true;
  made->template_arguments = memory->template_arguments;
  made->arguments.push_back(std::move(memory));
  made->arguments.push_back(std::move(list));
  if (declare_hidden("(thrown)", types.pointer_to(type), std::move(made), block) == nullptr)
    return false;
  auto number = std::make_unique<Literal>();
  number->span = span;
  number->type = types.scalar(base::Scalar::kULong);
  number->bits = names_.number_of_exception(type);
  auto shown = std::make_unique<String>();
  shown->span = span;
  shown->text = name_of(type);
  auto call = called("::warplens_throw", span);
  call->arguments.push_back(std::move(number));
  call->arguments.push_back(reference_to("(thrown)", span));
  call->arguments.push_back(std::move(shown));
  const Type* standard = names_.find_type("::std::exception");
  const bool has_text = standard != nullptr && type->is_record() &&
                        offset_of_base(*type->record, *standard->record).has_value();
  if (has_text) {
    auto what = called("what", span);
    what->object = reference_to("(thrown)", span);
    what->is_arrow = true;
    call->arguments.push_back(std::move(what));
  } else {
    auto nothing = std::make_unique<Literal>();
    nothing->span = span;
    nothing->type = types.pointer_to(types.void_type());
    call->arguments.push_back(std::move(nothing));
  }
  ExprPtr checked = checker_.discarded(std::move(call));
  if (!checked) return false;
  add_expression(std::move(checked), block);
  return true;
}

// try := "try" block ("catch" "(" ("..." | declaration) ")" block)+
StmtPtr Parser::parse_try() {
  const Span span = peek().span;
  ++at_;
  const std::string number = std::to_string(++tries_);
  const std::string handlers = "(handlers " + number + ")", end = "(end of try " + number + ")";
  const auto jump_to_end = [&] {
    auto jump = make_statement<Goto>(span);
    jump->label = end;
    return jump;
  };
  const auto label = [&](const std::string& name) {
    auto made = make_statement<Label>(span);
    made->name = name;
    return made;
  };
  auto whole = make_statement<Block>(span);
  auto tried = make_statement<Block>(span);
  handlers_.push_back(handlers);
  tried->check = leave_if_thrown(span);
  checker_.enter_scope();
  const Type* count = names_.find_type("::warplens_try");
  const bool is_counted = count != nullptr && names_.complete(count, span) &&
                          declare_hidden("(try)", count, nullptr, *tried) != nullptr;
  StmtPtr body = is("{") ? parse_block() : nullptr;
  checker_.leave_scope(previous().span.end);
  handlers_.pop_back();
  if (!is_counted || !body || !tried->check) return nullptr;
  tried->statements.push_back(std::move(body));
  whole->statements.push_back(std::move(tried));
  whole->statements.push_back(jump_to_end());
  whole->statements.push_back(label(handlers));
  auto all = make_statement<Block>(span);
  checker_.enter_scope();
  bool is_fine =
      declare_hidden("(number)", checker_.types().scalar(base::Scalar::kULong),
                     reference_to(kThrown, span), *all) != nullptr &&
      declare_hidden("(object)", checker_.types().pointer_to(checker_.types().void_type()),
                     reference_to(kException, span), *all) != nullptr;
  const Type* handler = names_.find_type("::warplens_handler");
  is_fine = is_fine && handler != nullptr && names_.complete(handler, span) &&
            declare_hidden("(handler)", handler, nullptr, *all) != nullptr;
  while (is_fine && accept("catch")) {
    is_fine = parse_handler(*all);
    if (is_fine) {
      // A handler's block ends with the jump, so it is left by those alone that it took.
      Stmt* last = all->statements.back().get();
      Block& block = last->kind == StmtKind::kIf
                         ? static_cast<Block&>(*static_cast<If&>(*last).then_branch)
                         : static_cast<Block&>(*last);
      block.statements.push_back(jump_to_end());
    }
  }
  if (is_fine) is_fine = rethrow(*all);
  checker_.leave_scope(previous().span.end);
  if (!is_fine) return nullptr;
  checker_.declarations().current()->may_throw = true;
  all->statements.push_back(leave_for_handler(span));
  whole->statements.push_back(std::move(all));
  whole->statements.push_back(label(end));
  return whole;
}

// Behind "catch". A handler of a type is an if: the exception is of it, or of a class derived from
// it.
bool Parser::parse_handler(Block& all) {
  const Span span = previous().span;
  if (!expect("(", sentence("after 'catch'"))) return false;
  auto block = make_statement<Block>(span);
  if (accept("...")) {
    if (!expect(")", sentence("after 'catch (...'"))) return false;
    StmtPtr body = parse_block();
    if (!body) return false;
    block->statements.push_back(std::move(body));
    all.statements.push_back(std::move(block));
    return true;
  }
  Specifiers specifiers;
  DeclaratorText text;
  if (!parse_specifiers(specifiers) || !parse_declarator(specifiers, text)) return false;
  if (!expect(")", sentence("after what is caught"))) return false;
  TypeTable& types = checker_.types();
  const Type* type = types.unqualified(text.type);
  if (!names_.complete(type, span)) return false;
  ExprPtr match = checker_.handler_test(type, *checker_.find_local("(number)"),
                                        *checker_.find_local("(object)"));
  auto declaration = make_statement<Declaration>(span);
  Declarator declarator;
  declarator.variable = checker_.declare("(match " + std::to_string(++matches_) + ")", span,
                                         types.pointer_to(type), Storage::kLocal);
  const std::string match_name = declarator.variable->name;
  declarator.has_initializer = true;
  declarator.value = std::move(match);
  declaration->declarators.push_back(std::move(declarator));
  all.statements.push_back(std::move(declaration));
  auto branch = make_statement<If>(span);
  branch->condition = checker_.condition(reference_to(match_name, span));
  checker_.enter_scope();
  auto caught = std::make_unique<Dereference>();
  caught->span = span;
  caught->pointer = reference_to(match_name, span);
  bool is_fine = branch->condition != nullptr;
  if (is_fine && text.is_reference) {
    auto bound = make_statement<Declaration>(span);
    Declarator reference;
    reference.variable =
        checker_.declare(text.name, text.span, types.pointer_to(text.type), Storage::kLocal);
    reference.variable->is_reference = true;
    reference.has_initializer = true;
    reference.value = checker_.bind_reference(std::move(caught), text.type, true);
    is_fine = reference.value != nullptr;
    bound->declarators.push_back(std::move(reference));
    block->statements.push_back(std::move(bound));
  } else if (is_fine && !text.name.empty()) {
    is_fine = declare_hidden(text.name, text.type, std::move(caught), *block) != nullptr;
  }
  StmtPtr body = is_fine ? parse_block() : nullptr;
  checker_.leave_scope(previous().span.end);
  if (!body) return false;
  block->statements.push_back(std::move(body));
  branch->then_branch = std::move(block);
  all.statements.push_back(std::move(branch));
  return true;
}

}  // namespace warplens::lang
