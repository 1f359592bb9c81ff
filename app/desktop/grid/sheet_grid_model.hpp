// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../theme/icons.hpp"

#include "leadsheet/app/problem_index.hpp"
#include "leadsheet/app/row_spool.hpp"
#include "leadsheet/app/sheet_edits.hpp"

#include <QAbstractTableModel>
#include <QString>
#include <QStringList>

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace leadsheet::desktop {

/// What a grid reads its cells from: rows and the corrections over them. Copies share both, and may
/// be read in any thread.
struct GridSource {
    std::shared_ptr<const app::RowSpool> rows;
    std::shared_ptr<const app::SheetEdits> edits; ///< null = none
    std::size_t tab = 0;

    const std::string* edited(std::uint32_t row, std::uint32_t column) const {
        return edits == nullptr ? nullptr : edits->find({tab, row, column});
    }
    /// What the person sees in the cell.
    QString text(const app::SpooledRow& row, std::uint32_t column) const;
};

/// A cell by the numbers that a person sees; the column counts from 0.
struct GridCell {
    std::uint32_t row = 0;
    std::uint32_t column = 0;

    friend auto operator<=>(const GridCell&, const GridCell&) = default;
};

/// The next cell after `from` whose text contains `text` in any case, going round at the end; among
/// `only` when it is given (row numbers, ascending). Absent when there is none, or when stopped.
std::optional<GridCell> findText(const GridSource& source, const QString& text, GridCell from,
                                 bool forward, const std::vector<std::uint32_t>* only,
                                 const std::stop_token& stop);

/// Numbers of the rows from `firstRow` on whose cell reads `what`, blanks around it aside.
std::vector<std::uint32_t> rowsReading(const GridSource& source, std::uint32_t column,
                                       std::uint32_t firstRow, const QString& what,
                                       const std::stop_token& stop);

/// A rectangle of cells to copy; rows are indexes into `numbers` when that is given, else into the
/// rows.
struct CopyRange {
    std::uint64_t firstRow = 0;
    std::uint64_t lastRow = 0;
    std::uint32_t firstColumn = 0;
    std::uint32_t lastColumn = 0;
};

/// The cells as spreadsheets paste them: tabs between columns, a line for each row. Rows and
/// columns from the first to the last that is in a range; what lies between ranges is empty.
QString copiedText(const GridSource& source, const std::vector<CopyRange>& ranges,
                   const std::vector<std::uint32_t>* numbers, const std::stop_token& stop);

/// What kind of row a cell is in.
enum class GridRowKind { Data, Header, AboveHeader, Hidden };

/// What there is to say of a row that could be ordered: that it was before, or was refused.
struct RowSign {
    Tone tone;
    QLatin1String icon;
    QString words; ///< a sentence
};
using RowSigns = std::function<std::optional<RowSign>(std::uint32_t row)>;

/// The rows of a tab as a table of any length. Reads what is shown and nothing else; grows while
/// the rows still come in. All numbers on its surface are those that the person sees.
class SheetGridModel : public QAbstractTableModel {
    Q_OBJECT

public:
    /// Cells have all of them but SignRole, row numbers LevelRole and SignRole.
    enum Role {
        LevelRole = Qt::UserRole + 1, ///< app::ProblemLevel as int; invalid without a problem
        EditedRole,                   ///< bool
        KindRole,                     ///< GridRowKind as int
        SignRole,                     ///< QIcon; of row numbers, where there is a sign
    };

    /// Starts over with other rows; `headerRow` 0 = none.
    void setRows(GridSource source, std::uint32_t headerRow);
    /// Takes in the rows that came since the last call.
    void grow();
    /// Over each column: its name, and a second line.
    void setHeaders(const QStringList& names, const QStringList& notes);
    void setHiddenColumns(std::vector<std::uint32_t> columns);
    void setEdits(std::shared_ptr<const app::SheetEdits> edits);
    void setProblems(std::shared_ptr<const app::ProblemIndex> problems);
    /// What rows that nothing blocks carry beside their number; asked for what is shown.
    void setSigns(RowSigns signs);
    /// Only these rows (ascending); absent = all.
    void setFilter(std::optional<std::vector<std::uint32_t>> numbers);
    bool isFiltered() const { return filter_ != nullptr; }
    void setEditable(bool editable) { editable_ = editable; }

    const GridSource& source() const { return source_; }
    std::shared_ptr<const std::vector<std::uint32_t>> filter() const { return filter_; }
    const app::ProblemIndex* problems() const { return problems_.get(); }
    std::uint32_t headerRow() const { return headerRow_; }
    std::uint32_t firstDataRow() const { return headerRow_ + 1; }
    bool isEditable(std::uint32_t row) const { return editable_ && row >= firstDataRow(); }

    std::uint32_t numberOf(int row) const;
    GridCell cellOf(const QModelIndex& index) const;
    /// Invalid when the cell is not shown.
    QModelIndex indexOf(GridCell cell) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;

signals:
    /// The person typed a text into a cell.
    void textTyped(leadsheet::desktop::GridCell cell, const QString& text);

private:
    const app::SpooledRow* rowAt(int row) const;
    GridRowKind kindOf(const app::SpooledRow& row) const;
    /// The weightiest problem of the cell; one of the whole row counts for its first column.
    const app::ProblemMark* markAt(GridCell cell) const;
    QVariant numberData(int row, int role) const; ///< of the header at the left
    QString problemText(GridCell cell) const;
    QString toolTip(const app::SpooledRow& row, GridCell cell) const;
    void allChanged();

    GridSource source_;
    std::uint32_t headerRow_ = 0;
    QStringList names_;
    QStringList notes_;
    std::vector<std::uint32_t> hiddenColumns_;
    std::shared_ptr<const app::ProblemIndex> problems_;
    RowSigns signs_;
    std::shared_ptr<const std::vector<std::uint32_t>> filter_;
    bool editable_ = false;
    int rows_ = 0;
    int columns_ = 0;
    mutable int lastRow_ = -1; ///< a view asks for a row cell by cell
    mutable std::optional<app::SpooledRow> last_;
};

} // namespace leadsheet::desktop
