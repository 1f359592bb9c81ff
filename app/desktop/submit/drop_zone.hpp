// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPushButton>

namespace leadsheet::desktop {

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

} // namespace leadsheet::desktop
