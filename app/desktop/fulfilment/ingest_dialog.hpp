// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../account/account_session.hpp"
#include "../bridge/background.hpp"
#include "../dialogs/form_dialog.hpp"
#include "../records/record_model.hpp"

#include "leadsheet/app/lead_column_memory.hpp"
#include "leadsheet/model/admin.hpp"

#include <QString>

#include <filesystem>
#include <vector>

class QCheckBox;
class QComboBox;
class QLabel;
class QProgressBar;
class QPushButton;
class QStackedWidget;
class QTableView;
class QVBoxLayout;

namespace leadsheet::desktop {

class NoticeBar;

/// What a file of leads shows before anything is chosen.
struct OpenedLeads {
    std::vector<app::LeadTab> tabs;
    std::optional<std::size_t> tab; ///< that `sheet` is of; not set = none could be chosen
    app::SheetResult<app::LeadSheet> sheet;
};

/// A row that did not become a lead, as the person reads it.
struct IngestFault {
    std::uint32_t row = 0; ///< of the sheet
    QString column;        ///< empty = the row as a whole
    QString reason;
};

/// What the service made of the rows.
struct IngestOutcome {
    std::int64_t accepted = 0;
    std::int64_t duplicate = 0; ///< the account owned them already
    std::int64_t rejected = 0;
    std::vector<IngestFault> faults; ///< the first app::kMaxLeadFaults
};

/// The columns of a sheet of leads, a value of each, and the field that it fills.
class LeadColumnModel : public RecordModel<app::LeadColumn> {
    Q_OBJECT

public:
    enum Column { Header, Sample, Field };

    explicit LeadColumnModel(QObject* parent = nullptr);

    void setSheet(app::LeadSheet sheet);
    const app::LeadSheet& sheet() const { return sheet_; }
    void setField(int row, std::optional<contract::LeadField> field);

private:
    app::LeadSheet sheet_;
};

/// Rows that did not become leads, with the reason.
class IngestFaultModel : public RecordModel<IngestFault> {
    Q_OBJECT

public:
    enum Column { Row, Header, Reason };

    explicit IngestFaultModel(QObject* parent = nullptr);
};

/// Takes the leads of an order in from a sheet: which tab, which column fills what, then what every
/// row comes to before anything is sent, then what the service made of it. Deletes itself when it
/// is closed.
class IngestDialog : public FormDialog {
    Q_OBJECT

public:
    /// `memory` is the file that keeps how columns were mapped before.
    IngestDialog(std::shared_ptr<const Connected> connection, const AdminOrder& order,
                 const QString& file, std::filesystem::path memory, QWidget* parent);

    /// Sending: it stays open until that has ended.
    bool sending() const { return sending_; }
    void reject() override;

signals:
    /// The order has other leads now.
    void taken();

private:
    QWidget* makeMap();
    QWidget* makeReport();
    QPushButton* addAct(QVBoxLayout* layout, const char* name, const QString& label,
                        QPushButton* back);
    QWidget* makeTabs();
    void read(std::optional<std::size_t> tab);
    void opened(OpenedLeads leads);
    void showColumn();
    void check();
    void showReport();
    void send();
    void ended(const Result<IngestOutcome>& outcome);
    void fail(const QString& words);

    std::shared_ptr<const Connected> connection_;
    AdminOrder order_;
    std::filesystem::path file_;
    std::filesystem::path memory_;
    std::shared_ptr<const app::LeadReport> report_;
    LeadColumnModel* columns_;
    IngestFaultModel* faults_;
    bool sending_ = false;
    bool done_ = false;
    QLabel* head_ = nullptr;
    NoticeBar* notice_ = nullptr;
    QStackedWidget* pages_ = nullptr;
    QWidget* tabs_ = nullptr;
    QComboBox* tab_ = nullptr;
    QTableView* map_ = nullptr;
    QLabel* known_ = nullptr;
    QComboBox* field_ = nullptr;
    QPushButton* check_ = nullptr;
    QLabel* counts_ = nullptr;
    QCheckBox* final_ = nullptr;
    QProgressBar* bar_ = nullptr;
    QPushButton* back_ = nullptr;
    QPushButton* send_ = nullptr;
    Latest<std::int64_t> sent_;
    Background background_;
};

} // namespace leadsheet::desktop
