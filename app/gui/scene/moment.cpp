// Puts a moment together: the models' view of the access, the lanes, the grids, where each value
// comes from and goes to, and what the chosen thread holds.
#include "app/gui/scene/moment.hpp"

#include <algorithm>
#include <bit>

#include "app/gui/scene/accumulation.hpp"
#include "app/gui/scene/backdrop.hpp"
#include "app/gui/scene/grids.hpp"
#include "app/gui/scene/sentence.hpp"
#include "sim/base/assert.hpp"

namespace warplens::scene {
namespace {

constexpr uint32_t kGroupColors = 8;
constexpr size_t kMaxArrayValues = 16;  // of a local array, as text

std::array<uint32_t, 3> thread_of(const launch::Dim3& block, uint64_t linear) {
  return {static_cast<uint32_t>(linear % block.x),
          static_cast<uint32_t>(linear / block.x % block.y),
          static_cast<uint32_t>(linear / block.x / block.y)};
}

void fill_lane(LaneRow& row, const engine::Run& run, const Backdrop& backdrop, const Moment& moment,
               uint32_t lane) {
  const trace::Access& access = moment.access;
  const launch::Dim3& block = run.context->block;
  const uint64_t linear = uint64_t{access.warp} * trace::kWarpSize + lane;
  row.exists = linear < block.count();
  if (!row.exists) return;
  row.thread = thread_of(block, linear);
  const uint64_t first_row = uint64_t{access.warp} * trace::kWarpSize / block.x;
  row.group = static_cast<uint8_t>((linear / block.x - first_row) % kGroupColors);
  row.is_chosen = moment.warp == access.warp && moment.lane == lane;
  row.active = (access.mask >> lane & 1) != 0;
  if (!row.active) return;
  row.address = access.addresses[lane];
  row.out_of_bounds = (access.out_of_bounds >> lane & 1) != 0;
  row.word = row.address / run.device.bank_bytes;
  row.bank = static_cast<uint32_t>(row.word % run.device.banks);
  if (access.space == trace::Space::kShared) row.wavefront = moment.banks.first_wavefront[lane];
  row.value =
      typed_text(backdrop.arrays(), run.program->sites[access.site].type, access.values[lane]);
  const auto place = find_element(backdrop.arrays(), access.space, row.address);
  if (place && !row.out_of_bounds) {
    const Array& array = backdrop.arrays()[place->array];
    row.element = place->element;
    row.element_name = element_name(array.name, array.extents, place->element);
  } else {
    row.element_name = nearest_element(backdrop.arrays(), access.space, row.address).element;
  }
}

std::string name_accessed(const Backdrop& backdrop, const trace::Access& access) {
  const auto first = static_cast<size_t>(std::countr_zero(access.mask));
  const auto place = find_element(backdrop.arrays(), access.space, access.addresses[first]);
  if (place) return backdrop.arrays()[place->array].name;
  return nearest_element(backdrop.arrays(), access.space, access.addresses[first]).array;
}

std::vector<Transfer> make_transfers(const trace::Access& access) {
  std::vector<Transfer> transfers;
  for (uint32_t rest = access.mask & ~access.out_of_bounds; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<uint32_t>(std::countr_zero(rest));
    Transfer transfer;
    transfer.lane = lane;
    if (access.operation == trace::Operation::kLoad) {
      transfer.to_register = true;
      transfer.from_space = access.space;
      transfer.from_address = access.addresses[lane];
    } else {
      const trace::Origin origin = access.origins[lane];
      transfer.from_register = true;
      transfer.has_origin = origin != 0;
      transfer.from_space =
          (origin & trace::kSharedOrigin) != 0 ? trace::Space::kShared : trace::Space::kGlobal;
      transfer.from_address = origin & ~trace::kSharedOrigin;
      transfer.to_space = access.space;
      transfer.to_address = access.addresses[lane];
    }
    transfers.push_back(transfer);
  }
  return transfers;
}

std::string variable_text(const std::vector<Array>& arrays, const engine::VariableValue& value) {
  const lang::Type* type = value.variable->type;
  if (type == nullptr || !type->is_array()) {
    return value.bits.empty() ? "" : typed_text(arrays, type, value.bits.front());
  }
  std::string text = "{";
  for (size_t i = 0; i < std::min(value.bits.size(), kMaxArrayValues); ++i) {
    if (i > 0) text += ", ";
    text += typed_text(arrays, lang::innermost_element(type), value.bits[i]);
  }
  return text + (value.bits.size() > kMaxArrayValues ? ", ...}" : "}");
}

void fill_thread(Moment& moment, const engine::Run& run, const engine::Replay& replay,
                 const Backdrop& backdrop) {
  const uint64_t linear = uint64_t{moment.warp} * trace::kWarpSize + moment.lane;
  if (linear >= run.context->block.count()) return;
  const AccumulationSyntax syntax =
      find_accumulation(*run.program->kernel, run.program->sites[moment.access.site].statement);
  for (const engine::VariableValue& value :
       engine::thread_variables(run, replay, moment.warp, moment.lane)) {
    const std::string text = variable_text(backdrop.arrays(), value);
    if (value.variable == syntax.variable) {
      moment.accumulation.present = true;
      moment.accumulation.variable = value.variable->name;
      moment.accumulation.value = text;
    }
    if (syntax.variable != nullptr && value.variable == syntax.cursor) {
      moment.accumulation.cursor = value.variable->name;
      moment.accumulation.cursor_value = value.in_scope ? text : "";
    }
    moment.variables.push_back(
        {value.variable->name, lang::name_of(value.variable->type), text, value.in_scope});
  }
  const bool is_active =
      moment.warp == moment.access.warp && (moment.access.mask >> moment.lane & 1) != 0;
  if (is_active) moment.unfolded = engine::unfold_index(run, replay, moment.step, moment.lane);
}

}  // namespace

std::shared_ptr<const Moment> make_moment(const engine::Run& run, engine::Replay& replay,
                                          const Backdrop& backdrop, uint32_t step, uint32_t warp,
                                          uint32_t lane) {
  WL_ASSERT(run.recording != nullptr && step < run.recording->size(), "a step of the recording");
  WL_ASSERT(lane < trace::kWarpSize, "a lane of a warp");
  auto moment = std::make_shared<Moment>();
  moment->step = step;
  moment->warp = warp;
  moment->lane = lane;
  moment->access = run.recording->at(step);
  const trace::Access& access = moment->access;
  if (access.space == trace::Space::kShared) {
    moment->banks = model::bank_schedule(run.device, shared_op(access.operation), access.bytes,
                                         access.mask, access.addresses);
    moment->is_wasteful = moment->banks.cost.conflicts() > 0;
    moment->sentence = shared_sentence(run.device, access, moment->banks);
  } else {
    moment->global = model::global_cost(access.bytes, access.mask, access.addresses);
    moment->sectors = model::sector_uses(access.bytes, access.mask, access.addresses);
    moment->is_wasteful = moment->global.sectors > moment->global.sectors_needed();
    moment->sentence = global_sentence(access, moment->global);
  }
  replay.go_to(step);
  for (uint32_t l = 0; l < trace::kWarpSize; ++l) {
    fill_lane(moment->lanes[l], run, backdrop, *moment, l);
  }
  moment->array = name_accessed(backdrop, access);
  moment->grids = make_grids(run, replay, backdrop, access, warp, lane);
  moment->transfers = make_transfers(access);
  fill_thread(*moment, run, replay, backdrop);
  return moment;
}

std::shared_ptr<const Moment> make_moment(const engine::Run& run, engine::Replay& replay,
                                          uint32_t step, uint32_t warp, uint32_t lane) {
  return make_moment(run, replay, Backdrop(run), step, warp, lane);
}

}  // namespace warplens::scene
