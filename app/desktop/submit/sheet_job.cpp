// SPDX-License-Identifier: Apache-2.0
#include "sheet_job.hpp"

#include "../shell/settings.hpp"
#include "../shell/workspace.hpp"
#include "sheet_opening.hpp"

namespace leadsheet::desktop {
namespace {

OpeningPlace placeOf(const Workspace& workspace) {
    OpeningPlace place{workspace.folders(), {}};
    place.network.proxy = workspace.settings().proxy().toStdString();
    place.network.caFile = workspace.settings().caFile().toStdString();
    return place;
}

app::MapSpec statedMap(const app::ColumnMap& map) {
    auto spec = app::mapFromJson(app::mapToJson(map));
    return spec ? *std::move(spec) : app::MapSpec{};
}

} // namespace

SheetJob::SheetJob(Workspace& workspace, QObject* parent)
    : QObject(parent)
    , workspace_(workspace) {}

SheetJob::~SheetJob() = default;

void SheetJob::open(const QString& source) {
    SheetFile file;
    file.source = source;
    file.name = source;
    start(std::move(file), {});
}

void SheetJob::openText(const QString& text) {
    const auto file = keepText(text, placeOf(workspace_));
    if (!file) {
        opened(tl::unexpected(file.error()));
        return;
    }
    start(*file, {});
}

void SheetJob::read(const SheetReading& reading) {
    if (state_ != State::Empty)
        start(sheet_.file, reading);
}

void SheetJob::start(SheetFile file, const SheetReading& reading) {
    opening_.cancel();
    sheet_.file = file;
    sheet_.reading = reading;
    state_ = State::Opening;
    forgetCheck();
    emit stateChanged();
    opening_.run(
        [file = std::move(file), reading, place = placeOf(workspace_)](
            const std::stop_token& stop) mutable -> app::SheetResult<OpenedSheet> {
            if (file.path.empty()) {
                auto found = locateSheet(file.source, place, stop);
                if (!found)
                    return tl::unexpected(found.error());
                file = *std::move(found);
            }
            return openLocated(std::move(file), reading, place, stop);
        },
        [this](app::SheetResult<OpenedSheet> sheet) { opened(std::move(sheet)); });
}

void SheetJob::opened(app::SheetResult<OpenedSheet> sheet) {
    if (sheet) {
        sheet_ = *std::move(sheet);
        state_ = State::Open;
        workspace_.settings().addRecentSheet(sheet_.file.source);
    } else {
        error_ = sheet.error();
        state_ = State::Unreadable;
    }
    emit stateChanged();
    emit mapChanged();
}

void SheetJob::cancelOpening() {
    opening_.cancel();
    state_ = State::Empty;
    emit stateChanged();
}

app::CheckOptions SheetJob::checkOptions() const {
    app::CheckOptions options = sheet_.options;
    options.map = statedMap(sheet_.map);
    options.edits = edits_;
    return options;
}

void SheetJob::setColumnMap(app::ColumnMap map) {
    sheet_.map = std::move(map);
    forgetCheck();
    emit mapChanged();
}

QStringList SheetJob::sheetWords() const {
    if (state_ != State::Open)
        return {};
    QStringList words{source()};
    words << readingWords(sheet_.reading, sheet_.overview);
    if (const std::string map = app::mapSpecText(sheet_.map); !map.empty())
        words << QStringLiteral("--map") << QString::fromStdString(map);
    return words;
}

bool SheetJob::isReadyToPrice() const {
    return state_ == State::Open && checked_ && checked_->ready > 0;
}

void SheetJob::setSelectedRows(std::vector<RowRange> rows) {
    if (rows == selected_)
        return;
    selected_ = std::move(rows);
    emit selectionChanged();
}

void SheetJob::forgetCheck() {
    checked_.reset();
    selected_.clear();
    emit checkChanged();
}

} // namespace leadsheet::desktop
