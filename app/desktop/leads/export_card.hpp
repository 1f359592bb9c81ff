// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QFrame>

class QLabel;
class QProgressBar;
class QPushButton;

namespace leadsheet::desktop {

struct ExportJob;

/// One export in the list: how far it is, and what can be done about it now.
class ExportCard : public QFrame {
    Q_OBJECT

public:
    explicit ExportCard(QWidget* parent = nullptr);

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

/// "12,000 of 48,112 leads", "Done: 48,112 leads, checked against the service's count"
QString exportStateWords(const ExportJob& job, bool here);

} // namespace leadsheet::desktop
