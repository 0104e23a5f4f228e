// What Unwritten says: the findings of what it followed, and their sentences.
#include <utility>

#include "sim/base/say.hpp"
#include "sim/observe/finding/finding_place.hpp"
#include "sim/observe/finding/source_location.hpp"
#include "sim/observe/finding/words.hpp"
#include "sim/observe/unwritten/unwritten.hpp"

namespace warplens::observe {

using trace::kWarpSize;

// "x", "v.y", "a[5]".
std::string Unwritten::variable_words(const Source& source) const {
  const lang::Variable& variable = *program_->bare_declarations[source.declaration].variable;
  for (const lang::Leaf& leaf : lang::leaves_of(variable.type)) {
    if (leaf.offset <= source.offset && source.offset < leaf.offset + lang::size_of(leaf.type))
      return variable.name + leaf.path;
  }
  return variable.name;
}

// Names the block, too, unless it is the grid's first.
std::string Unwritten::who(const Finding& finding) const {
  const std::string thread = thread_words(finding.thread, extent_);
  if (id_ == trace::BlockId{}) return thread;
  return say("{thread} of {block}", "thread"_a = thread, "block"_a = block_words(id_));
}

Finding Unwritten::finding(uint32_t pc, const Use& use) const {
  Finding finding;
  finding.kind = FindingKind::kUnwrittenRead;
  finding.count = use.count;
  finding.step = use.step;
  const uint32_t site = program_->sites_of[pc];
  put_place(finding, *program_,
            site == code::kNoSite ? program_->spans[pc] : program_->sites[site].span,
            program_->frames_of[pc]);
  put_thread(finding, id_, use.thread, extent_);
  return finding;
}

std::string Unwritten::words_of_load(const Finding& finding, const OtherAccess& load,
                                     const Use& use, const MemoryLayout& layout) const {
  const std::string element = element_words(layout, trace::Space::kShared, use.source.address);
  const bool is_atomic = program_->sites[use.source.site].operation == code::Operation::kAtomic;
  if (is_atomic && finding.span == load.span)
    return say(
        "{thread} changes {element} by an atomic function, and no thread of the block had written "
        "it: shared memory holds whatever was left there until it is stored to",
        "thread"_a = who(finding), "element"_a = element);
  if (use.source.is_carried)
    return say(
        "{thread} uses a value that went through shared memory: in line {line} it was loaded from "
        "where no thread of the block had written",
        "thread"_a = who(finding), "line"_a = load.line);
  return say(
      "{thread} uses what it loaded from {element} in line {line}, which no thread of the block "
      "had written: shared memory holds whatever was left there until it is stored to",
      "thread"_a = who(finding), "element"_a = element, "line"_a = load.line);
}

// Both threads, why the one that is read from does not take part, and the usual cure.
std::string Unwritten::words_of_shuffle(const Finding& finding, const Source& source) const {
  const uint32_t line = source_location(*program_, program_->spans[source.shuffle],
                                        program_->frames_of[source.shuffle])
                            .line;
  const uint32_t lane = source.from % kWarpSize;
  const uint32_t warp = source.from / kWarpSize;
  const uint32_t threads = extent_.x * extent_.y * extent_.z;
  const auto words_of = [&](uint32_t thread) {
    OtherAccess at;
    put_thread(at, id_, thread, extent_);
    return thread_words(at.thread, extent_);
  };
  const std::string reader = words_of(source.thread), from = words_of(source.from);
  const std::string who = this->who(finding);
  switch (source.absence) {
    case Absence::kNoThread:
      return say(
          "{user} uses a value that {reader} took from lane {lane} of warp {warp} in line {line}: "
          "there is no such thread, because the block ends with its {threads} threads inside of "
          "the warp. What a shuffle takes from there is undefined: start a multiple of 32 threads, "
          "and give those beyond the data a neutral value such as 0",
          "user"_a = who, "reader"_a = reader, "lane"_a = lane, "warp"_a = warp, "line"_a = line,
          "threads"_a = threads);
    case Absence::kEnded:
      return say(
          "{user} uses a value that {reader} took from {from} (lane {lane}) in line {line}, but "
          "{from} had returned from the kernel. What a shuffle takes from there is undefined: keep "
          "all lanes of the warp until behind the shuffle, and guard the load instead",
          "user"_a = who, "reader"_a = reader, "from"_a = from, "lane"_a = lane, "line"_a = line);
    case Absence::kElsewhere:
      return say(
          "{user} uses a value that {reader} took from {from} (lane {lane}) in line {line}, but "
          "{from} is not in the branch and does not execute the shuffle. What a shuffle takes from "
          "there is undefined: call it outside of the branch, by all lanes that are read from, or "
          "with a distance or a width that stays among the lanes in the branch",
          "user"_a = who, "reader"_a = reader, "from"_a = from, "lane"_a = lane, "line"_a = line);
    case Absence::kNotNamed:
      break;
  }
  return say(
      "{user} uses a value that {reader} took from {from} (lane {lane}) in line {line}, but the "
      "mask does not name {from}. What a shuffle takes from there is undefined: name it in the "
      "mask, or choose a distance or a width that stays within the mask",
      "user"_a = who, "reader"_a = reader, "from"_a = from, "lane"_a = lane, "line"_a = line);
}

std::vector<Finding> Unwritten::findings(const MemoryLayout& layout) const {
  std::vector<Finding> findings;
  for (const auto& [key, use] : uses_) {
    Finding& finding = findings.emplace_back(this->finding(key.first, use));
    OtherAccess other;
    if (use.source.shuffle != kNoShuffle) {
      const uint32_t pc = use.source.shuffle;
      finding.kind = FindingKind::kAbsentLane;
      finding.message = words_of_shuffle(finding, use.source);
      put_place(other, *program_, program_->spans[pc], program_->frames_of[pc]);
      put_thread(other, id_, use.source.thread, extent_);
      finding.other = std::move(other);
      continue;
    }
    const code::AccessSite& load = program_->sites[key.second];
    put_place(other, *program_, load.span, load.frame);
    put_thread(other, id_, use.source.thread, extent_);
    other.step = use.source.step;
    finding.message = words_of_load(finding, other, use, layout);
    finding.other = std::move(other);
  }
  for (const auto& [declaration, first] : variable_uses_) {
    Finding& finding = findings.emplace_back(this->finding(first.first, first.second));
    const lang::Variable& variable = *program_->bare_declarations[declaration].variable;
    finding.message =
        say("{thread} uses '{variable}', declared in line {line}, which it had not given a value",
            "thread"_a = who(finding), "variable"_a = variable_words(first.second.source),
            "line"_a = source_location(*program_, variable.span, 0).line);
  }
  return findings;
}

}  // namespace warplens::observe
