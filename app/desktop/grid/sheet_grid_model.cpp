// SPDX-License-Identifier: Apache-2.0
#include "sheet_grid_model.hpp"

#include "../phrases/say.hpp"

#include "leadsheet/app/cell.hpp"

#include <QFont>

#include <algorithm>

namespace leadsheet::desktop {
namespace {

// A view shows one line of a cell; texts of a megabyte are only made whole for editing and copying.
constexpr qsizetype kShownChars = 400;

QString oneLine(QString text) {
    if (text.size() > kShownChars)
        text = text.left(kShownChars) + QChar(0x2026);
    return text.replace(QLatin1Char('\n'), QChar(0x23CE));
}

int clampedCount(std::uint64_t count) {
    return static_cast<int>(std::min<std::uint64_t>(count, INT_MAX - 1));
}

} // namespace

SheetGridModel::SheetGridModel(QObject* parent)
    : QAbstractTableModel(parent) {}

void SheetGridModel::setRows(GridSource source, std::uint32_t headerRow) {
    beginResetModel();
    source_ = std::move(source);
    headerRow_ = headerRow;
    problems_.reset();
    filter_.reset();
    last_.reset();
    lastRow_ = -1;
    rows_ = source_.rows ? clampedCount(source_.rows->rows()) : 0;
    columns_ = source_.rows ? clampedCount(source_.rows->columns()) : 0;
    endResetModel();
}

void SheetGridModel::grow() {
    if (!source_.rows)
        return;
    const int columns = clampedCount(source_.rows->columns());
    if (columns > columns_) {
        beginInsertColumns({}, columns_, columns - 1);
        columns_ = columns;
        endInsertColumns();
    }
    if (filter_) {
        // Rows that are shown may have come in just now.
        last_.reset();
        lastRow_ = -1;
        allChanged();
        return;
    }
    const int rows = clampedCount(source_.rows->rows());
    if (rows <= rows_)
        return;
    beginInsertRows({}, rows_, rows - 1);
    rows_ = rows;
    endInsertRows();
}

void SheetGridModel::setHeaders(const QStringList& names, const QStringList& notes) {
    names_ = names;
    notes_ = notes;
    if (columns_ > 0)
        emit headerDataChanged(Qt::Horizontal, 0, columns_ - 1);
}

void SheetGridModel::setHiddenColumns(std::vector<std::uint32_t> columns) {
    hiddenColumns_ = std::move(columns);
    if (columns_ > 0)
        emit headerDataChanged(Qt::Horizontal, 0, columns_ - 1);
}

void SheetGridModel::setEdits(std::shared_ptr<const app::SheetEdits> edits) {
    source_.edits = std::move(edits);
    allChanged();
}

void SheetGridModel::setProblems(std::shared_ptr<const app::ProblemIndex> problems) {
    problems_ = std::move(problems);
    allChanged();
    if (rows_ > 0)
        emit headerDataChanged(Qt::Vertical, 0, rows_ - 1);
}

void SheetGridModel::setFilter(std::optional<std::vector<std::uint32_t>> numbers) {
    beginResetModel();
    filter_ =
        numbers ? std::make_shared<const std::vector<std::uint32_t>>(*std::move(numbers)) : nullptr;
    last_.reset();
    lastRow_ = -1;
    rows_ = filter_        ? clampedCount(filter_->size())
            : source_.rows ? clampedCount(source_.rows->rows())
                           : 0;
    endResetModel();
}

void SheetGridModel::allChanged() {
    if (rows_ > 0 && columns_ > 0)
        emit dataChanged(index(0, 0), index(rows_ - 1, columns_ - 1));
}

const app::SpooledRow* SheetGridModel::rowAt(int row) const {
    if (row == lastRow_ && last_)
        return &*last_;
    std::optional<std::uint64_t> at = static_cast<std::uint64_t>(row);
    if (filter_)
        at = source_.rows->indexOf((*filter_)[static_cast<std::size_t>(row)]);
    last_.reset();
    if (at)
        if (auto found = source_.rows->row(*at))
            last_ = *std::move(found);
    lastRow_ = row;
    return last_ ? &*last_ : nullptr;
}

std::uint32_t SheetGridModel::numberOf(int row) const {
    if (filter_)
        return (*filter_)[static_cast<std::size_t>(row)];
    const app::SpooledRow* found = rowAt(row);
    return found != nullptr ? found->number() : 0;
}

GridCell SheetGridModel::cellOf(const QModelIndex& index) const {
    return {index.isValid() ? numberOf(index.row()) : 0,
            index.isValid() ? static_cast<std::uint32_t>(index.column()) : 0};
}

QModelIndex SheetGridModel::indexOf(GridCell cell) const {
    if (!source_.rows || static_cast<int>(cell.column) >= columns_)
        return {};
    std::optional<std::uint64_t> at;
    if (filter_) {
        const auto found = std::lower_bound(filter_->begin(), filter_->end(), cell.row);
        if (found != filter_->end() && *found == cell.row)
            at = static_cast<std::uint64_t>(found - filter_->begin());
    } else {
        at = source_.rows->indexOf(cell.row);
    }
    if (!at || *at >= static_cast<std::uint64_t>(rows_))
        return {};
    return index(static_cast<int>(*at), static_cast<int>(cell.column));
}

int SheetGridModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : rows_;
}

int SheetGridModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : columns_;
}

