#include "sandbox/box.h"

#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "base/files.h"

namespace judge {
namespace {

constexpr std::uint64_t kScratchBytes = 512ULL << 20;

template <typename T>
std::string packed(const T& message) {
    return std::string(reinterpret_cast<const char*>(&message), sizeof(message));
}

Error broken(const std::string& what) {
    return {ErrorCode::sandbox, "cannot use the box: " + what, "run 'judge doctor'"};
}

bool has_nul(const std::string& text) {
    return text.find('\0') != std::string::npos;
}

}  // namespace

std::string_view stage_text(wire::Stage stage) {
    switch (stage) {
        case wire::Stage::none:
            return "nothing";
        case wire::Stage::user_namespace:
            return "entering a user namespace";
        case wire::Stage::namespaces:
            return "entering namespaces";
        case wire::Stage::fork_init:
            return "becoming init of its namespace";
        case wire::Stage::private_mounts:
            return "making its mounts private";
        case wire::Stage::root_tmpfs:
            return "mounting its root";
        case wire::Stage::root_skeleton:
            return "making its root's folders";
        case wire::Stage::system_folders:
            return "binding the system's folders";
        case wire::Stage::devices:
            return "binding devices";
        case wire::Stage::proc:
            return "mounting /proc";
        case wire::Stage::scratch:
            return "making its scratch folder";
        case wire::Stage::no_new_privs:
            return "giving up new privileges";
        case wire::Stage::seccomp:
            return "installing the system call filter";
        case wire::Stage::landlock:
            return "entering Landlock rules";
        case wire::Stage::bind:
            return "binding folders";
        case wire::Stage::launch:
            return "cloning";
        case wire::Stage::session:
            return "starting a session";
        case wire::Stage::descriptors:
            return "placing descriptors";
        case wire::Stage::enter_root:
            return "entering its root";
        case wire::Stage::rlimits:
            return "setting resource limits";
        case wire::Stage::working_directory:
            return "entering the working directory";
        case wire::Stage::identity:
            return "giving up privileges";
        case wire::Stage::exec:
            return "exec";
        case wire::Stage::sweep:
            return "sweeping";
    }
    return "an unknown step";
}

Result<std::unique_ptr<Box>> Box::start(const BoxPlan& plan) {
    std::unique_ptr<Box> box(new Box);
    JUDGE_ASSIGN(cgroup, BoxCgroup::make(plan.places, plan.group));
    box->cgroup_ = std::move(cgroup);
    JUDGE_TRY(box->launch(plan));
    JUDGE_TRY(box->cgroup_.attach(box->pid_));
    wire::Setup setup;
    setup.namespaces = plan.namespaces ? 1 : 0;
    setup.landlock = plan.landlock ? 1 : 0;
    setup.switch_user = plan.switch_user ? 1 : 0;
    setup.scratch_bytes = kScratchBytes;
    // The death signal follows the thread that started the box, so only the main thread's is of use.
    setup.watch_parent = ::syscall(SYS_gettid) == ::getpid() ? 1 : 0;
    std::vector<int> fds;
    if (const int counter = box->cgroup_.cpu_counter(); counter >= 0) {
        setup.cpu_counter = box->cgroup_.is_v2() ? 2 : 1;
        fds.push_back(counter);
    }
    JUDGE_TRY(box->send(packed(setup) + plan.folder + '\0', fds));
    return box;
}

Status Box::await() {
    if (!receive(ready_)) return broken("it ended while it was built");
    if (ready_.stage == wire::Stage::none) return Done{};
    return errno_error(ErrorCode::sandbox, "cannot build a box: " + std::string(stage_text(ready_.stage)),
                       ready_.error);
}

Status Box::launch(const BoxPlan& plan) {
    if (::access(plan.program.c_str(), X_OK) != 0) {
        Error error = errno_error(ErrorCode::tool_missing, "cannot start '" + plan.program + "'", errno);
        error.hint = "build the target judge-box";
        return error;
    }
    int ends[2] = {-1, -1};
    if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
        return errno_error(ErrorCode::sandbox, "cannot make a socket", errno);
    socket_ = Fd(ends[0]);
    const Fd theirs(ends[1]);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, theirs.get(), wire::kSocketFd);
    for (int fd = 0; fd < 3; ++fd) posix_spawn_file_actions_addopen(&actions, fd, "/dev/null", fd == 0 ? 0 : 1, 0);
    std::string name = "judge-box";
    char* const argv[] = {name.data(), nullptr};
    char* const envp[] = {nullptr};
    const int error = ::posix_spawn(&pid_, plan.program.c_str(), &actions, nullptr, argv, envp);
    posix_spawn_file_actions_destroy(&actions);
    if (error != 0) return errno_error(ErrorCode::sandbox, "cannot start '" + plan.program + "'", error);
    alive_ = true;
    return Done{};
}

