#include "packages/native_writer.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <set>

#include "base/fd.h"
#include "base/files.h"
#include "packages/attic.h"
#include "packages/native.h"
#include "packages/program.h"
#include "packages/text.h"

namespace judge {
namespace {

Result<bool> bears_utf16_mark(const std::string& path) {
    JUDGE_ASSIGN(file, open_file(path, O_RDONLY));
    std::array<char, 2> head{};
    JUDGE_ASSIGN(count, read_at(file.get(), head, 0));
    return is_utf16({head.data(), count});
}

class ProblemWriter {
  public:
    ProblemWriter(const Imported& imported, const std::string& folder, Written& written)
        : imported_(imported), problem_(imported.problem), folder_(folder), written_(written) {}

    Status write() {
        for (const TestCase& test_case : problem_.cases) JUDGE_TRY(write_case(test_case));
        ProgramNames names;
        JUDGE_ASSIGN(checker, write_program(problem_.checker.program, "checkers"));
        JUDGE_ASSIGN(interactor, write_program(problem_.interactor, "interactors"));
        names.checker = std::move(checker);
        names.interactor = std::move(interactor);
        for (const std::string& validator : problem_.validators) JUDGE_TRY(write_program(validator, "validators"));
        for (const KeptFile& kept : imported_.kept) JUDGE_TRY(write_kept(kept));
        JUDGE_ASSIGN(file, open_file(join_path(folder_, "problem.json"), O_WRONLY | O_CREAT | O_EXCL));
        return write_all(file.get(), native_text(problem_, names));
    }

  private:
    // The folder of `name` below the problem's folder, made if need be.
    Result<std::string> place(const std::string& name) {
        if (name.starts_with('/') || ("/" + name + "/").find("/../") != std::string::npos)
            return Error{ErrorCode::bad_input, "cannot write '" + name + "': it would leave the problem's folder", ""};
        const std::string path = join_path(folder_, name);
        const std::string parent(parent_path(path));
        if (made_.insert(parent).second) JUDGE_TRY(make_directories(parent));
        return path;
    }

    Status write_data(const std::string& from, const std::string& name) {
        JUDGE_ASSIGN(to, place(name));
        JUDGE_ASSIGN(wide, bears_utf16_mark(from));
        if (!wide) return copy_file(from, to);
        const Result<DecodedText> text = read_text(from);
        if (!text || text->encoding == "UTF-8") return copy_file(from, to);
        written_.findings.push_back(
            {Severity::warning, "encoding", "'" + from + "' was " + text->encoding + " and is UTF-8 now", ""});
        JUDGE_ASSIGN(file, open_file(to, O_WRONLY | O_CREAT | O_EXCL));
        return write_all(file.get(), text->text);
    }

    Status write_case(const TestCase& test_case) {
        JUDGE_TRY(write_data(test_case.input.path, test_case.name + ".in"));
        if (test_case.answer) JUDGE_TRY(write_data(test_case.answer->path, test_case.name + ".ans"));
        ++written_.cases;
        return Done{};
    }

    // With the headers that lie beside it: testlib.h, validate.h.
    Result<std::string> write_program(const std::string& path, const std::string& kind) {
        if (path.empty()) return std::string();
        std::string name = kind + "/" + std::string(file_name(path));
        JUDGE_ASSIGN(to, place(name));
        if (!programs_.insert(to).second)
            return Error{ErrorCode::bad_input, "cannot write '" + name + "': two programs are called so", ""};
        JUDGE_TRY(copy_file(path, to));
        JUDGE_ASSIGN(entries, list_directory(std::string(parent_path(path))));
        for (const DirEntry& entry : entries) {
            if (entry.kind != DirEntry::Kind::file || !is_header_file(entry.name)) continue;
            JUDGE_ASSIGN(header, place(kind + "/" + entry.name));
            if (!exists(header)) JUDGE_TRY(copy_file(join_path(parent_path(path), entry.name), header));
        }
        return name;
    }

    // What would stand where the project's own format has its files goes below package/.
    Status write_kept(const KeptFile& kept) {
        const std::string top = kept.name.substr(0, kept.name.find('/'));
        const bool reserved = top == "sample" || top == "secret" || top == "validators" || top == "problem.json";
        if (!reserved && !exists(join_path(folder_, kept.name))) {
            JUDGE_ASSIGN(to, place(kept.name));
            return copy_file(kept.path, to);
        }
        JUDGE_ASSIGN(aside, place("package/" + kept.name));
        return exists(aside) ? Status(Done{}) : copy_file(kept.path, aside);
    }

