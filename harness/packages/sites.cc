#include "packages/sites.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "base/utf8.h"
#include "packages/imported.h"

namespace judge {
namespace {

bool is_number(std::string_view text) {
    return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

// A pattern is matched part by part: "*" takes one part, "#" one number. `id` names the taken parts: {0}, {1}.
struct Site {
    std::string_view host;  // of the address, without "www."; a suffix after a dot fits too
    std::string_view path;  // "problem/#"
    std::string_view id;
};

constexpr std::array<Site, 25> kSites = {{
    {"acmicpc.net", "problem/#", "boj-{0}"},
    {"acmicpc.net", "contest/problem/#/#", "boj-contest-{0}-{1}"},
    {"stack.acmicpc.net", "problem/preview/#", "boj-stack-{0}"},
    {"jungol.co.kr", "problem/#", "jungol-{0}"},
    {"codeforces.com", "contest/#/problem/*", "codeforces-{0}-{1}"},
    {"codeforces.com", "problemset/problem/#/*", "codeforces-{0}-{1}"},
    {"codeforces.com", "gym/#/problem/*", "codeforces-gym-{0}-{1}"},
    {"codeforces.com", "problemsets/acmsguru/problem/*/#", "acmsguru-{1}"},
    {"atcoder.jp", "contests/*/tasks/*", "atcoder-{1}"},
    {"open.kattis.com", "problems/*", "kattis-{0}"},
    {"kattis.com", "problems/*", "kattis-{0}"},
    {"kattis.com", "contests/*/problems/*", "kattis-{1}"},
    {"dmoj.ca", "problem/*", "dmoj-{0}"},
    {"leetcode.com", "problems/*", "leetcode-{0}"},
    {"leetcode.com", "problems/*/description", "leetcode-{0}"},
    {"onlinejudge.u-aizu.ac.jp", "problems/*", "aoj-{0}"},
    {"judge.yosupo.jp", "problem/*", "yosupo-{0}"},
    {"cses.fi", "problemset/task/#", "cses-{0}"},
    {"luogu.com.cn", "problem/*", "luogu-{0}"},
    {"yukicoder.me", "problems/no/#", "yukicoder-{0}"},
    {"swexpertacademy.com", "main/code/problem/*", "swea-{0}"},
    {"school.programmers.co.kr", "learn/courses/#/lessons/#", "programmers-{1}"},
    {"programmers.co.kr", "learn/courses/#/lessons/#", "programmers-{1}"},
    {"codechef.com", "problems/*", "codechef-{0}"},
    {"spoj.com", "problems/*", "spoj-{0}"},
}};

struct Address {
    std::string host;
    std::vector<std::string> parts;
};

std::vector<std::string> split(std::string_view path) {
    std::vector<std::string> parts;
    while (!path.empty()) {
        const std::size_t end = std::min(path.find('/'), path.size());
        if (end > 0) parts.emplace_back(path.substr(0, end));
        path.remove_prefix(std::min(end + 1, path.size()));
    }
    return parts;
}

Address address_of(std::string_view url) {
    if (const std::size_t scheme = url.find("://"); scheme != std::string_view::npos) url.remove_prefix(scheme + 3);
    url = url.substr(0, url.find_first_of("?#"));
    const std::size_t slash = std::min(url.find('/'), url.size());
    Address address;
    address.host = lower_ascii(url.substr(0, std::min(url.find(':'), slash)));
    if (address.host.starts_with("www.")) address.host.erase(0, 4);
    address.parts = split(url.substr(slash));
    return address;
}

// Also mirrors and languages: "m1.codeforces.com".
bool host_fits(std::string_view site, std::string_view host) {
    return host == site ||
           (host.size() > site.size() && host.ends_with(site) && host[host.size() - site.size() - 1] == '.');
}

std::optional<std::vector<std::string>> taken_parts(std::string_view pattern, const std::vector<std::string>& parts) {
    const std::vector<std::string> wanted = split(pattern);
    if (wanted.size() != parts.size()) return std::nullopt;
    std::vector<std::string> taken;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (wanted[i] == "*" || (wanted[i] == "#" && is_number(parts[i])))
            taken.push_back(parts[i]);
        else if (wanted[i] != lower_ascii(parts[i]))
            return std::nullopt;
    }
    return taken;
}

std::string filled(std::string_view form, const std::vector<std::string>& taken) {
    std::string text;
    for (std::size_t i = 0; i < form.size(); ++i) {
        if (form[i] == '{') {
            text += taken.at(static_cast<std::size_t>(form[i + 1] - '0'));
            i += 2;
        } else {
            text += form[i];
        }
    }
    return text;
}

}  // namespace

std::string id_from_url(std::string_view url) {
    const Address address = address_of(url);
    for (const Site& site : kSites) {
        if (!host_fits(site.host, address.host)) continue;
        if (const auto taken = taken_parts(site.path, address.parts)) return safe_id(filled(site.id, *taken));
    }
    // Unknown sites: the host's own name and the last part that is not a mere word of the path.
    if (address.parts.empty() || address.host.find('.') == std::string::npos) return "";
    const std::vector<std::string> labels = [&] {
        std::string host = address.host;
        std::replace(host.begin(), host.end(), '.', '/');
        return split(host);
    }();
    std::string site;
    for (const std::string& label : labels)
        if (label.size() >= site.size()) site = label;
    return safe_id(site + "-" + address.parts.back());
}

std::string url_from_id(std::string_view id) {
    const std::size_t dash = id.find('-');
    if (dash == std::string_view::npos) return "";
    const std::string_view site = id.substr(0, dash), rest = id.substr(dash + 1);
    if (site == "boj" && is_number(rest)) return "https://www.acmicpc.net/problem/" + std::string(rest);
    if (site == "jungol" && is_number(rest)) return "https://jungol.co.kr/problem/" + std::string(rest);
    if (site == "kattis") return "https://open.kattis.com/problems/" + std::string(rest);
    if (site == "dmoj") return "https://dmoj.ca/problem/" + std::string(rest);
    if (site == "codeforces") {
        const std::size_t next = rest.find('-');
        if (next != std::string_view::npos && is_number(rest.substr(0, next))) {
            std::string index(rest.substr(next + 1));
            for (char& c : index) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
            return "https://codeforces.com/problemset/problem/" + std::string(rest.substr(0, next)) + "/" + index;
        }
    }
    if (site == "atcoder") {
        const std::size_t mark = rest.rfind('_');
        if (mark != std::string_view::npos)
            return "https://atcoder.jp/contests/" + std::string(rest.substr(0, mark)) + "/tasks/" + std::string(rest);
    }
    return "";
}

std::string id_from_name(std::string_view name) {
    std::string id = safe_id(name);
    if (id.starts_with("baekjoon-")) id = "boj-" + id.substr(9);
    if (is_number(id) && id.size() >= 4 && id.size() <= 6) return "boj-" + id;
    return id;
}

std::string profile_of_id(std::string_view id) {
    if (id.starts_with("boj-")) return "boj";
    return id.starts_with("jungol-") ? "jungol" : "local";
}

}  // namespace judge
