// SPDX-License-Identifier: Apache-2.0
#include "about_dialog.hpp"

#include "../theme/icons.hpp"
#include "workspace.hpp"

#include <QDialog>
#include <QDialogButtonBox>
#include <QLabel>
#include <QVBoxLayout>

namespace leadsheet::desktop {

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
