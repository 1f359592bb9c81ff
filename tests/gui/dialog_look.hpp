// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "desktop_scene.hpp"
#include "screenshot.hpp"

#include <QApplication>
#include <QDialog>
#include <QLabel>
#include <QMessageBox>
#include <QPushButton>
#include <QTimer>

#include <cstdlib>
#include <functional>

namespace leadsheet::test {

/// Looks at what comes up before something is spent, taken away or sent, and keeps what is wrong
/// with it: shown whole in every look, and neither Enter nor Escape does it.
class DialogLook {
public:
    explicit DialogLook(DesktopScene& scene)
        : scene_(scene) {}

    /// The question that `open` leads to, which is closed in the middle of it. What its buttons
    /// say, the one that does nothing first.
    QStringList question(const QString& name, const std::function<void()>& open) {
        QStringList said;
        QTimer look;
        QObject::connect(&look, &QTimer::timeout, &look, [&] {
            auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
            if (box == nullptr)
                return;
            look.stop();
            said = lookAt(name, *box);
            QTest::keyClick(box, Qt::Key_Escape);
        });
        look.start(10);
        open();
        if (said.isEmpty())
            faults_ << name + QStringLiteral(": nothing was asked");
        return said;
    }

    /// A dialog that stands beside the program's work. `act` names the button that does it.
    void dialog(const QString& name, QDialog& dialog, const char* act) {
        add(scene_.look(name, &dialog));
        const auto* does = dialog.findChild<QPushButton*>(QLatin1String(act));
        if (does == nullptr || !does->isVisible())
            faults_ << QStringLiteral("%1: no button %2").arg(name, QLatin1String(act));
        else if (dialog.focusWidget() == does || does->isDefault())
            faults_ << name + QStringLiteral(": Enter does it");
        if (dialog.focusWidget() == nullptr || !dialog.focusWidget()->isVisible())
            faults_ << name + QStringLiteral(": nothing has the focus");
        if (dialog.windowTitle().isEmpty())
            faults_ << name + QStringLiteral(": no title");
    }

    void add(const QString& fault) {
        if (!fault.isEmpty())
            faults_ << fault;
    }
    /// "" or all that was found.
    QString faults() const { return faults_.join(QLatin1Char('\n')); }

private:
    static constexpr int kLeastMargin = 12;
    static constexpr int kUneven = 6;

    QStringList lookAt(const QString& name, QMessageBox& box) {
        scene_.program().theme().setFontSize(14); // the first time, before the box has grown
        settle();
        for (const QAbstractButton* one : box.buttons())
            if (one->mapTo(&box, QPoint()).x() < kLeastMargin)
                faults_ << name + QStringLiteral(": a button at the edge");
        const auto* words = box.findChild<QLabel*>(QStringLiteral("qt_msgbox_informativelabel"));
        const int left = words->mapTo(&box, QPoint()).x();
        const int right = box.width() - left - words->width();
        if (std::abs(left - right) > kUneven)
            faults_ << QStringLiteral("%1: %2 px left of the words, %3 right of them")
                           .arg(name)
                           .arg(left)
                           .arg(right);
        scene_.program().theme().setFontSize(0);
        settle();
        add(scene_.look(name, &box));
        settle();
        QStringList said{box.escapeButton()->text()};
        for (const QAbstractButton* one : box.buttons())
            if (one != box.escapeButton())
                said << one->text();
        if (box.defaultButton() != box.escapeButton() || box.focusWidget() != box.escapeButton())
            faults_ << name + QStringLiteral(": Enter does it");
        return said;
    }

    DesktopScene& scene_;
    QStringList faults_;
};

} // namespace leadsheet::test
