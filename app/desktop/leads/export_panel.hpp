// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "export_job.hpp"

#include <QFrame>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QVBoxLayout;

namespace leadsheet::desktop {

class ExportCard;
class ExportJobs;
class Settings;

/// What is exported, for whom and into which file, with the exports under way and done below.
class ExportPanel : public QFrame {
    Q_OBJECT

public:
    ExportPanel(ExportJobs& jobs, Settings& settings, QWidget* parent = nullptr);

    /// Which leads, as the page shows them; `leads` when it is known how many.
    void setScope(const std::optional<app::LeadOwner>& owner, const LeadFilter& filter,
                  const std::vector<LeadField>& fields, std::optional<std::int64_t> leads);
    /// What the button would start; nothing while that is not complete.
    std::optional<ExportJob> wanted() const;
    void begin();

signals:
    void closeWanted();
    /// wanted() changed.
    void changed();
    void folderWanted(const QString& file);

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    void makeForm(QVBoxLayout* layout);
    void chooseFile();
    void presetChosen();
    void refresh();
    void refreshJobs();
    QString suggestion() const;

    ExportJobs& jobs_;
    Settings& settings_;
    std::optional<app::LeadOwner> owner_;
    LeadFilter filter_;
    std::vector<LeadField> fields_;
    std::optional<std::int64_t> leads_;
    QLabel* scope_ = nullptr;
    QComboBox* preset_ = nullptr;
    QLabel* note_ = nullptr;
    QComboBox* columns_ = nullptr;
    QCheckBox* onlyNew_ = nullptr;
    QLabel* onlyNewNote_ = nullptr;
    QCheckBox* guard_ = nullptr;
    QLabel* guardNote_ = nullptr;
    QLineEdit* file_ = nullptr;
    QPushButton* begin_ = nullptr;
    QLabel* heading_ = nullptr;
    QVBoxLayout* list_ = nullptr;
    std::vector<std::pair<int, ExportCard*>> cards_;
};

} // namespace leadsheet::desktop
