// SPDX-License-Identifier: Apache-2.0
#include "main_window.hpp"

#include "../account/account_session.hpp"
#include "../dialogs/form_dialog.hpp"
#include "../shell/help.hpp"
#include "../shell/notice_bar.hpp"
#include "../shell/settings.hpp"
#include "../theme/icons.hpp"
#include "../widgets/parts.hpp"
#include "account_band.hpp"
#include "command_search.hpp"
#include "settings_page.hpp"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QCloseEvent>
#include <QEvent>
#include <QLabel>
#include <QListWidget>
#include <QPointer>
#include <QPushButton>
#include <QScreen>
#include <QStyle>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <set>
#include <utility>

namespace leadsheet::desktop {
namespace {

constexpr QSize kLeastWindow(760, 420); // 1280 x 720 at 150 %, less a panel and a title bar
constexpr int kNavigationWidth = 190;
constexpr int kLeastPicture = 20;
constexpr int kAboutWidth = 460;
const QString kWindow = QStringLiteral("main");
const QString kSubmit = QStringLiteral("submit");

// A page in the folded navigation is a picture; its title is in the tip and read aloud.
void showTitle(QListWidgetItem& item, bool folded) {
    const QString title = item.data(Qt::AccessibleTextRole).toString();
    item.setText(folded ? QString() : title);
    item.setToolTip(folded ? title : QString());
}

/// Version, licence, where data lies, and what the program stands on.
class AboutDialog : public FormDialog {
public:
    AboutDialog(const Workspace& workspace, QWidget* parent)
        : FormDialog("about", kAboutWidth, parent) {
        const app::AppFolders& folders = workspace.folders();
        setWindowTitle(MainWindow::tr("About Leadsheet"));
        auto* title =
            wrappingLabel(MainWindow::tr("Leadsheet %1").arg(QStringLiteral(LEADSHEET_VERSION)));
        title->setProperty("heading", 1);
        auto* version = named(wrappingLabel(versionWords(workspace)), "aboutVersion");
        const auto folder = [](const std::filesystem::path& path) {
            return QString::fromStdString(path.string());
        };
        auto* text = wrappingLabel(
            MainWindow::tr("Order verified lead lists, one order per row of your spreadsheet.\n\n"
                           "Your orders are recorded in %1\nSettings and maps are in %2\n\n"
                           "Apache License 2.0. Built with Qt %3, libcurl, SQLite, ICU, expat, "
                           "zlib and Boost, each under its own licence.")
                .arg(folder(folders.data), folder(folders.config),
                     QString::fromLatin1(qVersion())));
        text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
        auto* close = new QPushButton(MainWindow::tr("Close"));
        auto* page = new QWidget;
        auto* column = columnIn(page, 12);
        addAll(column, {title, version});
        version->setVisible(newerVersion(workspace).has_value());
        column->addWidget(text);
        column->addLayout(buttonRow({close}));
        turnTo(page);
        close->setFocus();
        connect(close, &QPushButton::clicked, this, &QDialog::reject);
    }
};

} // namespace

MainWindow::MainWindow(Workspace& workspace)
    : workspace_(workspace) {
    constexpr int kRememberMs = 400;
    setObjectName(QStringLiteral("mainWindow"));
    setMinimumSize(kLeastWindow);
    auto* body = new QWidget;
    auto* work = new QWidget;
    auto* row = rowIn(work, 0);
    row->addWidget(makeNavigation());
    column_ = new QVBoxLayout;
    column_->setContentsMargins(0, 0, 0, 0);
    column_->setSpacing(0);
    column_->addWidget(makeHeader());
    notices_ = named(new NoticeBar, "notices");
    notices_->keepToPage();
    column_->addWidget(notices_);
    stack_ = new PageStack;
    column_->addWidget(stack_, 1);
    row->addLayout(column_, 1);
    whole_ = new PageStack;
    whole_->addWidget(work);
    auto* all = columnIn(body, 0);
    all->addWidget(new AccountBand(workspace.account()));
    all->addWidget(whole_, 1);
    setCentralWidget(body);
    makeActions();

    connect(navigation_, &QListWidget::currentRowChanged, this, [this](int at) {
        stack_->setCurrentWidget(pageAt(at));
        pageShown();
    });
    connect(&workspace, &Workspace::pageWanted, this, &MainWindow::showPage);
    connect(qApp, &QApplication::focusChanged, this, &MainWindow::keepFocusOnPage);
    connect(&workspace, &Workspace::noticed, this,
            [this](NoticeKind kind, const QString& text, NoticeOf of) {
                noticeOf_ = of;
                noticeOn_ = currentPage();
                notices_->show(kind, text);
            });
    connect(&workspace, &Workspace::helpWanted, this, [this](const QString& topic) {
        if (help_ == nullptr)
            help_ = new HelpWindow(workspace_.settings(), this);
        help_->showTopic(topic);
    });
    connect(&workspace.account(), &AccountSession::accountLeft, this, [this] {
        if (noticeOf_ == NoticeOf::Account)
            notices_->hide();
    });
    connect(&workspace.account(), &AccountSession::changed, this, &MainWindow::refreshHeader);

    remember_.setSingleShot(true);
    remember_.setInterval(kRememberMs);
    connect(&remember_, &QTimer::timeout, this, &MainWindow::rememberWindow);
    resize(firstWindowSize({1240, 760}, screen()->availableSize()));
    restoreGeometry(workspace.settings().windowState(kWindow));
}

// A cell editor that loses its window still tells its page what was typed.
MainWindow::~MainWindow() {
    disconnect(qApp, nullptr, this, nullptr); // the focus moves while the children go
    workspace_.disconnect(this);
    for (int i = 0; i < stack_->count(); ++i)
        stack_->widget(i)->disconnect(this);
}

QWidget* MainWindow::makeNavigation() {
    auto* frame = named(new QFrame, "navigationFrame");
    // As wide as what is in it: a minimum of its own would let a wide page push it together.
    frame->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Preferred);
    navigation_ = named(new QListWidget, "navigation", tr("Pages"));
    navigation_->setMinimumWidth(kNavigationWidth);
    sizePictures();
    navigation_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    navigation_->setSizeAdjustPolicy(QAbstractScrollArea::AdjustToContents);
    auto* layout = columnIn(frame, -1, {0, 10, 0, 10});
    layout->addWidget(navigation_, 1);
    navigationFrame_ = frame;
    return frame;
}

