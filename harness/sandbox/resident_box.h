#pragma once

// A box together with what it needs around it: its folder, the memory files of a run, and a new box when the old one
// broke.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sandbox/box.h"
#include "sandbox/box_runner.h"
#include "sandbox/containment.h"
#include "sandbox/output_file.h"
#include "sandbox/processor_watch.h"
#include "sandbox/run_facts.h"

namespace judge {

/// Standard input as the contestant gets it. A file that it could open again and write, or could not open again to read
/// (/dev/stdin of Python and Node), is copied into a memory file; everything else is passed as it is.
class InputFile {
  public:
    static Result<InputFile> make();
    /// The descriptor to pass for `fd` (-1 = empty). `strangers`: the program runs under an unprivileged uid. Errors:
    /// io.
    enum class Reader { stranger, same_user };
    Result<int> open_for(int fd, Reader reader);

  private:
    Status copy(int fd);
    Fd file_, read_only_, empty_;
    std::vector<char> buffer_;
};

class Beside;

class ResidentBox {
  public:
    /// Starts it; `await` must follow, and the box builds itself meanwhile. Errors: as make_box_runner.
    static Result<std::unique_ptr<ResidentBox>> start(const BoxOptions& options, const CgroupPlaces& places);
    /// Waits until it is ready; builds one with less where the machine refuses it. Errors: as make_box_runner.
    Status await();
    ResidentBox(const ResidentBox&) = delete;
    ResidentBox& operator=(const ResidentBox&) = delete;
    ~ResidentBox();

    const BoxFacts& facts() const { return facts_; }

    /// See BoxCgroup; begins a run's counting and breaks it off. Errors: io.
    bool peak_resets() { return box_->cgroup().begin(std::nullopt, std::nullopt).ok() && box_->cgroup().peak_resets(); }

    /// Starts a run. `in` and `out` take the place of the request's descriptors where they are not -1. Errors: as
    /// Runner::run.
    struct Ends {
        int in = -1, out = -1;
    };
    Status begin(const RunRequest& request, Ends ends);

    /// While it runs: a descriptor that is readable once it ended.
    int wait_fd() const { return box_->socket(); }
    /// Becomes POLLPRI when a process was refused; tell by `saw_refusal`. -1 if none.
    int refusal_fd() const { return box_->cgroup().refusal_event(); }
    void saw_refusal();
    /// Keeps output room ahead of the program; the bytes written so far.
    Bytes watch_output();
    void ask_to_stop() { box_->ask_to_stop(); }
    Result<wire::Looked> look() { return box_->look(); }

    /// After wait_fd became readable: the facts. `piped`: bytes that went through a pipe of the caller's, counted as
    /// standard output. Errors: sandbox, tool_missing.
    Result<RunOutcome> finish(Bytes piped);

    /// Runs alone to the end.
    Result<RunOutcome> run(const RunRequest& request, const Cancel* cancel);

  private:
    ResidentBox() = default;
    Status start_box();
    Status build_box();
    Status look_at_owner();
    Status prepare(const RunRequest& request);
    Result<bool> wait(const Cancel* cancel, Beside& place);
    RunOutcome outcome_of(const RunFacts& facts);
    Error launch_error(const wire::Result& result) const;
    void clean_scratch();
    void take_down();

    BoxOptions options_;
    CgroupPlaces places_;
    std::string folder_;
    std::uint64_t number_ = 0;
    bool namespaces_ = true;
    std::unique_ptr<Box> box_;
    BoxFacts facts_;
    Meters meters_;
    InputFile input_;
    std::optional<OutputFile> out_, err_;

    // Of the present run.
    Limits limits_;
    std::string program_;
    int out_fd_ = -1, err_fd_ = -1, input_fd_ = -1;
    std::int64_t input_offset_ = -1;
    Bytes out_before_, err_before_;
    bool keep_err_head_ = false;
    bool refused_first_ = false;
    ProcessorWatch processor_;
    bool was_tree_ = false;  // of the last run: it had several processes or threads
};

}  // namespace judge
