#include "app/compare/compiled_branches.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/base/say.hpp"
#include "sim/code/opcodes.hpp"
#include "sim/lang/tree/walk.hpp"

namespace warplens::compare {
namespace {

using Place = std::pair<uint32_t, uint32_t>;  // a part of the text, and a line in it
using Places = std::set<Place>;
using lang::StmtKind;

void add_lines(const base::SourceFile& file, uint32_t begin, uint32_t end, Places& places) {
  const uint32_t part = file.part_of(begin);
  const uint32_t last = file.line_of(std::max(begin, end - std::min(end, 1u)));
  for (uint32_t line = file.line_of(begin); line <= last; ++line) places.insert({part, line});
}

bool meet(const Places& one, const Places& other) {
  return std::ranges::any_of(one, [&](const Place& place) { return other.contains(place); });
}

bool is_path_to(std::string_view path, std::string_view name) {
  return path.ends_with(name) &&
         (path.size() == name.size() || path[path.size() - name.size() - 1] == '/');
}

// The machine code by lines of the text.
class Code {
 public:
  Code(const measure::CodeLines& code, const base::SourceFile& file) : code_(code) {
    constexpr uint32_t kToolkit = UINT32_MAX;  // of no part of the text
    for (const std::string& path : code.files) {
      uint32_t found = kToolkit;
      for (uint32_t part = 1; part < file.part_count(); ++part)
        if (is_path_to(path, file.name(part))) found = part;
      const std::string own = std::filesystem::path(file.name()).filename().string();
      if (found == kToolkit && is_path_to(path, own)) found = 0;
      parts_.push_back(found);
    }
  }

  bool is_at(uint32_t file, uint32_t line, const Places& places) const {
    return file < parts_.size() && places.contains({parts_[file], line});
  }

  std::set<uint32_t> blocks_with(const Places& places) const {
    std::set<uint32_t> blocks;
    for (const measure::CodeLine& one : code_.lines)
      if (is_at(one.file, one.line, places)) blocks.insert(one.block);
    return blocks;
  }
  bool has_guarded(uint32_t block, const Places& places) const {
    return std::ranges::any_of(code_.lines, [&](const measure::CodeLine& one) {
      return one.block == block && one.guarded > 0 && is_at(one.file, one.line, places);
    });
  }
  bool has_exit(const Places& places) const {
    return std::ranges::any_of(code_.lines, [&](const measure::CodeLine& one) {
      return one.exits > 0 && is_at(one.file, one.line, places);
    });
  }
  bool has_jump(const Places& places) const {
    return std::ranges::any_of(code_.jumps, [&](const measure::CodeJump& one) {
      return is_at(one.file, one.line, places);
    });
  }
  // A jump of lines `from` forwards over instructions of lines `over`.
  bool jumps_over(const Places& from, const Places& over) const {
    const std::set<uint32_t> skipped = blocks_with(over);
    return std::ranges::any_of(code_.jumps, [&](const measure::CodeJump& one) {
      if (one.target == measure::CodeJump::kOutside || !is_at(one.file, one.line, from))
        return false;
      const auto first = skipped.upper_bound(one.block);
      return first != skipped.end() && *first < one.target;
    });
  }

