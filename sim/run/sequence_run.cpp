#include "sim/run/sequence_run.hpp"

#include <atomic>
#include <new>
#include <optional>
#include <utility>

#include "sim/observe/finding/finding_place.hpp"
#include "sim/prepare/bind.hpp"
#include "sim/prepare/prepare.hpp"
#include "sim/run/execution.hpp"
#include "sim/run/launch_findings.hpp"
#include "sim/run/launch_run.hpp"

namespace warplens::run {

namespace {

prepare::Request with_store(prepare::Request request) {
  if (request.store == nullptr) request.store = std::make_shared<prepare::RunStore>();
  return request;
}

// The request as a run keeps it.
prepare::Request kept(const prepare::Request& request, const prepare::Compiled& compiled) {
  prepare::Request result = request;
  result.read_file = nullptr;
  result.read_include = nullptr;
  result.cancelled = nullptr;
  result.also_count.clear();
  result.store = nullptr;
  result.follows_branches = false;
  result.file = compiled.unit->file;  // with the texts that it includes
  return result;
}

}  // namespace

class SequenceRun::Sequence {
 public:
  Sequence(prepare::Request request, std::unique_ptr<LaunchSource> launches);
  explicit Sequence(const prepare::Request& request);

  base::Progress advance(base::Slice& slice);
  base::Checked<Runs> take();
  Position position() const;
  Runs so_far() const;
  const std::atomic<bool>* cancelled() const { return request_.cancelled; }

 private:
  // Of the present launch.
  enum class Stage : uint8_t {
    kCompile,
    kFill,
    kBind,
    kExecute,
    kFillAgain,
    kLookAtOutputs,
    kKeep
  };

  base::Progress go_on(base::Slice& slice);
  void take_compiled();
  void begin_filling();
  void bind();
  void look_for_next();
  void find_unwritten_outputs();
  void bind_again();
  void add_unwritten_outputs();
  void keep();
  void forget();
  void fail(base::Diagnostics errors);

