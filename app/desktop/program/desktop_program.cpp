// SPDX-License-Identifier: Apache-2.0
#include "desktop_program.hpp"

#include "../bridge/application.hpp"
#include "../shell/placeholder_page.hpp"
#include "../submit/submit_page.hpp"

namespace leadsheet::desktop {
namespace {

QString words(const char* text) {
    return QCoreApplication::translate("DesktopProgram", text);
}

} // namespace

DesktopProgram::DesktopProgram(Application& application, app::AppFolders folders)
    : settings_(folders.config)
    , theme_(application)
    , workspace_(std::make_unique<Workspace>(std::move(folders), settings_, theme_, account_))
    , window_(std::make_unique<MainWindow>(*workspace_)) {
    theme_.choose(settings_.theme());
    window_->addPage(new SubmitPage(*workspace_));
    window_->addPage(new PlaceholderPage(
        {QStringLiteral("leads"),
         words(QT_TRANSLATE_NOOP("DesktopProgram", "Leads")),
         QLatin1String("leads"),
         words(QT_TRANSLATE_NOOP("DesktopProgram",
                                 "The leads of your delivered orders will be shown here. This "
                                 "version does not show them yet.")),
         {}}));
    window_->addPage(new PlaceholderPage(
        {QStringLiteral("destinations"),
         words(QT_TRANSLATE_NOOP("DesktopProgram", "Destinations")),
         QLatin1String("destinations"),
         words(QT_TRANSLATE_NOOP("DesktopProgram",
                                 "Webhooks and outreach platforms will be set up here. This "
                                 "version does not deliver to them yet.")),
         {}}));
}

DesktopProgram::~DesktopProgram() = default;

void DesktopProgram::show() {
    window_->show();
}

void DesktopProgram::openSheets(const QStringList& sheets) {
    if (!sheets.isEmpty())
        workspace_->openSheet(sheets.first());
    if (sheets.size() > 1)
        workspace_->notify(
            NoticeKind::Info,
            words(QT_TRANSLATE_NOOP("DesktopProgram",
                                    "Only the first sheet was opened: one sheet is ordered at a "
                                    "time.")));
    window_->show();
    window_->raise();
    window_->activateWindow();
}

} // namespace leadsheet::desktop
