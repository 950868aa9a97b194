#pragma once

// What is shown while judging works: on a terminal one block that redraws in place and vanishes at the end, elsewhere
// one line for each finished submission.

#include <functional>
#include <memory>
#include <string_view>

#include "base/units.h"
#include "model/event.h"
#include "report/options.h"

namespace judge {

/// moving: the output is a terminal that understands cursor movements. still: anything else.
enum class Motion : std::uint8_t { still, moving };

struct LiveSettings {
    std::function<void(std::string_view)> write;  // bytes to the output, whole at once
    std::function<Nanos()> clock;                 // any clock that never goes back
    RenderOptions render;                         // quiet: nothing is shown at all
    Motion motion = Motion::still;
};

/// Shows events as they come. The block says how far the run is, what each slot does, what takes long, and, once it can
/// be guessed, the time left. It is gone after RunFinished and after destruction, so that the final table, or the
/// partial one after an interrupt, stands alone.
class LiveDisplay : public Listener {
  public:
    explicit LiveDisplay(LiveSettings settings);
    ~LiveDisplay() override;
    LiveDisplay(const LiveDisplay&) = delete;
    LiveDisplay& operator=(const LiveDisplay&) = delete;

    void on(const Event& event) override;
    /// Redraws the block for the time that has passed, at most ten times a second. May be called from another thread
    /// than `on`.
    void tick();

  private:
    struct State;
    std::unique_ptr<State> state_;
};

std::unique_ptr<LiveDisplay> make_live_listener(LiveSettings settings);

}  // namespace judge
