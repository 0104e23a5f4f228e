// Blocks with labels. A goto forwards waits at its label; the statements from a label to the last
// goto back to it are a loop, in which the lanes that come back go on together.
#include <algorithm>

#include "sim/base/say.hpp"
#include "sim/code/lowering.hpp"
#include "sim/lang/tree/walk.hpp"

namespace warplens::code {

using lang::StmtKind;

namespace {

bool goes_to(const lang::Stmt& stmt, const std::string& label) {
  bool found = false;
  lang::for_each_statement(stmt, [&](const lang::Stmt& inner) {
    found |= inner.kind == StmtKind::kGoto && lang::as<lang::Goto>(inner).label == label;
  });
  return found;
}

}  // namespace

// The labels of the block, with where the loops of those that are gone back to end. A loop that
// begins in another one ends in it.
void Lowering::open_labels(const lang::Block& stmt) {
  const size_t first = labels_.size();
  const std::vector<lang::StmtPtr>& all = stmt.statements;
  for (size_t i = 0; i < all.size(); ++i) {
    if (all[i]->kind != StmtKind::kLabel) continue;
    GotoLabel label{lang::as<lang::Label>(*all[i]).name, collecting_mask(), objects_.size()};
    label.begin = label.end = i;
    for (size_t k = i; k < all.size(); ++k) {
      if (goes_to(*all[k], label.name)) label.end = k + 1;
    }
    labels_.push_back(std::move(label));
  }
  for (size_t i = labels_.size(); i-- > first;) {
    GotoLabel& label = labels_[i];
    for (size_t k = i + 1; k < labels_.size(); ++k) {
      if (labels_[k].begin < label.end) label.end = std::max(label.end, labels_[k].end);
    }
    if (label.end == label.begin) continue;
    label.again = collecting_mask();
    label.done = collecting_mask();
  }
}

void Lowering::block(const lang::Block& stmt) {
  const size_t first = labels_.size();
  open_labels(stmt);
  const lang::Stmt* const around = check_;
  if (stmt.check) check_ = stmt.check.get();
  const Label outer = boundary_;
  // Where lanes join, in order: labels, and the ends of their loops, of which the inner come first.
  struct Point {
    size_t position = 0, label = 0;
    bool is_end = false;
    Label at = 0;
  };
  std::vector<Point> points;
  for (size_t i = first; i < labels_.size(); ++i) {
    points.push_back({labels_[i].begin, i, false, builder_.label()});
    if (labels_[i].again) points.push_back({labels_[i].end, i, true, builder_.label()});
  }
  std::sort(points.begin(), points.end(), [](const Point& a, const Point& b) {
    if (a.position != b.position) return a.position < b.position;
    return a.is_end != b.is_end ? a.is_end : a.is_end && a.label > b.label;
  });
  auto next = points.begin();
  const auto set_boundary = [&] { boundary_ = next == points.end() ? outer : next->at; };
  set_boundary();
  for (size_t i = 0; i <= stmt.statements.size(); ++i) {
    for (; next != points.end() && next->position == i;) {
      const Point point = *next++;
      builder_.place(point.at);
      set_boundary();
      if (point.is_end)
        close_label(labels_[point.label]);
      else
        place_label(labels_[point.label], stmt.statements[i]->span);
    }
    if (i == stmt.statements.size()) break;
    for (size_t k = first; k < labels_.size(); ++k) {
      if (!labels_[k].is_passed) labels_[k].objects = objects_.size();
    }
    if (reachable_) statement(*stmt.statements[i]);  // not after a break, continue or return
  }
  boundary_ = outer;
  check_ = around;
  labels_.resize(first);
}

//   Rejoin left;  JumpIfNone boundary;  begin:
void Lowering::place_label(GotoLabel& label, Span span) {
  label.is_passed = true;
  builder_.set_span(span);
  if (label.is_used) {
    builder_.emit(Op::kRejoin, label.left);
    builder_.emit_jump(Op::kJumpIfNone, 0, 0, boundary_);
    reachable_ = true;
  }
  if (!label.again) return;
  label.loop = builder_.label();
  builder_.place(label.loop);
}

//   Leave done;  Rejoin again;  JumpIfAny begin;  Rejoin done;  JumpIfNone boundary
void Lowering::close_label(const GotoLabel& label) {
  if (reachable_) builder_.emit(Op::kLeave, *label.done);
  builder_.emit(Op::kRejoin, *label.again);
  builder_.emit_jump(Op::kJumpIfAny, 0, 0, label.loop);
  if (!reachable_) return;
  builder_.emit(Op::kRejoin, *label.done);
  builder_.emit_jump(Op::kJumpIfNone, 0, 0, boundary_);
}

void Lowering::goto_statement(const lang::Goto& stmt) {
  const auto label = std::find_if(labels_.rbegin(), labels_.rend(),
                                  [&](const GotoLabel& one) { return one.name == stmt.label; });
  if (label == labels_.rend()) {
    fail(stmt.span,
         say("a goto to '{label}', which is not in a block around it, is not supported",
             "label"_a = stmt.label),
         say("write a loop, or an if with a flag"));
    return;
  }
  leave_objects(label->objects);
  if (label->is_passed) {
    builder_.emit(Op::kLeave, *label->again);
  } else {
    label->is_used = true;
    builder_.emit(Op::kLeave, label->left);
  }
  ++escapes_;
  reachable_ = false;
}

}  // namespace warplens::code
