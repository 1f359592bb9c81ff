// SPDX-License-Identifier: Apache-2.0
#include "sheet_grid_model.hpp"

#include "../phrases/say.hpp"

#include "leadsheet/app/cell.hpp"
#include "leadsheet/app/results_file.hpp"

#include <QFont>

#include <algorithm>
#include <set>

namespace leadsheet::desktop {
namespace {

QString fromUtf8(std::string_view text) {
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

/// Rows that a search goes through, in their order.
class Rows {
public:
    Rows(const app::RowSpool& spool, const std::vector<std::uint32_t>* only)
        : spool_(spool)
        , only_(only) {}

    std::uint64_t size() const { return only_ != nullptr ? only_->size() : spool_.rows(); }

    std::optional<app::SpooledRow> at(std::uint64_t position) const {
        std::optional<std::uint64_t> index = position;
        if (only_ != nullptr)
            index = spool_.indexOf((*only_)[position]);
        if (!index)
            return std::nullopt;
        auto row = spool_.row(*index);
        return row ? std::optional(*std::move(row)) : std::nullopt;
    }

    /// Position of the first row with this number or a higher one.
    std::uint64_t from(std::uint32_t number) const {
        std::uint64_t low = 0;
        std::uint64_t high = size();
        while (low < high) {
            const std::uint64_t middle = low + (high - low) / 2;
            const auto row = at(middle);
            if (row && row->number() < number)
                low = middle + 1;
            else
                high = middle;
        }
        return low;
    }

private:
    const app::RowSpool& spool_;
    const std::vector<std::uint32_t>* only_;
};

/// Columns in which a row contains the text, ascending.
std::vector<std::uint32_t> columnsWith(const GridSource& source, const app::SpooledRow& row,
                                       std::uint32_t columns, const QString& text) {
    std::vector<std::uint32_t> found;
    if (row.blank() && source.edits == nullptr)
        return found;
    for (std::uint32_t column = 0; column < columns; ++column)
        if (source.text(row, column).contains(text, Qt::CaseInsensitive))
            found.push_back(column);
    return found;
}

} // namespace

QString GridSource::text(const app::SpooledRow& row, std::uint32_t column) const {
    if (const std::string* edit = edited(row.number(), column))
        return QString::fromStdString(*edit);
    return fromUtf8(row.textAt(column));
}

std::optional<GridCell> findText(const GridSource& source, const QString& text, GridCell from,
                                 bool forward, const std::vector<std::uint32_t>* only,
                                 const std::stop_token& stop) {
    const Rows rows(*source.rows, only);
    const std::uint64_t count = rows.size();
    if (count == 0 || text.isEmpty())
        return std::nullopt;
    const std::uint32_t columns = source.rows->columns();
    const std::uint64_t start = std::min(rows.from(from.row), count - 1);
    // The row it starts in comes first and, for the cells before the start, once more at the end.
    for (std::uint64_t step = 0; step <= count && !stop.stop_requested(); ++step) {
        const std::uint64_t at =
            forward ? (start + step) % count : (start + count - step % count) % count;
        const auto row = rows.at(at);
        if (!row)
            continue;
        auto found = columnsWith(source, *row, columns, text);
        if (!forward)
            std::reverse(found.begin(), found.end());
        for (const std::uint32_t column : found) {
            const GridCell cell{row->number(), column};
            if (step == 0 && (forward ? cell <= from : cell >= from))
                continue;
            return cell;
        }
    }
    return std::nullopt;
}

std::vector<std::uint32_t> rowsReading(const GridSource& source, std::uint32_t column,
                                       std::uint32_t firstRow, const QString& what,
                                       const std::stop_token& stop) {
    const Rows rows(*source.rows, nullptr);
    const QString wanted = what.trimmed();
    std::vector<std::uint32_t> found;
    for (std::uint64_t at = rows.from(firstRow); at < rows.size() && !stop.stop_requested(); ++at)
        if (const auto row = rows.at(at); row && source.text(*row, column).trimmed() == wanted)
            found.push_back(row->number());
    return found;
}

QString copiedText(const GridSource& source, const std::vector<CopyRange>& ranges,
                   const std::vector<std::uint32_t>* numbers, const std::stop_token& stop) {
    if (ranges.empty())
        return {};
    const Rows rows(*source.rows, numbers);
    std::uint32_t left = ranges.front().firstColumn;
    std::uint32_t right = ranges.front().lastColumn;
    std::set<std::uint64_t> starts;
    for (const CopyRange& range : ranges) {
        left = std::min(left, range.firstColumn);
        right = std::max(right, range.lastColumn);
        starts.insert(range.firstRow);
    }
    const std::uint64_t bottom =
        std::max_element(ranges.begin(), ranges.end(), [](const CopyRange& a, const CopyRange& b) {
            return a.lastRow < b.lastRow;
        })->lastRow;
    std::string text;
    for (std::uint64_t at = *starts.begin(); at <= bottom && !stop.stop_requested(); ++at) {
        std::vector<const CopyRange*> here;
        for (const CopyRange& range : ranges)
            if (at >= range.firstRow && at <= range.lastRow)
                here.push_back(&range);
        if (here.empty()) {
            const auto next = starts.upper_bound(at);
            at = next == starts.end() ? bottom : *next - 1;
            continue;
        }
        const auto row = rows.at(at);
        for (std::uint32_t column = left; row && column <= right; ++column) {
            if (column > left)
                text.push_back('\t');
            const bool chosen = std::any_of(here.begin(), here.end(), [column](const auto* range) {
                return column >= range->firstColumn && column <= range->lastColumn;
            });
            if (chosen)
                app::appendDelimitedCell(text, source.text(*row, column).toStdString(), '\t');
        }
        text.push_back('\n');
    }
    return QString::fromStdString(text);
}

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

void SheetGridModel::setSigns(RowSigns signs) {
    signs_ = std::move(signs);
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
    const bool says = role == Qt::ToolTipRole || role == Qt::AccessibleDescriptionRole;
    if (!says && role != LevelRole && role != SignRole)
        return {};
    const auto marks =
        problems_ ? problems_->marksOf(numberOf(row)) : std::span<const app::ProblemMark>();
    const auto sign = signs_ && role != LevelRole ? signs_(numberOf(row)) : std::nullopt;
    if (role == SignRole) {
        const bool blocked = std::any_of(marks.begin(), marks.end(), [](const auto& mark) {
            return mark.level == app::ProblemLevel::Blocks;
        });
        return sign && !blocked ? QVariant(icon(sign->icon, sign->tone)) : QVariant();
    }
    if (role == LevelRole && marks.empty())
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
    if (sign)
        texts << sign->words;
    texts.removeDuplicates();
    return texts.isEmpty() ? QVariant() : QVariant(texts.join(QLatin1Char('\n')));
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
