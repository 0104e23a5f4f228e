// Written from tests/data/README.md and the old programming guides alone, with sets and maps and no
// shortcuts; it shares no function with the models it checks.
#include "sim/model/reference.hpp"

#include <algorithm>
#include <cstring>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace warplens::model::reference {
namespace {

using Lanes = std::vector<uint32_t>;

// The numbers of the pieces of `size` bytes that `bytes` from `address` on touch; numbered on past
// the top of the address space.
std::set<uint64_t> pieces(uint64_t address, uint32_t bytes, uint32_t size) {
  std::set<uint64_t> out;
  for (uint32_t i = 0; i < bytes; ++i) {
    const uint64_t byte = address + i;
    out.insert(byte >= address ? byte / size : address / size + (address % size + i) / size);
  }
  return out;
}

bool partners_agree(const Lanes& active, uint32_t distance, const Addresses& addresses) {
  for (uint32_t a : active) {
    for (uint32_t b : active) {
      if ((a ^ b) == distance && addresses[a] != addresses[b]) return false;
    }
  }
  return true;
}

std::vector<Lanes> split(const Device& device, SharedOp op, uint32_t bytes, const Lanes& active,
                         const Addresses& addresses) {
  uint32_t size = device.lanes_per_pass;  // lanes a group
  const uint32_t pass_bytes = device.banks * device.bank_bytes;
  const uint32_t width = bytes <= 4 ? 4 : bytes <= 8 ? 8 : 16;
  while (size * width > pass_bytes) size /= 2;
  const bool is_wide = width > 4 && size < device.lanes_per_pass;
  if (is_wide && op == SharedOp::kLoad &&
      (partners_agree(active, 1, addresses) || partners_agree(active, 2, addresses))) {
    size *= 2;
  }
  std::map<uint32_t, Lanes> groups;
  for (uint32_t lane : active) groups[lane / size].push_back(lane);
  std::vector<Lanes> out;
  for (auto& [index, lanes] : groups) out.push_back(lanes);
  return out;
}

// 1.x: in each pass, everything on the most wanted word and one lane of every other bank.
uint32_t passes_with_one_broadcast(const Device& device, uint32_t bytes, const Lanes& lanes,
                                   const Addresses& addresses) {
  std::set<std::pair<uint32_t, uint64_t>> waiting;  // (lane, word)
  for (uint32_t lane : lanes) {
    for (uint64_t word : pieces(addresses[lane], bytes, device.bank_bytes)) {
      waiting.insert({lane, word});
    }
  }
  uint32_t passes = 0;
  for (; !waiting.empty(); ++passes) {
    std::map<uint64_t, std::vector<uint32_t>> wanted;  // word -> lanes
    for (const auto& [lane, word] : waiting) wanted[word].push_back(lane);
    const auto rank = [&](uint64_t word) {  // smaller is chosen sooner
      return std::tuple(-static_cast<int>(wanted[word].size()), wanted[word].front(), word);
    };
    uint64_t chosen = wanted.begin()->first;
    for (const auto& [word, its_lanes] : wanted) {
      if (rank(word) < rank(chosen)) chosen = word;
    }
    std::map<uint64_t, std::pair<uint32_t, uint64_t>> served_by_bank;
    for (const auto& request : waiting) {
      served_by_bank.emplace(request.second % device.banks, request);
    }
    served_by_bank.erase(chosen % device.banks);
    for (const auto& [bank, request] : served_by_bank) waiting.erase(request);
    for (uint32_t lane : wanted[chosen]) waiting.erase({lane, chosen});
  }
  return passes;
}

// A lane's result, without bit tricks.
uint64_t result_of(CasFunction function, uint64_t found, uint64_t operand) {
  const auto is_less = [&] {
    const bool is_signed =
        function == CasFunction::kMinSigned || function == CasFunction::kMaxSigned;
    return is_signed ? static_cast<int64_t>(found) < static_cast<int64_t>(operand)
                     : found < operand;
  };
  switch (function) {
    case CasFunction::kChanges:
      return found + 1;
    case CasFunction::kAddFloat: {
      float sum = 0, more = 0;
      std::memcpy(&sum, &found, sizeof sum);
      std::memcpy(&more, &operand, sizeof more);
      sum += more;
      uint32_t bits = 0;
      std::memcpy(&bits, &sum, sizeof bits);
      return bits;
    }
    case CasFunction::kAddDouble: {
      double sum = 0, more = 0;
      std::memcpy(&sum, &found, sizeof sum);
      std::memcpy(&more, &operand, sizeof more);
      sum += more;
      std::memcpy(&found, &sum, sizeof found);
      return found;
    }
    case CasFunction::kMinSigned:
    case CasFunction::kMinUnsigned:
      return is_less() ? found : operand;
    case CasFunction::kMaxSigned:
    case CasFunction::kMaxUnsigned:
      return is_less() ? operand : found;
    case CasFunction::kAnd:
      return found & operand;
    case CasFunction::kOr:
      return found | operand;
    case CasFunction::kXor:
      return found ^ operand;
  }
  return found;
}

bool may_leave_early(CasFunction function) {
  return function == CasFunction::kMinSigned || function == CasFunction::kMinUnsigned ||
         function == CasFunction::kMaxSigned || function == CasFunction::kMaxUnsigned;
}

// Lane by lane as in the README: all lanes load, those of a minimum or maximum that changes nothing
// are done; in each group the lowest lane of a bank swaps, in vain if its word is not what it had
// loaded.
SharedCost loop_cost(const Device& device, bool reads_first, uint32_t bytes, uint32_t mask,
                     const Addresses& addresses, const CasValues& values) {
  SharedCost cost;
  cost.atomics = 0;
  if (reads_first) cost = reference::shared_cost(device, SharedOp::kAtomic, bytes, mask, addresses);
  const uint32_t unit = device.pairs_words ? device.bank_bytes : 4;
  std::map<uint64_t, uint64_t> memory;  // address -> bits
  Lanes waiting;
  for (uint32_t lane = 0; lane < kWarpSize; ++lane) {
    if ((mask >> lane) % 2 == 0) continue;
    waiting.push_back(lane);
    memory.emplace(addresses[lane], values.found[lane]);
  }
  while (!waiting.empty()) {
    uint32_t loading = 0;
    Lanes swapping;
    for (const uint32_t lane : waiting) {
      loading |= 1u << lane;
      const uint64_t found = memory[addresses[lane]];
      if (!may_leave_early(values.function) ||
          result_of(values.function, found, values.operands[lane]) != found) {
        swapping.push_back(lane);
      }
    }
    const std::vector<Lanes> groups = split(device, SharedOp::kAtomic, bytes, swapping, addresses);
    const std::map<uint64_t, uint64_t> loaded = memory;
    std::set<uint32_t> staying(swapping.begin(), swapping.end());
    for (const Lanes& lanes : groups) {
      std::set<uint64_t> banks;
      for (const uint32_t lane : lanes) {
        bool is_first = true;
        std::set<uint64_t> own;
        for (const uint64_t word : pieces(addresses[lane], bytes, unit)) {
          own.insert(word * unit / device.bank_bytes % device.banks);
        }
        for (const uint64_t bank : own) is_first = is_first && banks.count(bank) == 0;
        banks.insert(own.begin(), own.end());
        uint64_t& word = memory[addresses[lane]];
        const uint64_t before = loaded.at(addresses[lane]);
        if (!is_first || word != before) continue;
        word = result_of(values.function, before, values.operands[lane]);
        staying.erase(lane);
      }
    }
    const uint32_t loads =
        reference::shared_cost(device, SharedOp::kLoad, bytes, loading, addresses).wavefronts;
    const auto swaps = static_cast<uint32_t>(groups.size());
    if (cost.loads == 0) {
      const size_t all = split(device, SharedOp::kAtomic, bytes, waiting, addresses).size();
      cost.ideal_wavefronts += static_cast<uint32_t>(all) + 2 * swaps;
    }
    if (swaps != 0) cost.atomics += 1;
    cost.loads += 1;
    cost.load_wavefronts += loads;
    cost.wavefronts += loads + 2 * swaps;
    waiting.assign(staying.begin(), staying.end());
  }
  cost.ideal_wavefronts = std::min(cost.ideal_wavefronts, cost.wavefronts);
  return cost;
}

}  // namespace

