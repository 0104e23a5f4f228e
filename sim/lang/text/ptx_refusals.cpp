#include "sim/lang/text/ptx_refusals.hpp"

#include <algorithm>
#include <array>

#include "sim/base/diagnostic.hpp"
#include "sim/base/list_words.hpp"
#include "sim/base/say.hpp"
#include "sim/lang/text/reporter.hpp"

namespace warplens::lang {
namespace {

struct Refused {
  std::string_view words;  // "st.async": the first ones; ".multicast::cluster": one of them
  Sentence why, hint;
};

constexpr Sentence kNoClusters = sentence("it is for clusters of blocks");
constexpr Sentence kOneBlock = sentence("use one block's shared memory, or global memory");
constexpr Sentence kNoGroupProducts = sentence("it is for products of four warps (wgmma)");
constexpr Sentence kNoTensorMemory = sentence("it is for tensor memory (tcgen05)");
constexpr Sentence kOneWarp =
    sentence("write the product with ldmatrix and mma.sync, a warp's tile each");
constexpr Sentence kNoSparse = sentence("it multiplies a sparse matrix");
constexpr Sentence kWholeMatrix = sentence("write mma.sync with the whole matrix");
constexpr Sentence kNoSmallFloats = sentence("its numbers are floating ones of 8 bits or less");
constexpr Sentence kConvert = sentence("convert them to f16 or bf16, and write mma.sync of those");
constexpr Sentence kNoWmma = sentence("PTX does not say which lane has which element");
constexpr Sentence kWriteWmma =
    sentence("write nvcuda::wmma with #include <mma.h>, or ldmatrix and mma.sync");
constexpr Sentence kNoSmallMatrix = sentence("its elements are not of 16 bits");
constexpr Sentence kSixteenBits = sentence("write .m8n8 with .b16");
constexpr Sentence kNoTextures = sentence("it is for textures or surfaces");
constexpr Sentence kCallFetch = sentence("call tex1Dfetch, tex2D and their like");
constexpr Sentence kNoGather = sentence("it copies something else than a tile");
constexpr Sentence kCopyTiles = sentence("write .tile, or a bulk copy for each row");
constexpr Sentence kNoDimensions = sentence("it copies more than three dimensions");
constexpr Sentence kMakeThree = sentence("make the tensor map of fewer dimensions");
constexpr Sentence kNoPairs = sentence("it is for two multiprocessors together");
constexpr Sentence kNoPartBarrier = sentence("threads arrive at that barrier without waiting");
constexpr Sentence kWriteMbarrier = sentence("write an mbarrier, or __syncthreads()");
constexpr Sentence kNoSeveralGpus = sentence("it is for memory of several GPUs");
constexpr Sentence kOneGpu = sentence("write an atomic operation on this GPU's memory");
constexpr Sentence kNoMapChanges = sentence("it changes a tensor map");
constexpr Sentence kEncodeMap = sentence("make the map on the host: cuTensorMapEncodeTiled");

constexpr auto kRefused = std::to_array<Refused>({
    {"wgmma", kNoGroupProducts, kOneWarp},
    {"tcgen05", kNoTensorMemory, kOneWarp},
    {"mapa", kNoClusters, kOneBlock},
    {"getctarank", kNoClusters, kOneBlock},
    {"st.async", kNoClusters, kOneBlock},
    {"red.async", kNoClusters, kOneBlock},
    {"barrier.cluster", kNoClusters, kOneBlock},
    {"clusterlaunchcontrol", kNoClusters, kOneBlock},
    {".multicast::cluster", kNoClusters, kOneBlock},
    {"cp.async.bulk.shared::cluster.shared::cta", kNoClusters, kOneBlock},
    {".cta_group::1", kNoPairs, kOneBlock},
    {".cta_group::2", kNoPairs, kOneBlock},
    {"mma.sp", kNoSparse, kWholeMatrix},
    {"mma.sp::ordered_metadata", kNoSparse, kWholeMatrix},
    {"wmma", kNoWmma, kWriteWmma},
    {".m16n16", kNoSmallMatrix, kSixteenBits},
    {".m8n16", kNoSmallMatrix, kSixteenBits},
    {".m16n8", kNoSmallMatrix, kSixteenBits},
    {"tex", kNoTextures, kCallFetch},
    {"tld4", kNoTextures, kCallFetch},
    {"suld", kNoTextures, kCallFetch},
    {"sust", kNoTextures, kCallFetch},
    {"sured", kNoTextures, kCallFetch},
    {".im2col", kNoGather, kCopyTiles},
    {".im2col_no_offs", kNoGather, kCopyTiles},
    {".im2col::w", kNoGather, kCopyTiles},
    {".im2col::w::128", kNoGather, kCopyTiles},
    {".tile::gather4", kNoGather, kCopyTiles},
    {".tile::scatter4", kNoGather, kCopyTiles},
    {"cp.async.bulk.tensor.4d", kNoDimensions, kMakeThree},
    {"cp.async.bulk.tensor.5d", kNoDimensions, kMakeThree},
    {"cp.reduce.async.bulk.tensor.4d", kNoDimensions, kMakeThree},
    {"cp.reduce.async.bulk.tensor.5d", kNoDimensions, kMakeThree},
    {"bar.arrive", kNoPartBarrier, kWriteMbarrier},
    {"barrier.arrive", kNoPartBarrier, kWriteMbarrier},
    {"multimem", kNoSeveralGpus, kOneGpu},
    {"tensormap", kNoMapChanges, kEncodeMap},
});

constexpr auto kSmallFloats =
    std::to_array<std::string_view>({"e4m3", "e5m2", "e3m2", "e2m3", "e2m1", "ue8m0", "ue4m3"});

bool begins_with(const PtxInstruction& instruction, std::string_view words) {
  const std::string& spelling = instruction.spelling();
  return spelling == words || spelling.starts_with(std::string(words) + ".");
}

PtxProblem refusal(std::string_view name, Sentence why, Sentence hint) {
  return {say("inline PTX: '{name}' is not supported: {why}", "name"_a = name, "why"_a = say(why)),
          say(hint), true};
}

}  // namespace

std::optional<PtxProblem> refused_ptx(const PtxInstruction& instruction) {
  for (const Refused& one : kRefused) {
    const bool is_one = one.words.starts_with('.') ? instruction.has(one.words.substr(1))
                                                   : begins_with(instruction, one.words);
    if (is_one) return refusal(instruction.spelling(), one.why, one.hint);
  }
  const bool is_small = std::any_of(kSmallFloats.begin(), kSmallFloats.end(),
                                    [&](std::string_view type) { return instruction.has(type); });
  const bool is_access = instruction.name() == "ld" || instruction.name() == "st" ||
                         instruction.name() == "atom" || instruction.name() == "red";
  if (is_access && instruction.has("shared::cluster"))
    return refusal(instruction.spelling(), kNoClusters, kOneBlock);
  if (instruction.name() == "mma" && is_small)
    return refusal(instruction.spelling(), kNoSmallFloats, kConvert);
  return std::nullopt;
}

std::optional<PtxProblem> refused_ptx_register(std::string_view name) {
  const bool is_of_clusters = name.starts_with("%cluster") || name.starts_with("%ncluster") ||
                              name == "%is_explicit_cluster";
  if (is_of_clusters) return refusal(name, kNoClusters, kOneBlock);
  return std::nullopt;
}

std::string hint_of_nearest(const std::string& name, const std::vector<std::string>& candidates) {
  const std::string nearest = base::nearest_name(name, candidates);
  return nearest.empty() ? say("write the same in C, or with an intrinsic") : did_you_mean(nearest);
}

PtxProblem unknown_ptx(const std::string& spelling, const std::vector<std::string>& rows) {
  constexpr auto kFamilies = std::to_array<std::string_view>(
      {"ld", "st", "atom", "red", "setp", "cvt", "ldmatrix", "stmatrix", "movmatrix", "mma", "cp",
       "mbarrier", "bar", "barrier", "elect", "bra"});
  const std::string first = spelling.substr(0, spelling.find('.'));
  std::vector<std::string> alike, words(kFamilies.begin(), kFamilies.end());
  for (const std::string& row : rows) {
    words.push_back(row.substr(0, row.find('.')));
    if (words.back() == first) alike.push_back(row);
  }
  return {say("inline PTX: the instruction '{name}' is not known", "name"_a = spelling),
          alike.empty()
              ? hint_of_nearest(first, words)
              : say("known are {names}, each with a type", "names"_a = base::list_words(alike)),
          true};
}

}  // namespace warplens::lang
