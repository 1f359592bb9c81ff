// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sheet_job.hpp"

#include <QWidget>

class QLabel;
class QLineEdit;
class QMimeData;
class QUrl;
class QVBoxLayout;

namespace leadsheet::desktop {

class DropZone;
class Workspace;

/// The first file or address that was dropped or copied; empty when there is none, which a list of
/// addresses may be, too.
QUrl firstUrl(const QMimeData* data);
/// What was dropped or copied as text; empty when there is none.
QString cellsText(const QMimeData* data);
/// Says so where several files came at once.
void sayOnlyFirst(const QMimeData* data, Workspace& workspace);

/// The ways to a sheet, shown while none is open: file, pasted cells, web address, one of the last
/// ones, a sample.
class SourceStart : public QWidget {
    Q_OBJECT

public:
    explicit SourceStart(Workspace& workspace, QWidget* parent = nullptr);

    /// Asks for a file; emits sourceChosen.
    /// Asks for a sheet; false when the person cancelled.
    bool chooseFile();
    /// Takes what is on the clipboard; emits textPasted or sourceChosen, or says that it is empty.
    void paste();
    /// Something that can be dropped is over the page.
    void setDragged(bool dragged);

signals:
    void sourceChosen(const QString& source);
    void textPasted(const QString& text);

private:
    /// Puts a sample among the person's files and opens it.
    void openSample();

    Workspace& workspace_;
    DropZone* zone_;
    QLineEdit* address_;
};

/// Why a sheet could not be read, in the page: what happened, the way out, and for a text of
/// unknown encoding the choice between the candidates by what their cells would look like.
class SourceTrouble : public QWidget {
    Q_OBJECT

public:
    explicit SourceTrouble(SheetJob& job, QWidget* parent = nullptr);

    void refresh();

signals:
    void anotherWanted();

private:
    void offer(const QString& text, const QString& name, const SheetReading& reading);

    SheetJob& job_;
    QLabel* what_;
    QLabel* why_;
    QVBoxLayout* ways_;
};

} // namespace leadsheet::desktop
