__global__ void k(float* a, const float* b, int n) {
  using namespace std;
  typedef float real;
}
// expect error 3:3: typedef is not supported yet
