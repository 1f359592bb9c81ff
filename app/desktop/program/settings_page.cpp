// SPDX-License-Identifier: Apache-2.0
#include "settings_page.hpp"

#include "../account/account_session.hpp"
#include "../dialogs/form_dialog.hpp"
#include "../shell/settings.hpp"
#include "../shell/words.hpp"
#include "../widgets/parts.hpp"

#include <QCheckBox>
#include <QComboBox>
#include <QDesktopServices>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QUrl>

#include <algorithm>

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

namespace {

constexpr int kMargin = 20;
constexpr int kSpacing = 14;
constexpr int kMaxColumn = 760;
constexpr int kFontSizes[] = {9, 10, 11, 12, 14, 16, 18};

QComboBox* combo(QFormLayout* form, const QString& label, const char* name) {
    auto* box = new QComboBox;
    box->setObjectName(QLatin1String(name));
    box->setAccessibleName(label);
    form->addRow(label, box);
    return box;
}

} // namespace

SettingsPage::SettingsPage(Workspace& workspace)
    : Page(workspace)
    , columns_(new QBoxLayout(QBoxLayout::LeftToRight)) {
    auto* inside = new QWidget;
    auto* column = columnIn(inside, -1, {kMargin, 4, kMargin, kMargin});
    columns_->setSpacing(kSpacing);
    column->addLayout(columns_);
    column->addStretch(1);
    for (QWidget*& half : halves_) {
        half = new QWidget;
        columnIn(half, kSpacing);
        columns_->addWidget(half, 1, Qt::AlignTop);
    }
    columns_->addStretch(); // for what the columns leave; they begin below the title of the page
    makeLook(halves_[0]);
    makeProgram(halves_[0]);
    makeNetwork(halves_[1]);
    makeFolders(halves_[1]);
    auto* all = columnIn(this);
    all->addWidget(pageScroll(inside));
    setFocusProxy(findChild<QComboBox*>(QStringLiteral("settingsTheme")));
}

void SettingsPage::resizeEvent(QResizeEvent* event) {
    Page::resizeEvent(event);
    arrange();
}

bool SettingsPage::event(QEvent* event) {
    const bool handled = Page::event(event);
    if (event->type() == QEvent::LayoutRequest || event->type() == QEvent::Show)
        arrange();
    return handled;
}

