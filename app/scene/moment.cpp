// Puts a moment together: the models' view of the access, the lanes, the grids, where each value
// comes from and goes to, and what the chosen thread holds.
#include "app/scene/moment.hpp"

#include <algorithm>
#include <bit>

#include "app/scene/accumulation.hpp"
#include "app/scene/backdrop.hpp"
#include "app/scene/faulty.hpp"
#include "app/scene/finding_step.hpp"
#include "app/scene/grids.hpp"
#include "app/scene/words/judgement.hpp"
#include "app/scene/words/sentence.hpp"
#include "app/scene/words/sentence_parts.hpp"
#include "app/study/copy_words.hpp"
#include "sim/base/assert.hpp"
#include "sim/model/constant.hpp"
#include "sim/observe/totals/copy_cost.hpp"
#include "sim/observe/totals/shared_op.hpp"
#include "sim/observe/totals/side_cost.hpp"
#include "sim/trace/matrix_layout.hpp"

namespace warplens::scene {
namespace {

constexpr uint32_t kGroupColors = 8;
constexpr size_t kMaxArrayValues = 16;  // of a local array, as text; members of a record

// Rows share colours where there are more of them than colours, and colours would say nothing.
uint8_t group_of(const launch::Dim3& block, uint32_t warp, uint64_t linear) {
  const uint64_t first = uint64_t{warp} * trace::kWarpSize;
  const uint64_t last = std::min(first + trace::kWarpSize, block.count()) - 1;
  const uint64_t first_row = first / block.x, rows = last / block.x - first_row + 1;
  return rows > kGroupColors ? 0 : static_cast<uint8_t>(linear / block.x - first_row);
}

void fill_lane(LaneRow& row, const run::Run& run, const Backdrop& backdrop, const Moment& moment,
               uint32_t lane) {
  const trace::Access& access = moment.access;
  const launch::Dim3& block = run.context->block;
  const uint64_t linear = uint64_t{access.warp} * trace::kWarpSize + lane;
  row.exists = linear < block.count();
  if (!row.exists) return;
  row.thread = trace::thread_at(linear, block);
  row.is_chosen = moment.warp == access.warp && moment.lane == lane;
  row.active = (access.mask >> lane & 1) != 0;
  row.group = !trace::is_matrix(access.layout) ? group_of(block, access.warp, linear)
              : row.active                     ? static_cast<uint8_t>(lane / trace::kMatrixRows)
                                               : kNoGroup;
  if (!row.active) return;
  row.address = access.addresses[lane];
  row.out_of_bounds = (access.out_of_bounds >> lane & 1) != 0;
  row.word = row.address / run.device.bank_bytes;
  row.bank = static_cast<uint32_t>(row.word % run.device.banks);
  row.last_word = (row.address + access.bytes - 1) / run.device.bank_bytes;
  row.last_bank = static_cast<uint32_t>(row.last_word % run.device.banks);
  if (access.space == trace::Space::kShared) row.wavefront = moment.banks.first_wavefront[lane];
  const auto place = find_element(backdrop.arrays(), access.space, row.address);
  const bool is_row = trace::is_matrix(access.layout) && place;
  row.value = is_row ? row_text(backdrop.arrays()[place->array].element, access.values[lane],
                                access.high_values[lane])
                     : access_text(backdrop.arrays(), run.program->sites[access.site].type,
                                   access.bytes, access.values[lane], access.high_values[lane]);
  if (place && !row.out_of_bounds) {
    const Array& array = backdrop.arrays()[place->array];
    row.element = place->element;
    row.element_name = element_name(array, place->element);
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

// The values of constant memory that the access's lanes read, one after the other.
std::vector<Broadcast> make_broadcasts(Moment& moment) {
  std::vector<Broadcast> broadcasts;
  const trace::Access& access = moment.access;
  for (uint32_t rest = access.mask; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<uint32_t>(std::countr_zero(rest));
    LaneRow& row = moment.lanes[lane];
    auto at = std::find_if(broadcasts.begin(), broadcasts.end(), [&](const Broadcast& broadcast) {
      return broadcast.address / access.bytes == row.address / access.bytes;
    });
    if (at == broadcasts.end()) {
      at = broadcasts.insert(at, {row.address, 0, row.element_name, row.value});
    }
    at->lanes |= 1u << lane;
    row.broadcast = static_cast<uint32_t>(at - broadcasts.begin());
  }
  return broadcasts;
}

// The calls around the access that stand in the text that a user sees, innermost first.
std::vector<base::Span> calls_around(const code::Program& program, uint32_t frame) {
  std::vector<base::Span> calls;
  for (; frame != 0 && frame < program.frames.size(); frame = program.frames[frame].parent) {
    const base::Span call = program.frames[frame].call;
    if (program.unit->file.part_of(call.begin) == 0) calls.push_back(call);
  }
  return calls;
}

// An array of scalars is one text; of a record each member has its own.
void add_variable(Moment& moment, const std::vector<Array>& arrays,
                  const replay::VariableValue& value, uint32_t frame) {
  const std::string& name = value.variable->name;
  const lang::Type* type = value.type != nullptr ? value.type : value.variable->type;
  const auto add = [&](const std::string& what, const lang::Type* of, std::string text) {
    moment.variables.push_back(
        {what, of != nullptr ? lang::name_of(of) : "", std::move(text), value.in_scope, frame});
  };
  if (type == nullptr || type->is_scalar() || type->is_pointer()) {
    add(name, type, value.bits.empty() ? "" : typed_text(arrays, type, value.bits.front()));
    return;
  }
  constexpr uint64_t kMostListed = uint64_t{64} << 10;  // [bytes] of one variable
  if (lang::size_of(type) > kMostListed) return add(name, type, "");
  const std::vector<lang::Leaf> leaves = lang::leaves_of(type);
  const size_t known = std::min(leaves.size(), value.bits.size());
  const size_t shown = std::min(known, kMaxArrayValues);
  const lang::Type* element = type;
  while (element->is_array()) element = element->element;
  if (type->is_array() && !element->is_record()) {
    std::string text = "{";
    for (size_t i = 0; i < shown; ++i) {
      if (i > 0) text += ", ";
      text += typed_text(arrays, leaves[i].type, value.bits[i]);
    }
    add(name, type, text + (known > shown ? ", ...}" : "}"));
    return;
  }
  for (size_t i = 0; i < shown; ++i) {
    add(name + leaves[i].path, leaves[i].type, typed_text(arrays, leaves[i].type, value.bits[i]));
  }
  if (known > shown) add(name, type, "...");
}

// Where the variables' frame is among the moment's frames; the same text is listed once.
uint32_t frame_index(Moment& moment, const code::Program& program, uint32_t frame) {
  FrameText text;
  const code::Frame& source = program.frames[frame];
  const base::SourceFile& file = program.unit->file;
  if (source.function != nullptr) {
    text.function = source.function->name;
    const base::LineColumn place = file.line_column(source.function->full_span.begin);
    if (place.part != 0) text.file = file.name(place.part);
  }
  if (frame != 0) {
    const base::LineColumn call = file.line_column(source.call.begin);
    text.call_line = call.line;
    if (call.part != 0) text.call_file = file.name(call.part);
  }
  for (size_t i = 0; i < moment.frames.size(); ++i) {
    if (moment.frames[i].function == text.function && moment.frames[i].call_line == text.call_line)
      return static_cast<uint32_t>(i);
  }
  moment.frames.push_back(std::move(text));
  return static_cast<uint32_t>(moment.frames.size() - 1);
}

// The innermost first: a call's frame has a higher number than the frame that holds the call.
std::vector<replay::VariableValue> by_frame(std::vector<replay::VariableValue> values) {
  std::stable_sort(values.begin(), values.end(),
                   [](const replay::VariableValue& a, const replay::VariableValue& b) {
                     return a.frame > b.frame;
                   });
  return values;
}

const lang::Function& function_around(const run::Run& run, uint32_t site) {
  const uint32_t frame = run.program->sites[site].frame;
  const lang::Function* function =
      frame < run.program->frames.size() ? run.program->frames[frame].function : nullptr;
  return function != nullptr ? *function : *run.program->kernel;
}

void fill_thread(Moment& moment, const run::Run& run, const replay::Replay& replay,
                 const Backdrop& backdrop) {
  const uint64_t linear = uint64_t{moment.warp} * trace::kWarpSize + moment.lane;
  if (linear >= run.context->block.count()) return;
  const AccumulationSyntax syntax = find_accumulation(
      function_around(run, moment.access.site), run.program->sites[moment.access.site].statement);
  for (const replay::VariableValue& value :
       by_frame(replay::thread_variables(run, replay, moment.warp, moment.lane))) {
    const code::Frame& frame = run.program->frames[value.frame];
    if (value.variable->name.empty() || (frame.function != nullptr && !frame.function->is_own)) {
      continue;
    }
    const size_t before = moment.variables.size();
    add_variable(moment, backdrop.arrays(), value, frame_index(moment, *run.program, value.frame));
    if (moment.variables.size() == before) continue;
    const std::string& text = moment.variables[before].value;
    if (value.variable == syntax.variable) {
      moment.accumulation.present = true;
      moment.accumulation.variable = value.variable->name;
      moment.accumulation.value = text;
    }
    if (syntax.variable != nullptr && value.variable == syntax.cursor) {
      moment.accumulation.cursor = value.variable->name;
      moment.accumulation.cursor_value = value.in_scope ? text : "";
    }
  }
  const bool is_active =
      moment.warp == moment.access.warp && (moment.access.mask >> moment.lane & 1) != 0;
  if (is_active) moment.unfolded = replay::unfold_index(run, replay, moment.step, moment.lane);
}

// At a step that a mistake at barriers is shown at, also a barrier that has no part in it.
BarrierSplit barrier_behind(const run::Run& run, const UnevenBarriers& barriers, uint32_t step) {
  BarrierSplit split = barriers.at(run, step);
  const bool is_wanted =
      split.is_empty() &&
      std::any_of(run.findings.begin(), run.findings.end(), [&](const observe::Finding& finding) {
        return finding.kind == observe::FindingKind::kDivergentBarrier &&
               is_shown_at(run, finding, step);
      });
  return is_wanted ? next_barrier(run, step) : split;
}

bool is_misaligned(const trace::Access& access) {
  for (uint32_t rest = access.mask; rest != 0; rest &= rest - 1) {
    if (access.addresses[static_cast<size_t>(std::countr_zero(rest))] % access.bytes != 0)
      return true;
  }
  return false;
}

// Whether a lane of this very access makes the mistake, of which the finding names the first.
bool is_made_here(const Moment& moment, const run::Run& run, const observe::Finding& finding) {
  const trace::Access& access = moment.access;
  if (finding.kind == observe::FindingKind::kMisaligned) return is_misaligned(access);
  if (finding.kind == observe::FindingKind::kUnwrittenRead) return moment.faulty.unwritten != 0;
  if (finding.is_race()) return moment.faulty.racing != 0;
  if (finding.kind != observe::FindingKind::kOutOfBounds) return true;
  if (access.out_of_bounds != 0) return true;
  // Past its own array, and in another one: only the thread is known.
  const uint32_t thread = thread_index(run.context->block, finding.thread);
  return access.space == trace::Space::kShared && finding.block == run.recording->block &&
         thread / trace::kWarpSize == access.warp &&
         (access.mask >> thread % trace::kWarpSize & 1) != 0;
}

// Of the errors that the place in the text has, first those that name a thread of this very access,
// then those that others of its lanes make, too; else of those that happen at the step; else what
// is wrong at the barrier that the warp comes to. One that only other accesses of the place make is
// elsewhere.
void fill_error(Moment& moment, const run::Run& run) {
  std::string at_place, at_step;
  for (size_t i = 0; i < run.findings.size(); ++i) {
    const observe::Finding& finding = run.findings[i];
    if (finding.severity != base::Severity::kError) continue;
    const bool is_here = is_shown_at(run, finding, moment.step);
    if (finding.is_at(moment.place.span)) {
      if (!is_here && !is_made_here(moment, run, finding)) {
        if (!moment.elsewhere) moment.elsewhere = i;
        continue;
      }
      if (at_place.empty() || is_here) at_place = finding.message;
      moment.is_finding_elsewhere = !is_here;
      if (is_here) break;
    }
    if (at_step.empty() && is_here) at_step = finding.message;
  }
  moment.finding = !at_place.empty() ? at_place : !at_step.empty() ? at_step : words(moment.split);
  if (!moment.finding.empty()) moment.elsewhere.reset();
}

// What a low share of few lanes means is explained once, where the recording has the first of them.
bool is_first_of_few(const run::Run& run, const Moment& moment) {
  if (!is_low_share_of_few(moment.access, moment.global)) return false;
  for (uint32_t step = 0; step < moment.step; ++step) {
    if (run.recording->heads[step].space != trace::Space::kGlobal) continue;
    const trace::Access earlier = run.recording->at(step);
    const auto cost = model::global_cost(earlier.bytes, earlier.mask, earlier.addresses);
    if (is_low_share_of_few(earlier, cost)) return false;
  }
  return true;
}

bool is_waste(uint64_t taken, uint64_t least) {
  return judge(taken, least) == Judgement::kWaste;
}

}  // namespace

std::shared_ptr<const Moment> make_moment(const run::Run& run, replay::Replay& replay,
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
  const code::AccessSite& site = run.program->sites[access.site];
  moment->place = observe::source_location(*run.program, site.span, site.frame);
  moment->calls = calls_around(*run.program, site.frame);
  moment->split = barrier_behind(run, backdrop.barriers(), step);
  const model::AtomicRule rule = observe::shared_rule(site);
  const auto values = observe::cas_values(rule, &access.values, &access.results);
  const bool is_copy = access.operation == trace::Operation::kCopy;
  const observe::SideCost cost =
      observe::cost_of(run.device, access, rule.op, values ? &*values : nullptr);
  const trace::StepCost step_cost =
      is_copy ? observe::copy_cost(site, observe::sides_of(access)).step : cost.step;
  moment->is_wasteful = is_waste(step_cost.paid, step_cost.ideal);
  if (access.space == trace::Space::kShared) {
    moment->banks = model::bank_schedule(run.device, rule.op, access.bytes, access.mask,
                                         access.addresses, values ? &*values : nullptr);
    moment->plan = model::wavefront_plan(run.device, rule.op, access.bytes, access.mask,
                                         access.addresses, moment->banks);
    moment->sentence = shared_sentence(run.device, rule.op, access, moment->banks);
  } else if (access.space == trace::Space::kConstant) {
    moment->sentence = constant_sentence(access, cost.broadcasts);
  } else {
    moment->global = cost.global;
    moment->sectors = model::sector_uses(access.bytes, access.mask, access.addresses);
    moment->sentence = global_sentence(access, moment->global, is_first_of_few(run, *moment));
  }
  if (is_copy) moment->sentence = study::copy_text(site, access).rendered() + outside(access);
  for (uint32_t l = 0; l < trace::kWarpSize; ++l) {
    fill_lane(moment->lanes[l], run, backdrop, *moment, l);
  }
  moment->array = name_accessed(backdrop, access);
  if (access.space == trace::Space::kConstant) moment->broadcasts = make_broadcasts(*moment);
  moment->passes = passes_of(*moment);
  // What an atomic leaves behind is the machine's to say; everything else is shown as it was found.
  replay.go_to(access.operation == trace::Operation::kAtomic ? step + 1 : step);
  moment->grids = make_grids(run, replay, backdrop, access, warp, lane);
  moment->product = backdrop.product();
  moment->run_questions = std::make_shared<const std::vector<Question>>(
      backdrop.facts().questions(run, backdrop.arrays(), *moment));
  replay.go_to(step);
  moment->transfers = make_transfers(access);
  moment->faulty = faulty_lanes(run, *moment);
  fill_error(*moment, run);
  fill_thread(*moment, run, replay, backdrop);
  return moment;
}

std::shared_ptr<const Moment> make_moment(const run::Run& run, replay::Replay& replay,
                                          uint32_t step, uint32_t warp, uint32_t lane) {
  return make_moment(run, replay, Backdrop(run), step, warp, lane);
}

}  // namespace warplens::scene
