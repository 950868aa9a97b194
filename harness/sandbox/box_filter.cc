#include "sandbox/box_filter.h"

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>

#include <cstddef>

namespace judge::box {
namespace {

#if defined(__x86_64__)
constexpr std::uint32_t kArch = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr std::uint32_t kArch = AUDIT_ARCH_AARCH64;
#else
#error "judge-box knows the system calls of x86-64 and AArch64 only"
#endif

// What no program of a contest needs: other processes' memory, mounts and namespaces, the kernel's own state, and the
// objects that would outlive a run or cross to the next (System V and POSIX queues, keyrings). io_uring goes round the
// filter.
constexpr int kRefused[] = {
    __NR_ptrace,
    __NR_process_vm_readv,
    __NR_process_vm_writev,
    __NR_kcmp,
    __NR_pidfd_getfd,
    __NR_process_madvise,
    __NR_mount,
    __NR_umount2,
    __NR_pivot_root,
    __NR_chroot,
    __NR_unshare,
    __NR_setns,
    __NR_open_tree,
    __NR_move_mount,
    __NR_fsopen,
    __NR_fsconfig,
    __NR_fsmount,
    __NR_fspick,
    __NR_mount_setattr,
    __NR_open_by_handle_at,
    __NR_name_to_handle_at,
    __NR_add_key,
    __NR_request_key,
    __NR_keyctl,
    __NR_shmget,
    __NR_shmat,
    __NR_shmctl,
    __NR_semget,
    __NR_semctl,
    __NR_semtimedop,
    __NR_msgget,
    __NR_msgsnd,
    __NR_msgrcv,
    __NR_msgctl,
    __NR_mq_open,
    __NR_mq_unlink,
    __NR_bpf,
    __NR_perf_event_open,
    __NR_userfaultfd,
    __NR_io_uring_setup,
    __NR_io_uring_enter,
    __NR_io_uring_register,
    __NR_fanotify_init,
    __NR_init_module,
    __NR_finit_module,
    __NR_delete_module,
    __NR_kexec_load,
    __NR_reboot,
    __NR_swapon,
    __NR_swapoff,
    __NR_acct,
    __NR_quotactl,
    __NR_syslog,
    __NR_sethostname,
    __NR_setdomainname,
    __NR_settimeofday,
    __NR_clock_settime,
    __NR_adjtimex,
    __NR_clock_adjtime,
    __NR_vhangup,
    __NR_lookup_dcookie,
    __NR_migrate_pages,
    __NR_move_pages,
    __NR_sched_setaffinity,
#if defined(__x86_64__)
    __NR_iopl,
    __NR_ioperm,
    __NR_modify_ldt,
    __NR_uselib,
    __NR_kexec_file_load,
#endif
};

constexpr std::uint32_t kNewNamespaces =
    CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET;

constexpr std::size_t kRefusedCount = sizeof(kRefused) / sizeof(kRefused[0]);
constexpr std::size_t kRoom = kRefusedCount + 24;

// A filter under construction. Jumps in a classic filter count instructions forward; all of ours lead to one of the
// four endings that stand last: `refuse` asks for the cookie, the others answer at once.
class Program {
  public:
    void add(std::uint16_t code, std::uint32_t k, std::uint8_t yes = 0, std::uint8_t no = 0) {
        code_[size_++] = sock_filter{code, yes, no, k};
    }
    void load(std::size_t offset) { add(BPF_LD | BPF_W | BPF_ABS, static_cast<std::uint32_t>(offset)); }
    void answer(std::uint32_t action) { add(BPF_RET | BPF_K, action); }
    /// The jump distance from the next instruction to be added to instruction `target`.
    std::uint8_t to(std::size_t target) const { return static_cast<std::uint8_t>(target - size_ - 1); }
    std::size_t size() const { return size_; }
    sock_filter* code() { return code_; }

