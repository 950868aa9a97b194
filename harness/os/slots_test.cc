#include "os/slots.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <optional>
#include <set>
#include <thread>

#include "base/files.h"

namespace judge {
namespace {

class SlotsTest : public testing::Test {
  protected:
    TempDir dir_ = TempDir::make("judge-test-").value();
    Cancel cancel_;
};

TEST_F(SlotsTest, EveryProcessorIsGivenOnce) {
    const Slots slots(dir_.path(), {3, 5});
    Slot one = slots.acquire(cancel_).value();
    const Slot two = slots.acquire(cancel_).value();
    EXPECT_EQ((std::set<unsigned>{one.processor(), two.processor()}), (std::set<unsigned>{3, 5}));
    EXPECT_EQ(slots.try_acquire().error().code, ErrorCode::busy);
    const unsigned freed = one.processor();
    std::optional<Slot>(std::move(one)).reset();
    EXPECT_EQ(slots.try_acquire().value().processor(), freed);
}

TEST_F(SlotsTest, OneOfThemMayBePreferred) {
    const Slots slots(dir_.path(), {3, 5, 7});
    const Slot wanted = slots.acquire(cancel_, 5).value();
    EXPECT_EQ(wanted.processor(), 5u);
    EXPECT_EQ(slots.acquire(cancel_, 5).value().processor(), 3u) << "it is taken";
}

TEST_F(SlotsTest, OtherProcessesAreSeenAndTheirEndFreesTheSlot) {
    const Slots slots(dir_.path(), {0});
    Pipe ready = make_pipe().value(), stay = make_pipe().value();
    const pid_t child = ::fork();
    if (child == 0) {
        stay.write.reset();
        const Result<Slot> slot = slots.try_acquire();
        static_cast<void>(write_all(ready.write.get(), slot ? "y" : "n"));
        char byte = 0;
        ::_exit(static_cast<int>(::read(stay.read.get(), &byte, 1)));
    }
    char answer = 0;
    ASSERT_EQ(::read(ready.read.get(), &answer, 1), 1);
    EXPECT_EQ(answer, 'y');
    EXPECT_EQ(slots.try_acquire().error().code, ErrorCode::busy);
    stay.write.reset();
    EXPECT_EQ(slots.acquire(cancel_).value().processor(), 0u);
    ASSERT_EQ(::waitpid(child, nullptr, 0), child);
}

TEST_F(SlotsTest, ThreadsOfOneProcessExcludeEachOther) {
    const Slots slots(dir_.path(), {0});
    std::atomic<int> inside = 0;
    std::atomic<bool> together = false;
    std::vector<std::thread> threads;
    for (int i = 0; i < 3; ++i) {
        threads.emplace_back([&] {
            for (int round = 0; round < 5; ++round) {
                const Slot slot = slots.acquire(cancel_).value();
                if (++inside != 1) together = true;
                std::this_thread::yield();
                --inside;
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_FALSE(together);
}

TEST_F(SlotsTest, WaitingEndsWhenAsked) {
    const Slots slots(dir_.path(), {0});
    const Slot taken = slots.acquire(cancel_).value();
    std::thread asker([&] { cancel_.request(); });
    EXPECT_EQ(slots.acquire(cancel_).error().code, ErrorCode::interrupted);
    asker.join();
}

TEST_F(SlotsTest, AMissingFolderIsAnError) {
    EXPECT_EQ(Slots(dir_ / "none", {0}).acquire(cancel_).error().code, ErrorCode::not_found);
}

}  // namespace
}  // namespace judge
