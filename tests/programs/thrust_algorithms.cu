// thrust on the device and on the host. Whole numbers, so every order of additions gives the same.
#include <thrust/adjacent_difference.h>
#include <thrust/copy.h>
#include <thrust/count.h>
#include <thrust/device_ptr.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/extrema.h>
#include <thrust/fill.h>
#include <thrust/for_each.h>
#include <thrust/functional.h>
#include <thrust/gather.h>
#include <thrust/host_vector.h>
#include <thrust/inner_product.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/permutation_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/logical.h>
#include <thrust/partition.h>
#include <thrust/reduce.h>
#include <thrust/remove.h>
#include <thrust/replace.h>
#include <thrust/reverse.h>
#include <thrust/scan.h>
#include <thrust/scatter.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/tabulate.h>
#include <thrust/transform.h>
#include <thrust/transform_reduce.h>
#include <thrust/tuple.h>
#include <thrust/unique.h>

#include <algorithm>
#include <cstdio>
#include <iostream>
#include <iterator>
#include <vector>

template <typename V>
void show(const char* name, const V& v) {
  std::cout << name << ": ";
  thrust::copy(v.begin(), v.end(), std::ostream_iterator<typename V::value_type>(std::cout, " "));
  std::cout << "\n";
}

struct saxpy {
  const float a;
  saxpy(float x) : a(x) {}
  __host__ __device__ float operator()(const float& x, const float& y) const { return a * x + y; }
};
struct square {
  __host__ __device__ int operator()(int x) const { return x * x; }
};
struct is_even {
  __host__ __device__ bool operator()(int x) const { return x % 2 == 0; }
};
struct mixed {
  template <typename Tuple>
  __device__ void operator()(Tuple t) {
    thrust::get<2>(t) = thrust::get<0>(t) * 10 + thrust::get<1>(t);
  }
};
struct sum_of {
  __host__ __device__ int operator()(const thrust::tuple<int, int>& t) const { return thrust::get<0>(t) + thrust::get<1>(t); }
};
// Every n-th element of a range.
template <typename Iterator>
class strided_range {
 public:
  typedef typename thrust::iterator_difference<Iterator>::type difference_type;
  struct stride_functor {
    difference_type stride;
    stride_functor(difference_type s) : stride(s) {}
    __host__ __device__ difference_type operator()(const difference_type& i) const { return stride * i; }
  };
  typedef typename thrust::counting_iterator<difference_type> CountingIterator;
  typedef typename thrust::transform_iterator<stride_functor, CountingIterator> TransformIterator;
  typedef typename thrust::permutation_iterator<Iterator, TransformIterator> PermutationIterator;
  typedef PermutationIterator iterator;
  strided_range(Iterator f, Iterator l, difference_type s) : first(f), last(l), stride(s) {}
  iterator begin() const { return PermutationIterator(first, TransformIterator(CountingIterator(0), stride_functor(stride))); }
  iterator end() const { return begin() + ((last - first) + (stride - 1)) / stride; }

 protected:
  Iterator first, last;
  difference_type stride;
};
struct point {
  int x, y;
};
struct by_y {
  __host__ __device__ bool operator()(const point& a, const point& b) const { return a.y < b.y; }
};
__global__ void doubled(int* p, int n) {
  if (threadIdx.x < n) p[threadIdx.x] *= 2;
}

