// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../records/detail_pane.hpp"
#include "export_jobs.hpp"

#include "leadsheet/app/record_writer.hpp"
#include "leadsheet/model/lead.hpp"

#include <QFrame>
#include <QString>

#include <vector>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;
class QVBoxLayout;

namespace leadsheet::desktop {

class Settings;

/// How leads are written so that a certain program takes them as they are.
struct ExportPreset {
    QString id; ///< never translated
    QString name;
    QString note;
    app::ExportFormat format = app::ExportFormat::Csv;
    char delimiter = ',';
    bool byteOrderMark = false;
    std::vector<LeadField> fields; ///< empty = the person chooses
};

/// One export in the list: how far it is, and what can be done about it now.
class ExportCard : public QFrame {
    Q_OBJECT

public:
    ExportCard();

    /// `here`: the connected account is the export's.
    void show(const ExportJob& job, bool here);

signals:
    void pauseWanted();
    void resumeWanted();
    void cancelWanted();
    void folderWanted();
    void forgetWanted();

private:
    QLabel* name_;
    QLabel* state_;
    QProgressBar* progress_;
    QPushButton* pause_;
    QPushButton* resume_;
    QPushButton* cancel_;
    QPushButton* folder_;
    QPushButton* forget_;
};

/// What is exported, for whom and into which file, with the exports under way and done below.
class ExportPanel : public SidePanel {
    Q_OBJECT

public:
    ExportPanel(ExportJobs& jobs, Settings& settings);

    /// Which leads, as the page shows them; `leads` when it is known how many. `searched`: the
    /// words that the page is searched for, which the service does not know.
    void setScope(const std::optional<app::LeadOwner>& owner, const LeadFilter& filter,
                  const std::vector<LeadField>& fields, std::optional<std::int64_t> leads,
                  const QString& searched);
    /// What the button would start; nothing while that is not complete.
    std::optional<ExportJob> wanted() const;
    void begin();

signals:
    /// wanted() changed.
    void changed();
    void folderWanted(const QString& file);

private:
    /// Returns its buttons.
    QWidget* makeForm(QVBoxLayout* layout);
    void chooseFile();
    void presetChosen();
    void refresh();
    void refreshJobs();
    bool isTaken(const QString& file) const;
    /// A name that nothing has and no export will write.
    QString suggestion() const;
    void suggest();

    ExportJobs& jobs_;
    Settings& settings_;
    std::optional<app::LeadOwner> owner_;
    LeadFilter filter_;
    std::vector<LeadField> fields_;
    std::optional<std::int64_t> leads_;
    QString searched_;
    QLabel* scope_ = nullptr;
    QComboBox* preset_ = nullptr;
    QLabel* note_ = nullptr;
    QComboBox* columns_ = nullptr;
    QCheckBox* onlyNew_ = nullptr;
    QLabel* onlyNewNote_ = nullptr;
    QCheckBox* guard_ = nullptr;
    QLabel* guardNote_ = nullptr;
    QLineEdit* file_ = nullptr;
    QString suggested_; ///< the name that was put there for the person
    QString replaced_;  ///< the name whose file the person agreed to replace
    QPushButton* begin_ = nullptr;
    QLabel* heading_ = nullptr;
    QVBoxLayout* list_ = nullptr;
    std::vector<std::pair<int, ExportCard*>> cards_;
};

} // namespace leadsheet::desktop
