#include "sim/whatif/fix/global_fixes.hpp"

#include <utility>

#include "sim/base/grouped.hpp"
#include "sim/base/say.hpp"
#include "sim/edit/exchange_axes.hpp"

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

std::optional<Exchange> exchange_to_try(const run::Runs& before) {
  Exchange result;
  result.before = global_cost(before);
  const run::Run& first = *before.front();
  const launch::Dim3& block = first.context->block;
  if (result.before.sectors <= result.before.needed || block.x < 2 || block.y < 2)
    return std::nullopt;
  const auto written = edit::exchange_axes(*first.program);
  if (!written) {
    result.refusal = written.error();
    return result;
  }
  if (!edit::names_both_axes(*written)) return std::nullopt;
  result.refusal = obstacle(before);
  if (!result.refusal) result.text = edit::apply(first.program->unit->file, *written);
  return result;
}

void judge(Exchange& exchange, Confirmed confirmed) {
  exchange.refusal = std::move(confirmed.problem);
  if (exchange.refusal) return;
  exchange.runs = std::move(confirmed.after);
  exchange.after = global_cost(exchange.runs);
  if (exchange.after.sectors < exchange.before.sectors) return;
  exchange.refusal = base::placeless(say(
      "run with it, all accesses of global memory together move {after} sectors, now "
      "{before}: what some gain others lose",
      "after"_a = grouped(exchange.after.sectors), "before"_a = grouped(exchange.before.sectors)));
}

std::string words(const Exchange& exchange) {
  std::string text = say("{after} sectors instead of {before} ({needed} ideal)",
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
