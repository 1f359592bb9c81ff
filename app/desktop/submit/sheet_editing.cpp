// SPDX-License-Identifier: Apache-2.0
#include "sheet_editing.hpp"

namespace leadsheet::desktop {
namespace {

// Copying and changing this many cells takes a few milliseconds.
constexpr std::size_t kCellsAtOnce = 2000;
constexpr std::size_t kUnknown = kCellsAtOnce + 1;

QString text(std::string_view utf8) {
    return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
}

} // namespace

SheetEditing::SheetEditing(QObject* parent)
    : QObject(parent)
    , edits_(std::make_shared<app::SheetEdits>()) {
    connect(&working_, &Background::busyChanged, this, &SheetEditing::workingChanged);
}

void SheetEditing::begin(std::shared_ptr<const app::SheetEdits> kept) {
    working_.cancel();
    waiting_.clear();
    large_ = kept && kept->size() > kCellsAtOnce;
    edits_ = kept ? std::move(kept) : std::make_shared<const app::SheetEdits>();
    emit changed();
}

std::shared_ptr<const app::SheetEdits> SheetEditing::edits() const {
    return edits_->size() == 0 ? nullptr : edits_;
}

void SheetEditing::perform(std::size_t cells, Act act) {
    if (!large_ && !working_.busy() && edits_->size() + cells <= kCellsAtOnce) {
        auto edits = std::make_shared<app::SheetEdits>(*edits_);
        act(*edits, {});
        edits_ = std::move(edits);
        emit changed();
        return;
    }
    waiting_.push_back(std::move(act));
    if (!working_.busy())
        next();
}

void SheetEditing::next() {
    if (waiting_.empty())
        return;
    working_.run(
        [from = edits_, act = std::move(waiting_.front())](const std::stop_token& stop) {
            auto edits = std::make_shared<app::SheetEdits>(*from);
            act(*edits, stop);
            return std::shared_ptr<const app::SheetEdits>(std::move(edits));
        },
        [this](std::shared_ptr<const app::SheetEdits> edits) {
            edits_ = std::move(edits);
            large_ = large_ || edits_->size() > kCellsAtOnce;
            next();
            emit changed();
        });
    waiting_.pop_front();
}

void SheetEditing::change(const QString& label, std::vector<app::SheetEdits::Change> changes) {
    if (changes.empty())
        return;
    const std::size_t cells = changes.size();
    perform(cells,
            [name = label.toStdString(), changes = std::move(changes)](
                app::SheetEdits& edits, const std::stop_token&) { edits.apply(name, changes); });
}

void SheetEditing::replace(const GridSource& source, std::uint32_t column, std::uint32_t firstRow,
                           const QString& what, const QString& by) {
    perform(kUnknown, [=](app::SheetEdits& edits, const std::stop_token& stop) {
        const auto rows = rowsReading(source, column, firstRow, what, stop);
        std::vector<app::SheetEdits::Change> changes;
        changes.reserve(rows.size());
        for (const std::uint32_t row : rows)
            changes.push_back({{source.tab, row, column}, by.toStdString()});
        edits.apply(
            tr("Replace in %Ln Row(s)", nullptr, static_cast<int>(rows.size())).toStdString(),
            changes);
    });
}

void SheetEditing::fillDown(const GridSource& source, GridCell from, std::uint32_t lastRow) {
    perform(kUnknown, [=](app::SheetEdits& edits, const std::stop_token& stop) {
        const auto first = source.rows->indexOf(from.row);
        std::vector<app::SheetEdits::Change> changes;
        std::string value;
        for (std::uint64_t at = first.value_or(0);
             first && at < source.rows->rows() && !stop.stop_requested(); ++at) {
            const auto row = source.rows->row(at);
            if (!row || row->number() > lastRow)
                break;
            if (row->number() == from.row)
                value = source.text(*row, from.column).toStdString();
            else
                changes.push_back({{source.tab, row->number(), from.column}, value});
        }
        edits.apply(
            tr("Fill Down %Ln Row(s)", nullptr, static_cast<int>(changes.size())).toStdString(),
            changes);
    });
}

void SheetEditing::restore(std::size_t tab, const std::vector<GridCell>& cells) {
    std::vector<app::CellPlace> places;
    for (const GridCell& cell : cells)
        if (edits_->find({tab, cell.row, cell.column}) != nullptr)
            places.push_back({tab, cell.row, cell.column});
    if (places.empty())
        return;
    const QString label = tr("Restore %Ln Cell(s)", nullptr, static_cast<int>(places.size()));
    perform(places.size(),
            [name = label.toStdString(), places](app::SheetEdits& edits, const std::stop_token&) {
                edits.restore(name, places);
            });
}

void SheetEditing::discardAll() {
    begin(nullptr);
}

void SheetEditing::undo() {
    if (edits_->canUndo())
        perform(0, [](app::SheetEdits& edits, const std::stop_token&) { edits.undo(); });
}

void SheetEditing::redo() {
    if (edits_->canRedo())
        perform(0, [](app::SheetEdits& edits, const std::stop_token&) { edits.redo(); });
}

QString SheetEditing::undoLabel() const {
    return text(edits_->undoLabel());
}

QString SheetEditing::redoLabel() const {
    return text(edits_->redoLabel());
}

} // namespace leadsheet::desktop
