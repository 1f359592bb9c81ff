// SPDX-License-Identifier: Apache-2.0
#include "ask.hpp"

#include <QFileDialog>
#include <QLabel>
#include <QLayout>
#include <QMessageBox>
#include <QPushButton>

namespace leadsheet::desktop {
namespace {

constexpr int kQuestionMargin = 18;
constexpr int kQuestionLetters = 52; // a line

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
    QMessageBox box(QMessageBox::NoIcon, question.title, question.title, QMessageBox::NoButton,
                    parent);
    box.setInformativeText(question.text);
    box.setTextFormat(Qt::PlainText);
    box.findChild<QLabel*>(QStringLiteral("qt_msgbox_label"))->setProperty("heading", 2);
    box.findChild<QLabel*>(QStringLiteral("qt_msgbox_informativelabel"))
        ->setMinimumWidth(box.fontMetrics().averageCharWidth() * kQuestionLetters);
    // The room of the picture that it does not have stays at its left.
    box.layout()->setContentsMargins(0, kQuestionMargin, kQuestionMargin, kQuestionMargin);
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
