#include "kernels/measure/format/kernel_metrics.hpp"

namespace warplens::measure {
namespace {

using enum Space;
using enum Operation;

// Requests of shared memory count by the instruction's kind (LDS), so that a debug build's generic
// loads are missing there; wavefronts and everything of global memory count in the memory itself.
constexpr KernelMetric kMetrics[] = {
    {"smsp__inst_executed_op_shared_ld.sum", kShared, kLoad, &Counts::requests},
    {"smsp__inst_executed_op_shared_st.sum", kShared, kStore, &Counts::requests},
    {"smsp__inst_executed_op_shared_atom.sum", kShared, kAtomic, &Counts::requests},
    {"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum", kShared, kLoad, &Counts::wavefronts},
    {"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum", kShared, kStore, &Counts::wavefronts},
    {"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.sum", kShared, kAtomic,
     &Counts::wavefronts},
    {"l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", kGlobal, kLoad, &Counts::requests},
    {"l1tex__t_requests_pipe_lsu_mem_global_op_st.sum", kGlobal, kStore, &Counts::requests},
    {"l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum", kGlobal, kAtomic, &Counts::requests},
    {"l1tex__t_requests_pipe_lsu_mem_global_op_red.sum", kGlobal, kAtomic, &Counts::requests},
    {"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", kGlobal, kLoad, &Counts::sectors},
    {"l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum", kGlobal, kStore, &Counts::sectors},
    {"l1tex__t_sectors_pipe_lsu_mem_global_op_atom.sum", kGlobal, kAtomic, &Counts::sectors},
    {"l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum", kGlobal, kAtomic, &Counts::sectors},
    {"l1tex__t_set_accesses_pipe_lsu_mem_global_op_ld.sum", kGlobal, kLoad, &Counts::lines},
    {"l1tex__t_set_accesses_pipe_lsu_mem_global_op_st.sum", kGlobal, kStore, &Counts::lines},
    {"l1tex__t_set_accesses_pipe_lsu_mem_global_op_atom.sum", kGlobal, kAtomic, &Counts::lines},
    {"l1tex__t_set_accesses_pipe_lsu_mem_global_op_red.sum", kGlobal, kAtomic, &Counts::lines},
    // Their wavefronts are part of those of loads and stores.
    {"smsp__inst_executed_op_ldsm.sum", kShared, kLoad, &Counts::requests, true},
    {"smsp__inst_executed_op_shared_stsm.sum", kShared, kStore, &Counts::requests, true},
    {"smsp__inst_executed_op_ldgsts.sum", kShared, kCpAsync, &Counts::requests},
    {"smsp__inst_executed_op_tma_ld.sum", kGlobal, kBulk, &Counts::requests},
    {"smsp__inst_executed_op_tma_st.sum", kGlobal, kBulk, &Counts::requests},
    {"l1tex__m_xbar2l1tex_read_sectors_mem_global_op_tma_ld.sum", kGlobal, kBulk, &Counts::sectors},
    {"l1tex__m_l1tex2xbar_write_sectors_pipe_tma.sum", kGlobal, kBulk, &Counts::sectors},
};

}  // namespace

std::span<const KernelMetric> kernel_metrics() {
  return kMetrics;
}

}  // namespace warplens::measure
