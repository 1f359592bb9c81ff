// SPDX-License-Identifier: Apache-2.0
#include "sheet_checking.hpp"

namespace leadsheet::desktop {
namespace {

constexpr std::uint64_t kTellEvery = 512; // rows

app::SheetResult<CheckFindings> check(const std::filesystem::path& path,
                                      const app::CheckOptions& options,
                                      const std::function<void(std::uint64_t)>& tell,
                                      const std::stop_token& stop) {
    auto sheet = app::SheetCheck::open(path, options, stop);
    if (!sheet)
        return tl::unexpected(sheet.error());
    CheckFindings found;
    std::map<std::size_t, std::shared_ptr<app::ProblemIndex>> problems;
    for (const app::CheckedTab& tab : sheet->tabs())
        found.tabs[tab.sheet].problems = problems[tab.sheet] =
            std::make_shared<app::ProblemIndex>();
    app::CheckedRow row;
    for (std::uint64_t rows = 0;; ++rows) {
        if (stop.stop_requested())
            return tl::unexpected(app::SheetError{app::SheetErrorCode::Cancelled, {}, {}, {}, {}});
        const auto next = sheet->next(row);
        if (!next)
            return tl::unexpected(next.error());
        if (*next == app::Next::End)
            break;
        problems[row.sheet]->add(row);
        if (row.blocked)
            ++found.tabs[row.sheet].blocked;
        if (rows % kTellEvery == 0)
            tell(rows);
    }
    found.summary = sheet->summary();
    return found;
}

} // namespace

const TabFindings* CheckFindings::of(std::size_t sheet) const {
    const auto found = tabs.find(sheet);
    return found == tabs.end() ? nullptr : &found->second;
}

SheetChecking::SheetChecking(QObject* parent)
    : QObject(parent)
    , latest_([this](const std::uint64_t& rows) {
        rows_ = rows;
        emit progressed();
    }) {}

void SheetChecking::start(const std::filesystem::path& path, const app::CheckOptions& options) {
    cancel();
    checking_.run([path, options, tell = latest_.sender()](
                      const std::stop_token& stop) { return check(path, options, tell, stop); },
                  [this](app::SheetResult<CheckFindings> result) {
                      latest_.drop();
                      findings_.reset();
                      error_.reset();
                      if (result)
                          findings_ = *std::move(result);
                      else
                          error_ = result.error();
                      emit finished();
                  });
    emit progressed();
}

void SheetChecking::cancel() {
    checking_.cancel();
    latest_.drop();
    rows_ = 0;
}

void SheetChecking::clear() {
    cancel();
    findings_.reset();
    error_.reset();
}

} // namespace leadsheet::desktop
