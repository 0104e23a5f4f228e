// Matrices and copies, written from tests/data/README.md alone, with sets and maps; nothing is
// shared with the models.
#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <vector>

#include "sim/model/reference.hpp"

namespace warplens::model::reference {
namespace {

std::vector<uint32_t> lanes_in(uint32_t mask) {
  std::vector<uint32_t> out;
  for (uint32_t lane = 0; lane < kWarpSize; ++lane) {
    if ((mask >> lane) % 2 == 1) out.push_back(lane);
  }
  return out;
}

// Rule A of the tests' data, over the lanes of the mask; lanes that read nothing only make their
// group.
SharedCost rule_a(uint32_t bytes, uint32_t mask, uint32_t reading, const Addresses& targets,
                  const Addresses& sources) {
  const uint32_t size = 128 / bytes;
  std::map<uint32_t, std::vector<uint32_t>> groups;
  for (const uint32_t lane : lanes_in(mask)) {
    std::vector<uint32_t>& group = groups[lane / size];
    if ((reading >> lane) % 2 == 1) group.push_back(lane);
  }
  const auto is_on_one_bank = [&](const Addresses& side, uint32_t a, uint32_t b) {
    return side[a] / bytes % size == side[b] / bytes % size;
  };
  SharedCost cost;
  for (const auto& [index, lanes] : groups) {
    uint32_t most = 1;
    for (const uint32_t a : lanes) {
      uint32_t with = 0;
      for (const uint32_t b : lanes)
        with += is_on_one_bank(targets, a, b) || is_on_one_bank(sources, a, b);
      most = std::max(most, with);
    }
    cost.wavefronts += most;
    ++cost.ideal_wavefronts;
  }
  return cost;
}

// Rule B: which chunks are moved, their sectors, their passes.
struct RuleB {
  uint32_t sectors = 0, passes = 0;
};
RuleB rule_b(uint32_t mask, const Addresses& targets, const Addresses& sources) {
  std::map<uint64_t, uint32_t> writer;  // target chunk -> its first lane
  for (const uint32_t lane : lanes_in(mask)) writer.emplace(targets[lane] / 16, lane);
  using Sector = std::tuple<uint64_t, uint64_t, bool>;  // target, source, whether halves swap
  struct Filled {
    std::set<uint64_t> halves;
    uint32_t last_lane = 0;
  };
  std::map<Sector, Filled> sectors;
  for (const auto& [chunk, lane] : writer) {
    const uint64_t from = sources[lane] / 16;
    Filled& filled = sectors[{chunk / 2, from / 2, chunk % 2 != from % 2}];
    filled.halves.insert(chunk % 2);
    filled.last_lane = std::max(filled.last_lane, lane);
  }
  using Pass = std::tuple<uint64_t, uint64_t, bool, std::set<uint64_t>, bool, uint32_t>;
  std::set<Pass> passes;
  for (const auto& [sector, filled] : sectors) {
    const auto [target, source, is_swapped] = sector;
    uint32_t rank = 0;
    for (const auto& [other, other_filled] : sectors) {
      rank += std::get<0>(other) / 4 == target / 4 && std::get<1>(other) == source &&
              std::get<2>(other) == is_swapped && other_filled.halves == filled.halves &&
              other_filled.last_lane > filled.last_lane;
    }
    passes.insert(
        {target / 4, source / 4, is_swapped, filled.halves, target % 2 != source % 2, rank});
  }
  return {static_cast<uint32_t>(sectors.size()), static_cast<uint32_t>(passes.size())};
}

}  // namespace

MatrixCost matrix_cost(uint32_t mask, const Addresses& rows) {
  MatrixCost cost;
  for (uint32_t matrix = 0; matrix < 4; ++matrix) {
    std::map<uint64_t, std::set<uint64_t>> words_on;  // bank -> words
    for (uint32_t lane = 8 * matrix; lane < 8 * matrix + 8; ++lane) {
      if ((mask >> lane) % 2 == 0) continue;
      for (uint64_t byte = 0; byte < 16; ++byte) {
        const uint64_t word = (rows[lane] + byte) / 4;
        words_on[word % 32].insert(word);
      }
    }
    for (const auto& [bank, words] : words_on) {
      cost.wavefronts[matrix] =
          std::max(cost.wavefronts[matrix], static_cast<uint32_t>(words.size()));
    }
  }
  return cost;
}

AsyncCopyCost async_copy_cost(const AsyncCopy& copy, const Addresses& targets,
                              const Addresses& sources) {
  AsyncCopyCost cost;
  std::set<uint64_t> sectors, lines;
  for (const uint32_t lane : lanes_in(copy.reading)) {
    for (uint64_t byte = 0; byte < copy.bytes; ++byte) {
      sectors.insert((sources[lane] + byte) / 32);
      lines.insert((sources[lane] + byte) / 128);
    }
  }
  cost.lines = static_cast<uint32_t>(lines.size());
  if (!copy.passes_by_l1) {
    cost.sectors = static_cast<uint32_t>(sectors.size());
    cost.shared = rule_a(copy.bytes, copy.mask, copy.reading, targets, sources);
    return cost;
  }
  cost.sectors = rule_b(copy.reading, targets, sources).sectors;
  uint32_t passes = rule_b(copy.mask, targets, sources).passes;
  if (copy.gives_size)
    passes += rule_a(copy.bytes, copy.mask, copy.mask, targets, sources).wavefronts;
  cost.shared = {passes, passes};
  return cost;
}

BulkCost bulk_cost(const BulkPieces& pieces, const Addresses& global) {
  std::vector<std::vector<uint32_t>> cuts;
  for (const uint32_t piece : lanes_in(pieces.mask)) {
    if (cuts.empty() || (pieces.begins >> piece) % 2 == 1) cuts.emplace_back();
    cuts.back().push_back(piece);
  }
  const bool is_load = pieces.direction == BulkDirection::kIntoShared;
  BulkCost cost;
  for (const std::vector<uint32_t>& cut : cuts) {
    std::set<uint64_t> sectors;
    for (const uint32_t piece : cut) {
      const bool is_inside = (pieces.inside >> piece) % 2 == 1;
      if (is_load || is_inside) cost.words += 4;
      if (!is_inside) continue;
      sectors.insert(global[piece] / 32);
      sectors.insert((global[piece] + 15) / 32);
    }
    cost.sectors += sectors.size();
    if (sectors.empty() && is_load) cost.sectors += (cut.size() + 1) / 2;
  }
  return cost;
}

}  // namespace warplens::model::reference
