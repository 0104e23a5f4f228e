// Values that the text does not define, and outputs that nobody stores.
#include <fmt/format.h>

#include "sim/base/grouped.hpp"
#include "sim/base/say.hpp"
#include "sim/observe/finding/finding.hpp"
#include "sim/observe/finding/finding_place.hpp"
#include "sim/observe/finding/words.hpp"

namespace warplens::observe {

namespace {

// Names the block, too, unless it is the grid's first.
std::string who(const Finding& finding) {
  const std::string thread = thread_words(finding.thread, finding.extent);
  if (finding.block == trace::BlockId{}) return thread;
  return say("{thread} of {block}", "thread"_a = thread, "block"_a = block_words(finding.block));
}

double share_of(uint64_t part, uint64_t all) {
  return 100.0 * static_cast<double>(part) / static_cast<double>(all);
}

std::string of_plane(const OutputDetail& output) {
  return say(
      "no thread stores to {share:.1f} % of '{array}', first to element {first}: it has '{width}' "
      "x '{height}' = {all} elements, but the launch's threads store to {columns} x {lines} only. "
      "Start enough threads, or let each do more; the rest stays as it was before",
      "share"_a = share_of(output.elements - output.columns * output.rows, output.elements),
      "array"_a = output.array, "first"_a = output.first, "width"_a = output.width_name,
      "height"_a = output.height_name,
      "all"_a = fmt::format("{} x {}", base::grouped(output.width), base::grouped(output.height)),
      "columns"_a = base::grouped(output.columns), "lines"_a = base::grouped(output.rows));
}

}  // namespace

std::string UnwrittenDetail::sentence(const Finding& finding) const {
  const std::string name = element_words(element);
  switch (source) {
    case Source::kVariable:
      return say(
          "{thread} uses '{variable}', declared in line {line}, which it had not given a value",
          "thread"_a = who(finding), "variable"_a = variable, "line"_a = line);
    case Source::kGlobal:
      return say("{thread} loads {element}, which nothing has written",
                 "thread"_a = thread_words(finding.thread, finding.extent), "element"_a = name);
    case Source::kChanged:
      return say(
          "{thread} changes {element} by an atomic function, and no thread of the block had "
          "written it: shared memory holds whatever was left there until it is stored to",
          "thread"_a = who(finding), "element"_a = name);
    case Source::kCarried:
      return say(
          "{thread} uses a value that went through shared memory: in line {line} it was loaded "
          "from where no thread of the block had written",
          "thread"_a = who(finding), "line"_a = finding.other->line);
    case Source::kShared:
      break;
  }
  return say(
      "{thread} uses what it loaded from {element} in line {line}, which no thread of the block "
      "had written: shared memory holds whatever was left there until it is stored to",
      "thread"_a = who(finding), "element"_a = name, "line"_a = finding.other->line);
}

// Both threads, why the one that is read from does not take part, and the usual cure.
std::string AbsentDetail::sentence(const Finding& finding) const {
  const OtherAccess& shuffle = *finding.other;
  const std::string user = who(finding);
  const std::string reader = thread_words(shuffle.thread, finding.extent);
  const std::string source = thread_words(from, finding.extent);
  switch (absence) {
    case AbsentDetail::Absence::kNoThread:
      return say(
          "{user} uses a value that {reader} took from lane {lane} of warp {warp} in line {line}: "
          "there is no such thread, because the block ends with its {threads} threads inside of "
          "the warp. What a shuffle takes from there is undefined: start a multiple of 32 threads, "
          "and give those beyond the data a neutral value such as 0",
          "user"_a = user, "reader"_a = reader, "lane"_a = lane, "warp"_a = warp,
          "line"_a = shuffle.line, "threads"_a = threads);
    case AbsentDetail::Absence::kEnded:
      return say(
          "{user} uses a value that {reader} took from {from} (lane {lane}) in line {line}, but "
          "{from} had returned from the kernel. What a shuffle takes from there is undefined: keep "
          "all lanes of the warp until after the shuffle, and guard the load instead",
          "user"_a = user, "reader"_a = reader, "from"_a = source, "lane"_a = lane,
          "line"_a = shuffle.line);
    case AbsentDetail::Absence::kElsewhere:
      return say(
          "{user} uses a value that {reader} took from {from} (lane {lane}) in line {line}, but "
          "{from} is not in the branch and does not execute the shuffle. What a shuffle takes from "
          "there is undefined: call it outside of the branch, by all lanes that are read from, or "
          "with a distance or a width that stays among the lanes in the branch",
          "user"_a = user, "reader"_a = reader, "from"_a = source, "lane"_a = lane,
          "line"_a = shuffle.line);
    case AbsentDetail::Absence::kNotNamed:
      break;
  }
  return say(
      "{user} uses a value that {reader} took from {from} (lane {lane}) in line {line}, but the "
      "mask does not name {from}. What a shuffle takes from there is undefined: name it in the "
      "mask, or choose a distance or a width that stays within the mask",
      "user"_a = user, "reader"_a = reader, "from"_a = source, "lane"_a = lane,
      "line"_a = shuffle.line);
}

std::string OutputDetail::sentence(const Finding&) const {
  if (parameter.empty()) return of_plane(*this);
  return say(
      "no thread stores to elements {first} to {last} of '{array}', {share:.1f} % of it: "
      "'{parameter}' is {count}, its number of elements, but the launch's threads store to the "
      "first {stored} only. Start enough threads, or let each do more; the rest stays as it was "
      "before",
      "first"_a = first, "last"_a = elements - 1, "array"_a = array,
      "share"_a = share_of(elements - first, elements), "parameter"_a = parameter,
      "count"_a = base::grouped(elements), "stored"_a = base::grouped(first));
}

}  // namespace warplens::observe
