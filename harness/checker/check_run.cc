#include "checker/check_run.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>

#include "base/fd.h"
#include "base/files.h"
#include "checker/byte_stream.h"

namespace judge {

namespace {

constexpr std::size_t kFeedbackLimit = 64 * 1024;

/// A folder that the checker's user may write, whatever the umask.
Status make_open_folder(const std::string& path) {
    JUDGE_TRY(make_directories(path));
    if (chmod(path.c_str(), 0777) != 0) return errno_error(ErrorCode::io, "open to the checker '" + path + "'", errno);
    return Done{};
}

Status copy_output(int fd, const std::string& path) {
    JUDGE_ASSIGN(target, open_file(path, O_WRONLY | O_CREAT | O_TRUNC));
    ByteStream stream(fd);
    while (stream.fill()) {
        JUDGE_TRY(write_all(target.get(), stream.window()));
        stream.skip(stream.window().size());
    }
    if (!stream.error().empty()) return Error{ErrorCode::io, stream.error(), ""};
    return Done{};
}

/// The beginning of a small file that a checker may have written; nothing if it has not.
std::optional<std::string> head_of(const std::string& path) {
    const Result<Fd> file = open_file(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    if (!file) return std::nullopt;
    std::string bytes(kFeedbackLimit, '\0');
    const Result<std::size_t> got = read_at(file->get(), bytes, 0);
    if (!got) return std::nullopt;
    bytes.resize(*got);
    return bytes;
}

std::string value_of(std::string_view name, const CheckFiles& files) {
    if (name == "input") return files.input_path;
    if (name == "answer") return files.answer_path;
    if (name == "output") return files.output_path;
    if (name == "tout") return files.tout_path;
    if (name == "submission") return files.submission_id;
    if (name == "source") return files.source_path;
    if (name == "feedback_dir") return files.feedback_dir;
    if (name == "full_score") return fmt::format("{}", files.full_score);
    if (name == "score_file") return files.score_path;
    return files.message_path;  // the loader admits no other name
}

std::string expanded(std::string_view text, const CheckFiles& files) {
    std::string result;
    while (true) {
        const std::size_t begin = std::min(text.find('{'), text.size());
        result += text.substr(0, begin);
        if (begin == text.size()) return result;
        const std::size_t end = text.find('}', begin);
        result += value_of(text.substr(begin + 1, end - begin - 1), files);
        text.remove_prefix(end + 1);
    }
}

}  // namespace

/// One check: its temporary folder, its completed files, and the request.
struct StagedCheck::Stage {
    Stage(const ProtocolRow& row, const Executable& checker, const CheckFiles& files)
        : row_(row), checker_(checker), files_(files) {}

    Status prepare(const Limits& limits) {
        JUDGE_ASSIGN(folder, TempDir::make("judge-check-"));
        folder_ = std::move(folder);
        keep_feedback_ = !files_.feedback_dir.empty();
        if (!keep_feedback_) {
            files_.feedback_dir = folder_ / "feedback";
            JUDGE_TRY(make_open_folder(files_.feedback_dir));
        }
        JUDGE_TRY(make_open_folder(folder_ / "written"));
        if (files_.score_path.empty()) files_.score_path = folder_ / "written/score";
        if (files_.message_path.empty()) files_.message_path = folder_ / "written/message";
        if (files_.tout_path.empty()) files_.tout_path = folder_ / "written/tout";
        JUDGE_TRY(make_directories(folder_ / "read"));
        JUDGE_TRY(stage_files());
        JUDGE_ASSIGN(standard_output, make_memory_file("checker-stdout"));
        standard_output_ = std::move(standard_output);
        return fill_request(limits);
    }

    Result<CheckWords> collect(const RunOutcome& run) const {
        CheckWords words;
        words.standard_error = run.stderr_head;
        std::string said(kFeedbackLimit, '\0');
        JUDGE_ASSIGN(size, read_at(standard_output_.get(), said, 0));
        said.resize(size);
        words.standard_output = std::move(said);
        const auto keep = [&](const std::string& name, const std::string& path) {
            if (std::optional<std::string> text = head_of(path)) words.files[name] = std::move(*text);
        };
        for (const std::string& name : row_.message)
            if (name != "stderr" && name != "stdout" && name != "message")
                keep(name, join_path(files_.feedback_dir, name));
        if (!row_.team_message.empty()) keep(row_.team_message, join_path(files_.feedback_dir, row_.team_message));
        for (const char* name : {"score.txt", "score_multiplier.txt"}) keep(name, join_path(files_.feedback_dir, name));
        keep("score", files_.score_path);
        keep("message", files_.message_path);
        words.files["full_score"] = fmt::format("{}", files_.full_score);
        const std::string next = join_path(files_.feedback_dir, row_.next_pass);
        if (keep_feedback_ && !row_.next_pass.empty() && is_file(next)) words.next_pass_path = next;
        return words;
    }