QWidget* MainWindow::makeHeader() {
    auto* header = new QWidget;
    title_ = new QLabel;
    title_->setProperty("heading", 1);
    copyCommand_ =
        named(new QPushButton(icon(QLatin1String("copy")), tr("Copy as Command")), "copyCommand");
    copyCommand_->setToolTip(tr("Copy the command line that does the same, without secrets"));
    connect(copyCommand_, &QPushButton::clicked, this, &MainWindow::copyCommand);
    const auto tool = [](const char* picture, const QString& spoken, const QString& tip) {
        auto* button = named(new QToolButton, "", spoken);
        button->setIcon(icon(QLatin1String(picture)));
        button->setAutoRaise(true);
        button->setToolTip(tip);
        return button;
    };
    QToolButton* search = tool("search", tr("Find a command"), tr("Find a command (Ctrl+K)"));
    connect(search, &QToolButton::clicked, this, &MainWindow::searchCommands);
    QToolButton* help = tool("help", tr("Help about this page"), tr("Help about this page (F1)"));
    connect(help, &QToolButton::clicked, this, [this] {
        workspace_.showHelp(currentPage() != nullptr ? currentPage()->id() : QString());
    });
    auto* layout = rowIn(header, -1, {20, 12, 20, 8});
    layout->addWidget(title_, 1);
    addAll(layout, {copyCommand_, search, help});
    return header;
}

void MainWindow::makeActions() {
    const auto add = [this](const QString& text, const QKeySequence& keys, QLatin1String picture,
                            auto act) {
        auto* action = new QAction(icon(picture), text, this);
        action->setShortcut(keys);
        connect(action, &QAction::triggered, this, act);
        addAction(action);
        actions_ << action;
    };
    add(tr("Open Sheet"), QKeySequence::Open, QLatin1String("open"), [this] {
        // What covers the pages connects first.
        if (whole_->currentIndex() == 0 && page(kSubmit) != nullptr)
            workspace_.chooseSheet();
    });
    actions_.last()->setObjectName(kSubmit); // there while the page is
    add(tr("Find a Command"), QKeySequence(Qt::CTRL | Qt::Key_K), QLatin1String("search"),
        [this] { searchCommands(); });
    add(tr("Help About This Page"), QKeySequence::HelpContents, QLatin1String("help"), [this] {
        workspace_.showHelp(currentPage() != nullptr ? currentPage()->id() : QString());
    });
    add(tr("Copy as Command"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C),
        QLatin1String("copy"), [this] { copyCommand(); });
    add(tr("Accounts"), {}, QLatin1String("account"), [this] { workspace_.showAccounts(); });
    add(tr("Settings"), QKeySequence::Preferences, QLatin1String("settings"),
        [this] { workspace_.showPage(QStringLiteral("settings")); });
    add(tr("About Leadsheet"), {}, QLatin1String("info"),
        [this] { (new AboutDialog(workspace_, this))->open(); });
    add(tr("Quit"), QKeySequence::Quit, QLatin1String("close"), [this] { close(); });
}

