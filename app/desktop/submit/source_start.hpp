// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QStringList>
#include <QWidget>

class QLineEdit;
class QMimeData;
class QUrl;
class QVBoxLayout;

namespace leadsheet::desktop {

class Workspace;

/// The first file or address that was dropped or copied; empty when there is none, which a list of
/// addresses may be, too.
QUrl firstUrl(const QMimeData* data);
/// What was dropped or copied as text; empty when there is none.
QString cellsText(const QMimeData* data);

/// The ways to a sheet, shown while none is open: file, pasted cells, web address, one of the last
/// ones, a sample.
class SourceStart : public QWidget {
    Q_OBJECT

public:
    explicit SourceStart(Workspace& workspace, QWidget* parent = nullptr);

    /// Asks for a file; emits sourceChosen.
    void chooseFile();
    /// Takes what is on the clipboard; emits textPasted or sourceChosen, or says that it is empty.
    void paste();
    /// Puts a sample among the person's files and opens it.
    void openSample();

signals:
    void sourceChosen(const QString& source);
    void textPasted(const QString& text);

private:
    void showRecent();

    Workspace& workspace_;
    QStringList shown_; ///< recent sheets
    QLineEdit* address_;
    QVBoxLayout* recent_;
};

} // namespace leadsheet::desktop
