// The functions of <string.h> and <stdlib.h> on text, printf's formats.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  char line[64] = "warp 7, lane 31; bank 0x1f";
  int count = 0;
  for (char* word = strtok(line, " ,;"); word != NULL; word = strtok(NULL, " ,;"))
    printf("%d:%s ", ++count, word);
  printf("\n");
  char text[40];
  int written = snprintf(text, sizeof text, "%05d|%-6s|%+.3e|%x", 42, "ab", 1234.5, 255u);
  printf("%s %d %zu\n", text, written, strlen(text));
  written = snprintf(text, 6, "%s", "cut here");
  printf("%s %d\n", text, written);
  printf("%d %ld %.3f %d\n", atoi("  -17x"), strtol("7f", NULL, 16), atof("2.5e2"),
         strcmp("tile", "time") < 0);
  char* end = NULL;
  const double value = strtod("3.25 rest", &end);
  printf("%g '%s'\n", value, end);
  char copy[16];
  strcpy(copy, "shared");
  strcat(copy, "-mem");
  printf("%s %s %s %d\n", copy, strchr(copy, '-'), strstr(copy, "red"), strncmp(copy, "shape", 3));
  printf("[%5.1f%%] [%c] [%5s] [%-5s] [%.2s] [%*d]\n", 99.5, 'w', "ab", "cd", "xyz", 6, -3);
  printf("%lld %llu %hhd %hd %o %X %#x %u\n", -5000000000ll, 18000000000000000000ull, 300, 70000, 8,
         3054, 16, 4294967295u);
  int a = 0, b = 0;
  float f = 0;
  char word[8];
  printf("%d ", sscanf("12 0x1c 2.5 end", "%d %x %f %7s", &a, &b, &f, word));
  printf("%d %d %g %s\n", a, b, f, word);
  return 0;
}
