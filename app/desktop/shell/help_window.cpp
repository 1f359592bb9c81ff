// SPDX-License-Identifier: Apache-2.0
#include "help_window.hpp"

#include "../widgets/parts.hpp"
#include "settings.hpp"

#include <QDesktopServices>
#include <QFile>
#include <QLocale>
#include <QShortcut>
#include <QTextBrowser>
#include <QVBoxLayout>

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

} // namespace leadsheet::desktop
