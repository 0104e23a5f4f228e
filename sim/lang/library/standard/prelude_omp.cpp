// <omp.h>: a team's threads, one after another (text/omp_pragmas.cpp).
#include <array>

#include "sim/lang/library/prelude.hpp"

namespace warplens::lang {

std::string_view omp_text() {
  return R"cuda(
#pragma once
int warplens_team_wanted = 1, warplens_team_size = 1, warplens_team_thread = 0;
// A region that a team executes. One inside another has a team of one thread.
struct warplens_team {
  explicit warplens_team(int wanted) : size_(warplens_team_size), thread_(warplens_team_thread) {
    warplens_team_size = size_ > 1 ? 1 : wanted > 0 ? wanted : warplens_team_wanted;
    warplens_team_thread = 0;
  }
  ~warplens_team() {
    warplens_team_size = size_;
    warplens_team_thread = thread_;
  }
  bool goes_on() const { return warplens_team_thread < warplens_team_size; }
  void next() { ++warplens_team_thread; }
  int size_, thread_;
};
inline void warplens_team_barrier() {
  if (warplens_team_size > 1) warplens_not_supported("#pragma omp barrier in a team of threads");
}
inline int omp_get_thread_num() { return warplens_team_thread; }
inline int omp_get_num_threads() { return warplens_team_size; }
inline int omp_get_max_threads() { return warplens_team_wanted; }
inline int omp_get_num_procs() { return 1; }
inline void omp_set_num_threads(int count) { if (count > 0) warplens_team_wanted = count; }
inline int omp_in_parallel() { return warplens_team_size > 1; }
inline double omp_get_wtime() { return warplens_nanoseconds(0) * 1e-9; }
)cuda";
}

bool needs_omp_text(std::string_view text) {
  static constexpr auto kWords =
      std::to_array<std::string_view>({"omp.h", "omp_get", "omp_set", "omp_in", "omp parallel"});
  return names_one_of(text, kWords);
}

}  // namespace warplens::lang
