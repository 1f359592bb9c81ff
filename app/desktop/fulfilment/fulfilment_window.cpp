// SPDX-License-Identifier: Apache-2.0
#include "fulfilment_window.hpp"

#include "../account/account_session.hpp"
#include "../customers/customers_view.hpp"
#include "../records/record_list.hpp"
#include "../shell/notice_bar.hpp"
#include "../shell/settings.hpp"
#include "../shell/words.hpp"
#include "../theme/icons.hpp"
#include "../widgets/parts.hpp"
#include "queue_view.hpp"

#include <QButtonGroup>
#include <QClipboard>
#include <QCloseEvent>
#include <QGuiApplication>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QScreen>
#include <QShortcut>

namespace leadsheet::desktop {
namespace {

constexpr int kBandPadding = 6;
constexpr int kBandMargin = 20; // where the text of the window begins

const QString kFulfilmentState = QStringLiteral("fulfilment");

QColor fulfilmentColour() {
    return {0, 92, 58};
}

} // namespace

FulfilmentBand::FulfilmentBand(const AccountSession& account)
    : account_(account) {
    setObjectName(QStringLiteral("fulfilmentBand"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    const auto refresh = [this] {
        setAccessibleName(words());
        update();
    };
    connect(&account, &AccountSession::changed, this, refresh);
    refresh();
}

QString FulfilmentBand::words() const {
    const auto connection = account_.connection();
    if (!connection || !connection->admin)
        return tr("Fulfilment · no operator's key");
    return tr("Fulfilment · %1 · orders and accounts of all customers at %2")
        .arg(connection->profile, text(connection->ref.baseUrl));
}

QSize FulfilmentBand::sizeHint() const {
    return {400, fontMetrics().height() + 2 * kBandPadding};
}

QSize FulfilmentBand::minimumSizeHint() const {
    return {100, sizeHint().height()};
}

void FulfilmentBand::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), fulfilmentColour());
    const int side = fontMetrics().height();
    icon(QLatin1String("fulfilment"), QColor(Qt::white))
        .paint(&painter, kBandMargin, (height() - side) / 2, side, side);
    QFont bold = font();
    bold.setBold(true);
    painter.setFont(bold);
    painter.setPen(Qt::white);
    const QRect room = rect().adjusted(kBandMargin + side + kBandPadding, 0, -kBandMargin, 0);
    painter.drawText(room, Qt::AlignVCenter | Qt::AlignLeft,
                     QFontMetrics(bold).elidedText(words(), Qt::ElideRight, room.width()));
}

FulfilmentWindow::FulfilmentWindow(Workspace& workspace, QWidget* parent)
    : QWidget(parent, Qt::Window)
    , workspace_(workspace)
    , queues_(new QueueView(workspace))
    , customers_(new CustomersView(workspace))
    , parts_(new PageStack)
    , choice_(new QButtonGroup(this))
    , title_(named(new QLabel, "fulfilmentTitle"))
    , notice_(named(new NoticeBar, "fulfilmentNotice")) {
    setObjectName(QStringLiteral("fulfilmentWindow"));
    setMinimumSize(760, 420); // as the window of customers
    notice_->keepToPage();
    auto* layout = columnIn(this, 0);
    addAll(layout, {new FulfilmentBand(workspace.account()), makeHeader()});
    layout->addWidget(parts_, 1);
    layout->addWidget(notice_); // above, it would push the buttons away from under the pointer
    makeShortcuts();
    const auto say = [this](NoticeKind kind, const QString& words) {
        notice_->show(kind, words);
    };
    connect(queues_, &QueueView::said, notice_, say);
    connect(customers_, &CustomersView::said, notice_, say);
    connect(queues_, &QueueView::movedOn, notice_, &QWidget::hide);
    connect(customers_, &CustomersView::ordersWanted, this, [this](const QString& account) {
        queues_->showAccount(account);
        showPart(Part::Orders);
    });
    connect(&workspace.account(), &AccountSession::accountLeft, notice_, &QWidget::hide);
    connect(&workspace.account(), &AccountSession::changed, this,
            &FulfilmentWindow::sessionChanged);
    sessionChanged();
    // Never narrower than its header needs.
    resize(1240, firstWindowSize({1240, 740}, screen()->availableSize()).height());
    restoreGeometry(workspace.settings().windowState(kFulfilmentState));
}

QWidget* FulfilmentWindow::makeHeader() {
    auto* header = new QWidget;
    title_->setProperty("heading", 1);
    addAll(parts_, {queues_, customers_});
    auto* copy = named(new QPushButton(icon(QLatin1String("copy")), tr("Copy as Command")),
                       "fulfilmentCommand");
    copy->setToolTip(tr("Copy the command line that shows the same, without secrets"));
    copy->setAutoDefault(true);
    connect(copy, &QPushButton::clicked, this, &FulfilmentWindow::copyCommand);
    auto* row = rowIn(header, -1, {20, 12, 20, 8});
    row->addWidget(title_, 1);
    const auto add = [&](Part part, const QString& label, const char* name, const char* picture) {
        addChip(row, choice_, static_cast<int>(part), label, QLatin1String(name),
                chipIcon(QLatin1String(picture)));
    };
    add(Part::Orders, tr("Orders"), "partOrders", "orders");
    add(Part::Accounts, tr("Accounts and Keys"), "partAccounts", "key");
    row->addWidget(copy);
    // Not the click: assistive technology toggles a chip without one.
    connect(choice_, &QButtonGroup::idToggled, this, [this](int id, bool on) {
        if (on)
            showPart(static_cast<Part>(id));
    });
    showPart(Part::Orders);
    return header;
}

