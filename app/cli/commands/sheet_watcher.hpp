// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../session/context.hpp"
#include "leadsheet/work/watched_folder.hpp"

#include <boost/json/object.hpp>

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace leadsheet::cli {

struct WatchArguments {
    std::filesystem::path folder;
    std::string maxTotal; ///< for a day; empty = nothing without a yes
    bool once = false;
    std::string settle = "10s";
    std::string every = "2s";
    std::string tryAgain = "5m";
};

/// Submits the sheets of a folder as `submit` does with nobody to ask, one after the other, and
/// moves them on. It remembers nothing that the folder and the ledger do not say: whatever dies in
/// the middle is done again, and what was ordered before is found in the ledger.
class SheetWatcher {
public:
    SheetWatcher(Context& context, const WatchArguments& arguments, work::WatchedFolder& folder);

    /// Until it is interrupted, or with --once until every file that stays as it is was taken once.
    Outcome<ExitCode> run();

private:
    /// A file that has to wait, and what ends the wait.
    struct Waiting {
        work::FileStamp stamp;
        SteadyTime again;
        std::int64_t run = 0; ///< the newest approved run of it
        std::string code;     ///< why, as it was told
    };
    enum class Pass { GoOn, Blocked, Interrupted };

    Outcome<void> checkMaxTotal();
    Outcome<Pass> pass();
    bool isDue(const std::filesystem::path& sheet, const work::FileStamp& stamp) const;
    Outcome<Pass> take(const std::filesystem::path& sheet, const work::FileStamp& stamp);
    Outcome<ExitCode> submit(const std::filesystem::path& sheet,
                             const std::filesystem::path& place);
    /// `results`: where the results were written, if any were.
    Outcome<void> finish(const std::filesystem::path& sheet, const std::filesystem::path& place,
                         const std::filesystem::path& results, const std::string& report,
                         const Outcome<ExitCode>& done);
    Pass keep(const std::filesystem::path& sheet, const work::FileStamp& stamp, std::string report,
              const Failure& failure);
    void tell(const char* event, const std::filesystem::path& sheet, boost::json::object more,
              const Message& words);
    /// Shows what was told since the last time on the desktop, all of it at once.
    void notice();
    void count(ExitCode code);

    Context& context_;
    const WatchArguments& arguments_;
    work::WatchedFolder& folder_;
    std::map<std::filesystem::path, Waiting> waiting_;
    std::vector<std::string> notices_;
    bool connected_ = false; ///< --max-total was held against the account
    std::chrono::seconds tryAgain_;
    ExitCode worst_ = ExitCode::Done;
};

} // namespace leadsheet::cli