QAction* MainWindow::addToNavigation(const PageName& name, MakePage make) {
    constexpr int kNavigationRow = 38;
    pages_.push_back({name, std::move(make), nullptr});
    auto* item = new QListWidgetItem(icon(name.icon), QString(), navigation_);
    item->setSizeHint(QSize(0, kNavigationRow));
    item->setData(Qt::AccessibleTextRole, name.title);
    showTitle(*item, folded_);
    auto* action = new QAction(icon(name.icon), tr("Go to %1").arg(name.title), this);
    action->setObjectName(name.id);
    connect(action, &QAction::triggered, this, [this, id = name.id] { showPage(id); });
    addAction(action);
    actions_ << action;
    return action;
}

void MainWindow::addPage(const PageName& name, MakePage make) {
    QAction* action = addToNavigation(name, std::move(make));
    if (++numbered_ <= 9)
        action->setShortcut(QKeySequence(Qt::ALT | static_cast<Qt::Key>(Qt::Key_0 + numbered_)));
    if (numbered_ == 1)
        navigation_->setCurrentRow(0);
}

void MainWindow::addOptionalPage(const PageName& name, MakePage make) {
    addToNavigation(name, std::move(make));
    setPageWanted(name.id, false);
}

void MainWindow::setPageWanted(const QString& id, bool wanted) {
    const int row = rowOf(id);
    if (row < 0)
        return;
    navigation_->item(row)->setHidden(!wanted);
    for (QAction* action : std::as_const(actions_))
        if (action->objectName() == id)
            action->setVisible(wanted);
    if (!wanted && navigation_->currentRow() == row)
        navigation_->setCurrentRow(0);
}

void MainWindow::setAccountWidget(QWidget* widget) {
    auto* layout = navigationFrame_->layout();
    layout->addWidget(widget);
}

void MainWindow::addBar(QWidget* bar) {
    column_->insertWidget(1, bar);
}

void MainWindow::setCover(QWidget* cover) {
    QWidget* before = whole_->count() > 1 ? whole_->widget(1) : nullptr;
    if (before != nullptr && before != cover) {
        whole_->removeWidget(before);
        before->deleteLater();
    }
    if (cover != nullptr && cover != before)
        whole_->addWidget(cover);
    whole_->setCurrentIndex(cover != nullptr ? 1 : 0);
    if (cover == nullptr && before != nullptr)
        pageShown();
}

int MainWindow::rowOf(const QString& id) const {
    const auto found =
        std::ranges::find(pages_, id, [](const Entry& entry) { return entry.name.id; });
    return found == pages_.end() ? -1 : static_cast<int>(found - pages_.begin());
}

Page* MainWindow::pageAt(int row) {
    if (row < 0)
        return nullptr;
    Entry& entry = pages_.at(static_cast<std::size_t>(row));
    if (entry.page == nullptr) {
        entry.page = entry.make();
        entry.page->setName(entry.name);
        stack_->addWidget(entry.page);
        connect(entry.page, &Page::stateChanged, this, &MainWindow::refreshHeader);
        connect(entry.page, &Page::stateChanged, this, &MainWindow::fitNavigation);
    }
    return entry.page;
}

Page* MainWindow::page(const QString& id) {
    return pageAt(rowOf(id));
}

Page* MainWindow::currentPage() const {
    return qobject_cast<Page*>(stack_->currentWidget());
}

void MainWindow::showPage(const QString& id) {
    if (const int row = rowOf(id); row >= 0 && !navigation_->item(row)->isHidden())
        navigation_->setCurrentRow(row);
}

QList<QAction*> MainWindow::commands() const {
    QList<QAction*> all = currentPage() != nullptr ? currentPage()->commands() : QList<QAction*>();
    for (QAction* action : actions_)
        if (action->isVisible())
            all << action;
    return all;
}

void MainWindow::foldNavigation(bool folded) {
    constexpr int kFoldedWidth = 52;
    if (folded == std::exchange(folded_, folded))
        return;
    for (int i = 0; i < navigation_->count(); ++i)
        showTitle(*navigation_->item(i), folded);
    navigation_->setMinimumWidth(folded ? kFoldedWidth : kNavigationWidth);
    navigation_->setProperty("folded", folded);
    navigation_->style()->unpolish(navigation_);
    navigation_->style()->polish(navigation_);
    emit navigationFolded(folded);
}

// Words where there is room for them beside the page.
void MainWindow::fitNavigation() {
    constexpr int kNarrow = 960;
    constexpr int kRoomForBoth = 1600;
    const bool wanted = currentPage() != nullptr && currentPage()->wantsWidth();
    foldNavigation(width() < (wanted ? kRoomForBoth : kNarrow));
}