GridRowKind SheetGridModel::kindOf(const app::SpooledRow& row) const {
    if (row.number() == headerRow_)
        return GridRowKind::Header;
    if (row.number() < headerRow_)
        return GridRowKind::AboveHeader;
    return row.hidden() ? GridRowKind::Hidden : GridRowKind::Data;
}

const app::ProblemMark* SheetGridModel::markAt(GridCell cell) const {
    if (!problems_)
        return nullptr;
    const app::ProblemMark* worst = nullptr;
    for (const app::ProblemMark& mark : problems_->marksOf(cell.row)) {
        const std::uint32_t column = mark.column == 0 ? 0 : mark.column - 1;
        if (column == cell.column && (worst == nullptr || mark.level < worst->level))
            worst = &mark;
    }
    return worst;
}

QString SheetGridModel::problemText(GridCell cell) const {
    QStringList texts;
    if (problems_)
        for (const app::ProblemMark& mark : problems_->marksOf(cell.row))
            if ((mark.column == 0 ? 0 : mark.column - 1) == cell.column)
                texts << say(problems_->text(mark));
    return texts.join(QLatin1Char('\n'));
}

QString SheetGridModel::toolTip(const app::SpooledRow& row, GridCell cell) const {
    QStringList lines;
    if (const QString problem = problemText(cell); !problem.isEmpty())
        lines << problem;
    if (source_.edited(cell.row, cell.column) != nullptr) {
        const std::string_view before = row.textAt(cell.column);
        lines << (before.empty() ? tr("Corrected here; empty in the file.")
                                 : tr("Corrected here; the file has: %1")
                                       .arg(oneLine(QString::fromUtf8(
                                           before.data(), static_cast<qsizetype>(before.size())))));
    }
    if (row.hidden())
        lines << tr("This row is hidden in the file.");
    return lines.join(QLatin1Char('\n'));
}

QVariant SheetGridModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid())
        return {};
    const app::SpooledRow* row = rowAt(index.row());
    if (row == nullptr)
        return role == Qt::DisplayRole && index.column() == 0
                   ? QVariant(tr("This row could not be read back."))
                   : QVariant();
    const GridCell cell{row->number(), static_cast<std::uint32_t>(index.column())};
    switch (role) {
    case Qt::DisplayRole:
        return oneLine(source_.text(*row, cell.column));
    case Qt::EditRole:
        return source_.text(*row, cell.column);
    case Qt::ToolTipRole:
        return toolTip(*row, cell);
    case Qt::AccessibleDescriptionRole:
        return problemText(cell);
    case LevelRole: {
        const app::ProblemMark* mark = markAt(cell);
        return mark == nullptr ? QVariant() : QVariant(static_cast<int>(mark->level));
    }
    case EditedRole:
        return source_.edited(cell.row, cell.column) != nullptr;
    case KindRole:
        return static_cast<int>(kindOf(*row));
    default:
        return {};
    }
}

QVariant SheetGridModel::numberData(int row, int role) const {
    if (role == Qt::DisplayRole)
        return numberOf(row);
    const bool wanted = role == LevelRole || role == Qt::ToolTipRole;
    const auto marks = wanted && problems_ ? problems_->marksOf(numberOf(row))
                                           : std::span<const app::ProblemMark>();
    if (marks.empty())
        return {};
    if (role == LevelRole) {
        const auto worst =
            std::min_element(marks.begin(), marks.end(),
                             [](const auto& a, const auto& b) { return a.level < b.level; });
        return static_cast<int>(worst->level);
    }
    QStringList texts;
    for (const app::ProblemMark& mark : marks)
        texts << say(problems_->text(mark));
    texts.removeDuplicates();
    return texts.join(QLatin1Char('\n'));
}

QVariant SheetGridModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation == Qt::Vertical)
        return section < rows_ ? numberData(section, role) : QVariant();
    const bool hidden = std::binary_search(hiddenColumns_.begin(), hiddenColumns_.end(),
                                           static_cast<std::uint32_t>(section));
    const QString letter =
        QString::fromStdString(app::columnLetter(static_cast<std::uint32_t>(section)));
    if (role == Qt::DisplayRole) {
        const QString name = names_.value(section);
        const QString top = hidden           ? tr("%1 (hidden)").arg(letter)
                            : name.isEmpty() ? letter
                                             : tr("%1 · %2").arg(letter, oneLine(name));
        return notes_.isEmpty() ? top : QString(top + QLatin1Char('\n') + notes_.value(section));
    }
    if (role == Qt::TextAlignmentRole)
        return QVariant(Qt::AlignLeft | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole && hidden)
        return tr("This column is hidden in the file.");
    return {};
}

Qt::ItemFlags SheetGridModel::flags(const QModelIndex& index) const {
    if (!index.isValid())
        return Qt::NoItemFlags;
    Qt::ItemFlags flags = Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemNeverHasChildren;
    if (editable_ && isEditable(numberOf(index.row())))
        flags |= Qt::ItemIsEditable;
    return flags;
}

bool SheetGridModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    if (role != Qt::EditRole || !index.isValid() || !isEditable(numberOf(index.row())))
        return false;
    const QString text = value.toString();
    if (text == data(index, Qt::EditRole).toString())
        return false;
    emit textTyped(cellOf(index), text);
    return true;
}

} // namespace leadsheet::desktop
