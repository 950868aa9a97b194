#include "os/terminal.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/ioctl.h>

#include "base/fd.h"

namespace judge {
namespace {

TEST(Terminals, APipeIsNoneAndTakesColumns) {
    const Pipe pipe = make_pipe().value();
    const Terminal plain = terminal_of(pipe.write.get(), Environment{{"TERM", "xterm"}});
    EXPECT_FALSE(plain.is_tty);
    EXPECT_FALSE(plain.color);
    EXPECT_EQ(plain.width, 80u);
    EXPECT_EQ(terminal_of(pipe.write.get(), Environment{{"COLUMNS", "40"}}).width, 40u);
    for (const char* bad : {"0", "-1", "x", "40x", "99999999999999999999"})
        EXPECT_EQ(terminal_of(pipe.write.get(), Environment{{"COLUMNS", bad}}).width, 80u) << bad;
    EXPECT_TRUE(terminal_of(pipe.write.get(), Environment(), ColorWish::always).color);
}

TEST(Terminals, ARealOneHasItsWidthAndColour) {
    const Fd master(::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC));
    if (!master || ::grantpt(master.get()) != 0 || ::unlockpt(master.get()) != 0)
        GTEST_SKIP() << "this machine gives out no pseudo terminals";
    const Result<Fd> slave = open_file(::ptsname(master.get()), O_RDWR | O_NOCTTY);
    if (!slave) GTEST_SKIP() << slave.error().message;
    winsize size{};
    size.ws_col = 133;
    ASSERT_EQ(::ioctl(slave->get(), TIOCSWINSZ, &size), 0);
    const auto color = [&](Environment environment, ColorWish wish = ColorWish::automatic) {
        return terminal_of(slave->get(), environment, wish).color;
    };
    EXPECT_TRUE(terminal_of(slave->get(), Environment()).is_tty);
    EXPECT_EQ(terminal_of(slave->get(), Environment{{"COLUMNS", "40"}}).width, 133u);
    EXPECT_TRUE(color(Environment{{"TERM", "xterm"}}));
    EXPECT_FALSE(color(Environment()));
    EXPECT_FALSE(color(Environment{{"TERM", "dumb"}}));
    EXPECT_FALSE(color(Environment{{"TERM", "xterm"}, {"NO_COLOR", "1"}}));
    EXPECT_TRUE(color(Environment{{"TERM", "xterm"}, {"NO_COLOR", "1"}}, ColorWish::always));
    EXPECT_FALSE(color(Environment{{"TERM", "xterm"}}, ColorWish::never));
}

TEST(Languages, TheFirstVariableThatIsSetDecides) {
    EXPECT_EQ(language_of(Environment()), "en");
    EXPECT_EQ(language_of(Environment{{"LANG", "ko_KR.UTF-8"}}), "ko");
    EXPECT_EQ(language_of(Environment{{"LANG", "ko"}}), "ko");
    EXPECT_EQ(language_of(Environment{{"LANG", "kok_IN"}}), "en");
    EXPECT_EQ(language_of(Environment{{"LANG", "ko_KR"}, {"LC_MESSAGES", "de_DE"}}), "en");
    EXPECT_EQ(language_of(Environment{{"LANG", "C"}, {"LC_MESSAGES", "C"}, {"LC_ALL", "ko_KR"}}), "ko");
    EXPECT_EQ(language_of(Environment{{"LANG", "ko_KR"}, {"LC_ALL", ""}}), "ko");
}

}  // namespace
}  // namespace judge
