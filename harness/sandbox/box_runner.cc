#include "sandbox/box_runner.h"

#include "sandbox/leftovers.h"
#include "sandbox/pair.h"

namespace judge {
namespace {

class BoxRunner final : public Runner {
  public:
    BoxRunner(BoxOptions options, CgroupPlaces places, std::unique_ptr<ResidentBox> box)
        : options_(std::move(options)),
          places_(std::move(places)),
          box_(std::move(box)),
          containment_(containment_of(box_->facts())) {}

    Result<RunOutcome> run(const RunRequest& request) override { return box_->run(request, options_.cancel); }

    Result<PairOutcome> run_pair(const PairRequest& request) override {
        if (!second_) {
            JUDGE_ASSIGN(second, ResidentBox::start(options_, places_));
            JUDGE_TRY(second->await());
            second_ = std::move(second);
        }
        return run_joined(*box_, *second_, request, options_.cancel);
    }

    const Containment& containment() const override { return containment_; }

  private:
    BoxOptions options_;
    CgroupPlaces places_;
    std::unique_ptr<ResidentBox> box_, second_;  // the second is made when a pair comes
    Containment containment_;
};

}  // namespace

struct BoxRunners::State {
    BoxOptions options;
    CgroupPlaces places;
    std::vector<std::unique_ptr<ResidentBox>> boxes;
};

BoxRunners::BoxRunners(std::unique_ptr<State> state) : state_(std::move(state)) {}
BoxRunners::BoxRunners(BoxRunners&&) noexcept = default;
BoxRunners::~BoxRunners() = default;

Result<BoxRunners> BoxRunners::start(const BoxOptions& options, std::size_t count) {
    remove_leftovers(options.scratch_parent.empty() ? "/tmp" : options.scratch_parent);
    auto state = std::make_unique<State>();
    state->options = options;
    if (!options.force_off.contains("cgroups")) state->places = find_cgroup_places();
    for (std::size_t i = 0; i < count; ++i) {
        JUDGE_ASSIGN(box, ResidentBox::start(options, state->places));
        state->boxes.push_back(std::move(box));
    }
    return BoxRunners(std::move(state));
}

Result<std::vector<std::unique_ptr<Runner>>> BoxRunners::await() {
    std::vector<std::unique_ptr<Runner>> runners;
    for (std::unique_ptr<ResidentBox>& box : state_->boxes) {
        JUDGE_TRY(box->await());
        runners.push_back(std::make_unique<BoxRunner>(state_->options, state_->places, std::move(box)));
    }
    return runners;
}

Result<std::unique_ptr<Runner>> make_box_runner(const BoxOptions& options) {
    JUDGE_ASSIGN(started, BoxRunners::start(options, 1));
    JUDGE_ASSIGN(runners, started.await());
    return std::move(runners.front());
}

}  // namespace judge
