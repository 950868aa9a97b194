#include "os/signals.h"

#include <atomic>

#include "base/result.h"

namespace judge {
namespace {

// A handler has no argument of its own: the one place where these may live.
std::atomic<Cancel*> g_cancel = nullptr;
std::atomic<int> g_received = 0;

void on_signal(int signal) {
    int none = 0;
    g_received.compare_exchange_strong(none, signal);
    if (Cancel* cancel = g_cancel.load()) cancel->request();
}

}  // namespace

StopSignals::StopSignals(Cancel& cancel) {
    Cancel* nobody = nullptr;
    if (!g_cancel.compare_exchange_strong(nobody, &cancel)) panic("two StopSignals at once");
    g_received = 0;
    for (std::size_t i = 0; i < kSignals.size(); ++i) {
        const int signal = kSignals[i];
        ::sigaction(signal, nullptr, &before_[i]);
        struct sigaction wanted {};
        ::sigemptyset(&wanted.sa_mask);
        const bool stops = signal != SIGPIPE && signal != SIGCHLD;
        if (stops && before_[i].sa_handler == SIG_IGN) continue;
        wanted.sa_handler = stops ? on_signal : signal == SIGPIPE ? SIG_IGN : SIG_DFL;
        if (stops) wanted.sa_flags = static_cast<int>(SA_RESETHAND);
        ::sigaction(signal, &wanted, nullptr);
    }
}

StopSignals::~StopSignals() {
    for (std::size_t i = 0; i < kSignals.size(); ++i) ::sigaction(kSignals[i], &before_[i], nullptr);
    g_cancel = nullptr;
}

bool StopSignals::raise(int signal) {
    if (g_cancel.load() == nullptr) return false;
    on_signal(signal);
    return true;
}

int StopSignals::received() {
    return g_received;
}

void reset_signals_of_child() {
    struct sigaction plain {};
    plain.sa_handler = SIG_DFL;
    ::sigemptyset(&plain.sa_mask);
    for (const int signal : {SIGPIPE, SIGINT, SIGTERM, SIGQUIT, SIGCHLD, SIGXFSZ}) ::sigaction(signal, &plain, nullptr);
    sigset_t none;
    ::sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
}

}  // namespace judge
