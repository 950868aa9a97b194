#include "judging/build.h"

#include "base/nearest.h"
#include "toolchain/toolchain.h"

namespace judge {

Compiler make_compiler(const Toolchain& toolchain) {
    return [&toolchain](const BuildOrder& order, Runner& runner) -> Result<Built> {
        Built built;
        built.profile = toolchain.profile(order.profile_id);
        if (!built.profile) {
            std::vector<std::string> ids;
            std::string known;
            for (const Profile& profile : toolchain.profiles()) {
                ids.push_back(profile.id);
                known += (known.empty() ? "" : ", ") + profile.id;
            }
            return Error{ErrorCode::not_found, "cannot find profile '" + order.profile_id + "'",
                         did_you_mean(order.profile_id, ids, "profiles are " + known)};
        }
        std::vector<Finding> findings;
        JUDGE_ASSIGN(language, toolchain.detect(order.submission, *built.profile, findings));
        built.language = language;
        CompileRequest request;
        request.files = order.submission.files;
        request.entry = order.submission.entry;
        request.language = built.language;
        request.profile = built.profile;
        request.file_access = order.file_access;
        request.repair = order.repair;
        request.debug = order.debug;
        JUDGE_ASSIGN(outcome, toolchain.compile(request, runner));
        built.outcome = std::move(outcome);
        built.outcome.findings.insert(built.outcome.findings.begin(), findings.begin(), findings.end());
        return built;
    };
}

}  // namespace judge
