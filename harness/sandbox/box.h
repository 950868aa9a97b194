#pragma once

// The judge's side of one resident box: its process, its socket, its control groups.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/fd.h"
#include "base/result.h"
#include "model/run.h"
#include "sandbox/box_wire.h"
#include "sandbox/cgroups.h"

namespace judge {

/// What a box is started from.
struct BoxPlan {
    std::string program;  // judge-box
    std::string folder;   // its own, made by the caller: root/ and scratch/ lie in it
    std::string group;    // name of its control groups
    CgroupPlaces places;
    bool namespaces = true;
    bool landlock = true;
    bool switch_user = true;
};

/// One box. Dies with this object, and everything in it.
class Box {
  public:
    /// Starts it; `await` must follow, and it builds itself meanwhile. Errors: sandbox; io - no control group;
    /// tool_missing - no judge-box.
    static Result<std::unique_ptr<Box>> start(const BoxPlan& plan);
    /// Waits until it is ready. Errors: sandbox - with the step that failed.
    Status await();
    Box(const Box&) = delete;
    Box& operator=(const Box&) = delete;
    ~Box();

    const wire::Ready& ready() const { return ready_; }
    BoxCgroup& cgroup() { return cgroup_; }
    int socket() const { return socket_.get(); }
    /// Between runs: false once it died or its socket failed. Start another one then.
    bool alive() const;
    /// True if the runs keep the box's own uid although it could switch: some folder is closed to strangers.
    bool keeps_uid() const { return keeps_uid_; }

    /// The folders of the coming runs (see wire::Paths); cheap when they are those of the last ones. Errors: sandbox,
    /// not_found.
    Status set_paths(const std::vector<std::string>& entries);

    /// Starts a run; `collect` must follow. Errors: usage - too many or too long arguments; sandbox.
    struct Files {
        int in = -1, out = -1, err = -1;
    };
    Status begin(const RunRequest& request, wire::Run bounds, const Files& files);

    /// The answer to `begin`, once the socket is readable; nothing if the box died.
    std::optional<wire::Result> collect();
    void ask_to_stop();
    /// Errors: sandbox.
    Result<wire::Looked> look();

  private:
    Box() = default;
    Status launch(const BoxPlan& plan);
    Status send(const std::string& packet, const std::vector<int>& fds);
    /// Whole packets of the given kind only.
    template <typename T>
    bool receive(T& message);

    Fd socket_;
    int pid_ = -1;
    bool alive_ = false;
    bool keeps_uid_ = false;
    wire::Ready ready_;
    BoxCgroup cgroup_;
    std::vector<std::string> paths_;
    bool paths_set_ = false;
};

/// "making its mounts private", "exec": for messages.
std::string_view stage_text(wire::Stage stage);

}  // namespace judge
