// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDialog>
#include <QString>
#include <QWidget>

class QLabel;
class QLineEdit;
class QPushButton;
class QStackedWidget;
class QVBoxLayout;

namespace leadsheet::desktop {

class NoticeBar;

/// A question with two answers, both of them verbs.
struct Question {
    QString title;
    QString text;
    QString yes;
    QString no; ///< the default, and what Escape means
};

/// Blocks until answered. True for `yes`.
bool ask(QWidget* parent, const Question& question);

/// Tests only: the answer to the next question, which is then not shown.
void setNextAnswer(bool yes);
/// Tests only: the text of the question that setNextAnswer() answered last.
QString lastQuestion();

/// The system's file dialogs. Empty when the person cancelled.
QString chooseFileToOpen(QWidget* parent, const QString& title, const QString& folder,
                         const QString& filter);
QString chooseFileToSave(QWidget* parent, const QString& title, const QString& suggestion,
                         const QString& filter);

/// Tests only: what the next dialog answers instead of being shown.
void setNextFile(const QString& file);
/// Tests only: what the last dialog for saving suggested.
QString lastSuggestedFile();

/// A dialog over its window that is as large as what is in it needs, and where Tab walks in reading
/// order. Deletes itself when it is closed.
class FormDialog : public QDialog {
    Q_OBJECT

public:
    /// What Return does in a field: a button that moves money or sends something is not pressed by
    /// it.
    enum class Return { PressesNothing, PressesDefault };

    /// `leastWidth` in pixels.
    FormDialog(const char* name, int leastWidth, QWidget* parent,
               Return inField = Return::PressesNothing);

protected:
    /// Shows a page, in place of the one that is there, which is deleted.
    void turnTo(QWidget* page);
    /// As low as what is in it needs now, after it was high for something else.
    void shrink();
    bool event(QEvent* event) override;
    bool focusNextPrevChild(bool next) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    int heightFor(int wide) const;

    Return inField_;
    QStackedWidget* pages_ = nullptr;
};

/// What a form says of what was typed.
struct FormWords {
    QString effect;       ///< what it will do
    QString button;       ///< a verb, with the amount
    QString problem = {}; ///< why it cannot be sent; empty = it can
    QString caution = {};
};

/// A form about one act, from above to below: whom it is about, fields, what is wrong with what was
/// typed, what it will do, and the button that does it. The object names of its parts begin with
/// the word that is given.
class FieldForm : public QWidget {
    Q_OBJECT

public:
    FieldForm(const QString& word, const QString& whom);

    void add(QWidget* part);
    /// Under its label.
    void add(const QString& label, QWidget* editor);
    /// Closes the form; `below` stands over the buttons.
    void finish(QWidget* below = nullptr);
    void show(const FormWords& words);
    void setBusy(bool busy);

signals:
    void confirmed();
    void cancelled();

private:
    void refresh();

    QVBoxLayout* column_;
    QWidget* fields_;
    QLabel* problem_;
    QLabel* effect_;
    NoticeBar* caution_;
    QPushButton* cancel_;
    QPushButton* confirm_;
    bool ready_ = false;
    bool busy_ = false;
};

/// A secret that is shown once, with a button that copies it. Has the focus on the button.
class SecretRow : public QWidget {
    Q_OBJECT

public:
    /// `label` says what it is; `name` and `copyName` are object names.
    SecretRow(const QString& secret, const QString& label, const char* name, const char* copyName);
    ~SecretRow() override;

private:
    QLineEdit* secret_;
};

} // namespace leadsheet::desktop
