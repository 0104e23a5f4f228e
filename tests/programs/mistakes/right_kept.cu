// Memory that is allocated in turns and not freed is still pointed to: by an array, a list, a
// vector, from the device's memory; what is grown keeps its place or not.
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>
struct Node {
  int value;
  Node* next;
};
__global__ void sum(int** rows, int* all) {
  for (int i = 0; i < 4; ++i) *all += *rows[i];
}
int main() {
  int *rows[4], *h_rows[4], **d_rows, *all, result = 0;
  Node* first = nullptr;
  std::vector<char*> kept;
  std::vector<std::string> names;
  for (int i = 0; i < 4; ++i) {
    cudaMalloc(&rows[i], sizeof(int));
    cudaMemcpy(rows[i], &i, sizeof(int), cudaMemcpyHostToDevice);
    h_rows[i] = (int*)malloc(sizeof(int));
    *h_rows[i] = i;
    Node* node = (Node*)malloc(sizeof(Node));
    *node = {i, first};
    first = node;
    kept.push_back((char*)calloc(1, 1 + i));
    names.push_back("a name that does not fit into the string itself " + std::to_string(i));
  }
  cudaMalloc(&d_rows, sizeof rows);
  cudaMalloc(&all, sizeof(int));
  cudaMemcpy(d_rows, rows, sizeof rows, cudaMemcpyHostToDevice);
  cudaMemset(all, 0, sizeof(int));
  sum<<<1, 1>>>(d_rows, all);
  cudaMemcpy(&result, all, sizeof(int), cudaMemcpyDeviceToHost);
  int* grown = nullptr;
  for (int n = 1; n <= 64; ++n) {
    grown = (int*)realloc(grown, n * sizeof(int));
    grown[n - 1] = n;
  }
  char text[8];
  snprintf(text, sizeof text, "%d", grown[63]);
  printf("%d %d %d %s %d %s\n", result, *h_rows[3], first->value, names[3].c_str(), *kept[3], text);
}