    Status stage_files() {
        if (files_.answer_path.empty()) {
            files_.answer_path = folder_ / "read/empty";
            JUDGE_TRY(open_file(files_.answer_path, O_WRONLY | O_CREAT));
        }
        if (row_.output == OutputPlace::path && files_.output_path.empty() && files_.output_fd >= 0) {
            files_.output_path = folder_ / "read/output";
            JUDGE_TRY(copy_output(files_.output_fd, files_.output_path));
        }
        if (row_.files.empty()) return Done{};
        const std::string cwd = folder_ / "cwd";
        JUDGE_TRY(make_open_folder(cwd));
        request_.cwd = cwd;
        for (const auto& [name, placeholder] : row_.files) {
            const std::string target = expanded(placeholder, files_);
            const std::string link = join_path(cwd, name);
            if (target.empty()) continue;
            if (symlink(target.c_str(), link.c_str()) != 0)
                return errno_error(ErrorCode::io, "link '" + link + "'", errno);
        }
        return Done{};
    }

    Status open_standard_input() {
        if (row_.output != OutputPlace::standard_input) return Done{};
        if (files_.output_path.empty()) {
            if (lseek(files_.output_fd, 0, SEEK_SET) != 0)
                return errno_error(ErrorCode::io, "rewind 'the output'", errno);
            request_.stdin_fd = files_.output_fd;
            return Done{};
        }
        JUDGE_ASSIGN(input, open_file(files_.output_path, O_RDONLY));
        standard_input_ = std::move(input);
        request_.stdin_fd = standard_input_.get();
        return Done{};
    }

    Status fill_request(const Limits& limits) {
        JUDGE_TRY(open_standard_input());
        request_.argv = checker_.argv;
        for (std::string& argument : expand_arguments(row_.arguments, files_))
            request_.argv.push_back(std::move(argument));
        request_.env = checker_.env;
        request_.stdout_fd = standard_output_.get();
        request_.readable = checker_.readable;
        for (const std::string& path : {files_.input_path, files_.answer_path, files_.output_path, files_.source_path})
            if (!path.empty()) request_.readable.push_back(path);
        request_.writable = {files_.feedback_dir, folder_ / "written"};
        const std::string tout_folder(parent_path(files_.tout_path));
        if (tout_folder != folder_ / "written") request_.writable.push_back(tout_folder);
        if (!request_.cwd.empty()) request_.writable.push_back(request_.cwd);
        request_.limits = merged(row_.limits, limits);
        return Done{};
    }

    const ProtocolRow& row_;
    const Executable& checker_;
    CheckFiles files_;
    TempDir folder_;
    bool keep_feedback_ = false;
    Fd standard_input_;
    Fd standard_output_;
    RunRequest request_;
};

std::vector<std::string> expand_arguments(const std::vector<std::string>& arguments, const CheckFiles& files) {
    std::vector<std::string> result;
    for (const std::string& argument : arguments) {
        if (argument == "{args}")
            result.insert(result.end(), files.args.begin(), files.args.end());
        else
            result.push_back(expanded(argument, files));
    }
    return result;
}

StagedCheck::StagedCheck(std::unique_ptr<Stage> stage) : stage_(std::move(stage)) {}
StagedCheck::StagedCheck(StagedCheck&&) noexcept = default;
StagedCheck& StagedCheck::operator=(StagedCheck&&) noexcept = default;
StagedCheck::~StagedCheck() = default;

Result<StagedCheck> StagedCheck::make(const ProtocolRow& row, const Executable& checker, const CheckFiles& files,
                                      const Limits& limits) {
    auto stage = std::make_unique<Stage>(row, checker, files);
    JUDGE_TRY(stage->prepare(limits));
    return StagedCheck(std::move(stage));
}

const RunRequest& StagedCheck::request() const {
    return stage_->request_;
}

const std::string& StagedCheck::tout_path() const {
    return stage_->files_.tout_path;
}

Result<CheckOutcome> StagedCheck::interpret(const RunOutcome& run) const {
    JUDGE_ASSIGN(words, stage_->collect(run));
    return interpret_checker(stage_->row_, run, words);
}

Result<CheckOutcome> run_checker(const ProtocolRow& row, const Executable& checker, const CheckFiles& files,
                                 const Limits& limits, Runner& runner) {
    JUDGE_ASSIGN(check, StagedCheck::make(row, checker, files, limits));
    const Result<RunOutcome> run = runner.run(check.request());
    if (!run && run.error().code == ErrorCode::tool_missing) {
        CheckOutcome outcome;
        outcome.kind = CheckOutcome::Kind::judge_fault;
        outcome.message = "the " + row.role + " cannot be run: " + run.error().message;
        return outcome;
    }
    if (!run) return run.error();
    return check.interpret(*run);
}

}  // namespace judge
