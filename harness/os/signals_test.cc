#include "os/signals.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/fd.h"

namespace judge {
namespace {

/// How a child ends that runs `body`: signals change a whole process.
template <typename Body>
int status_of(Body body) {
    const pid_t child = ::fork();
    if (child == 0) {
        reset_signals_of_child();
        ::signal(SIGHUP, SIG_DFL);
        body();
        ::_exit(0);
    }
    int status = -1;
    EXPECT_EQ(::waitpid(child, &status, 0), child);
    return status;
}

TEST(StopSignals, TheFirstSignalIsARequest) {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        const int status = status_of([signal] {
            Cancel cancel;
            const StopSignals stop(cancel);
            if (cancel.requested() || StopSignals::received() != 0) ::_exit(1);
            ::raise(signal);
            ::_exit(cancel.requested() && StopSignals::received() == signal ? 42 : 2);
        });
        EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 42) << signal;
    }
}

TEST(StopSignals, ASecondSignalEndsTheProgram) {
    const int status = status_of([] {
        Cancel cancel;
        const StopSignals stop(cancel);
        ::raise(SIGINT);
        ::raise(SIGINT);
    });
    EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGINT);
}

TEST(StopSignals, IgnoredSignalsStayIgnored) {
    const int status = status_of([] {
        ::signal(SIGHUP, SIG_IGN);
        Cancel cancel;
        const StopSignals stop(cancel);
        ::raise(SIGHUP);
        ::_exit(cancel.requested() ? 1 : 42);
    });
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 42);
}

TEST(StopSignals, WritingToAClosedPipeIsAnError) {
    const int status = status_of([] {
        Cancel cancel;
        const StopSignals stop(cancel);
        Pipe pipe = make_pipe().value();
        pipe.read.reset();
        ::_exit(write_all(pipe.write.get(), "x").ok() ? 1 : 42);
    });
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 42);
}

TEST(StopSignals, EverythingIsAsBeforeAfterwards) {
    const int status = status_of([] {
        {
            Cancel cancel;
            const StopSignals stop(cancel);
        }
        ::raise(SIGTERM);
    });
    EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM);
}

}  // namespace
}  // namespace judge
