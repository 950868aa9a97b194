#include "os/box_process.h"

#include <fcntl.h>
#include <sys/wait.h>

#include <cerrno>
#include <csignal>

#include "os/launch.h"

namespace judge {

BoxProcess& BoxProcess::operator=(BoxProcess&& other) noexcept {
    if (this != &other) {
        end();
        pid_ = std::exchange(other.pid_, -1);
    }
    return *this;
}

BoxProcess::~BoxProcess() {
    end();
}

void BoxProcess::end() {
    if (pid_ < 0) return;
    ::kill(pid_, SIGKILL);
    while (::waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) continue;
    pid_ = -1;
}

Result<BoxProcess> start_box(const std::string& program, const std::vector<std::string>& args, const Fd& socket,
                             int socket_number) {
    JUDGE_ASSIGN(nothing, open_file("/dev/null", O_RDWR));
    Launch start;
    start.program = program;
    start.args = args;
    start.fds = {{nothing.get(), 0}, {nothing.get(), 1}, {socket.get(), socket_number}};
    const bool has_stderr = ::fcntl(2, F_GETFD) >= 0;
    start.fds.emplace_back(has_stderr ? 2 : nothing.get(), 2);
    start.own_group = true;
    start.dies_with_thread = true;
    JUDGE_ASSIGN(pid, launch(start));
    return BoxProcess(pid);
}

}  // namespace judge
