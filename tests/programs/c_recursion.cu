// Recursion, pointers to pointers, a linked list, a matrix of rows.
#include <stdio.h>
#include <stdlib.h>

struct Node {
  int value;
  struct Node* next;
};

static int fibonacci(int n) {
  return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

static void hanoi(int n, int from, int to, int by, int* moves) {
  if (n == 0) return;
  hanoi(n - 1, from, by, to, moves);
  ++*moves;
  hanoi(n - 1, by, to, from, moves);
}

static void sort(int* v, int low, int high) {
  if (low >= high) return;
  int pivot = v[(low + high) / 2], i = low, j = high;
  while (i <= j) {
    while (v[i] < pivot) ++i;
    while (v[j] > pivot) --j;
    if (i <= j) {
      int t = v[i];
      v[i++] = v[j];
      v[j--] = t;
    }
  }
  sort(v, low, j);
  sort(v, i, high);
}

int main() {
  int moves = 0;
  hanoi(8, 0, 2, 1, &moves);
  printf("%d %d\n", fibonacci(17), moves);
  struct Node* list = NULL;
  for (int i = 0; i < 5; ++i) {
    struct Node* node = (struct Node*)malloc(sizeof(struct Node));
    node->value = i * i;
    node->next = list;
    list = node;
  }
  while (list) {
    printf("%d ", list->value);
    struct Node* old = list;
    list = list->next;
    free(old);
  }
  printf("\n");
  int** rows = (int**)malloc(3 * sizeof(int*));
  for (int r = 0; r < 3; ++r) {
    rows[r] = (int*)calloc(4, sizeof(int));
    for (int c = 0; c <= r; ++c) rows[r][c] = 10 * r + c;
  }
  printf("%d %d %d\n", rows[2][1], rows[1][3], rows[2][2]);
  for (int r = 0; r < 3; ++r) free(rows[r]);
  free(rows);
  int v[] = {9, 4, 7, 1, 8, 1, 0, 5};
  sort(v, 0, 7);
  for (int i = 0; i < 8; ++i) printf("%d%c", v[i], i == 7 ? '\n' : ' ');
}
