// SPDX-License-Identifier: Apache-2.0
#include "ask.hpp"

#include <QFileDialog>
#include <QMessageBox>
#include <QPushButton>

namespace leadsheet::desktop {
namespace {

std::optional<bool>& nextAnswer() {
    static std::optional<bool> answer;
    return answer;
}

QString& questionText() {
    static QString text;
    return text;
}

std::optional<QString>& nextFile() {
    static std::optional<QString> file;
    return file;
}

QString& suggestedFile() {
    static QString file;
    return file;
}

} // namespace

bool ask(QWidget* parent, const Question& question) {
    questionText() = question.text;
    if (const auto answer = std::exchange(nextAnswer(), std::nullopt))
        return *answer;
    QMessageBox box(QMessageBox::NoIcon, question.title, question.text, QMessageBox::NoButton,
                    parent);
    const QPushButton* yes = box.addButton(question.yes, QMessageBox::AcceptRole);
    QPushButton* no = box.addButton(question.no, QMessageBox::RejectRole);
    box.setDefaultButton(no);
    box.setEscapeButton(no);
    box.exec();
    return box.clickedButton() == yes;
}

void setNextAnswer(bool yes) {
    nextAnswer() = yes;
}

QString lastQuestion() {
    return questionText();
}

QString chooseFileToOpen(QWidget* parent, const QString& title, const QString& folder,
                         const QString& filter) {
    if (const auto file = std::exchange(nextFile(), std::nullopt))
        return *file;
    return QFileDialog::getOpenFileName(parent, title, folder, filter);
}

QString chooseFileToSave(QWidget* parent, const QString& title, const QString& suggestion,
                         const QString& filter) {
    suggestedFile() = suggestion;
    if (const auto file = std::exchange(nextFile(), std::nullopt))
        return *file;
    return QFileDialog::getSaveFileName(parent, title, suggestion, filter);
}

void setNextFile(const QString& file) {
    nextFile() = file;
}

QString lastSuggestedFile() {
    return suggestedFile();
}

} // namespace leadsheet::desktop
