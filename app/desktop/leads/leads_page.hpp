// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../account/account_session.hpp"
#include "../shell/workspace.hpp"

#include "leadsheet/app/lead_view.hpp"

class QLabel;
class QSplitter;
class QStackedWidget;
class QTableView;

namespace leadsheet::desktop {

class ColumnChooser;
class ColumnWidths;
class ExportJobs;
class ExportPanel;
class LeadDetail;
class LeadFeed;
class LeadFilterBar;
class LeadGridModel;
class NoticeBar;
class SortHeader;
class ViewPanel;

/// All leads that the account owns: chosen as the service can choose them, in columns that the
/// person picks, with everything about one lead beside the grid. Words are searched for, and titles
/// sort, in the copy on this computer.
class LeadsPage : public Page {
    Q_OBJECT

public:
    explicit LeadsPage(Workspace& workspace);

    QString commandLine() const override;
    QString runningWork() const override;
    void stopWork() override;

    LeadFeed& feed() const { return *feed_; }
    /// Shows what a filter lets through, as if the person had chosen it.
    void choose(const LeadFilter& filter);
    /// The leads of an order; of all orders when it is empty.
    void showOrder(const QString& number);

signals:
    /// There is no platform that leads could be sent to.
    void platformsWanted();

protected:
    void setWatched(bool watched) override;

private:
    enum class Side { Detail, Columns, Views, Export };
    enum class CopyAs { Table, Json };
    struct LeadRows;

    QWidget* makeTop();
    void makeTable();
    void makeSide();
    void makeExport();
    void makeCommands();
    void refresh();
    void refreshNotice();
    QString countLine() const;
    QString ageLine() const;
    QString emptyWords() const;
    /// The rows from `first` to `last` that are here, added to `rows`.
    void take(int first, int last, LeadRows& rows) const;
    void showSide(Side side);
    void showLead();
    void setFields(const std::vector<LeadField>& fields);
    void showView(const app::LeadView& view);
    void sortByTitle();
    /// The title of the column that sorts says so, wherever it stands now.
    void showSort();
    void search(const QString& words);
    void copy(CopyAs as);
    /// Asks first.
    void eraseLeads();
    /// To a platform: asks which.
    void sendLeads();
    void clearCopy();

    LeadGridModel* model_;
    LeadFeed* feed_;
    LeadFilterBar* filters_ = nullptr;
    QTableView* table_ = nullptr;
    SortHeader* titles_ = nullptr;
    ColumnWidths* widths_ = nullptr;
    QStackedWidget* middle_ = nullptr;
    QLabel* empty_ = nullptr;
    QStackedWidget* side_ = nullptr;
    LeadDetail* detail_ = nullptr;
    ColumnChooser* columns_ = nullptr;
    ViewPanel* views_ = nullptr;
    ExportJobs* exports_ = nullptr;
    ExportPanel* export_ = nullptr;
    QSplitter* splitter_ = nullptr;
    QLabel* count_ = nullptr;
    QLabel* age_ = nullptr;
    NoticeBar* notice_ = nullptr;
    AccountReading copying_;
    AccountActing erasing_;
};

} // namespace leadsheet::desktop
