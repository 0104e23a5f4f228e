#include "sim/whatif/fix/confirm.hpp"

#include <algorithm>
#include <utility>

#include "sim/base/say.hpp"
#include "sim/whatif/schedules.hpp"

namespace warplens::fix {

namespace {

size_t errors_of(const run::Runs& runs) {
  size_t count = 0;
  for (const auto& run : runs)
    count += static_cast<size_t>(std::count_if(
        run->findings.begin(), run->findings.end(),
        [](const auto& finding) { return finding.severity == base::Severity::kError; }));
  return count;
}

bool prints_the_same(const run::Run& one, const run::Run& other) {
  return one.prints.dropped == other.prints.dropped &&
         std::equal(one.prints.lines.begin(), one.prints.lines.end(), other.prints.lines.begin(),
                    other.prints.lines.end(),
                    [](const auto& a, const auto& b) { return a.text == b.text; });
}

// The costs of an array in the runs of an edited text, which declares the same arrays in the same
// order.
observe::LayoutCost cost_in(const std::vector<SharedArray>& arrays, const Place& place,
                            const model::Device& device) {
  for (const SharedArray& array : arrays) {
    for (size_t i = 0; i < array.places.size(); ++i) {
      if (array.places[i].launch != place.launch || array.places[i].index != place.index) continue;
      return observe::cost_of({array.laid_out[i]}, observe::ArrayLayout(), device);
    }
  }
  return {};
}

std::optional<std::string> broken(const Promise& promise, const std::vector<SharedArray>& arrays,
                                  const model::Device& device) {
  observe::LayoutCost cost;
  for (const Place& place : promise.array->places) {
    const observe::LayoutCost one = cost_in(arrays, place, device);
    cost.requests += one.requests;
    cost.paid += one.paid;
  }
  const bool is_kept =
      promise.is_exact ? cost.paid == promise.cost.paid : cost.paid <= promise.cost.paid;
  if (is_kept && cost.requests == promise.cost.requests) return std::nullopt;
  return say("run with it, '{array}' takes {after} wavefronts where {promised} were expected",
             "array"_a = promise.array->name, "after"_a = cost.paid,
             "promised"_a = promise.cost.paid);
}

prepare::Request edited(prepare::Request request, const std::string& text) {
  request.file = base::SourceFile(request.file.name(), text);
  request.launch.checks.hints = false;
  return request;
}

}  // namespace

prepare::Request observed(prepare::Request request) {
  prepare::Request result = whatif::beside(std::move(request));
  result.record = true;  // for blocks that take turns
  result.keeps_contents = false;
  result.extra.patterns = true;
  result.launch.checks.hints = true;  // past_row
  return result;
}

Confirmation::Confirmation(const prepare::Request& request, const run::Runs& before,
                           const std::string& text, std::vector<Promise> promises)
    : before_(before), promises_(std::move(promises)), run_(edited(request, text)) {}

Confirmed Confirmation::take() {
  Confirmed result;
  const auto refuse = [&](const std::string& reason) {
    result.problem = base::placeless(reason);
    return result;
  };
  base::Checked<run::Runs> after = run_.take();
  if (!after) {
    result.problem = after.error().front();
    result.problem->has_place = false;  // its place is in the edited text
    return result;
  }
  result.after = std::move(*after);
  const run::Run &first = *before_.back(), &last = *result.after.back();
  if (result.after.size() != before_.size() || last.ending != first.ending)
    return refuse(say("run with it, the kernel does not end as before"));
  const std::vector<whatif::ArrayDifference> differences = whatif::differences(first, last);
  if (!differences.empty())
    return refuse(say("run with it, {element} comes out different",
                      "element"_a = differences.front().first_text));
  for (size_t i = 0; i < before_.size(); ++i) {
    if (!prints_the_same(*before_[i], *result.after[i]))
      return refuse(say("run with it, the kernel prints something else"));
  }
  if (errors_of(result.after) > errors_of(before_))
    return refuse(say("run with it, the kernel has a mistake that it does not have now"));
  const std::vector<SharedArray> arrays = shared_arrays(result.after);
  for (const Promise& promise : promises_) {
    if (const std::optional<std::string> reason = broken(promise, arrays, last.device))
      return refuse(*reason);
  }
  return result;
}

}  // namespace warplens::fix
