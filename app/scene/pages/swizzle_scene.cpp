#include "app/scene/pages/swizzle_scene.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "app/scene/pages/page_inputs.hpp"
#include "app/study/format.hpp"
#include "sim/base/say.hpp"

namespace warplens::scene {
namespace {

constexpr uint32_t kLineOfBanks = 128;  // [bytes]
constexpr uint32_t kRowsOfMatrix = 8;

BankPicture picture_of(const study::SwizzleFacts& facts) {
  BankPicture picture;
  const fix::SharedArray& array = facts.of();
  const observe::ArrayLayout& layout = array.laid_out.front().layout;
  const uint64_t row_bytes = facts.row * facts.element_bytes;
  picture.piece_bytes = std::clamp(facts.most_bytes, 4u, 16u);
  picture.columns = kLineOfBanks / picture.piece_bytes;
  picture.pieces =
      static_cast<uint32_t>((row_bytes + picture.piece_bytes - 1) / picture.piece_bytes);
  const fix::TriedMove by(facts.tried, layout, facts.row, facts.element_bytes);
  uint64_t first = by.moved(layout.begin);
  if (facts.tried.kind == fix::TriedLayout::Kind::kTma) first -= first % 1024;
  first -= first % kLineOfBanks;
  picture.lines =
      (layout.bytes + static_cast<uint64_t>(facts.costs.more_bytes) + kLineOfBanks - 1) /
      kLineOfBanks;
  picture.shown.resize(std::min(picture.lines, kMostBankLines),
                       std::vector<BankCell>(picture.columns));
  if (facts.tried.kind == fix::TriedLayout::Kind::kTma) first += facts.tried.begin;
  const uint64_t end = first + picture.shown.size() * kLineOfBanks;
  for (uint64_t at = 0; at < layout.bytes; at += picture.piece_bytes) {
    const uint64_t to = by.moved(layout.begin + at);
    if (to < first) continue;
    if (to >= end) {
      if (at > 2 * picture.shown.size() * kLineOfBanks) break;  // a swizzle may lead back a little
      continue;
    }
    BankCell& cell =
        picture
            .shown[(to - first) / kLineOfBanks][(to - first) % kLineOfBanks / picture.piece_bytes];
    cell = {true, static_cast<uint32_t>(at / row_bytes),
            static_cast<uint32_t>(at % row_bytes / picture.piece_bytes)};
  }
  return picture;
}

std::vector<SwizzleSite> sites_of(const study::SwizzleFacts& facts) {
  const run::Run& run = *facts.arrays->runs.back();
  std::map<uint32_t, uint32_t> first_steps;
  for (uint32_t step = 0; run.recording != nullptr && step < run.recording->size(); ++step)
    first_steps.emplace(run.recording->heads[step].site, step);
  std::vector<SwizzleSite> sites;
  for (const fix::SiteCost& cost : facts.costs.sites) {
    SwizzleSite site;
    site.place = study::place_of_site(facts, cost);
    site.access = study::access_name(cost).rendered();
    site.words = study::site_text(cost).rendered();
    site.requests = cost.requests;
    site.before = cost.before;
    site.after = cost.after;
    site.is_free = cost.after.paid == cost.after.ideal;
    site.counts_otherwise = cost.passes_by_l1 || cost.kind == observe::PatternKind::kBulk;
    const auto step = first_steps.find(cost.site);
    if (step != first_steps.end()) site.step = step->second;
    sites.push_back(std::move(site));
  }
  return sites;
}

std::string more_bytes_text(const study::SwizzleFacts& facts) {
  if (facts.costs.more_bytes == 0) return "";
  return say_count("It takes {count} more byte of shared memory a block.",
                   "It takes {count} more bytes of shared memory a block.",
                   static_cast<uint64_t>(facts.costs.more_bytes));
}

}  // namespace

SwizzleScene swizzle_scene(study::SwizzleFacts facts) {
  SwizzleScene scene;
  for (const fix::SharedArray& array : facts.arrays->all) scene.arrays.push_back(array.name);
  if (facts.array) {
    scene.picture = picture_of(facts);
    scene.sites = sites_of(facts);
    for (const study::Spelling& one : study::spellings(facts))
      scene.spellings.push_back({one.name.rendered(), one.formula});
    scene.answer = study::swizzle_answer(facts).rendered();
    scene.parted = study::parted_text(facts).rendered();
    scene.begin = study::begin_text(facts).rendered();
    scene.span = study::span_text(facts).rendered();
    scene.refusal = study::refusal_text(facts).rendered();
    scene.more_bytes = more_bytes_text(facts);
  }
  scene.facts = std::move(facts);
  return scene;
}

uint32_t worst_of_eight_rows(const BankPicture& picture, uint32_t piece) {
  std::map<uint32_t, std::map<uint32_t, uint32_t>> by_rows;  // eight rows, then columns
  uint32_t worst = 0;
  for (const std::vector<BankCell>& line : picture.shown) {
    for (uint32_t column = 0; column < line.size(); ++column) {
      if (!line[column].is_used || line[column].piece != piece) continue;
      worst = std::max(worst, ++by_rows[line[column].row / kRowsOfMatrix][column]);
    }
  }
  return worst;
}

std::optional<SwizzlePage::Key> SwizzlePage::wanted(const PageInputs& now) {
  return Key{now.run, now.tries.swizzle};
}

base::SlicedWork<SwizzleScene> SwizzlePage::make(const Key& key,
                                                 std::shared_ptr<const Scene> shown) {
  return
      [key, shown = std::move(shown)](base::Slice& slice) -> std::optional<base::Checked<Scene>> {
        if (key.run->recording == nullptr)
          return base::Checked<Scene>(base::fail(base::Diagnostics{
              base::placeless(say("No block was recorded, so no access can be moved."))}));
        std::shared_ptr<const study::SwizzleArrays> arrays;
        if (shown != nullptr) arrays = shown->facts.arrays;
        if (arrays == nullptr) arrays = std::make_shared<study::SwizzleArrays>(run::Runs{key.run});
        slice.spend(base::Slice::kUsual);
        return base::Checked<Scene>(swizzle_scene(study::swizzle_facts(arrays, key.tried)));
      };
}

}  // namespace warplens::scene
