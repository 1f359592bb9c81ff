// SPDX-License-Identifier: Apache-2.0
#include "help.hpp"

#include "../widgets/parts.hpp"
#include "settings.hpp"

#include <QAbstractButton>
#include <QApplication>
#include <QDesktopServices>
#include <QFile>
#include <QKeyEvent>
#include <QLabel>
#include <QLocale>
#include <QShortcut>
#include <QTextBrowser>
#include <QVBoxLayout>

#include <algorithm>

namespace leadsheet::desktop {

HelpWindow::HelpWindow(Settings& settings, QWidget* parent)
    : QWidget(parent, Qt::Window)
    , language_(settings.language().isEmpty() ? QLocale::system().name().left(2)
                                              : settings.language())
    , view_(new QTextBrowser(this)) {
    setWindowTitle(tr("Leadsheet Help"));
    view_->setOpenLinks(false);
    view_->setAccessibleName(tr("Help text"));
    auto* layout = columnIn(this);
    layout->addWidget(view_);
    resize(640, 620);
    connect(view_, &QTextBrowser::anchorClicked, this, [this](const QUrl& link) {
        if (link.isRelative())
            showTopic(link.path());
        else
            QDesktopServices::openUrl(link);
    });
    auto* close = new QShortcut(QKeySequence(Qt::Key_Escape), this);
    connect(close, &QShortcut::activated, this, &QWidget::close);
}

void HelpWindow::showTopic(const QString& topic) {
    for (const QString& candidate :
         {language_ + QLatin1Char('/') + topic, QStringLiteral("en/") + topic,
          language_ + QStringLiteral("/contents"), QStringLiteral("en/contents")}) {
        QFile file(QStringLiteral(":/help/") + candidate + QStringLiteral(".md"));
        if (!file.open(QIODevice::ReadOnly))
            continue;
        view_->setMarkdown(QString::fromUtf8(file.readAll()));
        break;
    }
    show();
    raise();
    activateWindow();
}

namespace {

struct Target {
    QWidget* control;
    QString words;
};

bool isReachable(const QWidget* widget, const QWidget& window) {
    return widget != nullptr && widget->isVisible() && widget->isEnabled() &&
           widget->window() == &window && widget->focusPolicy() != Qt::NoFocus;
}

/// The buttons that a window is about come first: they get the letter that is expected.
std::vector<Target> targetsOf(const QWidget& window) {
    std::vector<Target> targets;
    for (auto* button : window.findChildren<QAbstractButton*>())
        if (isReachable(button, window) && !button->text().isEmpty())
            targets.push_back({button, button->text()});
    std::stable_partition(targets.begin(), targets.end(), [](const Target& target) {
        return target.control->property("primary").toBool();
    });
    for (const auto* label : window.findChildren<QLabel*>())
        if (label->isVisible() && isReachable(label->buddy(), window))
            targets.push_back({label->buddy(), label->text()});
    return targets;
}

bool isLetter(QChar letter) {
    return letter >= QLatin1Char('A') && letter <= QLatin1Char('Z');
}

/// First letters of words, then the other letters, then the rest of the alphabet.
QString wishesOf(const QString& words) {
    QString first;
    QString inside;
    bool begins = true;
    for (const QChar letter : words.toUpper()) {
        (begins ? first : inside) += letter;
        begins = !letter.isLetterOrNumber();
    }
    return first + inside + QStringLiteral("ABCDEFGHIJKLMNOPQRSTUVWXYZ");
}

} // namespace

std::vector<KeyTip> keyTipsOf(const QWidget& window) {
    QString taken;
    // What has a letter of its own keeps it.
    for (const Target& target : targetsOf(window))
        if (const QKeySequence own = QKeySequence::mnemonic(target.words); !own.isEmpty())
            taken += QChar(own[0].key());
    std::vector<KeyTip> tips;
    for (const Target& target : targetsOf(window)) {
        if (!QKeySequence::mnemonic(target.words).isEmpty())
            continue;
        const QString wishes = wishesOf(target.words);
        const auto free = std::find_if(wishes.begin(), wishes.end(), [&](QChar letter) {
            return isLetter(letter) && !taken.contains(letter);
        });
        if (free == wishes.end())
            break;
        taken += *free;
        tips.push_back({*free, target.control});
    }
    return tips;
}

KeyTips::KeyTips(QObject* parent)
    : QObject(parent) {
    qApp->installEventFilter(this);
}

bool KeyTips::eventFilter(QObject* watched, QEvent* event) {
    switch (event->type()) {
    case QEvent::KeyPress: {
        const auto& key = *static_cast<QKeyEvent*>(event);
        auto* at = qobject_cast<QWidget*>(watched);
        if (at == nullptr || key.isAutoRepeat())
            break;
        if (key.key() == Qt::Key_Alt && key.modifiers() == Qt::AltModifier)
            show(*at->window());
        else if (key.modifiers() == Qt::AltModifier && press(*at->window(), key.key()))
            return true;
        break;
    }
    case QEvent::KeyRelease:
        if (static_cast<QKeyEvent*>(event)->key() == Qt::Key_Alt)
            hide();
        break;
    case QEvent::MouseButtonPress:
    case QEvent::WindowDeactivate:
        hide();
        break;
    default:
        break;
    }
    return QObject::eventFilter(watched, event);
}

void KeyTips::show(QWidget& window) {
    hide();
    for (const KeyTip& tip : keyTipsOf(window)) {
        auto* shown = named(new QLabel(tip.letter, &window), "keyTip");
        shown->setAttribute(Qt::WA_TransparentForMouseEvents);
        shown->adjustSize();
        const QPoint corner = tip.control->mapTo(&window, QPoint(2, 0));
        shown->move(std::max(0, corner.x()), std::max(0, corner.y() - shown->height() / 3));
        shown->show();
        shown->raise();
        shown_ << shown;
    }
}

void KeyTips::hide() {
    for (const QPointer<QLabel>& shown : std::as_const(shown_))
        delete shown;
    shown_.clear();
}

bool KeyTips::press(QWidget& window, int key) {
    for (const KeyTip& tip : keyTipsOf(window)) {
        if (tip.letter != QChar(key))
            continue;
        hide();
        tip.control->setFocus(Qt::ShortcutFocusReason);
        auto* button = qobject_cast<QAbstractButton*>(tip.control);
        if (button != nullptr && !button->property("spends").toBool())
            button->click();
        return true;
    }
    return false;
}

} // namespace leadsheet::desktop
