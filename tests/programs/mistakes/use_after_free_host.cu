// A list whose nodes are freed too early.
#include <cstdio>
#include <cstdlib>
struct Node {
  int value;
  Node* next;
};
__global__ void nothing() {}
int main() {
  Node* first = nullptr;
  for (int i = 0; i < 3; ++i) {
    Node* node = (Node*)malloc(sizeof(Node));
    node->value = i;
    node->next = first;
    first = node;
  }
  nothing<<<1, 1>>>();
  for (Node* node = first; node != nullptr;) {
    free(node);
    printf("%d\n", node->value);  // finds: host_use_after_free
    node = node->next;
  }
}
