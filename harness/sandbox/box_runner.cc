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
            JUDGE_ASSIGN(second, ResidentBox::make(options_, places_));
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

Result<std::unique_ptr<Runner>> make_box_runner(const BoxOptions& options) {
    remove_leftovers(options.scratch_parent.empty() ? "/tmp" : options.scratch_parent);
    CgroupPlaces places;
    if (!options.force_off.contains("cgroups")) places = find_cgroup_places();
    JUDGE_ASSIGN(box, ResidentBox::make(options, places));
    return std::unique_ptr<Runner>(std::make_unique<BoxRunner>(options, std::move(places), std::move(box)));
}

}  // namespace judge
