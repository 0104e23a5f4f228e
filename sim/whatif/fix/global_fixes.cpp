#include "sim/whatif/fix/global_fixes.hpp"

#include "sim/base/grouped.hpp"
#include "sim/base/say.hpp"
#include "sim/edit/exchange_axes.hpp"
#include "sim/whatif/fix/confirm.hpp"

namespace warplens::fix {

namespace {

using base::grouped;

// Why the exchange is not tried.
std::optional<base::Diagnostic> obstacle(const run::Runs& before) {
  for (const auto& run : before) {
    const launch::Dim3& block = run->context->block;
    if (run->program->kernel != before.front()->program->kernel)
      return base::placeless(say("the launches run several kernels"));
    if (block.x != block.y) {
      return base::placeless(say(
          "a block of {x} x {y} threads is not as wide as high: exchanged, its threads would do "
          "other work",
          "x"_a = block.x, "y"_a = block.y));
    }
  }
  return std::nullopt;
}

}  // namespace

GlobalCost global_cost(const run::Runs& runs) {
  GlobalCost cost;
  for (const auto& run : runs) {
    const observe::GlobalTotal global = run->totals.global_sum();
    cost.sectors += global.sectors;
    cost.needed += global.packed_sectors;
    cost.wavefronts += run->totals.shared_sum().wavefronts;
  }
  return cost;
}

std::optional<Exchange> try_exchange(const prepare::Request& request, const run::Runs& before) {
  Exchange result;
  result.before = global_cost(before);
  const run::Run& first = *before.front();
  const launch::Dim3& block = first.context->block;
  if (result.before.sectors <= result.before.needed || block.x < 2 || block.y < 2)
    return std::nullopt;
  const auto refuse = [&](base::Diagnostic reason) {
    result.refusal = std::move(reason);
    return result;
  };
  const auto written = edit::exchange_axes(*first.program);
  if (!written) return refuse(written.error());
  if (!edit::names_both_axes(*written)) return std::nullopt;
  if (std::optional<base::Diagnostic> reason = obstacle(before)) return refuse(*reason);
  result.text = edit::apply(first.program->unit->file, *written);
  Confirmed confirmed = confirm(request, before, result.text, {});
  if (confirmed.problem) return refuse(*confirmed.problem);
  result.runs = std::move(confirmed.after);
  result.after = global_cost(result.runs);
  if (result.after.sectors >= result.before.sectors) {
    return refuse(base::placeless(say(
        "run with it, all accesses of global memory together move {after} sectors, now "
        "{before}: what some gain others lose",
        "after"_a = grouped(result.after.sectors), "before"_a = grouped(result.before.sectors))));
  }
  return result;
}

std::string words(const Exchange& exchange) {
  std::string text = say("{after} sectors instead of {before} ({needed} at least)",
                         "after"_a = grouped(exchange.after.sectors),
                         "before"_a = grouped(exchange.before.sectors),
                         "needed"_a = grouped(exchange.after.needed));
  if (exchange.after.wavefronts != exchange.before.wavefronts) {
    text += ", " + say("{after} wavefronts of shared memory instead of {before}",
                       "after"_a = grouped(exchange.after.wavefronts),
                       "before"_a = grouped(exchange.before.wavefronts));
  }
  return text;
}

}  // namespace warplens::fix
