// SPDX-License-Identifier: Apache-2.0
#include "message.hpp"

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

} // namespace leadsheet::desktop
