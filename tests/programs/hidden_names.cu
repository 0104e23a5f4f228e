// Names of structs and enums that functions or variables have, too; structs that are named first
// and defined further down.
#include <cstdio>
#include <cstdlib>
typedef struct Node* List;
struct Node {
  int value;
  List next;
};
struct Tree {
  struct Leaf* first;
  int n;
};
struct Leaf {
  int x;
};
typedef struct Opaque* Handle;
Handle none() {
  return nullptr;
}
struct Graph* make_graph(int n);
int nodes(struct Graph* g);

struct point {
  int x;
};
struct point point = {7};
enum color { red, green };
int color(int x) {
  return x + 1;
}
struct stat {
  int size;
};
int stat(const char* name, struct stat* to) {
  to->size = 5;
  return 0;
}
void cudaError(const char* text, int line) {
  printf("%s %d\n", text, line);
}
int main() {
  List list = nullptr;
  for (int i = 0; i < 3; ++i) {
    List next = (List)malloc(sizeof(struct Node));
    next->value = i;
    next->next = list;
    list = next;
  }
  for (struct Node* at = list; at; at = at->next) printf("%d ", at->value);
  Leaf leaf{4};
  Tree tree{&leaf, 1};
  printf("%d %d\n", tree.first->x, none() == nullptr);
  struct Graph* graph = make_graph(5);
  printf("%d\n", nodes(graph));

  struct stat s;
  stat("a", &s);
  enum color c = green;
  printf("%d %d %d\n", s.size, color(c), point.x);
  struct point p = point;
  p.x = 3;
  {
    struct point point = p;
    struct point* q = &point;
    printf("%d %d\n", q->x, (int)sizeof(struct point));
  }
  cudaError("text", 3);
  cudaError_t e = cudaGetLastError();
  enum cudaError f = e;
  printf("%d\n", (int)f);
}
struct Graph {
  int n;
};
struct Graph* make_graph(int n) {
  struct Graph* g = (struct Graph*)malloc(sizeof *g);
  g->n = n;
  return g;
}
int nodes(struct Graph* g) {
  return g->n;
}
