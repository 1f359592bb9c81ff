// SPDX-License-Identifier: Apache-2.0
#include "help_window.hpp"

#include "../widgets/parts.hpp"
#include "settings.hpp"
#include "workspace.hpp"

#include <QDesktopServices>
#include <QDialog>
#include <QDialogButtonBox>
#include <QFile>
#include <QLabel>
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

void showAbout(QWidget* parent, const Workspace& workspace) {
    QDialog dialog(parent);
    dialog.setObjectName(QStringLiteral("about"));
    dialog.setWindowTitle(QDialog::tr("About Leadsheet"));
    auto* title = new QLabel(QDialog::tr("Leadsheet %1").arg(QStringLiteral(LEADSHEET_VERSION)));
    title->setProperty("heading", 1);
    const auto folder = [](const std::filesystem::path& path) {
        return QString::fromStdString(path.string());
    };
    auto* text = new QLabel(
        QDialog::tr("Order verified lead lists, one order per row of your spreadsheet.\n\n"
                    "Your orders are recorded in %1\nSettings and maps are in %2\n\n"
                    "Apache License 2.0. Built with Qt %3, libcurl, SQLite, ICU, expat, zlib and "
                    "Boost, each under its own licence.")
            .arg(folder(workspace.folders().data), folder(workspace.folders().config),
                 QString::fromLatin1(qVersion())));
    text->setWordWrap(true);
    text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    QObject::connect(buttons, &QDialogButtonBox::rejected, &dialog, &QDialog::reject);
    auto* layout = new QVBoxLayout(&dialog);
    layout->addWidget(title);
    layout->addWidget(text);
    layout->addWidget(buttons);
    dialog.setMinimumWidth(460);
    dialog.exec();
}

} // namespace leadsheet::desktop
