// A finding's sentence is one text of the catalogue, so that a translation may order its parts
// anew.
#include <doctest/doctest.h>

#include <set>
#include <string>

#include "sim/base/say.hpp"
#include "sim/observe/finding/sentence.hpp"

using namespace warplens;
using observe::Finding;

namespace {

// Each text in brackets.
class InBrackets : public base::Language {
 public:
  std::string_view sentence(std::string_view english) const override { return bracketed(english); }
  std::string_view sentence(std::string_view one, std::string_view several,
                            uint64_t count) const override {
    return bracketed(count == 1 ? one : several);
  }

 private:
  std::string_view bracketed(std::string_view english) const {
    return *texts_.insert("<" + std::string(english) + ">").first;
  }
  mutable std::set<std::string> texts_;
};

std::string in_brackets(const Finding& finding) {
  const InBrackets language;
  base::speak(&language);
  std::string text = observe::sentence(finding);
  base::speak(nullptr);
  return text;
}

}  // namespace

TEST_CASE("one text: where a deadlock's threads wait, and that others wait elsewhere") {
  Finding finding;
  observe::DeadlockDetail detail;
  detail.waiting = {{observe::DeadlockDetail::Reason::kBarrier, 1, 4, {}, 0, {}},
                    {observe::DeadlockDetail::Reason::kBarrier, 2, 7, {}, 0, {}}};
  finding.detail = detail;
  const std::string few =
      "deadlock, no thread can go on: 1 thread waits at the barrier of line 4; 2 threads wait at "
      "the barrier of line 7";
  CHECK(observe::sentence(finding) == few);
  detail.has_more = true;
  finding.detail = detail;
  CHECK(observe::sentence(finding) == few + "; others wait elsewhere");
  CHECK(in_brackets(finding).ends_with("line 7>; others wait elsewhere>"));
}

TEST_CASE("one text: the cure of bank conflicts, and elements that nothing accesses") {
  Finding finding;
  observe::ConflictsDetail detail;
  detail.array = "m";
  detail.paid = 64;
  detail.ideal = 2;
  detail.cure = observe::ConflictsDetail::Cure::kColumns;
  detail.unused = 1;
  finding.detail = detail;
  CHECK(observe::sentence(finding) ==
        "'m' takes 64 wavefronts in one block, 2 without bank conflicts; stored by columns it has "
        "no bank conflicts; its last element is never accessed: if it is meant as padding, no "
        "index counts it in");
  CHECK(in_brackets(finding) ==
        "<'m' takes 64 wavefronts in one block, 2 without bank conflicts; <stored by columns it "
        "has no bank conflicts>; <its last element is never accessed: if it is meant as padding, "
        "no index counts it in>>");
}

TEST_CASE("one text: the lanes that a mask leaves out, too") {
  Finding finding;
  observe::MaskDetail detail;
  detail.also_lanes = 1u << 31;
  finding.detail = detail;
  CHECK(in_brackets(finding).find(
            "leaves it out (likewise lane 31 of its warp): the mask has to name") !=
        std::string::npos);
}
