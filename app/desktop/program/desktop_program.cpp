// SPDX-License-Identifier: Apache-2.0
#include "desktop_program.hpp"

#include "../account/account_switcher.hpp"
#include "../account/accounts_page.hpp"
#include "../account/connection_notice.hpp"
#include "../account/fault_button.hpp"
#include "../account/welcome_page.hpp"
#include "../activity/activity_page.hpp"
#include "../bridge/application.hpp"
#include "../destinations/destinations_page.hpp"
#include "../fulfilment/fulfilment_window.hpp"
#include "../leads/leads_page.hpp"
#include "../orders/orders_page.hpp"
#include "../overview/overview_page.hpp"
#include "../shell/key_tips.hpp"
#include "../submit/submit_page.hpp"
#include "settings_page.hpp"

#include <QCoreApplication>
#include <QFileInfo>
#include <QLibraryInfo>
#include <QVBoxLayout>

#include <string_view>

namespace leadsheet::desktop {
namespace {

/// The chosen language, as it is spoken where the system says.
QLocale localeOf(const QString& language) {
    const QLocale system = QLocale::system();
    const QLocale wanted = language.isEmpty() ? system : QLocale(language);
    if (wanted.language() != QLocale::German && wanted.language() != QLocale::English)
        return {QLocale::English, QLocale::UnitedStates};
    return wanted.language() == system.language() ? system : wanted;
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
    auto* submit = new SubmitPage(*workspace_);
    window_->addPage(submit);
    QObject::connect(submit, &SubmitPage::balanceMoved, connector_.get(),
                     &Connector::refreshBalance);
    auto* orders = new OrdersPage(*workspace_);
    addCustomerPage(orders);
    QObject::connect(orders, &OrdersPage::balanceMoved, connector_.get(),
                     &Connector::refreshBalance);
    auto* leads = new LeadsPage(*workspace_);
    addCustomerPage(leads);
    QObject::connect(workspace_.get(), &Workspace::leadsWanted, leads,
                     [leads](const QString& order) { leads->showOrder(order); });
    addCustomerPage(new DestinationsPage(*workspace_));
    addCustomerPage(new ActivityPage(*workspace_));
    auto* overview = new OverviewPage(*workspace_);
    addCustomerPage(overview);
    QObject::connect(overview, &OverviewPage::ordersWanted, orders,
                     [this, orders](std::optional<OrderStatus> status) {
                         orders->showStatus(status);
                         workspace_->showPage(orders->id());
                     });
    QObject::connect(overview, &OverviewPage::leadsWanted, leads,
                     [this, leads](const LeadFilter& filter) {
                         leads->choose(filter);
                         workspace_->showPage(leads->id());
                     });
    makeFulfilment();
    makeAccounts();
}

DesktopProgram::~DesktopProgram() = default;

void DesktopProgram::addCustomerPage(Page* page) {
    window_->addPage(page);
    customerPages_ << page->id();
}

void DesktopProgram::makeFulfilment() {
    auto* page = new FulfilmentPage(*workspace_);
    window_->addOptionalPage(page);
    QObject::connect(&account_, &AccountSession::changed, window_.get(), [this, page] {
        const auto connection = account_.connection();
        const bool admin = connection && connection->admin;
        window_->setPageWanted(page->id(), admin);
        if (admin && customerPages_.contains(window_->currentPage()->id()))
            window_->showPage(page->id());
        for (const QString& id : std::as_const(customerPages_))
            window_->setPageWanted(id, !admin);
    });
}

void DesktopProgram::makeAccounts() {
    auto* accounts = new AccountsPage(*workspace_, *connector_);
    window_->addPage(accounts);
    window_->addPage(new SettingsPage(*workspace_));
    auto* switcher = new AccountSwitcher(*workspace_, *connector_);
    auto* foot = new QWidget;
    auto* column = new QVBoxLayout(foot);
    auto* faults = new FaultButton(*workspace_, *connector_, FaultButton::killThisProcess);
    column->setContentsMargins(6, 0, 6, 0);
    column->addWidget(faults);
    column->addWidget(switcher);
    window_->setAccountWidget(foot);
    const auto fold = [faults, switcher](bool folded) {
        faults->setFolded(folded);
        switcher->setFolded(folded);
    };
    fold(window_->isNavigationFolded());
    QObject::connect(window_.get(), &MainWindow::navigationFolded, switcher, fold);
    auto* notice = new ConnectionNotice(account_, *connector_);
    window_->addBar(notice);
    QObject::connect(switcher, &AccountSwitcher::addWanted, accounts,
                     [accounts] { accounts->askToConnect(); });
    QObject::connect(notice, &ConnectionNotice::keyWanted, accounts,
                     [accounts](const QString& profile) { accounts->askToConnect(profile); });
    QObject::connect(workspace_.get(), &Workspace::accountsWanted, window_.get(),
                     [this] { window_->showPage(QStringLiteral("accounts")); });
    QObject::connect(workspace_.get(), &Workspace::sandboxWanted, window_.get(), [this] {
        const auto connection = account_.connection();
        const bool coming =
            account_.state() == ConnectionState::Connecting && connector_->sandboxWanted();
        if (!coming && !(connection && connection->sandbox))
            connector_->useSandbox();
    });
    QObject::connect(connector_.get(), &Connector::said, workspace_.get(), &Workspace::notify);
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
                                    "time.")));
    window_->show();
    window_->raise();
    window_->activateWindow();
}

} // namespace leadsheet::desktop