void MainWindow::pageShown() {
    if (currentPage() != noticeOn_)
        notices_->hide();
    fitNavigation();
    refreshHeader();
    if (currentPage() != nullptr)
        currentPage()->setFocus(Qt::OtherFocusReason);
}

void MainWindow::keepFocusOnPage(QWidget* before, QWidget* now) {
    if (now != navigation_ || currentPage() == nullptr || !currentPage()->isAncestorOf(before))
        return;
    // Qt gives the focus of a button that is disabled or hidden to the next control, in the end to
    // the list of pages, where no key of the page works. Whether it was that is known afterwards.
    QMetaObject::invokeMethod(
        this,
        [this, left = QPointer(before)] {
            if (focusWidget() == navigation_ && (!left || !left->isEnabled() || !left->isVisible()))
                currentPage()->setFocus(Qt::OtherFocusReason);
        },
        Qt::QueuedConnection);
}

void MainWindow::refreshHeader() {
    const Page* page = currentPage();
    if (page == nullptr)
        return;
    title_->setText(page->title());
    takePageKeys(*page);
    copyCommand_->setEnabled(!page->commandLine().isEmpty());
    const auto connection = workspace_.account().connection();
    const QString account = !connection           ? QString()
                            : connection->sandbox ? tr("SANDBOX, play money")
                                                  : connection->profile;
    setWindowTitle(account.isEmpty() ? tr("%1 – Leadsheet").arg(page->title())
                                     : tr("%1 – %2 – Leadsheet").arg(page->title(), account));
}

/// The keys of the page that is shown work from the list of pages, too.
void MainWindow::takePageKeys(const Page& page) {
    const QList<QAction*> wanted = page.commands();
    const QList<QAction*> before = navigation_->actions();
    for (QAction* action : before)
        if (!wanted.contains(action))
            navigation_->removeAction(action);
    for (QAction* action : wanted)
        if (!before.contains(action))
            navigation_->addAction(action);
}

void MainWindow::copyCommand() {
    const Page* page = currentPage();
    if (page == nullptr || page->commandLine().isEmpty())
        return;
    QGuiApplication::clipboard()->setText(page->commandLine());
    workspace_.notify(NoticeKind::Info, tr("Copied: %1").arg(page->commandLine()));
}

void MainWindow::searchCommands() {
    (new CommandSearch(commands(), this))->open();
}

void MainWindow::rememberWindow() {
    workspace_.settings().setWindowState(kWindow, saveGeometry());
}

void MainWindow::moveEvent(QMoveEvent* event) {
    QMainWindow::moveEvent(event);
    remember_.start();
}

void MainWindow::changeEvent(QEvent* event) {
    QMainWindow::changeEvent(event);
    if (event->type() == QEvent::FontChange && navigation_ != nullptr)
        sizePictures();
}

void MainWindow::sizePictures() {
    const int side = std::max(kLeastPicture, fontMetrics().height());
    navigation_->setIconSize(QSize(side, side));
}

void MainWindow::resizeEvent(QResizeEvent* event) {
    QMainWindow::resizeEvent(event);
    fitNavigation();
    remember_.start();
}

bool MainWindow::focusNextPrevChild(bool next) {
    return focusInLayoutOrder(*this, next) || QMainWindow::focusNextPrevChild(next);
}

bool MainWindow::mayQuit() {
    if (std::exchange(asking_, true))
        return false; // the question stands already
    std::set<const Page*> agreed;
    const auto next = [&]() -> const Page* {
        for (int i = 0; i < stack_->count(); ++i)
            if (const auto* page = qobject_cast<Page*>(stack_->widget(i));
                page != nullptr && !agreed.contains(page) && !page->runningWork().isEmpty())
                return page;
        return nullptr;
    };
    bool may = true;
    // Work also begins while a question stands.
    for (const Page* page = next(); may && page != nullptr; page = next()) {
        const Page::QuitWords quit = page->quitWords();
        may = ask(this, {tr("Quit While Running?"), page->runningWork(), quit.go, quit.stay});
        agreed.insert(page);
    }
    asking_ = false;
    return may;
}

void MainWindow::closeEvent(QCloseEvent* event) {
    if (!mayQuit()) {
        event->ignore();
        return;
    }
    for (int i = 0; i < stack_->count(); ++i)
        if (auto* page = qobject_cast<Page*>(stack_->widget(i)))
            page->stopWork();
    rememberWindow();
    workspace_.settings().flush();
    QMainWindow::closeEvent(event);
}

} // namespace leadsheet::desktop