    const Imported& imported_;
    const Problem& problem_;
    const std::string& folder_;
    Written& written_;
    std::set<std::string> made_, programs_;
};

struct PlannedFile {
    std::string from, to;
    std::string replaces;  // "solutions/<problem>/<file>", if other content is there
};

// Which files of the submissions are to be written; those that are there already with the same bytes are not.
Result<std::vector<PlannedFile>> plan_submissions(const Imported& imported, const std::string& folder,
                                                  Overwrite overwrite) {
    std::vector<PlannedFile> plan;
    for (const Submission& submission : imported.submissions) {
        const std::string place = join_path(folder, submission.id);
        for (const std::string& file : submission.files) {
            const std::string to = submission.files.size() == 1 ? place : join_path(place, file_name(file));
            std::string replaces;
            if (exists(to)) {
                JUDGE_ASSIGN(same, is_file(to) ? same_bytes(file, to) : Result<bool>(false));
                if (same) continue;
                if (overwrite == Overwrite::refuse)
                    return Error{ErrorCode::bad_input, "cannot write '" + to + "': it is there with other content",
                                 "--force replaces it"};
                if (is_file(to)) replaces = "solutions/" + std::string(file_name(folder)) + to.substr(folder.size());
            }
            plan.push_back({file, to, std::move(replaces)});
        }
    }
    return plan;
}

Status write_submissions(const std::vector<PlannedFile>& plan, Attic& attic) {
    for (const PlannedFile& file : plan) {
        JUDGE_TRY(make_directories(std::string(parent_path(file.to))));
        if (!file.replaces.empty()) JUDGE_TRY(attic.keep_file(file.to, file.replaces));
        const std::string fresh = file.to + ".new-" + std::to_string(::getpid());
        ::unlink(fresh.c_str());
        Status copied = copy_file(file.from, fresh);
        if (copied && ::rename(fresh.c_str(), file.to.c_str()) != 0)
            copied = errno_error(ErrorCode::io, "cannot write '" + file.to + "'", errno);
        if (!copied) {
            ::unlink(fresh.c_str());
            return copied;
        }
    }
    return Done{};
}

// A problem that an import made before its cases were known.
bool is_without_cases(const std::string& folder) {
    Problem probe;
    return is_native_problem(folder) && list_cases(folder, probe) && probe.cases.empty();
}

// Moves `fresh` to `place`; what stood there goes only after that succeeded, and into the attic if it held more.
Status move_into_place(const std::string& fresh, const std::string& place, Attic& attic) {
    const std::string old = fresh + ".old";
    const bool replaces = exists(place);
    if (replaces && ::rename(place.c_str(), old.c_str()) != 0)
        return errno_error(ErrorCode::io, "cannot replace '" + place + "'", errno);
    if (::rename(fresh.c_str(), place.c_str()) != 0) {
        const int cause = errno;
        if (replaces) static_cast<void>(std::rename(old.c_str(), place.c_str()));
        return errno_error(ErrorCode::io, "cannot write '" + place + "'", cause);
    }
    if (!replaces) return Done{};
    Status kept = attic.keep_folder(old, place, "testdata/" + std::string(file_name(place)));
    if (!kept) {
        static_cast<void>(std::rename(place.c_str(), fresh.c_str()));
        static_cast<void>(std::rename(old.c_str(), place.c_str()));
    }
    return kept;
}

}  // namespace

Result<Written> write_native(const Imported& imported, const std::string& root, Overwrite overwrite) {
    const std::string& id = imported.problem.id;
    const std::string place = join_path(join_path(root, "testdata"), id);
    // A problem without cases adds nothing to one that is there: only its submissions are new.
    const bool adds_only = imported.problem.cases.empty() && is_native_problem(place) && overwrite == Overwrite::refuse;
    if (exists(place) && overwrite == Overwrite::refuse && !adds_only && !is_without_cases(place))
        return Error{ErrorCode::bad_input, "cannot import '" + id + "': '" + place + "' is there already",
                     "--force replaces it; --id gives the new one another name"};
    Written written;
    written.id = id;
    written.submissions = imported.submissions.size();
    JUDGE_ASSIGN(plan, plan_submissions(imported, join_path(join_path(root, "solutions"), id), overwrite));
    Attic attic(root, id);
    if (!adds_only) {
        JUDGE_TRY(make_directories(join_path(root, "testdata")));
        // Not below testdata/, where somebody who judges meanwhile would take it for a problem.
        JUDGE_ASSIGN(workshop, TempDir::make(".judge-import-", root));
        const std::string fresh = workshop / "problem";
        JUDGE_TRY(make_directories(fresh));
        JUDGE_TRY(ProblemWriter(imported, fresh, written).write());
        JUDGE_TRY(move_into_place(fresh, place, attic));
    }
    JUDGE_TRY(write_submissions(plan, attic));
    if (!attic.used().empty())
        written.findings.push_back({Severity::warning, "replaced",
                                    fmt::format("what stood there before is kept in '{}'", attic.used()),
                                    "move from there what you still want, then remove the folder"});
    return written;
}

}  // namespace judge