int main() {
  thrust::host_vector<int> h(10);
  for (int i = 0; i < 10; ++i) h[i] = (i * 7) % 10;
  thrust::device_vector<int> d = h;
  thrust::sort(d.begin(), d.end());
  show("sorted", d);
  thrust::sort(d.begin(), d.end(), thrust::greater<int>());
  show("descending", d);
  std::cout << thrust::reduce(d.begin(), d.end()) << " " << thrust::reduce(d.begin(), d.end(), 100, thrust::plus<int>()) << " "
            << thrust::reduce(d.begin(), d.end(), -1, thrust::maximum<int>()) << "\n";
  std::cout << thrust::transform_reduce(d.begin(), d.end(), square(), 0, thrust::plus<int>()) << " "
            << thrust::inner_product(d.begin(), d.end(), d.begin(), 0) << " " << thrust::count_if(d.begin(), d.end(), is_even()) << " "
            << thrust::count(d.begin(), d.end(), 3) << "\n";

  thrust::device_vector<float> x(5), y(5, 1.0f);
  thrust::sequence(x.begin(), x.end(), 1.0f, 2.0f);
  thrust::transform(x.begin(), x.end(), y.begin(), y.begin(), saxpy(2.0f));
  show("saxpy", y);
  thrust::transform(y.begin(), y.end(), y.begin(), thrust::negate<float>());
  y[1] = 40;
  y.push_back(y[0] + 1);
  float first = y.front();
  std::cout << first << " " << y.back() << " " << y.size() << "\n";
  thrust::device_vector<float>::iterator best = thrust::max_element(y.begin(), y.end());
  std::cout << *best << " at " << best - y.begin() << ", least at " << thrust::min_element(y.begin(), y.end()) - y.begin() << "\n";

  thrust::device_vector<int> v(8), w(8);
  thrust::sequence(v.begin(), v.end());
  thrust::inclusive_scan(v.begin(), v.end(), w.begin());
  show("inclusive", w);
  thrust::exclusive_scan(v.begin(), v.end(), w.begin(), 5);
  show("exclusive", w);
  thrust::inclusive_scan(h.begin(), h.end(), h.begin(), thrust::maximum<int>());
  show("on the host", h);
  thrust::adjacent_difference(v.begin(), v.end(), w.begin());
  show("differences", w);
  auto end = thrust::copy_if(v.begin(), v.end(), w.begin(), is_even());
  std::cout << end - w.begin() << " even\n";
  end = thrust::remove_if(v.begin(), v.end(), is_even());
  v.erase(end, v.end());
  show("odd", v);
  thrust::reverse(v.begin(), v.end());
  thrust::replace(v.begin(), v.end(), 3, 33);
  show("reversed", v);
  thrust::fill(w.begin(), w.begin() + 4, 9);
  w.resize(thrust::unique(w.begin(), w.end()) - w.begin());
  show("unique", w);

  thrust::device_vector<int> keys = std::vector<int>{3, 1, 3, 2, 1}, values = std::vector<int>{30, 10, 31, 20, 11};
  thrust::sort_by_key(keys.begin(), keys.end(), values.begin());
  show("keys", keys);
  show("values", values);
  thrust::device_vector<int> names(5), sums(5);
  auto ends = thrust::reduce_by_key(keys.begin(), keys.end(), values.begin(), names.begin(), sums.begin());
  names.resize(ends.first - names.begin());
  sums.resize(ends.second - sums.begin());
  show("sums", sums);

  thrust::device_vector<point> points(4);
  for (int i = 0; i < 4; ++i) points[i] = point{i, (i * 3) % 4};
  thrust::sort(points.begin(), points.end(), by_y());
  thrust::host_vector<point> back = points;
  for (int i = 0; i < 4; ++i) std::cout << back[i].x << back[i].y << " ";
  std::cout << "\n";

  thrust::device_vector<int> a(4), b(4), c(4);
  thrust::sequence(a.begin(), a.end(), 1);
  thrust::fill(b.begin(), b.end(), 7);
  thrust::for_each(thrust::make_zip_iterator(thrust::make_tuple(a.begin(), b.begin(), c.begin())),
                   thrust::make_zip_iterator(thrust::make_tuple(a.end(), b.end(), c.end())), mixed());
  show("zipped", c);
  std::cout << thrust::transform_reduce(thrust::make_zip_iterator(thrust::make_tuple(a.begin(), b.begin())),
                                        thrust::make_zip_iterator(thrust::make_tuple(a.end(), b.end())), sum_of(), 0, thrust::plus<int>())
            << "\n";
  auto squares = thrust::make_transform_iterator(thrust::counting_iterator<int>(1), square());
  std::cout << thrust::reduce(thrust::device, squares, squares + 10) << "\n";
  thrust::device_vector<int> map = std::vector<int>{3, 0, 2};
  std::cout << thrust::reduce(thrust::make_permutation_iterator(c.begin(), map.begin()),
                              thrust::make_permutation_iterator(c.begin(), map.end()))
            << "\n";
  strided_range<thrust::device_vector<int>::iterator> second(c.begin(), c.end(), 2);
  std::cout << thrust::reduce(second.begin(), second.end()) << "\n";
  thrust::fill(second.begin(), second.end(), 8);
  show("every second", c);
  thrust::gather(map.begin(), map.end(), a.begin(), c.begin());
  thrust::scatter(map.begin(), map.end(), map.begin(), b.begin());
  show("gathered", c);
  show("scattered", b);
  std::cout << thrust::reduce(thrust::make_constant_iterator(2), thrust::make_constant_iterator(2) + 6) << "\n";

  int* raw = thrust::raw_pointer_cast(a.data());
  doubled<<<1, 32>>>(raw, 4);
  show("doubled", a);
  int* own;
  cudaMalloc(&own, 6 * sizeof(int));
  thrust::tabulate(thrust::device, own, own + 6, square());
  thrust::device_ptr<int> wrapped(own);
  thrust::transform(wrapped, wrapped + 6, wrapped, [] __host__ __device__(int value) { return value + 1; });
  thrust::sort(thrust::device, own, own + 6, [] __host__ __device__(int p, int q) { return p % 5 < q % 5; });
  show("by remainder", thrust::device_vector<int>(wrapped, wrapped + 6));
  std::cout << *thrust::find(wrapped, wrapped + 6, 17) << " " << thrust::all_of(wrapped, wrapped + 6, is_even()) << " "
            << thrust::is_sorted(wrapped, wrapped + 6) << "\n";
  std::vector<int> plain = {5, 4, 6};
  thrust::sort(thrust::host, plain.begin(), plain.end());
  thrust::host_vector<int> generated(3);
  int next = 0;
  thrust::generate(generated.begin(), generated.end(), [&next] { return next += 2; });
  std::cout << plain[0] << plain[1] << plain[2] << " " << generated[2] << " " << thrust::equal(plain.begin(), plain.end(), plain.begin()) << "\n";
}
