// warplens: --arg a=float[32] --block 32
#include <bits/stdc++.h>
#define FLT float
#define EPS 1e-5
#define PI 3.1415926535897932384626433832795
#define MAX(a,b) (((a)>(b))?(a):(b))
using namespace std;
const int INF = 0x3f3f3f3f;
const int MOD = 1e9 + 7;
const double eps = 1e-8;
typedef long long ll;
typedef pair<int, int> pii;
int dx[4] = {0, 1, 0, -1};
vector<int> g[10];
__global__ void k(FLT* a) { ll x = MOD; a[threadIdx.x] = x % INF + eps + PI + MAX(1, 2) + EPS; }
