// The sentences about matrices that a warp moves: which rows meet in a bank, what each lane has of
// them.
#include "app/scene/words/sentence.hpp"
#include "app/scene/words/sentence_parts.hpp"
#include "sim/base/say.hpp"
#include "sim/trace/matrix_layout.hpp"

namespace warplens::scene {
namespace {

using trace::Operation;

std::string clean_matrices(bool is_load, uint32_t matrices, const std::string& least) {
  if (is_load)
    return say_count(
        "The warp loads {count} matrix; the banks deliver one (8 rows of 16 bytes) at a time: "
        "{least}",
        "The warp loads {count} matrices; the banks deliver one (8 rows of 16 bytes) at a time: "
        "{least}",
        matrices, "least"_a = least);
  return say_count(
      "The warp stores {count} matrix; the banks take one (8 rows of 16 bytes) at a time: {least}",
      "The warp stores {count} matrices; the banks take one (8 rows of 16 bytes) at a time: "
      "{least}",
      matrices, "least"_a = least);
}

std::string meeting_rows(bool is_load, uint32_t matrices, const Demand& demand,
                         const model::SharedCost& cost) {
  const std::string who = lanes_text(demand.lanes, true);
  const uint32_t matrix = lanes_of(demand.lanes).front() / trace::kMatrixRows;
  const std::string own = wavefronts_text(static_cast<uint32_t>(demand.services.size()));
  const std::string all = wavefronts_text(cost.wavefronts);
  if (is_load)
    return say_count(
        "{lanes} name rows of matrix {matrix} that meet in bank {bank}, so it takes {own}; this "
        "load of {count} matrix takes {all} instead of {least}.",
        "{lanes} name rows of matrix {matrix} that meet in bank {bank}, so it takes {own}; this "
        "load of {count} matrices takes {all} instead of {least}.",
        matrices, "lanes"_a = who, "matrix"_a = matrix, "bank"_a = demand.bank, "own"_a = own,
        "all"_a = all, "least"_a = cost.ideal_wavefronts);
  return say_count(
      "{lanes} name rows of matrix {matrix} that meet in bank {bank}, so it takes {own}; this "
      "store of {count} matrix takes {all} instead of {least}.",
      "{lanes} name rows of matrix {matrix} that meet in bank {bank}, so it takes {own}; this "
      "store of {count} matrices takes {all} instead of {least}.",
      matrices, "lanes"_a = who, "matrix"_a = matrix, "bank"_a = demand.bank, "own"_a = own,
      "all"_a = all, "least"_a = cost.ideal_wavefronts);
}

// An address lane is no value lane.
std::string parts_of_lanes(bool is_load, bool is_turned) {
  if (is_load && is_turned)
    return label(
        "Whatever row it names, lane l gets of each matrix column l / 4, rows 2 (l % 4) and the "
        "next.");
  if (is_load)
    return label(
        "Whatever row it names, lane l gets of each matrix row l / 4, columns 2 (l % 4) and the "
        "next.");
  if (is_turned)
    return label(
        "Whatever row it names, lane l gives of each matrix column l / 4, rows 2 (l % 4) and the "
        "next.");
  return label(
      "Whatever row it names, lane l gives of each matrix row l / 4, columns 2 (l % 4) and the "
      "next.");
}

}  // namespace

std::string matrix_sentence(const trace::Access& access, const model::BankSchedule& schedule,
                            const model::LaneGroups& groups) {
  const bool is_load = access.operation == Operation::kLoad;
  const uint32_t matrices = trace::matrix_count(access.mask);
  const std::string text =
      schedule.cost.conflicts() == 0
          ? clean_matrices(is_load, matrices, at_least(schedule.cost.wavefronts))
          : meeting_rows(is_load, matrices, busiest_demand(schedule, groups), schedule.cost);
  return text + " " + parts_of_lanes(is_load, access.layout == trace::Layout::kMatrix8x8Turned);
}

}  // namespace warplens::scene
