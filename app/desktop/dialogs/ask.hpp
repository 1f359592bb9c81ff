// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include <optional>

class QWidget;

namespace leadsheet::desktop {

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

} // namespace leadsheet::desktop