 private:
  const measure::CodeLines& code_;
  std::vector<uint32_t> parts_;  // by file
};

// The `if` whose condition this is; null: another expression's branch.
const lang::If* find_if(const lang::Function& function, base::Span condition) {
  const lang::If* found = nullptr;
  lang::for_each_statement(*function.body, [&](const lang::Stmt& stmt) {
    if (stmt.kind != StmtKind::kIf) return;
    const auto& one = static_cast<const lang::If&>(stmt);
    if (one.condition->span == condition) found = &one;
  });
  return found;
}

const lang::If* find_if_around(const lang::Function& function, base::Span inside) {
  const auto holds = [&](const lang::Stmt* side) {
    return side != nullptr && side->span.begin <= inside.begin && inside.end <= side->span.end;
  };
  const lang::If* found = nullptr;
  lang::for_each_statement(*function.body, [&](const lang::Stmt& stmt) {  // outer ones first
    if (stmt.kind != StmtKind::kIf) return;
    const auto& one = static_cast<const lang::If&>(stmt);
    if (holds(one.then_branch.get()) || holds(one.else_branch.get())) found = &one;
  });
  return found;
}

// The lines from a statement's first word to the end of its condition.
Places head_of(const base::SourceFile& file, const lang::Stmt& stmt) {
  Places head;
  const auto add = [&](uint32_t end) { add_lines(file, stmt.span.begin, end, head); };
  switch (stmt.kind) {
    case StmtKind::kIf:
      add(static_cast<const lang::If&>(stmt).condition->span.end);
      break;
    case StmtKind::kFor:
    case StmtKind::kWhile:
      add(static_cast<const lang::Loop&>(stmt).body->span.begin);
      break;
    case StmtKind::kDoWhile: {
      const base::Span span = static_cast<const lang::DoWhile&>(stmt).condition->span;
      add_lines(file, span.begin, span.end, head);
      break;
    }
    case StmtKind::kSwitch:
      add(static_cast<const lang::Switch&>(stmt).condition->span.end);
      break;
    default:
      break;
  }
  return head;
}

bool has_other_head(const base::SourceFile& file, const lang::Function& function,
                    const lang::If& own, const Places& head) {
  bool has = false;
  lang::for_each_statement(*function.body, [&](const lang::Stmt& stmt) {
    has |= &stmt != &own && meet(head_of(file, stmt), head);
  });
  return has;
}

// Whether a branch of an expression outside of the condition is in these lines.
bool has_other_branch(const code::Program& program, base::Span condition, const Places& lines) {
  const base::SourceFile& file = program.unit->file;
  for (uint32_t pc = 0; pc < program.instrs.size(); ++pc) {
    const base::Span span = program.spans[pc];
    if (program.instrs[pc].op != code::Op::kIf) continue;
    const bool is_inside = span.begin >= condition.begin && span.end <= condition.end;
    if (!is_inside && lines.contains({file.part_of(span.begin), file.line_of(span.begin)}))
      return true;
  }
  return false;
}

// Whether a part of the text may be compiled with jumps of its own: calls, and divisions, whose
// rare cases are a function of the compiler's. A remainder by a number written out has none.
bool may_jump_itself(std::string_view text) {
  const auto is_word = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
  };
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '/') return true;
    if (text[i] == '%') {
      const size_t next = text.find_first_not_of(' ', i + 1);
      if (next == text.npos || !std::isdigit(static_cast<unsigned char>(text[next]))) return true;
    }
    if (text[i] != '(') continue;
    size_t end = i;
    while (end > 0 && text[end - 1] == ' ') --end;
    size_t begin = end;
    while (begin > 0 && is_word(text[begin - 1])) --begin;
    const std::string_view word = text.substr(begin, end - begin);
    if (!word.empty() && word != "if" && word != "return") return true;
    if (end > 0 && text[end - 1] == '>') return true;  // f<3>(x)
  }
  return false;
}

bool returns(const lang::Stmt& stmt) {
  if (stmt.kind == StmtKind::kReturn) return true;
  if (stmt.kind != StmtKind::kBlock) return false;
  const auto& block = static_cast<const lang::Block&>(stmt);
  return !block.statements.empty() && returns(*block.statements.back());
}

CompiledBranch unknown(std::string why) {
  return {BranchCode::kUnknown, std::move(why)};
}

// `a && b`, `c ? x : y`: its sides are in its own lines.
CompiledBranch of_expression(const Code& code, const Places& lines) {
  const std::set<uint32_t> blocks = code.blocks_with(lines);
  if (blocks.empty()) return unknown(say("none of its line's instructions are left"));
  if (code.has_jump(lines)) return unknown(say("a jump of its line may be of another part of it"));
  if (blocks.size() > 1) return unknown(say("its line's instructions are in several places"));
  return {BranchCode::kPredicated, ""};
}

