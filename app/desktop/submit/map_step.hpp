// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "map_model.hpp"
#include "submit_step.hpp"

#include <QTimer>

class QLabel;
class QPushButton;
class QTableView;

namespace leadsheet::desktop {

class ColumnWidths;
class FieldList;
class NoticeBar;
class SheetJob;
class StepChips;
class ValueRules;
struct OpenedTab;

/// Step 2: which column fills which field of an order, and how its cells are read.
class MapStep : public SubmitStep {
    Q_OBJECT

public:
    explicit MapStep(SheetJob& job);
    ~MapStep() override;

    QString title() const override { return tr("Map"); }
    QString summary() const override;
    StepState state() const override;
    bool isReady() const override;
    QStringList commandArguments() const override;
    void enter() override;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void goOn() override;

private:
    QWidget* makeTable();
    /// What is known about the current column, below the table.
    QWidget* makeDetail();
    QWidget* makeSteps();
    void makeActions();
    void fitRows();
    void fitBar();
    void sheetChanged();
    /// A tab that still lacks a field while the shown one lacks nothing; null = none.
    const OpenedTab* otherIncomplete() const;
    void refresh();
    void refreshNotice();
    static QString commaWords(const app::ColumnMap& map, const app::ColumnRule& rule);
    void refreshDetail();
    void refreshPreview();
    void selectColumn(std::uint32_t column);
    void pickField(const QString& search = {});
    void choose(const std::string& target);
    std::uint32_t column() const;

    SheetJob& job_;
    MapModel model_;
    NoticeBar* notice_;
    QTableView* table_ = nullptr;
    ColumnWidths* widths_ = nullptr;
    QTimer fitting_;
    QStringList shownFields_;     ///< what the widths were made for
    bool surenessHidden_ = false; ///< said below the table instead
    QSize sizeWithBar_;           ///< of the table, when its rows did not fit
    QLabel* columnTitle_ = nullptr;
    QLabel* sureness_ = nullptr;
    QLabel* suggestion_ = nullptr;
    QPushButton* accept_ = nullptr;
    FieldList* fields_ = nullptr;
    QPushButton* showSteps_ = nullptr;
    StepChips* chips_ = nullptr;
    QLabel* preview_ = nullptr;
    ValueRules* values_;
};

} // namespace leadsheet::desktop
