// Functions with arguments behind `...`: numbers of all kinds, texts, and va_lists that go on to the
// C library.
#include <cstdarg>
#include <cstdio>
#include <string>

void print_values(const char* name, int count, ...) {
  va_list values;
  va_start(values, count);
  printf("%s:", name);
  for (int i = 0; i < count; ++i) printf(" %g", va_arg(values, double));
  printf("\n");
  va_end(values);
}
int total(int count, ...) {
  va_list first, second;
  va_start(first, count);
  va_copy(second, first);
  int sum = 0;
  for (int i = 0; i < count; ++i) sum += va_arg(first, int);
  for (int i = 0; i < count; ++i) sum += 100 * va_arg(second, int);
  va_end(second);
  va_end(first);
  return sum;
}
void message(const char* format, ...) {
  va_list list;
  va_start(list, format);
  printf("[");
  vprintf(format, list);
  printf("]\n");
  va_end(list);
}
std::string text_of(const char* format, ...) {
  char text[64];
  va_list list;
  va_start(list, format);
  int size = vsnprintf(text, sizeof text, format, list);
  va_end(list);
  return std::string(text) + "/" + std::to_string(size);
}
void nothing(const char*, ...) {}
struct Log {
  int lines = 0;
  void add(const char* format, ...) {
    va_list list;
    va_start(list, format);
    vfprintf(stdout, format, list);
    va_end(list);
    ++lines;
  }
};

int main() {
  print_values("values", 3, 1.5, 2.5f, -3.0);
  printf("%d\n", total(3, 1, total(2, 2, 3), (short)-4));
  message("%s %d %5.2f %c %x %lu %lld", "text", -7, 3.14159, 'c', 255u, 1ul << 40, -5ll);
  message("no arguments");
  printf("%s %s\n", text_of("%d-%s", 42, text_of("%c", 'x').c_str()).c_str(), text_of("%*d", 5, 7).c_str());
  nothing("unused", 1, 2.0);
  Log log;
  log.add("%s: %p is null\n", "log", (void*)nullptr);
  log.add("%d line%s\n", log.lines, "");
}
