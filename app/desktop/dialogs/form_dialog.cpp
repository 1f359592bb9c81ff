// SPDX-License-Identifier: Apache-2.0
#include "form_dialog.hpp"

#include "../shell/notice_bar.hpp"
#include "../widgets/parts.hpp"

#include <QClipboard>
#include <QDialogButtonBox>
#include <QEvent>
#include <QFileDialog>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLayout>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QScreen>
#include <QStackedWidget>

#include <algorithm>

namespace leadsheet::desktop {
namespace {

constexpr int kQuestionMargin = 18;
constexpr int kQuestionLetters = 52; // a line

/// What tests answer beforehand, and what was asked then.
struct Answers {
    std::optional<bool> next;
    QString question;
    std::optional<QString> file;
    QString suggested;
};

Answers& answers() {
    static Answers given;
    return given;
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
    answers().question = question.text;
    if (const auto answer = std::exchange(answers().next, std::nullopt))
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
    answers().next = yes;
}

QString lastQuestion() {
    return answers().question;
}

QString chooseFileToOpen(QWidget* parent, const QString& title, const QString& folder,
                         const QString& filter) {
    if (const auto file = std::exchange(answers().file, std::nullopt))
        return *file;
    return QFileDialog::getOpenFileName(parent, title, folder, filter);
}

QString chooseFileToSave(QWidget* parent, const QString& title, const QString& suggestion,
                         const QString& filter) {
    answers().suggested = suggestion;
    if (const auto file = std::exchange(answers().file, std::nullopt))
        return *file;
    return QFileDialog::getSaveFileName(parent, title, suggestion, filter);
}

void setNextFile(const QString& file) {
    answers().file = file;
}

QString lastSuggestedFile() {
    return answers().suggested;
}

FormDialog::FormDialog(const char* name, int leastWidth, QWidget* parent, Return inField)
    : QDialog(parent)
    , inField_(inField) {
    setObjectName(QLatin1String(name));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowModality(Qt::WindowModal);
    setMinimumWidth(leastWidth);
}

void FormDialog::turnTo(QWidget* page) {
    if (pages_ == nullptr) {
        pages_ = new QStackedWidget;
        auto* layout = columnIn(this, -1, {20, 16, 20, 16});
        layout->addWidget(pages_);
    }
    QWidget* before = pages_->currentWidget();
    pages_->addWidget(page);
    pages_->setCurrentWidget(page);
    if (before == nullptr)
        return;
    pages_->removeWidget(before);
    before->deleteLater();
}

int FormDialog::heightFor(int wide) const {
    return layout()->hasHeightForWidth() ? layout()->totalHeightForWidth(wide)
                                         : layout()->totalSizeHint().height();
}

void FormDialog::shrink() {
    layout()->activate();
    resize(width(), heightFor(width()));
}

bool FormDialog::event(QEvent* event) {
    // What it grew to while it was put together says nothing of what it holds.
    if (event->type() == QEvent::Show && !event->spontaneous() && layout() != nullptr)
        shrink();
    const bool handled = QDialog::event(event);
    // Qt shows the focus of a window from its first Tab on only.
    if (event->type() == QEvent::WindowActivate || event->type() == QEvent::Show)
        setAttribute(Qt::WA_KeyboardFocusChange);
    if (event->type() == QEvent::LayoutRequest && layout() != nullptr) {
        const int wide = std::max(width(), layout()->totalMinimumSize().width());
        const int high = heightFor(wide);
        if (wide > width() || high > height())
            resize(wide, std::max(high, height()));
    }
    return handled;
}

bool FormDialog::focusNextPrevChild(bool next) {
    return focusInLayoutOrder(*this, next) || QDialog::focusNextPrevChild(next);
}

void FormDialog::keyPressEvent(QKeyEvent* event) {
    const bool enters = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (!enters || inField_ == Return::PressesDefault)
        QDialog::keyPressEvent(event);
}

FieldForm::FieldForm(const QString& word, const QString& whom)
    : column_(columnIn(this, 8))
    , fields_(new QWidget)
    , problem_(wrappingLabel({}))
    , effect_(wrappingLabel({}))
    , caution_(new NoticeBar(""))
    , cancel_(new QPushButton(tr("Cancel")))
    , confirm_(primaryButton({}, "")) {
    auto* label = wrappingLabel(whom);
    label->setForegroundRole(QPalette::PlaceholderText);
    addAll(column_, {label, fields_});
    columnIn(fields_, 6);
    problem_->setObjectName(word + QStringLiteral("Problem"));
    problem_->setForegroundRole(QPalette::PlaceholderText);
    effect_->setObjectName(word + QStringLiteral("Effect"));
    effect_->setProperty("heading", 2);
    caution_->setObjectName(word + QStringLiteral("Caution"));
    cancel_->setObjectName(word + QStringLiteral("Cancel"));
    confirm_->setObjectName(word + QStringLiteral("Confirm"));
    connect(cancel_, &QPushButton::clicked, this, &FieldForm::cancelled);
    connect(confirm_, &QPushButton::clicked, this, &FieldForm::confirmed);
}

void FieldForm::add(QWidget* part) {
    fields_->layout()->addWidget(part);
}

void FieldForm::add(const QString& label, QWidget* editor) {
    auto* words = new QLabel(label);
    words->setBuddy(editor);
    editor->setAccessibleName(label);
    add(words);
    add(editor);
}

void FieldForm::finish(QWidget* below) {
    addAll(column_, {problem_, effect_, caution_});
    if (below != nullptr)
        column_->addWidget(below);
    column_->addStretch(1);
    column_->addLayout(buttonRow({cancel_, confirm_}));
}

void FieldForm::show(const FormWords& words) {
    problem_->setText(words.problem);
    problem_->setVisible(!words.problem.isEmpty());
    effect_->setText(words.effect);
    effect_->setVisible(!words.effect.isEmpty());
    if (words.caution.isEmpty())
        caution_->hide();
    else
        caution_->show(NoticeKind::Warn, words.caution);
    confirm_->setText(words.button);
    ready_ = words.problem.isEmpty();
    refresh();
    confirm_->updateGeometry(); // its text is bold now
}

void FieldForm::setBusy(bool busy) {
    busy_ = busy;
    refresh();
}

void FieldForm::refresh() {
    fields_->setEnabled(!busy_);
    cancel_->setEnabled(!busy_);
    confirm_->setEnabled(ready_ && !busy_);
}

SecretRow::SecretRow(const QString& secret, const QString& label, const char* name,
                     const char* copyName)
    : secret_(new QLineEdit(secret)) {
    secret_->setObjectName(QLatin1String(name));
    secret_->setAccessibleName(label);
    secret_->setReadOnly(true);
    secret_->setProperty("code", true);
    secret_->setCursorPosition(0);
    // It is shown this once: all of it is, whatever the text size.
    auto* column = columnIn(this, 6);
    column->addWidget(secret_);
    auto* row = new QHBoxLayout;
    column->addLayout(row);
    row->addStretch(1);
    auto* copy = addButton(row, tr("Copy Secret"), copyName, "copy", this,
                           [this] { QGuiApplication::clipboard()->setText(secret_->text()); });
    setFocusProxy(copy);
}

SecretRow::~SecretRow() {
    secret_->clear();
}

} // namespace leadsheet::desktop
