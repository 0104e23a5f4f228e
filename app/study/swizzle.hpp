// A shared array laid out otherwise, tried on the addresses of its accesses without touching the
// text: what each access takes, what is ideal and what are conflicts, and how the layout is
// written.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/study/section.hpp"
#include "sim/whatif/fix/tried_layout.hpp"

namespace warplens::study {

struct SwizzleTry {
  std::string array;  // "": the first one with conflicts, or the first
  fix::TriedLayout layout;
  friend bool operator==(const SwizzleTry&, const SwizzleTry&) = default;
};
// "tile:pad=8", "tile:xor=3,3,0" (bits, base, shift), "tile:swizzle=3,3,3", "tile:tma=128" or
// "tile:tma=128+256" (bytes that the array begins behind a multiple of 1,024); "tile:row=64,pad=8"
// of an array of one dimension. Errors: a sentence.
base::Result<SwizzleTry, std::string> read_swizzle_try(const std::string& word);

// The shared arrays of runs that have patterns of the whole grid, or a recorded block.
struct SwizzleArrays {
  explicit SwizzleArrays(run::Runs of) : runs(std::move(of)), all(fix::shared_arrays(runs)) {}
  run::Runs runs;
  std::vector<fix::SharedArray> all;
  const base::SourceFile& file() const { return runs.back()->program->unit->file; }
};

struct SwizzleFacts {
  std::shared_ptr<const SwizzleArrays> arrays;
  std::optional<size_t> array;  // index into them; nothing: there is none of that name
  fix::TriedLayout tried;       // as it is shown: what the array has no room for is cut
  std::string name;             // of the array
  std::string element;          // "half"
  uint32_t line = 0, element_bytes = 4, most_bytes = 4;  // that a lane takes at once
  uint64_t row = 1, rows = 1;                            // [elements]
  bool is_flat = false;                                  // of one dimension
  std::vector<uint64_t> rows_to_try;
  fix::TriedCosts costs;
  std::optional<edit::Swizzle> swizzle;
  std::string text;                         // the edited one
  std::optional<base::Diagnostic> refusal;  // why there is none

  const fix::SharedArray& of() const { return arrays->all[*array]; }
  bool is_tried() const { return tried.kind != fix::TriedLayout::Kind::kAsWritten; }
};
SwizzleFacts swizzle_facts(std::shared_ptr<const SwizzleArrays> arrays, const SwizzleTry& tried);

// A layout of that kind to begin with: for pieces of what a lane takes at once as many bits as a
// line of all banks has pieces, chosen by the rows that begin at other lines.
fix::TriedLayout layout_to_begin(const SwizzleFacts& facts, fix::TriedLayout::Kind kind);

// `run --layout`: counts of the whole grid.
Section describe(const SwizzleFacts& facts);

// ------------------------------------------------------------------------ the page's sentences

// "column ^ row / 2 % 4 * 8", "rows of 72", "as written".
Text layout_name(const SwizzleFacts& facts);
// "2,048 passes: 2,048 ideal and no conflict", "1,536 passes: 1,024 ideal and 512 conflicts".
Text passes_text(const observe::LayoutCost& cost);
// Both layouts in one line.
Text swizzle_answer(const SwizzleFacts& facts);
// "ldmatrix, 16 bytes a row", "cp.async past L1, 16 bytes a lane".
Text access_name(const fix::SiteCost& cost);
std::string place_of_site(const SwizzleFacts& facts, const fix::SiteCost& cost);
// What of its passes are conflicts; of copies past L1 that they are none.
Text site_text(const fix::SiteCost& cost);
struct Spelling {
  Text name;  // "C++", "CuTe", "address"
  std::string formula;
};
std::vector<Spelling> spellings(const SwizzleFacts& facts);
// Why the accesses can't be made; empty: they can.
Text parted_text(const SwizzleFacts& facts);
// What a tensor copy's order depends on; empty of others.
Text begin_text(const SwizzleFacts& facts);
// What its rows have to be; empty of others, and where they are so.
Text span_text(const SwizzleFacts& facts);
// Why the text can't be edited so; empty: it can, or there is nothing to edit.
Text refusal_text(const SwizzleFacts& facts);

}  // namespace warplens::study