Box::~Box() {
    socket_.reset();
    // The box ends by itself at the socket's end; one that hangs is killed. Without a PID namespace its death would set
    // its descendants free, so it gets longer to end them.
    const int patience_ms = ready_.namespaces != 0 ? 2000 : 20000;
    const timespec nap = {0, 1'000'000};
    for (int tries = 0; pid_ > 0; ++tries) {
        const pid_t ended = ::waitpid(pid_, nullptr, WNOHANG);
        if (ended == pid_ || (ended < 0 && errno == ECHILD)) break;
        if (tries == patience_ms) ::kill(pid_, SIGKILL);
        ::nanosleep(&nap, nullptr);
    }
}

bool Box::alive() const {
    // A box that waits for work never speaks first: whatever there is to read is its end.
    pollfd watched = {socket_.get(), POLLIN, 0};
    return alive_ && ::poll(&watched, 1, 0) == 0;
}

Status Box::send(const std::string& packet, const std::vector<int>& fds) {
    if (packet.size() >= wire::kMaxPacket)
        return Error{ErrorCode::usage, "cannot run the program: its arguments and environment exceed 120 KB",
                     "pass fewer or shorter ones"};
    iovec part = {const_cast<char*>(packet.data()), packet.size()};
    alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int) * 3)] = {};
    msghdr message = {};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    if (!fds.empty()) {
        message.msg_control = control;
        message.msg_controllen = CMSG_SPACE(sizeof(int) * fds.size());
        cmsghdr* header = CMSG_FIRSTHDR(&message);
        header->cmsg_level = SOL_SOCKET;
        header->cmsg_type = SCM_RIGHTS;
        header->cmsg_len = CMSG_LEN(sizeof(int) * fds.size());
        std::memcpy(CMSG_DATA(header), fds.data(), sizeof(int) * fds.size());
    }
    while (::sendmsg(socket_.get(), &message, MSG_NOSIGNAL) < 0) {
        if (errno == EINTR) continue;
        alive_ = false;
        return broken(std::strerror(errno));
    }
    return Done{};
}

template <typename T>
bool Box::receive(T& message) {
    const wire::Kind wanted = message.kind;
    for (;;) {
        const ssize_t n = ::recv(socket_.get(), &message, sizeof(message), 0);
        if (n < 0 && errno == EINTR) continue;
        if (n == static_cast<ssize_t>(sizeof(message)) && message.kind == wanted) return true;
        // An answer to a look that came too late is of no interest.
        if (n > 0 && message.kind == wire::Kind::looked) continue;
        alive_ = false;
        return false;
    }
}

Status Box::set_paths(const std::vector<std::string>& entries) {
    if (paths_set_ && entries == paths_) return Done{};
    wire::Paths request;
    request.count = static_cast<std::uint32_t>(entries.size());
    std::string packet = packed(request);
    for (const std::string& entry : entries) {
        if (has_nul(entry)) return Error{ErrorCode::usage, "cannot use a folder whose name holds a NUL", ""};
        packet += entry + '\0';
    }
    paths_set_ = false;
    JUDGE_TRY(send(packet, {}));
    wire::PathsDone done;
    if (!receive(done)) return broken("it ended while folders were bound");
    if (done.error != 0) {
        const std::string path = done.index < entries.size() ? entries[done.index].substr(1) : "?";
        return errno_error(done.error == ENOENT ? ErrorCode::not_found : ErrorCode::sandbox,
                           "cannot show the box '" + path + "'", done.error);
    }
    keeps_uid_ = done.own_uid != 0;
    paths_ = entries;
    paths_set_ = true;
    return Done{};
}

Status Box::begin(const RunRequest& request, wire::Run bounds, const Files& files) {
    bounds.argc = static_cast<std::uint32_t>(request.argv.size());
    bounds.envc = static_cast<std::uint32_t>(request.env.size());
    std::string packet = packed(bounds) + request.cwd + '\0';
    for (const std::vector<std::string>* list : {&request.argv, &request.env}) {
        for (const std::string& text : *list) {
            if (has_nul(text)) return Error{ErrorCode::usage, "cannot pass an argument that holds a NUL", ""};
            packet += text + '\0';
        }
    }
    return send(packet, {files.in, files.out, files.err});
}

std::optional<wire::Result> Box::collect() {
    wire::Result result;
    if (!receive(result)) return std::nullopt;
    return result;
}

void Box::ask_to_stop() {
    [[maybe_unused]] const Status sent = send(packed(wire::Stop{}), {});
}

Result<wire::Looked> Box::look() {
    JUDGE_TRY(send(packed(wire::Look{}), {}));
    wire::Looked looked;
    const ssize_t n = ::recv(socket_.get(), &looked, sizeof(looked), MSG_PEEK);
    if (n == static_cast<ssize_t>(sizeof(looked)) && looked.kind == wire::Kind::looked) {
        [[maybe_unused]] const ssize_t taken = ::recv(socket_.get(), &looked, sizeof(looked), 0);
        return looked;
    }
    return wire::Looked{wire::Kind::looked, 0, 0, 0};  // the run just ended: its result is next
}

}  // namespace judge
