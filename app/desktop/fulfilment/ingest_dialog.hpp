// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../bridge/background.hpp"
#include "../bridge/latest.hpp"
#include "../dialogs/form_dialog.hpp"
#include "ingest_models.hpp"

#include "leadsheet/model/admin.hpp"

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
