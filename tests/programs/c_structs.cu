// Structs in arrays and by value, strings in them, static variables, switch with fall-through.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  char name[12];
  int size;
  double weight;
} Part;

static int next_number(void) {
  static int number = 40;
  return ++number;
}

static Part doubled(Part part) {
  part.size *= 2;
  part.weight += 0.25;
  return part;
}

static const char* kind_of(int size) {
  switch (size) {
    case 0:
      return "none";
    case 1:
    case 2:
      return "few";
    default:
      return size > 10 ? "many" : "some";
  }
}

int main(void) {
  Part parts[4] = {{"bolt", 3, 1.5}, {"nut", 2}, {"rod"}};
  strcpy(parts[3].name, "a long one");
  parts[3] = doubled(parts[0]);
  for (int i = 0; i < 4; ++i)
    printf("%-12s|%3d|%6.2f|%s\n", parts[i].name, parts[i].size, parts[i].weight,
           kind_of(parts[i].size));
  Part* heap = (Part*)malloc(2 * sizeof(Part));
  heap[0] = parts[1];
  heap[1] = doubled(heap[0]);
  printf("%d %d %zu\n", heap[0].size, heap[1].size, sizeof(Part));
  free(heap);
  next_number();
  next_number();
  printf("%d\n", next_number());
  int total = 0;
  for (int i = 0; i < 6; ++i) {
    switch (i % 4) {
      case 0:
        total += 1;
        // falls through
      case 1:
        total += 10;
        break;
      case 3:
        continue;
      default:
        total += 100;
    }
  }
  printf("%d\n", total);
  return 0;
}