  prepare::Request request_;
  std::unique_ptr<LaunchSource> source_;  // null until the text has compiled: the request's own
  prepare::Compiling compiling_;
  std::optional<prepare::Compiled> compiled_;
  std::optional<prepare::Request> next_;  // the launch that comes next
  Stage stage_ = Stage::kCompile;
  prepare::Earlier earlier_;
  prepare::Earlier fresh_;  // of the launch once more, as if it were the first
  std::optional<prepare::ArraysAhead> filling_;
  Allowance allowance_;
  std::optional<prepare::BoundLaunch> bound_;
  bool is_alone_ = false;  // no other launch was before the present one
  std::shared_ptr<Run> run_;
  std::unique_ptr<LaunchRun> launch_;
  observe::MemoryLayout layout_;
  std::vector<uint32_t> sparse_;  // arrays that may be outputs which are left in part
  std::unique_ptr<UnwrittenOutputs> outputs_;
  Runs runs_;  // those that have ended
  bool is_done_ = false;
  base::Diagnostics errors_;
};

SequenceRun::Sequence::Sequence(prepare::Request request, std::unique_ptr<LaunchSource> launches)
    : request_(with_store(std::move(request))),
      source_(std::move(launches)),
      compiling_(request_),
      allowance_(allowance_of(request_)) {}

SequenceRun::Sequence::Sequence(const prepare::Request& request) : Sequence(request, nullptr) {
  errors_ = prepare::check_launches(request_);
  is_done_ = !errors_.empty();
}

base::Progress SequenceRun::Sequence::advance(base::Slice& slice) {
  try {
    while (!is_done_) {
      if (go_on(slice) == base::Progress::kMore) return base::Progress::kMore;
    }
  } catch (const std::bad_alloc&) {
    forget();  // so that there is room for the message
    fail(prepare::out_of_memory());
  }
  return base::Progress::kDone;
}

// A stage; kMore: the slice was over before it.
base::Progress SequenceRun::Sequence::go_on(base::Slice& slice) {
  if (slice.is_over()) return base::Progress::kMore;
  switch (stage_) {
    case Stage::kCompile:
      if (compiling_.advance(slice) == base::Progress::kMore) return base::Progress::kMore;
      take_compiled();
      if (!is_done_) begin_filling();
      break;
    case Stage::kFill:
      if (filling_->advance(slice) == base::Progress::kMore) return base::Progress::kMore;
      stage_ = Stage::kBind;
      break;
    case Stage::kBind:
      bind();
      slice.spend(base::Slice::kUsual);
      break;
    case Stage::kExecute:
      if (launch_->advance(slice) == base::Progress::kMore) return base::Progress::kMore;
      launch_.reset();
      look_for_next();
      find_unwritten_outputs();
      break;
    case Stage::kFillAgain:
      if (filling_->advance(slice) == base::Progress::kMore) return base::Progress::kMore;
      bind_again();
      slice.spend(base::Slice::kUsual);
      break;
    case Stage::kLookAtOutputs:
      if (outputs_->advance(slice) == base::Progress::kMore) return base::Progress::kMore;
      add_unwritten_outputs();
      break;
    case Stage::kKeep:
      keep();
      break;
  }
  return base::Progress::kDone;
}

void SequenceRun::Sequence::take_compiled() {
  base::Checked<prepare::Compiled> compiled = compiling_.take();
  if (!compiled.ok()) return fail(compiled.error());
  compiled_ = std::move(*compiled);
  if (source_ == nullptr)
    source_ =
        std::make_unique<ListedLaunches>(prepare::requests_of(request_, compiled_->program.get()));
  next_ = source_->next(nullptr);
  is_done_ = !next_;
}

void SequenceRun::Sequence::begin_filling() {
  if (next_->store == nullptr) next_->store = request_.store;
  filling_.emplace(*compiled_, *next_, earlier_);
  stage_ = Stage::kFill;
}

void SequenceRun::Sequence::bind() {
  is_alone_ = earlier_.is_first;
  base::Checked<prepare::BoundLaunch> bound =
      prepare::bind_launch(*compiled_, std::move(*next_), earlier_);
  if (!bound.ok()) return fail(prepare::numbered(bound.error(), runs_.size()));
  bound_ = std::move(*bound);
  run_ = std::make_shared<Run>();
  run_->request = kept(bound_->request, *compiled_);
  run_->program = bound_->program;
  run_->context = bound_->context;
  run_->reached = bound_->reached;
  run_->device = compiled_->device;
  run_->warnings = std::move(bound_->warnings);
  launch_ = std::make_unique<LaunchRun>(*run_, *bound_, runs_.size() == request_.shown_launch,
                                        allowance_);
  stage_ = Stage::kExecute;
}

// A launch that does not come to its end is the last.
void SequenceRun::Sequence::look_for_next() {
  next_ = run_->ending == Ending::kComplete ? source_->next(run_.get()) : std::nullopt;
  stage_ = Stage::kKeep;
}

// Hints on outputs that the launch leaves in part as they were; where it is the only one, so that
// no other one was to write the rest.
void SequenceRun::Sequence::find_unwritten_outputs() {
  const prepare::Request& request = bound_->request;
  if (!is_alone_ || next_ || !request.launch.checks.hints || run_->ending != Ending::kComplete)
    return;
  layout_ = layout_of(*run_->context, bound_->memory);
  sparse_ = sparsely_stored(*run_, layout_);
  if (sparse_.empty()) return;
  fresh_ = {};
  filling_.emplace(*compiled_, request, fresh_);
  stage_ = Stage::kFillAgain;
}

// For the arrays as the launch found them.
void SequenceRun::Sequence::bind_again() {
  stage_ = Stage::kKeep;
  base::Checked<prepare::BoundLaunch> again =
      prepare::bind_launch(*compiled_, bound_->request, fresh_);
  fresh_ = {};
  if (!again.ok()) return;
  outputs_ = look_at_outputs(*run_, layout_, sparse_, std::move(again->memory));
  stage_ = Stage::kLookAtOutputs;
}

void SequenceRun::Sequence::add_unwritten_outputs() {
  for (observe::Finding& finding : outputs_->findings()) {
    run_->other_findings.push_back(finding);
    run_->findings.push_back(std::move(finding));
  }
  observe::sort_by_place(run_->findings);
  observe::sort_by_place(run_->other_findings);
  outputs_.reset();
  stage_ = Stage::kKeep;
}

// What the launch leaves, for another one and for who looks at it.
void SequenceRun::Sequence::keep() {
  for (std::vector<observe::Finding>* findings : {&run_->findings, &run_->other_findings}) {
    for (observe::Finding& finding : *findings)
      finding.rests_on = guesses_behind(finding, bound_->request);
  }
  prepare::RunStore& store = *bound_->request.store;
  if (next_) {
    if (bound_->request.keeps_contents) run_->memory_after = store.keep(bound_->memory, false);
    earlier_.memory = std::move(bound_->memory);
  } else {
    run_->memory_after = store.keep(std::move(bound_->memory), true);
    is_done_ = true;
  }
  runs_.push_back(std::move(run_));
  bound_.reset();
  if (next_) begin_filling();
}

void SequenceRun::Sequence::forget() {
  filling_.reset();
  fresh_ = {};
  launch_.reset();
  outputs_.reset();
  bound_.reset();
  run_.reset();
  earlier_ = {};
  runs_.clear();
}

void SequenceRun::Sequence::fail(base::Diagnostics errors) {
  errors_ = std::move(errors);
  is_done_ = true;
}

base::Checked<Runs> SequenceRun::Sequence::take() {
  if (!errors_.empty()) return base::fail(std::move(errors_));
  return std::move(runs_);
}

SequenceRun::Position SequenceRun::Sequence::position() const {
  if (launch_ == nullptr) return {runs_.size(), 0, 0};
  return {runs_.size(), launch_->blocks_done(), run_->context->grid.count()};
}

Runs SequenceRun::Sequence::so_far() const {
  const std::shared_ptr<const Run> present = launch_ == nullptr ? nullptr : launch_->so_far();
  if (present == nullptr) return {};
  Runs runs = runs_;
  runs.push_back(present);
  return runs;
}

SequenceRun::SequenceRun(prepare::Request request, std::unique_ptr<LaunchSource> launches)
    : sequence_(std::make_unique<Sequence>(std::move(request), std::move(launches))) {}

SequenceRun::SequenceRun(const prepare::Request& request)
    : sequence_(std::make_unique<Sequence>(request)) {}

SequenceRun::~SequenceRun() = default;

base::Progress SequenceRun::advance(base::Slice& slice) {
  return sequence_->advance(slice);
}

base::Progress SequenceRun::advance(uint64_t steps) {
  base::Slice slice(steps, sequence_->cancelled());
  return advance(slice);
}

base::Checked<Runs> SequenceRun::take() {
  return sequence_->take();
}

SequenceRun::Position SequenceRun::position() const {
  return sequence_->position();
}

Runs SequenceRun::so_far() const {
  return sequence_->so_far();
}

}  // namespace warplens::run
