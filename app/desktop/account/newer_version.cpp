// SPDX-License-Identifier: Apache-2.0
#include "newer_version.hpp"

#include "../shell/settings.hpp"
#include "../shell/words.hpp"
#include "../shell/workspace.hpp"
#include "account_session.hpp"

#include <QDesktopServices>
#include <QUrl>

namespace leadsheet::desktop {

namespace {

/// "downloads.example.com", with its port where one is named.
QString placeOf(const QUrl& url) {
    const QString host = url.host(QUrl::FullyEncoded);
    return url.port() < 0 ? host : QStringLiteral("%1:%2").arg(host).arg(url.port());
}

} // namespace

std::optional<app::NewerVersion> newerVersion(const Workspace& workspace) {
    const auto& account = workspace.account().figures();
    if (!account || !workspace.settings().tellsNewerVersions())
        return std::nullopt;
    return app::newerVersion(*account, LEADSHEET_VERSION);
}

QString versionWords(const Workspace& workspace) {
    const QString mine =
        NewerVersionNotice::tr("This is Leadsheet %1.").arg(QStringLiteral(LEADSHEET_VERSION));
    const auto newer = newerVersion(workspace);
    if (!newer)
        return mine;
    return mine + QLatin1Char(' ') +
           (newer->url.empty()
                ? NewerVersionNotice::tr("The service names a newer version, %1.")
                      .arg(text(newer->version))
                : NewerVersionNotice::tr("The service names a newer version, %1, at %2.")
                      .arg(text(newer->version), placeOf(QUrl(text(newer->url)))));
}

void openNewerVersion(const Workspace& workspace) {
    const auto newer = newerVersion(workspace);
    if (newer && !newer->url.empty())
        QDesktopServices::openUrl(QUrl(text(newer->url), QUrl::StrictMode));
}

NewerVersionNotice::NewerVersionNotice(Workspace& workspace)
    : workspace_(workspace) {
    setObjectName(QStringLiteral("newerVersion"));
    keepToPage();
    connect(&workspace.account(), &AccountSession::changed, this, &NewerVersionNotice::refresh);
    connect(&workspace.account(), &AccountSession::heard, this, &NewerVersionNotice::refresh);
    connect(&workspace.settings(), &Settings::changed, this, &NewerVersionNotice::refresh);
    connect(this, &NoticeBar::actionTriggered, this, [this] { openNewerVersion(workspace_); });
    connect(this, &NoticeBar::closed, this,
            [this] { workspace_.settings().setPassedOverVersion(said_); });
    refresh();
}

void NewerVersionNotice::refresh() {
    const auto newer = newerVersion(workspace_);
    const QString version = newer ? desktop::text(newer->version) : QString();
    if (version.isEmpty() || version == workspace_.settings().passedOverVersion()) {
        said_.clear();
        hide();
    } else if (version != said_ || versionWords(workspace_) != text()) {
        said_ = version;
        show(NoticeKind::Info, versionWords(workspace_),
             newer->url.empty() ? QString() : tr("Open Download Page"));
    }
}

} // namespace leadsheet::desktop
