// Eight columns of b at a time are put beside each other; then four rows of a meet them, with their
// 4 x 8 sums in the processor's registers.
#include "sim/host/matrix_product.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "sim/machine/fused_instruction.hpp"

#if defined(WL_ASKS_FOR_FMA)
#include <immintrin.h>
#endif

namespace warplens::host {
namespace {

constexpr size_t kRows = 4, kColumns = 8;

using Sums = std::array<double, kRows * kColumns>;

// The sums of four rows, `k` numbers each and one behind the other, and of k rows of the panel.
void sum_up(const double* rows, const double* panel, size_t k, Sums& sums) {
  sums = {};
  for (size_t l = 0; l < k; ++l)
    for (size_t i = 0; i < kRows; ++i)
      for (size_t j = 0; j < kColumns; ++j)
        sums[i * kColumns + j] += rows[i * k + l] * panel[l * kColumns + j];
}

#if defined(WL_ASKS_FOR_FMA)

// As sum_up(), by instructions that multiply and add four numbers.
WL_WITH_FMA void sum_up_by_instruction(const double* rows, const double* panel, size_t k,
                                       Sums& result) {
  __m256d sums[kRows][2] = {};
  for (size_t l = 0; l < k; ++l) {
    const __m256d left = _mm256_loadu_pd(panel + l * kColumns);
    const __m256d right = _mm256_loadu_pd(panel + l * kColumns + 4);
    for (size_t i = 0; i < kRows; ++i) {
      const __m256d factor = _mm256_set1_pd(rows[i * k + l]);
      sums[i][0] = _mm256_fmadd_pd(factor, left, sums[i][0]);
      sums[i][1] = _mm256_fmadd_pd(factor, right, sums[i][1]);
    }
  }
  for (size_t i = 0; i < kRows; ++i) {
    _mm256_storeu_pd(result.data() + i * kColumns, sums[i][0]);
    _mm256_storeu_pd(result.data() + i * kColumns + 4, sums[i][1]);
  }
}

#endif

}  // namespace

void multiply_matrices(std::span<const double> a, std::span<const double> b, std::span<double> c,
                       size_t m, size_t n, size_t k) {
  auto* sum_up_any = &sum_up;
#if defined(WL_ASKS_FOR_FMA)
  if (machine::kHasFma) sum_up_any = &sum_up_by_instruction;
#endif
  std::vector<double> panel(k * kColumns), last(k * kRows);
  for (size_t column = 0; column < n; column += kColumns) {
    const size_t columns = std::min(kColumns, n - column);
    for (size_t l = 0; l < k; ++l)
      std::copy_n(b.data() + l * n + column, columns, panel.data() + l * kColumns);
    for (size_t row = 0; row < m; row += kRows) {
      const size_t rows = std::min(kRows, m - row);
      const double* from = a.data() + row * k;
      if (rows < kRows) {
        std::copy_n(from, rows * k, last.data());
        from = last.data();
      }
      Sums sums;
      sum_up_any(from, panel.data(), k, sums);
      for (size_t i = 0; i < rows; ++i)
        std::copy_n(sums.data() + i * kColumns, columns, c.data() + (row + i) * n + column);
    }
  }
}

}  // namespace warplens::host
