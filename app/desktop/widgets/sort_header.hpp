// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QHeaderView>

class QTableView;

namespace leadsheet::desktop {

/// Titles of columns that sort: pressed once a column ascends, then it descends, then the list
/// stands as it came. By keyboard: Tab comes here before the table, the arrow keys, Home and End go
/// from title to title, Return and Space press one.
class SortHeader : public QHeaderView {
    Q_OBJECT

public:
    explicit SortHeader(QWidget* parent = nullptr);

protected:
    void paintSection(QPainter* painter, const QRect& rect, int logicalIndex) const override;
    void initStyleOptionForIndex(QStyleOptionHeader* option, int logicalIndex) const override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    void paintArrow(QPainter& painter, const QRect& rect) const;
    void goTo(int visual);
    void goOn(int step);
    void press();
    /// Tells assistive technology where the keyboard is.
    void say();

    int at_ = 0; ///< the title that keys press, as the model counts columns
};

/// Gives a table such titles; its model is as it came until one of them is pressed. To be called
/// before anything else that looks at its titles.
SortHeader* makeSortable(QTableView& table);

} // namespace leadsheet::desktop
