// What counts are called here, and by Nsight Compute.
#include "app/study/counts.hpp"

#include <doctest/doctest.h>

#include "app/study/metrics.hpp"

namespace {

using namespace warplens;
using observe::AccessKind;
using study::Measure;
using trace::Space;

}  // namespace

TEST_CASE("counts: one of a thing and several, alone and with their memory") {
  CHECK(study::counted(Measure::kWavefronts, 1).english() == "1 wavefront");
  CHECK(study::counted(Measure::kWavefronts, 32).english() == "32 wavefronts");
  CHECK(study::counted(Measure::kSectors, 0).english() == "0 sectors");
  CHECK(study::grouped_count(Measure::kSectors, 1).english() == "1 sector");
  CHECK(study::grouped_count(Measure::kRequests, 999).english() == "999 requests");
  CHECK(study::grouped_count(Measure::kWavefronts, 8192).english() == "8,192 wavefronts");
  CHECK(study::name_of(Space::kShared, Measure::kWavefronts).english() == "shared: wavefronts");
  CHECK(study::name_of(study::cost_in(Space::kConstant)).english == std::string("broadcasts"));
}

TEST_CASE("metrics: of a count by its memory and operation, of atomics with a result and without") {
  CHECK(study::metric_of(Space::kShared, AccessKind::kLoad, Measure::kWavefronts) ==
        "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum");
  CHECK(study::metric_of(Space::kShared, AccessKind::kStore, Measure::kConflicts) ==
        "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum");
  CHECK(study::metric_of(Space::kGlobal, AccessKind::kAtomic, Measure::kSectors) ==
        "l1tex__t_sectors_pipe_lsu_mem_global_op_atom.sum + "
        "l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum");
  // Nothing counts what all lanes request, nor broadcasts.
  CHECK(study::metric_of(Space::kGlobal, AccessKind::kLoad, Measure::kBytesRequested).empty());
  CHECK(study::metric_of(Space::kConstant, AccessKind::kLoad, Measure::kBroadcasts).empty());
  CHECK(study::with_metric("12", Space::kConstant, AccessKind::kLoad, Measure::kBroadcasts) ==
        "12");
}

TEST_CASE("metrics: programs find them by the counts' own names") {
  const study::Section metrics = study::list_metrics();
  const study::Value* sectors = study::find(metrics, "global.load.sectors");
  REQUIRE(sectors != nullptr);
  CHECK(study::rendered(*sectors) == "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum");
  CHECK(study::find(metrics, "shared.store.bytes_moved") == nullptr);
  CHECK(study::find(metrics, "global.load.bytes_requested") == nullptr);
}
