// The plain ways of testlib's checkers.

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <regex>
#include <sstream>
#include <stdexcept>

#include "checker/twin.h"

namespace judge::twin {

namespace {

using Kind = CheckOutcome::Kind;
using Texts = std::vector<std::string>;

Texts words(const std::string& line) {
    Texts parts;
    std::istringstream stream(line);
    for (std::string part; stream >> part;) parts.push_back(part);
    return parts;
}

Kind kind_if(bool equal) {
    return equal ? Kind::accepted : Kind::wrong_answer;
}

// testlib: a reader that throws what the original quits with.

struct Quit {
    Kind kind;
};

bool blank(char c) {
    return std::string_view(" \t\r\n").find(c) != std::string_view::npos;
}

class Reader {
  public:
    Reader(std::string text, Kind failure) : text_(std::move(text)), failure_(failure) {}
    bool seek_eof() {
        while (at_ < text_.size() && blank(text_[at_])) ++at_;
        return eof();
    }
    bool eof() const { return at_ == text_.size(); }
    std::string word() {
        if (seek_eof()) throw Quit{failure_};
        std::string token;
        while (!eof() && !blank(text_[at_])) token += text_[at_++];
        return token;
    }
    std::string line() {
        if (eof()) throw Quit{failure_};
        std::string line;
        while (!eof() && text_[at_] != '\n' && text_.compare(at_, 2, "\r\n") != 0) line += text_[at_++];
        if (!eof()) at_ += text_[at_] == '\r' ? 2 : 1;
        return line;
    }
    long long integer(const std::string& token) {
        static const std::regex form("0|-?[1-9][0-9]*");
        if (!std::regex_match(token, form)) throw Quit{failure_};
        try {
            return std::stoll(token);
        } catch (const std::out_of_range&) {
            throw Quit{failure_};
        }
    }
    long long integer() { return integer(word()); }
    double real() {
        static const std::regex form("[+-]?([0-9]+(\\.[0-9]*)?|\\.[0-9]+)([eE][+-]?[0-9]+)?");
        const std::string token = word();
        if (!std::regex_match(token, form)) throw Quit{failure_};
        return std::strtod(token.c_str(), nullptr);
    }
    void fail_unless(bool good) const {
        if (!good) throw Quit{failure_};
    }

