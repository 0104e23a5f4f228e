#include "app/compare/verdict.hpp"

#include <algorithm>

#include "sim/base/say.hpp"

namespace warplens::compare {
namespace {

using measure::Counts;

constexpr uint64_t kWidest = 16;  // [bytes] that one instruction moves for a lane

// Of the measured requests, those that moved the record, as every one of the row's other requests
// counts once.
uint64_t requests_moving(const SimulatedRow& row, uint64_t measured) {
  const uint64_t requests = row.counts.requests.value_or(0);
  const uint64_t others = requests - std::min(requests, row.record_requests);
  return measured - std::min(measured, others);
}

// How often `part` fits in `whole`, if it does so more than once and nothing is left; else 0.
uint64_t times_in(uint64_t part, uint64_t whole) {
  return part > 0 && whole > part && whole % part == 0 ? whole / part : 0;
}

// Each of so many pieces reaches no more than the whole.
bool is_no_more_than(const SimulatedRow& row, const Counts& measured, uint64_t pieces) {
  const auto look = [&](const std::optional<uint64_t>& a, const std::optional<uint64_t>& b) {
    return !a || !b || *b <= *a * pieces;
  };
  return look(row.counts.wavefronts, measured.wavefronts) &&
         look(row.counts.sectors, measured.sectors) && look(row.counts.lines, measured.lines);
}

bool is_or_unknown(const std::optional<uint64_t>& value, uint64_t expected) {
  return !value || *value == expected;
}

// Lanes a request, on both sides the same; true where one side does not know.
bool is_same_share(uint64_t simulated_lanes, uint64_t simulated, const Counts& measured) {
  return !measured.lanes ||
         *measured.lanes * simulated == simulated_lanes * measured.requests.value_or(0);
}

// The debug build moves a vector or record in other pieces than the text; "" if that explains
// nothing.
std::string pieces_words(const SimulatedRow& row, const Counts& measured) {
  if (row.record_requests == 0) return "";
  const uint64_t simulated = row.counts.requests.value_or(0);
  const uint64_t counted = measured.requests.value_or(0);
  const uint64_t moving = requests_moving(row, counted);
  const uint64_t pieces = times_in(row.record_requests, moving);
  const uint64_t bytes = row.record_bytes;
  const uint64_t other_lanes = row.counts.lanes.value_or(0) - row.record_lanes;
  if (pieces > 0 && pieces <= bytes && bytes % pieces == 0 &&
      is_or_unknown(measured.lanes, other_lanes + pieces * row.record_lanes) &&
      is_no_more_than(row, measured, pieces)) {
    return say(
        "the debug build moves {type} in {count} pieces of {size} bytes, not in one of "
        "{whole}",
        "type"_a = row.record_type, "count"_a = pieces, "size"_a = bytes / pieces,
        "whole"_a = bytes);
  }
  if (!is_same_share(row.counts.lanes.value_or(0), simulated, measured)) return "";
  // A record's members are accesses of their own in the text, and a copy of it may be fewer.
  if (counted != simulated && bytes == 0)
    return say("the debug build copies {type} in other pieces than its members",
               "type"_a = row.record_type);
  const uint64_t wider = times_in(moving, row.record_requests);
  if (wider > 0 && wider * bytes <= kWidest && is_no_more_than(row, measured, 1)) {
    return say("the debug build copies {type} in {count} times wider pieces than its members",
               "type"_a = row.record_type, "count"_a = wider);
  }
  return "";
}

// One more sector, of one more line, for each request more: one place that all lanes read.
bool reads_one_place_more(const Counts& simulated, const Counts& measured) {
  const auto more = [](const std::optional<uint64_t>& of, const std::optional<uint64_t>& than) {
    return static_cast<int64_t>(of.value_or(0) - than.value_or(0));
  };
  const int64_t requests = more(measured.requests, simulated.requests);
  return requests > 0 && more(measured.sectors, simulated.sectors) == requests &&
         more(measured.lines, simulated.lines) == requests;
}

// What is known to make the debug build's counts others than this text's; "" if nothing explains
// them. `verdict` is the one to give then.
std::string known_effect(const RowKey& key, const SimulatedRow& row, const Counts& measured,
                         Verdict& verdict) {
  const uint64_t simulated = row.counts.requests.value_or(0);
  const uint64_t counted = measured.requests.value_or(0);
  const bool is_global_load =
      key.space == measure::Space::kGlobal && key.operation == measure::Operation::kLoad;
  verdict = Verdict::kNotComparable;
  if (row.chance == Chance::kAtomics) {
    return say(
        "atomics are served in no fixed order, and what they answer decides which lanes come here, "
        "or where they go");
  }
  if (row.chance == Chance::kTogether) {
    return say(
        "__activemask() decides which lanes come here: what lanes run together is left to the "
        "machine code");
  }
  if (row.constant_requests > 0 && is_global_load &&
      is_or_unknown(measured.requests, simulated + row.constant_requests) &&
      is_or_unknown(measured.lanes, row.counts.lanes.value_or(0) + row.constant_lanes)) {
    return say(
        "the debug build reads constant memory by global loads, which are counted here: {count} "
        "such reads",
        "count"_a = row.constant_requests);
  }
  verdict = Verdict::kCompiler;
  if (row.has_matrices && counted > simulated && measured.wavefronts == row.counts.wavefronts) {
    return say(
        "the debug build moves what ldmatrix or stmatrix moves by {counted} narrower accesses "
        "instead of {simulated}, in as many wavefronts",
        "counted"_a = counted, "simulated"_a = simulated);
  }
  if (std::string words = pieces_words(row, measured); !words.empty()) return words;
  if (row.passes_group && is_global_load && reads_one_place_more(row.counts, measured)) {
    return say(
        "the debug build copies the group that the call passes, an object without members, from a "
        "byte of global memory: {count} loads",
        "count"_a = counted - simulated);
  }
  if (!row.kept_constant.empty() && is_global_load && reads_one_place_more(row.counts, measured)) {
    return say(
        "NVRTC's debug build reads the constant {name} from memory, where nvcc has its value in "
        "the instruction: {count} loads",
        "name"_a = row.kept_constant, "count"_a = counted - simulated);
  }
  if (key.line == 0 && simulated == 0) {
    return say(
        "code of CUDA's own library, such as the table of a mathematical function: no line of this "
        "text");
  }
  if (counted != simulated && row.counts.lanes && measured.lanes == row.counts.lanes) {
    return say(
        "the same {lanes} lane accesses in {counted} requests instead of {simulated}: lanes that "
        "went different ways come together elsewhere in the machine code",
        "lanes"_a = *row.counts.lanes, "counted"_a = counted, "simulated"_a = simulated);
  }
  return "";
}

// Counters of a whole kernel count shared memory's requests by the instruction's kind. The debug
// build reaches it by generic instructions, which are missing there; their wavefronts are not.
Counts without_generic(const RowKey& key, const Counts& simulated, Counts measured,
                       measure::Method method) {
  const bool are_partial = method == measure::Method::kCountersByKernel &&
                           key.space == measure::Space::kShared && measured.wavefronts &&
                           measured.requests < simulated.requests;
  if (are_partial) measured.requests = std::nullopt;
  return measured;
}

Cell plain(const RowKey& key, const SimulatedRow& simulated, const Counts& measured,
           measure::Method method) {
  Cell cell;
  cell.counts = measured;
  cell.method = method;
  cell.difference = difference(key.space, simulated.counts, measured);
  return cell;
}

std::string not_counted(const Counts& simulated, const Counts& measured) {
  std::string missing;
  const auto look = [&](const std::optional<uint64_t>& a, const std::optional<uint64_t>& b,
                        const char* name) {
    if (!a || b) return;
    missing = missing.empty() ? std::string(name)
                              : say("{names} and {last}", "names"_a = missing, "last"_a = name);
  };
  look(simulated.wavefronts, measured.wavefronts, label("wavefronts"));
  look(simulated.sectors, measured.sectors, label("sectors"));
  look(simulated.lines, measured.lines, label("lines"));
  return say("what was counted is equal, but {names} were not counted", "names"_a = missing);
}

// Simulated by rules that the measured GPU does not have.
bool is_of_other_rules(const SimulatedRow& simulated, Cell& cell) {
  if (simulated.older_device.empty()) return false;
  cell.verdict = Verdict::kNotComparable;
  cell.cause =
      say("simulated with the banks of {device}, which the measured GPU does not have; leave out "
          "'--device'",
          "device"_a = simulated.older_device);
  return true;
}

void note_arbitration(const SimulatedRow& simulated, Cell& cell) {
  if (cell.method != measure::Method::kCountersByKernel) return;
  if (!is_arbitration(simulated.counts, cell.counts)) return;
  cell.verdict = Verdict::kArbitration;
  cell.cause = say("the counter of the whole kernel holds lost arbitration, too");
}

}  // namespace

const char* word(Verdict verdict) {
  switch (verdict) {
    case Verdict::kEqual:
      return "equal";
    case Verdict::kCompiler:
      return "compiler";
    case Verdict::kArbitration:
      return "counter arbitration";
    case Verdict::kNotComparable:
      return "not comparable";
    case Verdict::kDiffers:
      break;
  }
  return "differs";
}

CountsAgreement agreement(const Counts& simulated, const Counts& measured) {
  CountsAgreement result;
  const auto look = [&](const std::optional<uint64_t>& a, const std::optional<uint64_t>& b,
                        bool matters) {
    if (!a) return;
    if (b)
      result.agrees = result.agrees && *a == *b;
    else if (matters)
      result.is_counted = false;
  };
  look(simulated.requests, measured.requests, false);
  look(simulated.wavefronts, measured.wavefronts, true);
  look(simulated.sectors, measured.sectors, true);
  look(simulated.lines, measured.lines, true);
  look(simulated.lanes, measured.lanes, false);
  return result;
}

int64_t difference(measure::Space space, const Counts& simulated, const Counts& measured) {
  // Subtracted without a sign: a damaged recording may hold any number.
  const auto more = [](uint64_t of, uint64_t than) { return static_cast<int64_t>(of - than); };
  const bool is_shared = space == measure::Space::kShared;
  const auto& a = is_shared ? simulated.wavefronts : simulated.sectors;
  const auto& b = is_shared ? measured.wavefronts : measured.sectors;
  if (b) return more(*b, a.value_or(0));
  if (simulated.lines && measured.lines) return more(*measured.lines, *simulated.lines);
  return more(measured.requests.value_or(0), simulated.requests.value_or(0));
}

bool is_arbitration(const Counts& simulated, const Counts& measured) {
  if (!simulated.wavefronts || !measured.wavefronts) return false;
  if (measured.requests && measured.requests != simulated.requests) return false;
  const auto more = static_cast<double>(*measured.wavefronts);
  const auto fewer = static_cast<double>(*simulated.wavefronts);
  return more > fewer && more <= fewer * (1 + kMostArbitration);
}

Cell judge_as_written(const RowKey& key, const SimulatedRow& simulated, const Counts& counted,
                      measure::Method method) {
  const Counts measured = without_generic(key, simulated.counts, counted, method);
  Cell cell = plain(key, simulated, measured, method);
  const CountsAgreement found = agreement(simulated.counts, measured);
  if (found.agrees && !found.is_counted) {
    cell.cause = not_counted(simulated.counts, measured);
    return cell;
  }
  if (found.agrees) {
    cell.verdict = Verdict::kEqual;
    return cell;
  }
  if (is_of_other_rules(simulated, cell)) return cell;
  if (method == measure::Method::kReplay && key.space == measure::Space::kGlobal) {
    cell.cause = say("of global memory, a replay measures no more than roughly the lines");
    return cell;
  }
  if (method == measure::Method::kReplay && simulated.has_loops) {
    cell.cause = say("this atomic is a loop on the GPU, and a replay finds other values in memory");
    return cell;
  }
  if (method == measure::Method::kCountersByLine && simulated.has_wide_loads &&
      is_or_unknown(measured.requests, simulated.counts.requests.value_or(0)) &&
      is_or_unknown(measured.lanes, simulated.counts.lanes.value_or(0))) {
    cell.cause =
        say("counters by line merge lanes of 8- and 16-byte loads in another way than the "
            "hardware; '--method kernel-counters' reads the hardware's own counts");
    return cell;
  }
  cell.cause = known_effect(key, simulated, measured, cell.verdict);
  if (!cell.cause.empty()) return cell;
  cell.verdict = Verdict::kDiffers;
  note_arbitration(simulated, cell);
  return cell;
}

Cell judge_as_compiled(const RowKey& key, const SimulatedRow& simulated, const Counts& measured,
                       measure::Method method, const std::vector<measure::Cause>& causes) {
  Cell cell = plain(key, simulated, measured, method);
  const CountsAgreement found = agreement(simulated.counts, measured);
  if (found.agrees) {
    if (found.is_counted)
      cell.verdict = Verdict::kEqual;
    else
      cell.cause = not_counted(simulated.counts, measured);
    return cell;
  }
  if (is_of_other_rules(simulated, cell)) return cell;
  cell.verdict = Verdict::kCompiler;
  for (const measure::Cause& cause : causes) {
    const bool is_here = cause.file == key.file && cause.line == key.line &&
                         cause.space == key.space && cause.operation == key.operation;
    if (is_here) cell.cause += (cell.cause.empty() ? "" : "; ") + cause.words;
  }
  note_arbitration(simulated, cell);
  if (cell.cause.empty()) cell.cause = say("cause not determined");
  return cell;
}

}  // namespace warplens::compare
