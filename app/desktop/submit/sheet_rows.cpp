// SPDX-License-Identifier: Apache-2.0
#include "sheet_rows.hpp"

namespace leadsheet::desktop {

SheetRows::SheetRows(QObject* parent)
    : QObject(parent)
    , latest_([this](const app::SpoolProgress& progress) {
        progress_ = progress;
        emit grown();
    }) {}

void SheetRows::start(const std::filesystem::path& path, const app::CheckOptions& options,
                      const std::filesystem::path& folder) {
    clear();
    spool_ = std::make_shared<app::RowSpool>(folder);
    app::SheetOptions shown = options.sheet;
    if (options.decisions.takesOther(app::SourceMatter::MergedCells))
        shown.merged = app::MergedCells::FillRange;
    loading_.run(
        [spool = spool_, path, sheet = shown, tab = options.sheetIndex, tell = latest_.sender()](
            const std::stop_token& stop) -> app::SheetResult<app::SpooledSheet> {
            auto source = app::openSheet(path, sheet, stop);
            if (!source)
                return tl::unexpected(source.error());
            if (auto opened = (*source)->open(tab); !opened)
                return tl::unexpected(opened.error());
            return app::spoolRows(**source, *spool, tell, stop);
        },
        [this, path, options](app::SheetResult<app::SpooledSheet> result) {
            if (result)
                whole_ = *std::move(result);
            else
                error_ = result.error();
            emit grown();
            emit finished();
            if (whole_)
                count(path, options);
        });
    emit grown();
}

void SheetRows::count(const std::filesystem::path& path, const app::CheckOptions& options) {
    app::CheckOptions wanted = options;
    if (wanted.headerRow == 0)
        wanted.headerRow.reset(); // here: the sheet has none
    counting_.run([path, wanted](
                      const std::stop_token& stop) { return app::countSource(path, wanted, stop); },
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

void SheetRows::clear() {
    loading_.cancel();
    counting_.cancel();
    latest_.drop();
    spool_.reset();
    progress_ = {};
    whole_.reset();
    counts_.reset();
    error_.reset();
}

} // namespace leadsheet::desktop
