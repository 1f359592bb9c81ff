// SPDX-License-Identifier: Apache-2.0
#include "desktop_program.hpp"

#include "../account/account_switcher.hpp"
#include "../account/accounts_page.hpp"
#include "../account/connect_form.hpp"
#include "../activity/activity_page.hpp"
#include "../bridge/application.hpp"
#include "../destinations/destinations_page.hpp"
#include "../fulfilment/fulfilment_window.hpp"
#include "../leads/leads_page.hpp"
#include "../orders/orders_page.hpp"
#include "../overview/overview_page.hpp"
#include "../shell/help.hpp"
#include "../submit/submit_page.hpp"
#include "../widgets/parts.hpp"
#include "settings_page.hpp"

#include <QCoreApplication>
#include <QFileInfo>
#include <QLibraryInfo>
#include <QVBoxLayout>

#include <string_view>

namespace leadsheet::desktop {
namespace {

constexpr QLatin1String kOrders("orders");
constexpr QLatin1String kLeads("leads");
constexpr QLatin1String kDestinations("destinations");
constexpr QLatin1String kAccounts("accounts");

/// The chosen language, as it is spoken where the system says.
QLocale localeOf(const QString& language) {
    const QLocale system = QLocale::system();
    const QLocale wanted = language.isEmpty() ? system : QLocale(language);
    if (wanted.language() != QLocale::German && wanted.language() != QLocale::English)
        return {QLocale::English, QLocale::UnitedStates};
    return wanted.language() == system.language() ? system : wanted;
}

/// Whose picture has its name.
PageName pageNamed(QLatin1String id, const QString& title) {
    return {id, title, id};
}

QString words(const char* text) {
    return QCoreApplication::translate("DesktopProgram", text);
}

} // namespace

Arguments parseArguments(int argc, const char* const* argv) {
    Arguments arguments;
    arguments.forQt.emplace_back(argc > 0 ? argv[0] : "leadsheet-desktop");
    for (int i = 1; i < argc; ++i) {
        const std::string_view word = argv[i];
        if (word == "--help" || word == "-h") {
            arguments.showHelp = true;
        } else if (word == "--version") {
            arguments.showVersion = true;
        } else if (word == "--sandbox") {
            arguments.sandbox = true;
        } else if (word == "--data-dir" || word == "-platform" || word == "-style") {
            if (i + 1 >= argc) {
                arguments.wrong = std::string(word) + " needs a value.";
                return arguments;
            }
            ++i;
            if (word == "--data-dir")
                arguments.dataDir = argv[i];
            else
                arguments.forQt.insert(arguments.forQt.end(), {std::string(word), argv[i]});
        } else if (word.starts_with("--data-dir=")) {
            arguments.dataDir = word.substr(word.find('=') + 1);
        } else if (word == "--") {
            arguments.sheets.insert(arguments.sheets.end(), argv + i + 1, argv + argc);
            return arguments;
        } else if (word.starts_with("-")) {
            arguments.wrong = "There is no option " + std::string(word) + ".";
            return arguments;
        } else {
            arguments.sheets.emplace_back(word);
        }
    }
    return arguments;
}

std::string helpText() {
    return "usage: leadsheet-desktop [--sandbox] [--data-dir FOLDER] [SHEET...]\n"
           "\n"
           "Opens the Leadsheet window. SHEET is a file or the URL of a published sheet; when the\n"
           "window is open already, it is shown there.\n"
           "\n"
           "  --sandbox          use the built-in sandbox: the whole service on this computer\n"
           "  --data-dir FOLDER  keep ledger, profiles and sandbox here\n"
           "  --version          show the version\n"
           "\n"
           "The same work without a window: leadsheet --help\n";
}

QStringList absoluteSheets(const Arguments& arguments) {
    QStringList sheets;
    for (const std::string& sheet : arguments.sheets) {
        const QString text = QString::fromStdString(sheet);
        sheets << (text.contains(QLatin1String("://")) ? text : QFileInfo(text).absoluteFilePath());
    }
    return sheets;
}

Translations::Translations(const QString& language) {
    const QLocale locale = localeOf(language);
    QLocale::setDefault(locale);
    const bool german = locale.language() == QLocale::German;
    if (german && qt_.load(locale, QStringLiteral("qtbase"), QStringLiteral("_"),
                           QLibraryInfo::path(QLibraryInfo::TranslationsPath)))
        QCoreApplication::installTranslator(&qt_);
    // English too has plural forms.
    if (own_.load(german ? QStringLiteral(":/i18n/leadsheet_de")
                         : QStringLiteral(":/i18n/leadsheet_en")))
        QCoreApplication::installTranslator(&own_);
}

Translations::~Translations() {
    QLocale::setDefault(before_);
}

DesktopProgram::DesktopProgram(Application& application, app::AppFolders folders,
                               std::unique_ptr<app::KeyStore> keys)
    : settings_(folders.config)
    , theme_(application)
    , workspace_(std::make_unique<Workspace>(std::move(folders), settings_, theme_, account_))
    , connector_(std::make_unique<Connector>(workspace_->folders(), settings_, account_,
                                             keys ? std::move(keys) : app::systemKeychain())) {
    const Theme::Building building(theme_);
    theme_.choose(settings_.theme());
    theme_.setFontSize(settings_.fontSize());
    window_ = std::make_unique<MainWindow>(*workspace_);
    new KeyTips(window_.get());
    window_->addPage(pageNamed(QLatin1String("submit"), SubmitPage::tr("Submit")), [this] {
        auto* page = new SubmitPage(*workspace_);
        QObject::connect(page, &SubmitPage::balanceMoved, connector_.get(),
                         &Connector::refreshBalance);
        return page;
    });
    addCustomerPages();
    makeFulfilment();
    makeAccounts();
}

DesktopProgram::~DesktopProgram() = default;

template <typename P>
P& DesktopProgram::page(QLatin1String id) {
    return *qobject_cast<P*>(window_->page(id));
}

void DesktopProgram::addCustomerPages() {
    const auto add = [this](QLatin1String id, const QString& title, MainWindow::MakePage make) {
        window_->addPage(pageNamed(id, title), std::move(make));
        customerPages_ << id;
    };
    add(kOrders, OrdersPage::tr("Orders"), [this] {
        auto* page = new OrdersPage(*workspace_);
        QObject::connect(page, &OrdersPage::balanceMoved, connector_.get(),
                         &Connector::refreshBalance);
        return page;
    });
    add(kLeads, LeadsPage::tr("Leads"), [this] {
        auto* page = new LeadsPage(*workspace_);
        QObject::connect(page, &LeadsPage::platformsWanted, window_.get(),
                         [this] { this->page<DestinationsPage>(kDestinations).showPlatforms(); });
        return page;
    });
    QObject::connect(workspace_.get(), &Workspace::leadsWanted, window_.get(),
                     [this](const QString& order) { page<LeadsPage>(kLeads).showOrder(order); });
    add(kDestinations, DestinationsPage::tr("Destinations"),
        [this] { return new DestinationsPage(*workspace_); });
    add(QLatin1String("activity"), ActivityPage::tr("Activity"),
        [this] { return new ActivityPage(*workspace_); });
    add(QLatin1String("overview"), OverviewPage::tr("Overview"), [this] { return makeOverview(); });
}

Page* DesktopProgram::makeOverview() {
    auto* overview = new OverviewPage(*workspace_);
    QObject::connect(overview, &OverviewPage::ordersWanted, window_.get(),
                     [this](std::optional<OrderStatus> status) {
                         page<OrdersPage>(kOrders).showStatus(status);
                         window_->showPage(kOrders);
                     });
    QObject::connect(overview, &OverviewPage::leadsWanted, window_.get(),
                     [this](const LeadFilter& filter) {
                         page<LeadsPage>(kLeads).choose(filter);
                         window_->showPage(kLeads);
                     });
    return overview;
}

void DesktopProgram::makeFulfilment() {
    const PageName name = pageNamed(QLatin1String("fulfilment"), FulfilmentPage::tr("Fulfilment"));
    window_->addOptionalPage(name, [this] { return new FulfilmentPage(*workspace_); });
    QObject::connect(&account_, &AccountSession::changed, window_.get(), [this, id = name.id] {
        const auto connection = account_.connection();
        const bool admin = connection && connection->admin;
        window_->setPageWanted(id, admin);
        if (admin && customerPages_.contains(window_->currentPage()->id()))
            window_->showPage(id);
        for (const QString& customers : std::as_const(customerPages_))
            window_->setPageWanted(customers, !admin);
    });
}

void DesktopProgram::makeAccounts() {
    window_->addPage({kAccounts, AccountsPage::tr("Accounts"), QLatin1String("account")},
                     [this] { return new AccountsPage(*workspace_, *connector_); });
    window_->addPage(pageNamed(QLatin1String("settings"), SettingsPage::tr("Settings")),
                     [this] { return new SettingsPage(*workspace_); });
    auto* switcher = new AccountSwitcher(*workspace_, *connector_);
    auto* foot = new QWidget;
    auto* column = new QVBoxLayout(foot);
    auto* faults = new FaultButton(*workspace_, *connector_, FaultButton::killThisProcess);
    column->setContentsMargins(6, 0, 6, 0);
    addAll(column, {faults, switcher});
    window_->setAccountWidget(foot);
    const auto fold = [faults, switcher](bool folded) {
        faults->setFolded(folded);
        switcher->setFolded(folded);
    };
    fold(window_->isNavigationFolded());
    QObject::connect(window_.get(), &MainWindow::navigationFolded, switcher, fold);
    auto* notice = new ConnectionNotice(account_, *connector_);
    window_->addBar(new NewerVersionNotice(*workspace_));
    window_->addBar(notice);
    QObject::connect(switcher, &AccountSwitcher::addWanted, window_.get(),
                     [this] { page<AccountsPage>(kAccounts).askToConnect(); });
    QObject::connect(
        notice, &ConnectionNotice::keyWanted, window_.get(),
        [this](const QString& profile) { page<AccountsPage>(kAccounts).askToConnect(profile); });
    QObject::connect(workspace_.get(), &Workspace::accountsWanted, window_.get(),
                     [this] { window_->showPage(kAccounts); });
    QObject::connect(workspace_.get(), &Workspace::sandboxWanted, window_.get(), [this] {
        const auto connection = account_.connection();
        const bool coming =
            account_.state() == ConnectionState::Connecting && connector_->sandboxWanted();
        if (!coming && !(connection && connection->sandbox))
            connector_->useSandbox();
    });
    QObject::connect(
        connector_.get(), &Connector::said, workspace_.get(),
        [this](NoticeKind kind, const QString& text) { workspace_->notify(kind, text); });
    QObject::connect(connector_.get(), &Connector::profilesChanged, window_.get(),
                     [this] { welcomeIfNew(); });
    QObject::connect(&account_, &AccountSession::changed, window_.get(),
                     [this] { welcomeIfNew(); });
}

void DesktopProgram::start(bool sandbox) {
    started_ = true;
    connector_->start(sandbox);
}

void DesktopProgram::welcomeIfNew() {
    const bool connected = account_.state() == ConnectionState::Connected;
    // Once welcomed, the page stays until the first account stands.
    const bool isNew = started_ && connector_->profilesLoaded() &&
                       connector_->profiles().all.empty() &&
                       (welcoming_ || account_.state() == ConnectionState::None);
    if (isNew && !connected) {
        if (!std::exchange(welcoming_, true))
            window_->setCover(new WelcomePage(*workspace_, *connector_));
    } else if (std::exchange(welcoming_, false)) {
        window_->setCover(nullptr);
    }
}

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
                                    "time.")),
            NoticeOf::Program);
    window_->show();
    window_->raise();
    window_->activateWindow();
}

} // namespace leadsheet::desktop
