// Accesses that were executed are rows of the run; the program's other sites were never executed.
#include "app/check/accesses_of_line.hpp"

#include <algorithm>
#include <tuple>

#include "sim/base/say.hpp"
#include "sim/code/program.hpp"
#include "sim/lang/tree/ast.hpp"
#include "sim/observe/finding/source_location.hpp"

namespace warplens::check {
namespace {

using trace::Operation;
using trace::Space;

// Of a copy, which has two sides, none.
std::string written_name(const code::AccessSite& site) {
  const bool is_copy = site.operation == Operation::kCopy;
  return site.root == nullptr || is_copy ? "" : site.root->name;
}

std::optional<Space> written_space(const code::AccessSite& site) {
  if (site.root == nullptr || site.operation == Operation::kCopy) return std::nullopt;
  switch (site.root->storage) {
    case lang::Storage::kShared:
    case lang::Storage::kDynamic:
      return Space::kShared;
    case lang::Storage::kConstantMemory:
      return Space::kConstant;
    case lang::Storage::kParameter:
    case lang::Storage::kGlobal:
      return Space::kGlobal;
    default:
      return std::nullopt;  // a pointer of its own may point to either
  }
}

// Where an access is: its first line, and how far its text reaches.
struct Extent {
  uint32_t line = 0, end = 0;
  bool begins_on(uint32_t wanted) const { return line == wanted; }
  bool holds(uint32_t wanted) const { return line <= wanted && wanted <= end; }
};

Extent extent_of(const base::SourceFile& file, base::Span span) {
  return {file.line_of(span.begin), file.line_of(std::max(span.begin, span.end - 1))};
}

LineAccess& access_at(std::vector<LineAccess>& accesses, uint32_t line, uint32_t column,
                      Operation operation, std::optional<Space> space) {
  for (LineAccess& known : accesses) {
    const bool is_there = known.line == line && known.column == column;
    if (is_there && known.operation == operation && (!space || known.space == space)) return known;
  }
  LineAccess access;
  access.line = line;
  access.column = column;
  access.operation = operation;
  access.space = space;
  accesses.push_back(std::move(access));
  return accesses.back();
}

template <class IsMeant>
std::vector<LineAccess> accesses_where(const run::Run& run, const IsMeant& is_meant) {
  const code::Program& program = *run.program;
  const base::SourceFile& file = program.unit->file;
  std::vector<LineAccess> accesses;
  std::vector<bool> is_executed(program.sites.size());
  for (const observe::AccessRow& row : run.accesses) {
    for (const uint32_t site : row.sites) is_executed[site] = true;
    if (!row.file.empty() || !is_meant(extent_of(file, row.span))) continue;
    LineAccess& access = access_at(accesses, row.line, row.column, row.operation, row.space);
    access.rows.push_back(&row);
    if (access.written.empty() && !row.sites.empty())
      access.written = written_name(program.sites[row.sites.front()]);
  }
  for (size_t i = 0; i < program.sites.size(); ++i) {
    if (is_executed[i]) continue;
    const code::AccessSite& site = program.sites[i];
    const observe::SourceLocation place = observe::source_location(program, site.span, site.frame);
    if (place.part != 0 || !is_meant(extent_of(file, place.span))) continue;
    const auto is_it = [&](const LineAccess& known) {
      return known.line == place.line && known.column == place.column &&
             known.operation == site.operation;
    };
    if (std::any_of(accesses.begin(), accesses.end(), is_it)) continue;
    LineAccess& access =
        access_at(accesses, place.line, place.column, site.operation, written_space(site));
    access.written = written_name(site);
  }
  const auto key = [](const LineAccess& one) {
    return std::tuple(one.line, one.column, one.operation);
  };
  std::stable_sort(accesses.begin(), accesses.end(),
                   [&](const LineAccess& a, const LineAccess& b) { return key(a) < key(b); });
  return accesses;
}

}  // namespace

std::string LineAccess::array() const {
  if (!written.empty() || rows.size() != 1) return written;
  return rows.front()->array;
}

std::vector<LineAccess> accesses_of_line(const run::Run& run, uint32_t line) {
  std::vector<LineAccess> accesses =
      accesses_where(run, [&](const Extent& extent) { return extent.begins_on(line); });
  if (!accesses.empty()) return accesses;
  return accesses_where(run, [&](const Extent& extent) { return extent.holds(line); });
}

Text name_of(const LineAccess& access) {
  const std::string array = access.array();
  switch (access.operation) {
    case Operation::kLoad:
      return array.empty() ? to_say("the load") : to_say("the load of {array}", "array"_a = array);
    case Operation::kStore:
      return array.empty() ? to_say("the store")
                           : to_say("the store to {array}", "array"_a = array);
    case Operation::kAtomic:
      return array.empty() ? to_say("the atomic operation")
                           : to_say("the atomic operation on {array}", "array"_a = array);
    case Operation::kCopy:
      break;
  }
  return to_say("the copy");
}

Text names_of(const std::vector<LineAccess>& accesses) {
  std::vector<Text> names;
  for (const LineAccess& access : accesses) names.push_back(name_of(access));
  return list_of(names);
}

}  // namespace warplens::check