// Labels begin their fields in one line over all cards of a column, and the columns stand side by
// side where the width lets them.
void SettingsPage::arrange() {
    QList<QWidget*> labels;
    int widest = 0;
    for (const QFormLayout* form : findChildren<QFormLayout*>())
        for (int row = 0; row < form->rowCount(); ++row)
            if (QLayoutItem* label = form->itemAt(row, QFormLayout::LabelRole); label != nullptr) {
                labels << label->widget();
                widest = std::max(widest, label->widget()->sizeHint().width());
            }
    for (QWidget* label : std::as_const(labels))
        label->setMinimumWidth(widest);
    const int needed = halves_[0]->minimumSizeHint().width() +
                       halves_[1]->minimumSizeHint().width() + kSpacing + 2 * kMargin;
    const bool beside = needed <= width();
    columns_->setDirection(beside ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    for (QWidget* half : halves_)
        half->setMaximumWidth(beside ? kMaxColumn : QWIDGETSIZE_MAX);
}

QFormLayout* SettingsPage::section(QWidget* half, const QString& title) {
    auto* card = new QFrame;
    card->setProperty("card", true);
    auto* column = columnIn(card, -1, {16, 12, 16, 14});
    auto* heading = new QLabel(title);
    heading->setProperty("heading", 2);
    column->addWidget(heading);
    auto* form = new QFormLayout;
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    form->setVerticalSpacing(8);
    form->setHorizontalSpacing(16);
    column->addLayout(form);
    half->layout()->addWidget(card);
    return form;
}

void SettingsPage::makeLook(QWidget* half) {
    Settings& settings = workspace_.settings();
    QFormLayout* form = section(half, tr("Appearance"));
    QComboBox* theme = combo(form, tr("Colours"), "settingsTheme");
    theme->addItems({tr("System default"), tr("Light"), tr("Dark"), tr("High contrast")});
    theme->setCurrentIndex(static_cast<int>(settings.theme()));
    connect(theme, &QComboBox::activated, this, [this](int at) {
        workspace_.settings().setTheme(static_cast<ThemeChoice>(at));
        workspace_.theme().choose(static_cast<ThemeChoice>(at));
    });
    QComboBox* size = combo(form, tr("Text size"), "settingsFontSize");
    size->addItem(tr("System default"), 0);
    for (const int points : kFontSizes)
        size->addItem(tr("%1 pt").arg(points), points);
    size->setCurrentIndex(std::max(0, size->findData(settings.fontSize())));
    connect(size, &QComboBox::activated, this, [this, size] {
        const int points = size->currentData().toInt();
        workspace_.settings().setFontSize(points);
        workspace_.theme().setFontSize(points);
    });
    QComboBox* language = combo(form, tr("Language"), "settingsLanguage");
    language->addItem(tr("System default"), QString());
    language->addItem(QStringLiteral("English"), QStringLiteral("en"));
    language->addItem(QStringLiteral("Deutsch"), QStringLiteral("de"));
    language->setCurrentIndex(std::max(0, language->findData(settings.language())));
    connect(language, &QComboBox::activated, this, [this, language] {
        workspace_.settings().setLanguage(language->currentData().toString());
        workspace_.notify(NoticeKind::Info,
                          tr("The language changes the next time Leadsheet starts."),
                          NoticeOf::Program);
    });
}

void SettingsPage::makeNetwork(QWidget* half) {
    Settings& settings = workspace_.settings();
    QFormLayout* form = section(half, tr("Network"));
    proxy_ = combo(form, tr("Proxy"), "settingsProxy");
    proxy_->addItems({tr("System default"), tr("None"), tr("This address")});
    proxyAddress_ = named(new QLineEdit, "settingsProxyAddress", tr("Address of the proxy"));
    proxyAddress_->setPlaceholderText(QStringLiteral("http://proxy.example.com:8080"));
    form->addRow(tr("Address of the proxy"), proxyAddress_);
    const QString proxy = settings.proxy();
    proxy_->setCurrentIndex(proxy.isEmpty() ? 0 : proxy == QLatin1String("none") ? 1 : 2);
    if (proxy_->currentIndex() == 2)
        proxyAddress_->setText(proxy);
    proxyAddress_->setEnabled(proxy_->currentIndex() == 2);
    connect(proxy_, &QComboBox::activated, this, &SettingsPage::proxyChosen);
    connect(proxyAddress_, &QLineEdit::editingFinished, this, &SettingsPage::proxyChosen);

    auto* file =
        named(new QLineEdit(settings.caFile()), "settingsCaFile", tr("Company certificate"));
    file->setPlaceholderText(tr("Only those of the system"));
    auto* choose = new QPushButton(tr("Choose…"));
    choose->setAccessibleName(tr("Choose the company certificate"));
    connect(file, &QLineEdit::editingFinished, this,
            [this, file] { workspace_.settings().setCaFile(file->text().trimmed()); });
    connect(choose, &QPushButton::clicked, this, [this, file] {
        const QString chosen =
            chooseFileToOpen(this, tr("Company Certificate"), {}, tr("Certificates (*.pem *.crt)"));
        if (chosen.isEmpty())
            return;
        file->setText(chosen);
        workspace_.settings().setCaFile(chosen);
    });
    auto* row = new QHBoxLayout;
    row->setSpacing(6);
    row->addWidget(file, 1);
    row->addWidget(choose);
    form->addRow(tr("Company certificate"), row);
    auto* hint =
        wrappingLabel(tr("Applies to the next connection. Certificates are always checked."));
    hint->setForegroundRole(QPalette::PlaceholderText);
    form->addRow(hint);
}

void SettingsPage::proxyChosen() {
    proxyAddress_->setEnabled(proxy_->currentIndex() == 2);
    const QString address = proxyAddress_->text().trimmed();
    workspace_.settings().setProxy(proxy_->currentIndex() == 0   ? QString()
                                   : proxy_->currentIndex() == 1 ? QStringLiteral("none")
                                                                 : address);
}

void SettingsPage::makeProgram(QWidget* half) {
    QFormLayout* form = section(half, tr("Program"));
    auto* notifications =
        named(new QCheckBox(tr("Show a notification when a run ends or needs you")),
              "settingsNotifications");
    notifications->setChecked(workspace_.settings().notifications());
    connect(notifications, &QCheckBox::toggled, this,
            [this](bool on) { workspace_.settings().setNotifications(on); });
    form->addRow(notifications);
    auto* versions = named(new QCheckBox(tr("Tell me when the service names a newer version")),
                           "settingsNewerVersions");
    versions->setChecked(workspace_.settings().tellsNewerVersions());
    connect(versions, &QCheckBox::toggled, this,
            [this](bool on) { workspace_.settings().setTellsNewerVersions(on); });
    form->addRow(versions);
    version_ = named(wrappingLabel({}), "settingsVersion");
    openVersion_ = named(new QPushButton(tr("Go to Download Page")), "settingsOpenVersion");
    connect(openVersion_, &QPushButton::clicked, this, [this] { openNewerVersion(workspace_); });
    form->addRow(version_);
    form->addRow(openVersion_);
    const AccountSession& account = workspace_.account();
    connect(&account, &AccountSession::changed, this, &SettingsPage::refreshVersion);
    connect(&account, &AccountSession::heard, this, &SettingsPage::refreshVersion);
    connect(&workspace_.settings(), &Settings::changed, this, &SettingsPage::refreshVersion);
    refreshVersion();
    clearRecent_ = named(new QPushButton, "settingsClearRecent");
    connect(clearRecent_, &QPushButton::clicked, this,
            [this] { workspace_.settings().clearRecentSheets(); });
    connect(&workspace_.settings(), &Settings::changed, this, &SettingsPage::refreshRecent);
    form->addRow(tr("Recent sheets"), clearRecent_);
    refreshRecent();
}

void SettingsPage::refreshVersion() {
    const auto newer = newerVersion(workspace_);
    version_->setText(versionWords(workspace_));
    openVersion_->setVisible(newer && !newer->url.empty());
}

void SettingsPage::refreshRecent() {
    const int count = static_cast<int>(workspace_.settings().recentSheets().size());
    clearRecent_->setText(count == 0 ? tr("None to forget") : tr("Forget %Ln sheet(s)", "", count));
    clearRecent_->setEnabled(count > 0);
}

void SettingsPage::makeFolders(QWidget* half) {
    QFormLayout* form = section(half, tr("Where things are kept"));
    const auto add = [this, form](const QString& label, const QString& openName,
                                  const std::filesystem::path& folder) {
        const QString path = QString::fromStdString(folder.string());
        auto* shown = new QLineEdit(path);
        shown->setReadOnly(true);
        shown->setAccessibleName(label);
        auto* open = new QPushButton(tr("Open"));
        open->setAccessibleName(openName);
        connect(open, &QPushButton::clicked, this, [this, path] {
            if (!QDesktopServices::openUrl(QUrl::fromLocalFile(path)))
                workspace_.notify(
                    NoticeKind::Warn,
                    tr("No program here can show folders. The folder is: %1").arg(path));
        });
        auto* row = new QHBoxLayout;
        row->setSpacing(6);
        row->addWidget(shown, 1);
        row->addWidget(open);
        form->addRow(label, row);
    };
    add(tr("Ledger and sandbox"), tr("Open the folder of the ledger"), workspace_.folders().data);
    add(tr("Profiles and maps"), tr("Open the folder of the profiles"),
        workspace_.folders().config);
}

} // namespace leadsheet::desktop
