// new, delete, malloc and free in kernels: lists that live from one launch to the next, objects
// with destructors, and a heap that is full.
#include <cstdio>
struct Node {
  int value;
  Node* next;
  __device__ Node(int v, Node* n) : value(v), next(n) {}
};
struct Counted {
  int* ends;
  __device__ Counted() : ends(nullptr) {}
  __device__ ~Counted() {
    if (ends != nullptr) atomicAdd(ends, 1);
  }
};
__global__ void build(Node** heads, int n) {
  Node* head = nullptr;
  for (int i = 0; i < n; ++i) head = new Node(i * (threadIdx.x + 1), head);
  heads[threadIdx.x] = head;
}
__global__ void sum(Node** heads, int* out) {
  int total = 0;
  for (Node* p = heads[threadIdx.x]; p != nullptr;) {
    total += p->value;
    Node* next = p->next;
    delete p;
    p = next;
  }
  out[threadIdx.x] = total;
}
__global__ void objects(int* ends, int* out) {
  Counted* all = new Counted[3];
  for (int i = 0; i < 3; ++i) all[i].ends = ends;
  delete[] all;
  int* squares = (int*)malloc(10 * sizeof(int));
  for (int i = 0; i < 10; ++i) squares[i] = i * i;
  out[threadIdx.x] = squares[9];
  free(squares);
}
__global__ void too_much(int* out) {
  void* piece = malloc(3 << 20);
  void* second = malloc(3 << 20);
  out[0] = piece != nullptr;
  out[1] = second != nullptr;
  free(piece);
  void* third = malloc(3 << 20);
  out[2] = third != nullptr;
}
int main() {
  cudaDeviceSetLimit(cudaLimitMallocHeapSize, 4 << 20);
  Node** heads;
  int h[4], *d, ends = 0, *e;
  cudaMalloc(&heads, 4 * sizeof(Node*));
  cudaMalloc(&d, sizeof h);
  cudaMalloc(&e, sizeof ends);
  cudaMemset(e, 0, sizeof ends);
  build<<<1, 4>>>(heads, 5);
  sum<<<1, 4>>>(heads, d);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d %d %d %d\n", h[0], h[1], h[2], h[3]);
  objects<<<1, 4>>>(e, d);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  cudaMemcpy(&ends, e, sizeof ends, cudaMemcpyDeviceToHost);
  printf("%d %d\n", h[3], ends);
  too_much<<<1, 1>>>(d);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d %d %d\n", h[0], h[1], h[2]);
}