  private:
    sock_filter code_[kRoom] = {};
    std::size_t size_ = 0;
};

std::size_t argument(unsigned index) {
    return offsetof(seccomp_data, args) + 8 * index;  // low half: both machines are little-endian
}

void build(Program& p, std::uint64_t cookie) {
    constexpr std::size_t kHead = 4;
    constexpr std::size_t kEndings = kHead + kRefusedCount + 4 + 3;
    constexpr std::size_t kAllow = kEndings, kNoSys = kEndings + 1, kNoSocket = kEndings + 2;
    constexpr std::size_t kOwnLimits = kEndings + 3, kRefuse = kEndings + 6;
    const std::uint32_t low = static_cast<std::uint32_t>(cookie), high = static_cast<std::uint32_t>(cookie >> 32);

    p.load(offsetof(seccomp_data, arch));
    p.add(BPF_JMP | BPF_JEQ | BPF_K, kArch, 0, p.to(kRefuse));
    p.load(offsetof(seccomp_data, nr));
    p.add(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, p.to(kRefuse), 0);  // the x32 calls
    for (const int number : kRefused)
        p.add(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(number), p.to(kRefuse), 0);
    p.add(BPF_JMP | BPF_JEQ | BPF_K, __NR_clone3, p.to(kNoSys), 0);
    p.add(BPF_JMP | BPF_JEQ | BPF_K, __NR_socket, p.to(kNoSocket), 0);
    p.add(BPF_JMP | BPF_JEQ | BPF_K, __NR_prlimit64, p.to(kOwnLimits), 0);
    p.add(BPF_JMP | BPF_JEQ | BPF_K, __NR_clone, 0, p.to(kAllow));
    p.load(argument(0));
    p.add(BPF_JMP | BPF_JSET | BPF_K, kNewNamespaces, p.to(kRefuse), 0);
    p.add(BPF_JMP | BPF_JA, 0);  // to kAllow, the next instruction

    p.answer(SECCOMP_RET_ALLOW);
    p.answer(SECCOMP_RET_ERRNO | ENOSYS);
    p.answer(SECCOMP_RET_ERRNO | EACCES);
    // Limits of others: the box itself may have the same user, and everybody after this run would inherit them.
    p.load(argument(0));
    p.add(BPF_JMP | BPF_JEQ | BPF_K, 0, 0, p.to(kRefuse));
    p.answer(SECCOMP_RET_ALLOW);
    p.load(argument(5));
    p.add(BPF_JMP | BPF_JEQ | BPF_K, low, 0, 3);
    p.load(argument(5) + 4);
    p.add(BPF_JMP | BPF_JEQ | BPF_K, high, 0, 1);
    p.answer(SECCOMP_RET_ALLOW);
    p.answer(SECCOMP_RET_ERRNO | EPERM);
}

constexpr int kSignalling[] = {
    __NR_kill, __NR_tgkill, __NR_tkill, __NR_rt_sigqueueinfo, __NR_rt_tgsigqueueinfo, __NR_pidfd_send_signal};
constexpr std::size_t kSignallingCount = sizeof(kSignalling) / sizeof(kSignalling[0]);

bool install(Program& program) {
    sock_fprog filter = {static_cast<unsigned short>(program.size()), program.code()};
    return syscall(__NR_seccomp, SECCOMP_SET_MODE_FILTER, 0, &filter) == 0;
}

}  // namespace

bool confine_signals() {
    constexpr std::size_t kCheck = 1 + kSignallingCount + 1;
    Program p;
    p.load(offsetof(seccomp_data, nr));
    for (const int number : kSignalling)
        p.add(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(number), p.to(kCheck), 0);
    p.answer(SECCOMP_RET_ALLOW);
    // kill(0) means the process group, which is the program's own.
    p.load(argument(0));
    p.add(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(getpid()), 1, 0);
    p.add(BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 1);
    p.answer(SECCOMP_RET_ALLOW);
    p.answer(SECCOMP_RET_ERRNO | EPERM);
    return install(p);
}

Failure install_filter(State& state) {
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return fail(wire::Stage::no_new_privs);
    if (syscall(__NR_getrandom, &state.cookie, sizeof(state.cookie), 0) != sizeof(state.cookie))
        return fail(wire::Stage::seccomp);
    Program program;
    build(program, state.cookie);
    if (!install(program)) return fail(wire::Stage::seccomp);
    state.has_filter = true;
    return {};
}

}  // namespace judge::box
