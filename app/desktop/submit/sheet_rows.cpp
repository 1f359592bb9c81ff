// SPDX-License-Identifier: Apache-2.0
#include "sheet_rows.hpp"

#include "leadsheet/try.hpp"

namespace leadsheet::desktop {

SheetRows::SheetRows(QObject* parent)
    : QObject(parent)
    , latest_([this](const app::SpoolProgress& progress) {
        progress_ = progress;
        emit grown();
    }) {}

void SheetRows::start(const std::filesystem::path& path, std::vector<app::CheckOptions> tabs,
                      std::size_t at, const std::filesystem::path& folder,
                      std::shared_ptr<app::RowSource> source) {
    clear();
    path_ = path;
    folder_ = folder;
    tabs_ = std::move(tabs);
    source_ = std::move(source);
    show(at);
}

void SheetRows::show(std::size_t at) {
    forgetRows();
    const app::CheckOptions& options = tabs_.at(at);
    spool_ = std::make_shared<app::RowSpool>(folder_);
    app::SheetOptions shown = options.sheet;
    if (options.decisions.takesOther(app::SourceMatter::MergedCells))
        shown.merged = app::MergedCells::FillRange;
    loading_.run(
        [spool = spool_, path = path_, sheet = shown, tab = options.sheetIndex,
         known = std::exchange(source_, nullptr), tell = latest_.sender()](
            const std::stop_token& stop) mutable -> app::SheetResult<app::SpooledSheet> {
            auto source = std::move(known);
            if (!source) {
                LEADSHEET_TRY(auto found, app::openSheet(path, sheet, stop));
                source = std::move(found);
            }
            LEADSHEET_TRY_DONE(source->open(tab));
            return app::spoolRows(*source, *spool, tell, stop);
        },
        [this](app::SheetResult<app::SpooledSheet> result) {
            if (result)
                whole_ = *std::move(result);
            else
                error_ = result.error();
            emit grown();
            emit finished();
            if (whole_ && !counts_ && !counting_.busy())
                count();
        });
    emit grown();
}

void SheetRows::count() {
    std::vector<app::CheckOptions> wanted = tabs_;
    for (app::CheckOptions& tab : wanted)
        if (tab.headerRow == 0)
            tab.headerRow.reset(); // here: the tab has none
    counting_.run(
        [path = path_, wanted = std::move(wanted)](
            const std::stop_token& stop) -> app::SheetResult<app::SourceCounts> {
            app::SourceCounts sum;
            for (const app::CheckOptions& tab : wanted) {
                LEADSHEET_TRY(const auto found, app::countSource(path, tab, stop));
                sum += found;
            }
            return sum;
        },
        [this](const app::SheetResult<app::SourceCounts>& found) {
            if (!found)
                return;
            counts_ = *found;
            emit counted();
        });
}

void SheetRows::cancel() {
    if (!loading_.busy())
        return;
    loading_.cancel();
    error_ = app::SheetError{app::SheetErrorCode::Cancelled, {}, {}, {}, {}};
    emit finished();
}

void SheetRows::forgetRows() {
    loading_.cancel();
    latest_.drop();
    spool_.reset();
    progress_ = {};
    whole_.reset();
    error_.reset();
}

void SheetRows::clear() {
    forgetRows();
    counting_.cancel();
    counts_.reset();
    source_.reset();
}

} // namespace leadsheet::desktop
