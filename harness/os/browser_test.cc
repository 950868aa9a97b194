#include "os/browser.h"

#include <gmock/gmock.h>
#include <sys/stat.h>

#include "base/files.h"

namespace judge {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class Browsers : public testing::Test {
  protected:
    void install(const std::string& name) { ASSERT_TRUE(write_file_atomically(dir_ / name, "#!/bin/sh\n", 0755)); }
    Environment with(const std::string& browser) { return {{"PATH", dir_.path()}, {"BROWSER", browser}}; }
    TempDir dir_ = TempDir::make("judge-browser-").value();
};

TEST_F(Browsers, TakeTheFirstThatIsInstalled) {
    install("lynx");
    install("xdg-open");
    EXPECT_THAT(browser_command("http://x/?a=1&b", with("firefox:lynx")), ElementsAre("lynx", "http://x/?a=1&b"));
    EXPECT_THAT(browser_command("/a b.html", with("firefox")), ElementsAre("xdg-open", "/a b.html"));
}

TEST_F(Browsers, PutThePageWhereTheCommandWantsIt) {
    install("chromium");
    EXPECT_THAT(browser_command("http://x", with("chromium  --app=%s --new")),
                ElementsAre("chromium", "--app=http://x", "--new"));
}

TEST_F(Browsers, MayBeAbsent) {
    EXPECT_THAT(browser_command("http://x", with("")), IsEmpty());
}

}  // namespace
}  // namespace judge