  private:
    std::string text_;
    Kind failure_;
    std::size_t at_ = 0;
};

Kind finish(Reader& ouf) {
    return ouf.seek_eof() ? Kind::accepted : Kind::presentation_error;
}

bool testlib_near(const CompareOptions& options, double j, double p) {
    const auto inf = [](double x) { return std::fabs(x) > 1e300; };
    if (options.error_mode == ErrorMode::absolute) return j == p || std::fabs(j - p) <= options.epsilon + 1e-15;
    if (inf(j) || inf(p)) return inf(j) && inf(p) && std::signbit(j) == std::signbit(p);
    const double e = options.epsilon + 1e-15;
    if (std::fabs(j - p) <= e) return true;
    const double a = j * (1 - e), b = j * (1 + e);
    return std::min(a, b) <= p && p <= std::max(a, b);
}

Kind sequence(Reader& ans, Reader& ouf, const std::function<bool()>& same) {
    while (!ans.seek_eof() && !ouf.seek_eof())
        if (!same()) return Kind::wrong_answer;
    return kind_if(ans.seek_eof() && ouf.seek_eof());
}

Kind lines_like(Reader& ans, Reader& ouf, bool by_words) {
    while (!ans.eof()) {
        const std::string j = ans.line();
        if (j.empty() && ans.eof()) break;
        const std::string p = ouf.line();
        if (by_words ? words(j) != words(p) : j != p) return Kind::wrong_answer;
    }
    return finish(ouf);
}

Kind yes_no_step(Reader& ans, Reader& ouf) {
    const auto upper = [](std::string text) {
        for (char& c : text)
            if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 32);
        return text;
    };
    const std::string j = upper(ans.word()), p = upper(ouf.word());
    ans.fail_unless(j == "YES" || j == "NO");
    ouf.fail_unless(p == "YES" || p == "NO");
    return kind_if(j == p);
}

Texts one_case(Reader& in, int number, bool& case_read, bool integers) {
    if (!case_read) in.fail_unless(in.word() == "Case");
    in.fail_unless(in.word() == std::to_string(number) + ":");
    Texts result;
    while (!in.seek_eof()) {
        const std::string token = in.word();
        if (token == "Case") {
            case_read = true;
            break;
        }
        if (integers) in.integer(token);
        result.push_back(token);
    }
    return result;
}

Kind case_lists(Reader& ans, Reader& ouf, bool integers) {
    bool ans_case = false, ouf_case = false;
    for (int number = 1; !ans.seek_eof(); ++number) {
        const Texts j = one_case(ans, number, ans_case, integers), p = one_case(ouf, number, ouf_case, integers);
        if (j != p) return Kind::wrong_answer;
    }
    return finish(ouf);
}

Kind case_integers(Reader& ans, Reader& ouf) {
    const auto all = [](Reader& in) {
        std::vector<long long> values;
        for (int number = 1; !in.seek_eof(); ++number) {
            in.fail_unless(in.word() == "Case");
            in.fail_unless(in.word() == std::to_string(number) + ":");
            values.push_back(in.integer());
        }
        return values;
    };
    const auto ja = all(ans), pa = all(ouf);
    for (std::size_t at = 0; at < std::min(ja.size(), pa.size()); ++at)
        if (ja[at] != pa[at]) return Kind::wrong_answer;
    return ja.size() == pa.size() ? Kind::accepted : Kind::presentation_error;
}

Kind unordered_integers(Reader& ans, Reader& ouf) {
    const auto all = [](Reader& in) {
        std::vector<long long> values;
        while (!in.seek_eof()) values.push_back(in.integer());
        std::sort(values.begin(), values.end());
        return values;
    };
    const auto ja = all(ans), pa = all(ouf);
    return kind_if(ja == pa);
}

Kind one_number(Reader& ans, Reader& ouf, const std::function<bool()>& same) {
    (void)ans;
    return same() ? finish(ouf) : Kind::wrong_answer;
}

Kind huge(Reader& ans, Reader& ouf) {
    static const std::regex form("0|-?[1-9][0-9]*");
    const std::string ja = ans.word(), pa = ouf.word();
    ans.fail_unless(std::regex_match(ja, form) && ans.seek_eof());
    ouf.fail_unless(std::regex_match(pa, form));
    return ja == pa ? finish(ouf) : Kind::wrong_answer;
}

std::optional<Kind> testlib_kind(const Comparer& comparer, Reader& ans, Reader& ouf) {
    const std::string_view id = comparer.row->id;
    const auto int32 = [](Reader& in) {
        const long long value = in.integer();
        in.fail_unless(value >= -2147483648LL && value <= 2147483647LL);
        return value;
    };
    const auto same_real = [&] {
        const double j = ans.real(), p = ouf.real();
        return testlib_near(comparer.options, j, p);
    };
    if (id == "wcmp") return sequence(ans, ouf, [&] { return ans.word() == ouf.word(); });
    if (id == "lcmp" || id == "fcmp") return lines_like(ans, ouf, id == "lcmp");
    if (id == "hcmp") return huge(ans, ouf);
    if (id == "icmp")
        return one_number(ans, ouf, [&] {
            const long long j = int32(ans);
            return j == int32(ouf);
        });
    if (id == "ncmp") {
        const Kind kind = sequence(ans, ouf, [&] {
            const long long j = ans.integer();
            const long long p = ouf.integer();
            if (j != p) throw Quit{Kind::wrong_answer};
            return true;
        });
        while (!ans.seek_eof()) ans.integer();
        while (!ouf.seek_eof()) ouf.integer();
        return kind;
    }
    if (id == "uncmp") return unordered_integers(ans, ouf);
    if (id == "yesno") return one_number(ans, ouf, [&] { return yes_no_step(ans, ouf) == Kind::accepted; });
    if (id == "nyesno") return sequence(ans, ouf, [&] { return yes_no_step(ans, ouf) == Kind::accepted; });
    if (id == "rcmp" || id == "acmp" || id == "dcmp") return one_number(ans, ouf, same_real);
    if (id == "rcmp4" || id == "rcmp6" || id == "rcmp9" || id == "rncmp") {
        while (!ans.seek_eof())
            if (!same_real()) return Kind::wrong_answer;
        return finish(ouf);
    }
    if (id == "caseicmp") return case_integers(ans, ouf);
    if (id == "casencmp" || id == "casewcmp") return case_lists(ans, ouf, id == "casencmp");
    return std::nullopt;
}

}  // namespace

std::optional<Kind> testlib_kind_of(const Comparer& comparer, std::string_view output, std::string_view answer) {
    if (output.starts_with("\xEF\xBB\xBF")) output.remove_prefix(3);
    Reader ans(std::string(answer), Kind::judge_fault), ouf(std::string(output), Kind::presentation_error);
    try {
        return testlib_kind(comparer, ans, ouf);
    } catch (const Quit& quit) {
        return quit.kind;
    }
}

}  // namespace judge::twin
