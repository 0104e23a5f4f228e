#include "app/study/swizzle.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <utility>

#include "app/study/format.hpp"
#include "app/study/words.hpp"
#include "sim/base/say.hpp"
#include "sim/lang/tree/type.hpp"
#include "sim/launch/number.hpp"
#include "sim/whatif/fix/sentences.hpp"

namespace warplens::study {
namespace {

using Tried = fix::TriedLayout::Kind;

constexpr uint64_t kMostTried = 1'000'000;

// "3,3,0": as many numbers as there are places.
bool read_numbers(std::string_view text, std::initializer_list<uint32_t*> places) {
  for (uint32_t* place : places) {
    const size_t comma = std::min(text.find(','), text.size());
    const auto number = launch::parse_count(std::string(text.substr(0, comma)), "", 0, 20);
    if (!number) return false;
    *place = static_cast<uint32_t>(*number);
    text.remove_prefix(std::min(comma + 1, text.size()));
  }
  return text.empty();
}

bool read_one(std::string_view name, std::string_view value, fix::TriedLayout& layout) {
  if (name == "pad" || name == "row") {
    const auto number =
        launch::parse_count(std::string(value), "", name == "row" ? 1 : 0, kMostTried);
    if (!number) return false;
    (name == "pad" ? layout.pad : layout.row) = *number;
    if (name == "pad") layout.kind = Tried::kPad;
    return true;
  }
  if (name == "xor" || name == "swizzle") {
    layout.kind = name == "xor" ? Tried::kXor : Tried::kSwizzle;
    return read_numbers(value, {&layout.bits, &layout.base, &layout.shift});
  }
  if (name != "tma") return false;
  layout.kind = Tried::kTma;
  const size_t plus = std::min(value.find('+'), value.size());
  const auto span = launch::parse_count(std::string(value.substr(0, plus)), "", 32, 128);
  if (!span || !std::has_single_bit(*span)) return false;
  layout.span = static_cast<uint32_t>(*span);
  if (plus == value.size()) return true;
  const auto begin = launch::parse_count(std::string(value.substr(plus + 1)), "", 0, 896);
  if (!begin || *begin % 128 != 0) return false;
  layout.begin = static_cast<uint32_t>(*begin);
  return true;
}

std::optional<size_t> index_of_array(const SwizzleArrays& arrays, const std::string& name) {
  std::optional<size_t> first;
  for (size_t i = 0; i < arrays.all.size(); ++i) {
    if (arrays.all[i].name == name) return i;
    const observe::LayoutCost cost = arrays.all[i].cost(arrays.runs.back()->device);
    if (!first && cost.paid > cost.ideal) first = i;
  }
  if (!name.empty()) return std::nullopt;
  return first || arrays.all.empty() ? first : std::optional<size_t>(0);
}

// Bits of a column's number: what an exclusive-or with the row may change.
uint32_t column_bits(uint64_t row) {
  return static_cast<uint32_t>(std::countr_zero(row));
}

// What leaves the row, or is no order at all, is cut.
fix::TriedLayout fitted(fix::TriedLayout tried, uint64_t row) {
  if (tried.kind == Tried::kXor) {
    const uint32_t room = column_bits(row);
    tried.base = std::min(tried.base, room);
    tried.bits = std::min(tried.bits, room - tried.base);
  }
  if (tried.kind == Tried::kSwizzle) tried.bits = std::min(tried.bits, tried.shift);
  return tried;
}

edit::LayoutChange flat_change(const edit::Swizzle& swizzle) {
  edit::LayoutChange change;
  change.kind = edit::LayoutChange::Kind::kSwizzle;
  change.bits = swizzle.bits;
  change.unit = uint64_t{1} << swizzle.base;
  change.row = uint64_t{1} << (swizzle.base + swizzle.shift);
  return change;
}

// "column ^ row / 2 % 4 * 8", "index + index / 64 * 8".
std::string index_formula(const SwizzleFacts& facts) {
  const fix::TriedLayout& tried = facts.tried;
  if (tried.kind == Tried::kPad)
    return facts.is_flat ? fmt::format("index + index / {} * {}", facts.row, tried.pad)
                         : fmt::format("row * ({} + {}) + column", facts.row, tried.pad);
  if (tried.kind == Tried::kTma && !facts.swizzle)
    return fmt::format("address ^ address / 128 % {} * 16", tried.span / 16);
  if (!facts.swizzle || facts.swizzle->bits == 0) return facts.is_flat ? "index" : "column";
  const std::optional<edit::LayoutChange> by_row =
      facts.is_flat ? std::nullopt : edit::change_of(*facts.swizzle, facts.row, false);
  return fix::swizzle_words(by_row ? *by_row : flat_change(*facts.swizzle));
}

Section cost_facts(const char* key, const observe::LayoutCost& cost) {
  Section section{.key = key};
  section.fact("wavefronts", cost.paid);
  section.fact("ideal_wavefronts", cost.ideal);
  section.fact("conflicts", cost.paid - cost.ideal);
  return section;
}

const char* kind_word(Tried kind) {
  constexpr const char* kWords[] = {"as_written", "pad", "xor", "swizzle", "tma"};
  return kWords[static_cast<size_t>(kind)];
}

void add_accesses(Section& section, const SwizzleFacts& facts) {
  Table& table = section.table("accesses", {{"place", sentence("access"), Align::kLeft},
                                            {"access", Text(), Align::kLeft},
                                            {"requests", sentence("requests")},
                                            {"wavefronts_before", sentence("as written")},
                                            {"wavefronts", sentence("tried")},
                                            {"ideal_wavefronts", sentence("ideal")},
                                            {"conflicts", sentence("conflicts")}});
  for (const fix::SiteCost& cost : facts.costs.sites)
    table.rows.push_back({place_of_site(facts, cost), access_name(cost), cost.requests,
                          cost.before.paid, cost.after.paid, cost.after.ideal,
                          cost.after.paid - cost.after.ideal});
}

}  // namespace

base::Result<SwizzleTry, std::string> read_swizzle_try(const std::string& word) {
  const auto refuse = [&] {
    return base::fail(
        say("'--layout {text}': an array and its layout are needed, like tile:pad=8, "
            "tile:xor=3,3,0, tile:swizzle=3,3,3, tile:tma=128+256 or tile:row=64,pad=8",
            "text"_a = word));
  };
  SwizzleTry tried;
  const size_t colon = word.find(':');
  tried.array = word.substr(0, colon);
  if (colon == word.npos) return tried;
  std::string_view rest = std::string_view(word).substr(colon + 1);
  constexpr std::string_view kRow = "row=";
  if (rest.starts_with(kRow)) {
    const size_t comma = std::min(rest.find(','), rest.size());
    if (!read_one("row", rest.substr(kRow.size(), comma - kRow.size()), tried.layout))
      return refuse();
    rest.remove_prefix(std::min(comma + 1, rest.size()));
    if (rest.empty()) return tried;
  }
  const size_t equal = rest.find('=');
  if (equal == rest.npos || rest.substr(0, equal) == "row" ||
      !read_one(rest.substr(0, equal), rest.substr(equal + 1), tried.layout))
    return refuse();
  return tried;
}

SwizzleFacts swizzle_facts(std::shared_ptr<const SwizzleArrays> arrays, const SwizzleTry& tried) {
  SwizzleFacts facts;
  facts.arrays = std::move(arrays);
  facts.array = index_of_array(*facts.arrays, tried.array);
  facts.name = tried.array;
  if (!facts.array) return facts;
  const fix::SharedArray& array = facts.of();
  const base::SourceFile& file = facts.arrays->file();
  const fix::Place& place = array.places.front();
  facts.name = array.name;
  facts.line = file.line_column(array.uses.variable->span.begin).line;
  facts.element = lang::name_of(lang::array_base(array.uses.variable->type));
  facts.element_bytes = array.element_bytes;
  facts.most_bytes = array.most_bytes_a_lane();
  facts.is_flat = place.extents.size() == 1;
  facts.rows_to_try = fix::rows_to_try(array, file);
  facts.row =
      facts.is_flat && tried.layout.row != 0 ? tried.layout.row : fix::usual_row(array, file);
  uint64_t elements = 1;
  for (const uint64_t extent : place.extents) elements *= extent;
  facts.rows = (elements + facts.row - 1) / facts.row;
  facts.tried = fitted(tried.layout, facts.row);
  facts.costs = fix::costs_of(array, facts.tried, facts.row, facts.arrays->runs);
  facts.swizzle = fix::as_swizzle(facts.tried, facts.row, facts.element_bytes);
  if (!facts.is_tried()) return facts;
  auto text = fix::text_with(array, facts.tried, facts.row, file);
  if (text)
    facts.text = std::move(*text);
  else
    facts.refusal = text.error();
  return facts;
}

fix::TriedLayout layout_to_begin(const SwizzleFacts& facts, Tried kind) {
  constexpr uint32_t kLine = 128;  // [bytes] of all banks side by side
  const uint32_t piece = std::bit_ceil(std::max(facts.most_bytes, facts.element_bytes));
  const uint64_t row_bytes = facts.row * facts.element_bytes;
  fix::TriedLayout layout;
  layout.kind = kind;
  layout.row = facts.tried.row;
  layout.pad = std::max<uint64_t>(1, piece / facts.element_bytes);
  layout.base = column_bits(std::max<uint32_t>(1, piece / facts.element_bytes));
  const uint32_t of_row = column_bits(facts.row);
  const uint32_t of_line = column_bits(std::max<uint32_t>(1, kLine / piece));
  layout.bits = std::min(of_line, of_row - std::min(of_row, layout.base));
  if (row_bytes != 0 && row_bytes < kLine && std::has_single_bit(row_bytes))
    layout.shift = column_bits(kLine / row_bytes);
  if (kind == Tried::kSwizzle)
    layout.shift = std::max(of_row + layout.shift - std::min(of_row, layout.base), layout.bits);
  return layout;
}

Text layout_name(const SwizzleFacts& facts) {
  const fix::TriedLayout& tried = facts.tried;
  switch (tried.kind) {
    case Tried::kAsWritten:
      break;
    case Tried::kPad:
      return to_say("rows of {row} + {pad} elements", "row"_a = facts.row, "pad"_a = tried.pad);
    case Tried::kXor:
      return Text::as_is(index_formula(facts));
    case Tried::kSwizzle:
      return Text::as_is(edit::name_of({tried.bits, tried.base, tried.shift}));
    case Tried::kTma:
      return to_say("TMA's {span}-byte swizzle", "span"_a = tried.span);
  }
  return sentence("as written");
}

Text passes_text(const observe::LayoutCost& cost) {
  const uint64_t conflicts = cost.paid - cost.ideal;
  if (conflicts == 0)
    return to_say("{paid} wavefronts, all of them ideal: no conflict",
                  "paid"_a = grouped(cost.paid));
  return to_say("{paid} wavefronts: {ideal} ideal and {conflicts} conflicts",
                "paid"_a = grouped(cost.paid), "ideal"_a = grouped(cost.ideal),
                "conflicts"_a = grouped(conflicts));
}

Text swizzle_answer(const SwizzleFacts& facts) {
  if (!facts.is_tried())
    return to_say("'{array}' as written: {passes}", "array"_a = facts.name,
                  "passes"_a = passes_text(facts.costs.before));
  if (facts.costs.parted)
    return to_say("'{array}', {layout}: the accesses can't be made so", "array"_a = facts.name,
                  "layout"_a = layout_name(facts));
  return to_say("'{array}', {layout}: {passes} (as written: {before})", "array"_a = facts.name,
                "layout"_a = layout_name(facts), "passes"_a = passes_text(facts.costs.after),
                "before"_a = grouped(facts.costs.before.paid));
}

Text access_name(const fix::SiteCost& cost) {
  const bool is_load = cost.operation == trace::Operation::kLoad;
  if (cost.kind == observe::PatternKind::kBulk) return sentence("copy in bulk");
  if (cost.kind == observe::PatternKind::kCopy)
    return cost.passes_by_l1
               ? to_say("cp.async.cg, {bytes} bytes a lane", "bytes"_a = uint32_t{cost.bytes})
               : to_say("cp.async.ca, {bytes} bytes a lane", "bytes"_a = uint32_t{cost.bytes});
  if (cost.is_matrix)
    return is_load ? sentence("ldmatrix, 16 bytes a row") : sentence("stmatrix, 16 bytes a row");
  if (cost.operation == trace::Operation::kAtomic)
    return to_say("atomic, {bytes} bytes a lane", "bytes"_a = uint32_t{cost.bytes});
  return is_load ? to_say("load, {bytes} bytes a lane", "bytes"_a = uint32_t{cost.bytes})
                 : to_say("store, {bytes} bytes a lane", "bytes"_a = uint32_t{cost.bytes});
}

std::string place_of_site(const SwizzleFacts& facts, const fix::SiteCost& cost) {
  const code::Program& program = *facts.arrays->runs[cost.launch]->program;
  const base::SourceFile& file = program.unit->file;
  const uint32_t at = file.in_root(program.sites[cost.site].span).begin;
  return say("line {line}", "line"_a = file.line_column(at).line);
}

Text site_text(const fix::SiteCost& cost) {
  if (cost.kind == observe::PatternKind::kBulk)
    return sentence("no wavefront, and no conflict: it is none of a warp's lanes");
  if (cost.passes_by_l1)
    return to_say("{paid} passes, which are no conflicts and cost no time: its lines do",
                  "paid"_a = grouped(cost.after.paid));
  return passes_text(cost.after);
}

std::vector<Spelling> spellings(const SwizzleFacts& facts) {
  std::vector<Spelling> all;
  if (!facts.is_tried()) return all;
  all.push_back({sentence("C++"), index_formula(facts)});
  if (facts.swizzle) {
    all.push_back({sentence("CuTe"), edit::name_of(*facts.swizzle)});
    all.push_back({sentence("address"), edit::address_bits(*facts.swizzle, facts.element_bytes)});
  } else if (facts.tried.kind == Tried::kTma) {
    const edit::Swizzle bytes{column_bits(facts.tried.span / 16), 4, 3};
    all.push_back({sentence("address"), edit::address_bits(bytes, 1)});
  }
  return all;
}

Text parted_text(const SwizzleFacts& facts) {
  if (!facts.costs.parted) return {};
  const fix::Parted& parted = *facts.costs.parted;
  fix::SiteCost place;
  place.site = parted.site;
  place.launch = parted.launch;
  const std::string where = place_of_site(facts, place);
  if (parted.is_misaligned)
    return to_say(
        "{place} takes {bytes} bytes at once, and with this layout they begin at no "
        "multiple of that: the GPU stops with a misaligned address",
        "place"_a = where, "bytes"_a = uint32_t{parted.bytes});
  return to_say(
      "{place} takes {bytes} bytes at once, and this layout puts parts of them in "
      "different places: leave more elements together",
      "place"_a = where, "bytes"_a = uint32_t{parted.bytes});
}

Text begin_text(const SwizzleFacts& facts) {
  if (facts.tried.kind != Tried::kTma) return {};
  const uint32_t begin = facts.tried.begin;
  const uint32_t first = begin / 128 % (facts.tried.span / 16);
  if (begin == 0)
    return sentence(
        "A tensor copy exchanges pieces by bits of the absolute address. This array "
        "begins at a multiple of 1,024: the first 128 bytes stay as they are.");
  return to_say(
      "A tensor copy exchanges pieces by bits of the absolute address. This array begins "
      "{begin} bytes behind a multiple of 1,024: piece 0 of its first 128 bytes is in the "
      "place of piece {first}, and who reads it by its rows' numbers alone finds another "
      "one. The number of wavefronts stays the same.",
      "begin"_a = begin, "first"_a = first);
}

Text span_text(const SwizzleFacts& facts) {
  const uint64_t row = facts.row * facts.element_bytes;
  if (facts.tried.kind != Tried::kTma || row == facts.tried.span) return {};
  return row < facts.tried.span
             ? to_say(
                   "A tensor copy with a {span}-byte swizzle puts rows {span} bytes apart: of "
                   "rows of {row} bytes it leaves the rest free.",
                   "span"_a = facts.tried.span, "row"_a = row)
             : to_say(
                   "A tensor copy with a {span}-byte swizzle takes rows of at most {span} bytes: "
                   "of rows of {row} bytes it makes several boxes beside each other.",
                   "span"_a = facts.tried.span, "row"_a = row);
}

Text refusal_text(const SwizzleFacts& facts) {
  if (!facts.refusal) return {};
  const base::Diagnostic& reason = *facts.refusal;
  if (!reason.has_place) return Text::as_is(reason.message);
  const base::SourceFile& file = facts.arrays->file();
  return to_say("line {line}: {message}",
                "line"_a = file.line_column(file.in_root(reason.span).begin).line,
                "message"_a = reason.message);
}

Section describe(const SwizzleFacts& facts) {
  Section section{.key = "layout"};
  if (!facts.array) {
    section.missing = facts.name.empty() ? Text(sentence("the launch accesses no shared array"))
                                         : to_say("the launch accesses no shared array '{array}'",
                                                  "array"_a = facts.name);
    return section;
  }
  section.title = swizzle_answer(facts);
  section.fact("array", facts.name);
  section.fact("line", facts.line);
  section.fact("row", facts.row);
  section.fact("kind", kind_word(facts.tried.kind));
  section.fact("possible", !facts.costs.parted);
  section.fact("more_bytes", facts.costs.more_bytes);
  if (facts.is_tried()) section.fact("index", index_formula(facts));
  if (facts.swizzle) {
    section.fact("cute", edit::name_of(*facts.swizzle));
    section.fact("address_bits", edit::address_bits(*facts.swizzle, facts.element_bytes));
  }
  section.parts.push_back(cost_facts("before", facts.costs.before));
  section.parts.push_back(cost_facts("after", facts.costs.after));
  section.fact("can_be_written", !facts.text.empty());
  if (facts.refusal) section.fact("refusal", refusal_text(facts));
  for (const Spelling& one : spellings(facts))
    section.line(to_say("{name}: {formula}", "name"_a = one.name, "formula"_a = one.formula));
  for (Text text : {parted_text(facts), begin_text(facts), span_text(facts)}) {
    if (!text.empty()) section.line(std::move(text));
  }
  add_accesses(section, facts);
  if (facts.refusal)
    section.line(to_say("not written into the text: {reason}", "reason"_a = refusal_text(facts)));
  return section;
}

}  // namespace warplens::study
