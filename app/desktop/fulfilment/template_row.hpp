// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

class QComboBox;
class QPushButton;

namespace leadsheet::desktop {

class Settings;

/// Templates of questions: choosing one offers its text, a typed name keeps the text of now.
class TemplateRow : public QWidget {
    Q_OBJECT

public:
    explicit TemplateRow(Settings& settings, QWidget* parent = nullptr);

    /// What would be kept.
    void setQuestion(const QString& question);

signals:
    void chosen(const QString& question);

private:
    void fill();
    void refresh();

    Settings& settings_;
    QString question_;
    QComboBox* name_ = nullptr;
    QPushButton* keep_ = nullptr;
    QPushButton* remove_ = nullptr;
};

} // namespace leadsheet::desktop
