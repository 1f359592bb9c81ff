// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sheet_job.hpp"

#include <QPushButton>
#include <QWidget>

class QLabel;
class QLineEdit;
class QMimeData;
class QUrl;
class QVBoxLayout;

namespace leadsheet::desktop {

class Workspace;

/// A drawn area for a sheet to be dropped on; pressed, with the mouse or by Return and Space, it
/// asks for a file. It takes no drops itself: what is around it does, and says so. Draws its text
/// over quieter words, both over as many lines as they need.
class DropZone : public QPushButton {
    Q_OBJECT

public:
    DropZone(const QString& text, const QString& quiet, QWidget* parent = nullptr);

    /// Something that can be dropped is over the page.
    void setDragged(bool dragged);
    bool isDragged() const { return dragged_; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    struct Parts {
        QRect icon;
        QRect text;
        QRect quiet;
        int height;
    };
    Parts partsFor(int width) const;
    QFont headFont() const;

    QString quiet_;
    bool dragged_ = false;
};

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
    explicit SourceStart(Workspace& workspace);

    /// Offers the way back to the sheet that is open; empty = none is.
    void offerBack(const QString& sheet);

    /// Asks for a file; emits sourceChosen.
    /// Asks for a sheet; false when the person cancelled.
    bool chooseFile();
    /// Takes what is on the clipboard; emits textPasted or sourceChosen, or says that it is empty.
    void paste();
    /// Something that can be dropped is over the page.
    void setDragged(bool dragged);

signals:
    void backWanted();
    void sourceChosen(const QString& source);
    void textPasted(const QString& text);

private:
    /// Puts a sample among the person's files and opens it.
    void openSample();

    Workspace& workspace_;
    QPushButton* back_;
    DropZone* zone_;
    QLineEdit* address_;
};

/// Why a sheet could not be read, in the page: what happened, the way out, and for a text of
/// unknown encoding the choice between the candidates by what their cells would look like.
class SourceTrouble : public QWidget {
    Q_OBJECT

public:
    explicit SourceTrouble(SheetJob& job);

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