void FulfilmentWindow::makeShortcuts() {
    const auto add = [this](const QKeySequence& keys, auto what) {
        auto* shortcut = new QShortcut(keys, this);
        connect(shortcut, &QShortcut::activated, this, what);
    };
    add(QKeySequence::Refresh, [this] { list().refreshNow(); });
    add(QKeySequence::Find, [this] { list().find(); });
    add(Qt::Key_F4, [this] { list().toggleDetail(); });
    add(Qt::CTRL | Qt::Key_1, [this] { showPart(Part::Orders); });
    add(Qt::CTRL | Qt::Key_2, [this] { showPart(Part::Accounts); });
    add(QKeySequence::Close, [this] { close(); });
    add(QKeySequence::HelpContents, [this] { workspace_.showHelp(QStringLiteral("fulfilment")); });
}

ListView& FulfilmentWindow::list() const {
    return part() == Part::Orders ? static_cast<ListView&>(*queues_) : *customers_;
}

FulfilmentWindow::Part FulfilmentWindow::part() const {
    return parts_->currentWidget() == customers_ ? Part::Accounts : Part::Orders;
}

void FulfilmentWindow::showPart(Part part) {
    const bool accounts = part == Part::Accounts;
    choice_->button(static_cast<int>(part))->setChecked(true);
    title_->setText(accounts ? tr("Accounts of Customers") : tr("Orders of Customers"));
    if (parts_->currentIndex() == static_cast<int>(part))
        return;
    parts_->setCurrentIndex(static_cast<int>(part));
    notice_->hide();
    if (isVisible())
        watch(true);
}

void FulfilmentWindow::watch(bool watched) {
    queues_->setWatched(watched && part() == Part::Orders);
    customers_->setWatched(watched && part() == Part::Accounts);
    if (watched)
        parts_->currentWidget()->setFocus(Qt::OtherFocusReason);
}

void FulfilmentWindow::sessionChanged() {
    stopWork();
    const auto connection = workspace_.account().connection();
    if (!connection || !connection->admin) {
        hide();
        return;
    }
    setWindowTitle(tr("Fulfilment – %1 – Leadsheet").arg(connection->profile));
}

void FulfilmentWindow::copyCommand() {
    const QStringList words = list().commandWords();
    if (words.isEmpty())
        return notice_->show(NoticeKind::Info, tr("No command narrows the list like this."));
    const QString line = commandLineOf(words, workspace_);
    QGuiApplication::clipboard()->setText(line);
    notice_->show(NoticeKind::Info, tr("Copied: %1").arg(line));
}

QString FulfilmentWindow::runningWork() const {
    if (queues_->takesLeadsIn())
        return tr("Leads of an order are being ingested. What has arrived stays.");
    if (customers_->busy())
        return tr("An account or a key is being changed, or a secret waits to be stored.");
    const ActRun* run = queues_->run();
    if (run == nullptr)
        return {};
    const ActCounts counts = run->counts();
    return tr("Fulfilment is working on %Ln order(s). They are left as they are.", "",
              counts.waiting);
}

void FulfilmentWindow::stopWork() {
    if (ActRun* run = queues_->run())
        run->stop();
}

bool FulfilmentWindow::focusNextPrevChild(bool next) {
    return focusInLayoutOrder(*this, next) || QWidget::focusNextPrevChild(next);
}

void FulfilmentWindow::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    watch(true);
}

void FulfilmentWindow::hideEvent(QHideEvent* event) {
    QWidget::hideEvent(event);
    watch(false);
    workspace_.settings().setWindowState(kFulfilmentState, saveGeometry());
}

void FulfilmentWindow::closeEvent(QCloseEvent* event) {
    if (const QString work = runningWork(); !work.isEmpty()) {
        notice_->show(NoticeKind::Info, work);
        return event->ignore();
    }
    QWidget::closeEvent(event);
}

FulfilmentPage::FulfilmentPage(Workspace& workspace)
    : Page(workspace) {
    auto* page = new EmptyPage("fulfilment",
                               tr("Customers' orders are handled in a separate window, so that "
                                  "they are never mistaken for your own orders."),
                               tr("Open Fulfilment"), "openFulfilment", "fulfilment");
    connect(page, &EmptyPage::started, this, &FulfilmentPage::openWindow);
    setFocusProxy(page);
    columnIn(this)->addWidget(page);
    addCommand(tr("Open the Fulfilment Window"), {}, "fulfilment", [this] { openWindow(); });
}

void FulfilmentPage::openWindow() {
    const auto connection = workspace_.account().connection();
    if (!connection || !connection->admin)
        return;
    if (window_ == nullptr)
        window_ = new FulfilmentWindow(workspace_, window());
    window_->show();
    window_->raise();
    window_->activateWindow();
}

QString FulfilmentPage::commandLine() const {
    return commandLineOf({QStringLiteral("admin"), QStringLiteral("queue")}, workspace_);
}

QString FulfilmentPage::runningWork() const {
    return window_ != nullptr ? window_->runningWork() : QString();
}

void FulfilmentPage::stopWork() {
    if (window_ != nullptr)
        window_->stopWork();
}

} // namespace leadsheet::desktop
