// Conversions that are in another order than the arguments: each takes the next of its kind, as the
// registers of a call have them.
#include <cstdio>

int main() {
  printf("%.1f of %d\n", 3, 2.5);
  printf("%d, %.2e, %s, %g\n", 0.25, 7, 1.5f, "text");
  char line[64];
  snprintf(line, sizeof line, "%*d|%5.1f|%c", 6.25, 4, 12, 'x');
  puts(line);
  fprintf(stdout, "%d %f %d %f\n", 1, 2.0, 3, 4.0);
  return 0;
}