CompiledBranch of_if(const Code& code, const code::Program& program, const lang::Function& function,
                     const lang::If& branch) {
  const base::SourceFile& file = program.unit->file;
  const Places head = head_of(file, branch);
  Places sides, both = head;
  for (const lang::Stmt* side : {branch.then_branch.get(), branch.else_branch.get()})
    if (side != nullptr) add_lines(file, side->span.begin, side->span.end, both);
  std::ranges::set_difference(both, head, std::inserter(sides, sides.end()));
  if (code.blocks_with(both).empty())
    return unknown(say("none of its lines' instructions are left"));
  if (code.has_jump(head)) {
    if (has_other_head(file, function, branch, head))
      return unknown(say("its line has another branch or loop, too"));
    if (code.jumps_over(head, sides)) return {BranchCode::kBranch, ""};
    const uint32_t begin = branch.span.begin;
    const std::string_view text =
        std::string_view(file.text(file.part_of(begin)))
            .substr(begin - file.begin_of(file.part_of(begin)), branch.span.end - begin);
    const bool is_alone = !has_other_branch(program, branch.condition->span, head);
    const bool has_no_sides = code.blocks_with(sides).empty();
    if (has_no_sides && is_alone && !may_jump_itself(text)) return {BranchCode::kBranch, ""};
    return unknown(say("a jump of its line may be of another part of it"));
  }
  // Those that return, or those that do not enter, where nothing follows.
  const bool ends_lanes =
      branch.else_branch == nullptr && returns(*branch.then_branch) && &function == program.kernel;
  const bool is_alone = !has_other_head(file, function, branch, head);
  if (is_alone && code.has_exit(ends_lanes ? both : head)) return {BranchCode::kExit, ""};
  const std::set<uint32_t> of_head = code.blocks_with(head);
  const std::set<uint32_t> of_sides = code.blocks_with(sides.empty() ? head : sides);
  const bool are_together =
      std::ranges::includes(of_head, of_sides) &&
      std::ranges::all_of(of_sides, [&](uint32_t one) { return code.has_guarded(one, both); });
  if (are_together && !of_sides.empty()) return {BranchCode::kPredicated, ""};
  return unknown(say("its instructions are in several places"));
}

}  // namespace

CompiledBranch compiled_branch(const CompiledKernel& kernel, const code::Program& program,
                               uint32_t pc) {
  if (kernel.code.code.lines.empty())
    return unknown(say("the compiled code does not say which line its instructions are from"));
  const base::SourceFile& file = program.unit->file;
  const Code code(kernel.code.code, file);
  const base::Span condition = program.spans[pc];
  const lang::Function* function = program.frames[program.frames_of[pc]].function;
  const bool is_branch = program.instrs[pc].op == code::Op::kIf;
  const lang::If* branch = !function->is_own ? nullptr
                           : is_branch       ? find_if(*function, condition)
                                             : find_if_around(*function, condition);
  if (branch != nullptr) return of_if(code, program, *function, *branch);
  if (!is_branch) return unknown(say("no branch of the text is around it"));
  Places lines;
  add_lines(file, condition.begin, condition.end, lines);
  return of_expression(code, lines);
}

bool is_of_branch(observe::ForkKind kind) {
  return kind == observe::ForkKind::kBranch || kind == observe::ForkKind::kLeave ||
         kind == observe::ForkKind::kReturn;
}

std::string branch_words(const CompiledBranch& branch) {
  switch (branch.code) {
    case BranchCode::kBranch:
      return say("compiled as a branch");
    case BranchCode::kPredicated:
      return say(
          "compiled without a branch: predicated, so that the instructions of both sides are "
          "issued");
    case BranchCode::kExit:
      return say(
          "compiled without a branch: lanes that have no more to do end at a predicated exit");
    case BranchCode::kUnknown:
      break;
  }
  return say("not known whether it is compiled as a branch: {reason}", "reason"_a = branch.why);
}

const char* branch_word(BranchCode code) {
  constexpr const char* kWords[] = {"unknown", "branch", "predicated", "exit"};
  return kWords[static_cast<size_t>(code)];
}

}  // namespace warplens::compare
