#include "sandbox/box_count.h"

#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "sandbox/box_wire.h"

namespace judge::box {

int open_instruction_counter() {
    perf_event_attr attr = {};
    attr.type = PERF_TYPE_HARDWARE;
    attr.size = sizeof(attr);
    attr.config = PERF_COUNT_HW_INSTRUCTIONS;
    attr.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
    attr.disabled = 1;
    attr.inherit = 1;
    attr.enable_on_exec = 1;
    attr.exclude_kernel = 1;
    attr.exclude_hv = 1;
    return static_cast<int>(syscall(SYS_perf_event_open, &attr, 0, -1, -1, PERF_FLAG_FD_CLOEXEC));
}

std::uint64_t read_instruction_counter(int counter) {
    struct {
        std::uint64_t value = 0, enabled_ns = 0, running_ns = 0;
    } reading;
    if (counter < 0 || read(counter, &reading, sizeof(reading)) != static_cast<ssize_t>(sizeof(reading)))
        return wire::kUnlimited;
    // Shared with other counters, it would be an estimate.
    if (reading.value == 0 || reading.enabled_ns != reading.running_ns) return wire::kUnlimited;
    return reading.value;
}

void close_instruction_counter(int counter) {
    if (counter >= 0) close(counter);
}

}  // namespace judge::box
