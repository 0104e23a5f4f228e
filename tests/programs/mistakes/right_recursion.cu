// A tree whose nodes are allocated while their parents' pointers wait in registers.
#include <cstdio>
#include <cstdlib>
struct Node {
  int value;
  Node *left, *right;
};
__global__ void nothing() {}
Node* tree(int depth) {
  if (depth == 0) return nullptr;
  Node* node = (Node*)malloc(sizeof(Node));
  node->value = depth;
  Node* left = tree(depth - 1);
  Node* right = tree(depth - 1);
  node->left = left;
  node->right = right;
  return node;
}
int sum(const Node* node) {
  return node == nullptr ? 0 : node->value + sum(node->left) + sum(node->right);
}
int main() {
  nothing<<<1, 1>>>();
  Node* root = tree(6);
  printf("%d\n", sum(root));
}
