#include "os/machine.h"

#include <sched.h>
#include <sys/sysinfo.h>
#include <sys/utsname.h>

#include <array>
#include <memory>

#include "base/files.h"
#include "base/hash.h"

namespace judge {
namespace {

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
    return text;
}

/// The value of the first "key : value" line with this key, "" if there is none.
std::string_view value_of(std::string_view text, std::string_view key) {
    while (!text.empty()) {
        const std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(line.size() + 1, text.size()));
        const std::size_t colon = line.find(':');
        if (colon != std::string_view::npos && trimmed(line.substr(0, colon)) == key)
            return trimmed(line.substr(colon + 1));
    }
    return "";
}

std::string fingerprint_of(const Machine& machine) {
    Hasher hasher;
    hasher.add_field(machine.cpu_model);
    hasher.add_field(std::to_string(machine.processors));
    hasher.add_field(std::to_string((machine.memory.count + gib(1).count / 2) / gib(1).count));
    hasher.add_field(machine.kernel);
    hasher.add_field(machine.hostname_digest);
    return hasher.hex();
}

}  // namespace

std::vector<unsigned> usable_processors() {
    std::vector<unsigned> usable;
    // The kernel refuses a set that is smaller than its own.
    for (unsigned most = 1024; usable.empty() && most <= 1u << 20; most *= 4) {
        const std::unique_ptr<cpu_set_t, void (*)(cpu_set_t*)> set(CPU_ALLOC(most), [](cpu_set_t* s) { CPU_FREE(s); });
        const std::size_t size = CPU_ALLOC_SIZE(most);
        if (!set || ::sched_getaffinity(0, size, set.get()) != 0) continue;
        for (unsigned cpu = 0; cpu < most; ++cpu)
            if (CPU_ISSET_S(cpu, size, set.get())) usable.push_back(cpu);
    }
    if (usable.empty()) usable.push_back(0);
    return usable;
}

std::string processor_name(std::string_view cpuinfo) {
    for (const std::string_view key : {"model name", "Model", "Hardware", "cpu model", "cpu", "uarch", "CPU part"}) {
        const std::string_view value = value_of(cpuinfo, key);
        if (value.empty()) continue;
        return key == "CPU part" ? "CPU part " + std::string(value) : std::string(value);
    }
    return "";
}

Machine machine_facts() {
    Machine machine;
    if (const Result<std::string> cpuinfo = read_file("/proc/cpuinfo")) machine.cpu_model = processor_name(*cpuinfo);
    machine.processors = static_cast<int>(usable_processors().size());
    struct sysinfo memory {};
    if (::sysinfo(&memory) == 0) machine.memory = {static_cast<std::uint64_t>(memory.totalram) * memory.mem_unit};
    utsname names{};
    if (::uname(&names) == 0) {
        machine.kernel = names.release;
        machine.hostname_digest = hash_of(names.nodename);
        if (machine.cpu_model.empty()) machine.cpu_model = names.machine;
    }
    machine.fingerprint = fingerprint_of(machine);
    return machine;
}

}  // namespace judge
