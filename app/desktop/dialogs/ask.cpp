// SPDX-License-Identifier: Apache-2.0
#include "ask.hpp"

#include <QDialogButtonBox>
#include <QEvent>
#include <QFileDialog>
#include <QLabel>
#include <QLayout>
#include <QMessageBox>
#include <QPushButton>
#include <QScreen>

#include <algorithm>

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

/// Has the focus on its default button and room for its buttons, also when colours or text size
/// change: Qt arranges the buttons again then, and the first one would have the focus.
class QuestionBox : public QMessageBox {
public:
    QuestionBox(const QString& title, QWidget* parent)
        : QMessageBox(QMessageBox::NoIcon, title, title, QMessageBox::NoButton, parent) {}

    /// The buttons never stand at the edge of the box.
    void fit() {
        const int wanted = std::max(fontMetrics().averageCharWidth() * kQuestionLetters,
                                    findChild<QDialogButtonBox*>()->sizeHint().width());
        // Qt makes the box no wider than the screen, whatever stands in it.
        const int room = screen()->availableSize().width() - 3 * kQuestionMargin;
        findChild<QLabel*>(QStringLiteral("qt_msgbox_informativelabel"))
            ->setMinimumWidth(std::min(wanted, room));
        setInformativeText(informativeText()); // an open box takes its new size with this only
        // Qt has put a new layout in; the room of the picture that it does not have is at its left.
        layout()->setContentsMargins(0, kQuestionMargin, kQuestionMargin, kQuestionMargin);
    }

protected:
    void changeEvent(QEvent* event) override {
        QMessageBox::changeEvent(event);
        if (event->type() == QEvent::StyleChange || event->type() == QEvent::FontChange)
            QMetaObject::invokeMethod(
                this,
                [this] {
                    fit();
                    defaultButton()->setFocus();
                },
                Qt::QueuedConnection);
    }
};

} // namespace

bool ask(QWidget* parent, const Question& question) {
    questionText() = question.text;
    if (const auto answer = std::exchange(nextAnswer(), std::nullopt))
        return *answer;
    QuestionBox box(question.title, parent);
    box.setInformativeText(question.text);
    box.setTextFormat(Qt::PlainText);
    box.findChild<QLabel*>(QStringLiteral("qt_msgbox_label"))->setProperty("heading", 2);
    const QPushButton* yes = box.addButton(question.yes, QMessageBox::AcceptRole);
    QPushButton* no = box.addButton(question.no, QMessageBox::RejectRole);
    box.fit();
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