SharedCost shared_cost(const Device& device, SharedOp op, uint32_t bytes_per_lane, uint32_t mask,
                       const Addresses& addresses, const CasValues* values) {
  if (op == SharedOp::kCompareSwap) {
    SharedCost cost =
        reference::shared_cost(device, SharedOp::kAtomic, bytes_per_lane, mask, addresses);
    cost.wavefronts *= 2;
    cost.ideal_wavefronts *= 2;
    return cost;
  }
  if (is_loop(op)) {
    return loop_cost(device, op == SharedOp::kReadCasLoop, bytes_per_lane, mask, addresses,
                     values == nullptr ? CasValues{} : *values);
  }
  Lanes active;
  for (uint32_t lane = 0; lane < kWarpSize; ++lane) {
    if ((mask >> lane) % 2 == 1) active.push_back(lane);
  }
  SharedCost cost;
  for (const Lanes& lanes : split(device, op, bytes_per_lane, active, addresses)) {
    ++cost.ideal_wavefronts;
    if (device.broadcast == Broadcast::kOneWord && !is_atomic(op)) {
      cost.wavefronts += passes_with_one_broadcast(device, bytes_per_lane, lanes, addresses);
      continue;
    }
    // A bank's work: distinct words (its whole width where it pairs words); for atomics, every lane
    // by itself.
    const uint32_t unit = device.pairs_words ? device.bank_bytes : 4;
    std::map<uint64_t, std::set<std::pair<uint64_t, uint32_t>>> work;
    for (uint32_t lane : lanes) {
      for (uint64_t piece : pieces(addresses[lane], bytes_per_lane, unit)) {
        const uint64_t bank = piece * unit / device.bank_bytes % device.banks;
        work[bank].insert({piece, is_atomic(op) ? lane : 0});
      }
    }
    size_t deepest = 0;
    for (const auto& [bank, items] : work) deepest = std::max(deepest, items.size());
    cost.wavefronts += static_cast<uint32_t>(deepest);
  }
  return cost;
}

GlobalCost global_cost(uint32_t bytes_per_lane, uint32_t mask, const Addresses& addresses) {
  std::set<uint64_t> bytes, sectors, lines;
  GlobalCost cost;
  for (uint32_t lane = 0; lane < kWarpSize; ++lane) {
    if ((mask >> lane) % 2 == 0) continue;
    for (uint32_t i = 0; i < bytes_per_lane; ++i) {
      ++cost.bytes_requested;
      const uint64_t byte = addresses[lane] + i;
      if (byte < addresses[lane]) continue;  // past the top of the address space
      bytes.insert(byte);
      sectors.insert(byte / kSectorBytes);
      lines.insert(byte / kLineBytes);
    }
  }
  cost.bytes_used = bytes.size();
  cost.sectors = static_cast<uint32_t>(sectors.size());
  cost.lines = static_cast<uint32_t>(lines.size());
  return cost;
}

}  // namespace warplens::model::reference
