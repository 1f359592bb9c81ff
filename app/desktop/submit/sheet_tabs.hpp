// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QTabBar>
#include <QWidget>

class QCheckBox;
class QPushButton;

namespace leadsheet::desktop {

class FlowLayout;
class SheetJob;

/// The tabs that the rows come from, when there are several: the one chosen here is looked at in
/// every step. After a check, each says how many of its rows need a fix.
class SheetTabs : public QTabBar {
    Q_OBJECT

public:
    explicit SheetTabs(SheetJob& job, QWidget* parent = nullptr);

private:
    void refresh();

    SheetJob& job_;
};

/// Which tabs of a workbook are read as one sheet: a box for each, in the page. Hidden until it is
/// opened; what is chosen is read at once.
class TabChoice : public QWidget {
    Q_OBJECT

public:
    explicit TabChoice(SheetJob& job, QWidget* parent = nullptr);

    /// Shows the tabs of the open workbook, those that are read checked, and takes the focus.
    void open();

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    void choose();
    std::vector<std::size_t> chosen() const;

    SheetJob& job_;
    FlowLayout* flow_;
    QList<QCheckBox*> boxes_;
    QPushButton* read_;
};

} // namespace leadsheet::desktop
