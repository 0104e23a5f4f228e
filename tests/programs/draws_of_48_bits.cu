// drand48() and its relatives.
#include <cstdio>
#include <cstdlib>
int main() {
  printf("%ld\n", lrand48());
  srand48(5);
  const long first = lrand48(), second = mrand48();
  printf("%ld %ld %g\n", first, second, drand48());
  unsigned short state[3] = {1, 2, 3};
  const double third = erand48(state);
  const long fourth = nrand48(state), fifth = jrand48(state);
  printf("%g %ld %ld %d %d %d\n", third, fourth, fifth, state[0], state[1], state[2]);
}
