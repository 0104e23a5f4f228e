// g++'s atomic functions, in host code.
#include <cstdio>

int main() {
  int x = 3;
  int a = __atomic_fetch_add(&x, 2, __ATOMIC_SEQ_CST);
  int b = __atomic_add_fetch(&x, 2, __ATOMIC_RELAXED);
  printf("%d %d %d\n", a, b, __atomic_load_n(&x, __ATOMIC_ACQUIRE));
  __atomic_store_n(&x, 9, __ATOMIC_RELEASE);
  int expected = 8;
  bool first = __atomic_compare_exchange_n(&x, &expected, 11, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  bool second = __atomic_compare_exchange_n(&x, &expected, 11, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  printf("%d %d %d %d\n", first, second, expected, x);
  printf("%d %d\n", __atomic_exchange_n(&x, 12, __ATOMIC_SEQ_CST), __atomic_fetch_or(&x, 3, __ATOMIC_RELAXED));
  printf("%d %d\n", __atomic_and_fetch(&x, 6, __ATOMIC_RELAXED), __atomic_nand_fetch(&x, 2, __ATOMIC_RELAXED));
  unsigned long long wide = 1;
  __sync_fetch_and_add(&wide, 5);
  printf("%llu %d\n", wide, __sync_bool_compare_and_swap(&wide, 6, 7));
  bool flag = false;
  printf("%d %d\n", __atomic_test_and_set(&flag, __ATOMIC_ACQUIRE), __atomic_test_and_set(&flag, __ATOMIC_ACQUIRE));
  __atomic_clear(&flag, __ATOMIC_RELEASE);
  printf("%d\n", flag);
}
