#pragma once

// A Runner that plays every program with one function, which may look at the whole request. For tests.

#include <functional>

#include "sandbox/runner.h"

namespace judge {

class PlayedRunner : public Runner {
  public:
    using Play = std::function<Result<RunOutcome>(const RunRequest&)>;
    explicit PlayedRunner(Play play) : play_(std::move(play)) {}

    Result<RunOutcome> run(const RunRequest& request) override { return play_(request); }
    Result<PairOutcome> run_pair(const PairRequest&) override {
        return Error{ErrorCode::unsupported, "cannot run a pair: the played runner knows single programs", ""};
    }
    const Containment& containment() const override { return containment_; }

  private:
    Play play_;
    Containment containment_;
};

inline RunOutcome exited_with(int code) {
    RunOutcome run;
    run.ending = Exited{code};
    return run;
}

}  // namespace judge
