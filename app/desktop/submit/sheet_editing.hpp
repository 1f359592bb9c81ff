// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../bridge/background.hpp"
#include "../grid/grid_source.hpp"

#include <QObject>

#include <deque>
#include <functional>

namespace leadsheet::desktop {

/// The person's corrections of the open sheet, with undo. Small ones are made at once, those that
/// concern many cells beside the GUI thread, one after the other.
class SheetEditing : public QObject {
    Q_OBJECT

public:
    explicit SheetEditing(QObject* parent = nullptr);

    /// Starts with the corrections of an earlier session, or none.
    void begin(std::shared_ptr<const app::SheetEdits> kept);

    /// Null while nothing is corrected. What it points to never changes.
    std::shared_ptr<const app::SheetEdits> edits() const;
    std::size_t size() const { return edits_->size(); }
    bool isWorking() const { return working_.busy(); }

    void change(const QString& label, std::vector<app::SheetEdits::Change> changes);
    /// Every cell of the column that reads `what`.
    void replace(const GridSource& source, std::uint32_t column, std::uint32_t firstRow,
                 const QString& what, const QString& by);
    /// The text of the cell goes into the rows below it, up to `lastRow`.
    void fillDown(const GridSource& source, GridCell from, std::uint32_t lastRow);
    /// Takes back what the file has in these cells.
    void restore(std::size_t tab, const std::vector<GridCell>& cells);
    void discardAll();
    void undo();
    void redo();
    QString undoLabel() const;
    QString redoLabel() const;

signals:
    void changed();
    void workingChanged();

private:
    using Act = std::function<void(app::SheetEdits&, const std::stop_token&)>;
    void perform(std::size_t cells, Act act);
    void next();

    std::shared_ptr<const app::SheetEdits> edits_;
    std::deque<Act> waiting_;
    bool large_ = false; ///< what was done, or undone, is too much to copy in the GUI thread
    Background working_; ///< last: its thread ends first
};

} // namespace leadsheet::desktop
