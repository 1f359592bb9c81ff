// SPDX-License-Identifier: Apache-2.0
#include "price_panel.hpp"

#include "../account/trouble.hpp"
#include "../phrases/say.hpp"
#include "../shell/notice_bar.hpp"
#include "../shell/words.hpp"
#include "../theme/icons.hpp"
#include "../theme/palette.hpp"
#include "../widgets/scroll_area.hpp"
#include "product_prices.hpp"
#include "run_engine.hpp"
#include "what_is_new.hpp"

#include <QCheckBox>
#include <QFrame>
#include <QLineEdit>
#include <QProgressBar>
#include <QRadioButton>
#include <QSpinBox>
#include <QStackedWidget>

namespace leadsheet::desktop {
namespace {

constexpr int kClockMs = 1000;

QFrame* card(const QString& heading, QVBoxLayout*& inside) {
    auto* frame = new QFrame;
    frame->setProperty("card", true);
    inside = new QVBoxLayout(frame);
    inside->setContentsMargins(16, 12, 16, 12);
    auto* title = new QLabel(heading);
    title->setProperty("heading", 2);
    inside->addWidget(title);
    return frame;
}

QLabel* wrapped() {
    auto* label = new QLabel;
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

} // namespace

PricePanel::PricePanel(AccountSession& account, RunEngine& engine, QWidget* parent)
    : QWidget(parent)
    , account_(account)
    , engine_(engine) {
    notice_ = new NoticeBar;
    notice_->setObjectName(QStringLiteral("priceNotice"));
    stack_ = new QStackedWidget;
    stack_->addWidget(makeWorking());
    stack_->addWidget(makePrices());
    stack_->addWidget(new QWidget); // nothing is being done, and nothing is known
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(notice_);
    layout->addWidget(stack_, 1);

    connect(notice_, &NoticeBar::actionTriggered, this, [this] {
        if (sheetChanged_)
            emit sheetWanted();
        else if (account_.connection())
            request();
        else
            emit accountWanted();
    });
    connect(&engine, &RunEngine::pricing, this, &PricePanel::showWorking);
    connect(&engine, &RunEngine::priced, this, &PricePanel::showPrices);
    connect(&engine, &RunEngine::failed, this, &PricePanel::showTrouble);
    connect(&engine, &RunEngine::partPriced, this,
            [this](std::int64_t count, const PartPrice& price) {
                if (first_->isChecked() && firstCount_->value() == count) {
                    chosen_ = price;
                    refresh();
                }
            });
    connect(&engine, &RunEngine::stateChanged, this, &PricePanel::refresh);
    clock_.setInterval(kClockMs);
    connect(&clock_, &QTimer::timeout, this, &PricePanel::refreshTimes);
}

QWidget* PricePanel::makeWorking() {
    auto* page = new QWidget;
    working_ = new QLabel(tr("Asking for prices"));
    progress_ = new QProgressBar;
    progress_->setAccessibleName(tr("Progress of pricing"));
    progress_->setTextVisible(false);
    progress_->setMaximumWidth(420);
    auto* cancel = new QPushButton(icon(QLatin1String("close")), tr("Cancel Pricing"));
    cancel->setObjectName(QStringLiteral("cancelPricing"));
    connect(cancel, &QPushButton::clicked, this, [this] {
        engine_.cancelPricing();
        showTrouble({tr("Pricing was cancelled."),
                     tr("No order was sent and nothing was spent."),
                     {},
                     {},
                     {}});
    });
    auto* layout = new QVBoxLayout(page);
    layout->addStretch(1);
    layout->addWidget(working_, 0, Qt::AlignHCenter);
    auto* bar = new QHBoxLayout;
    bar->addStretch(1);
    bar->addWidget(progress_, 2);
    bar->addStretch(1);
    layout->addLayout(bar);
    layout->addWidget(cancel, 0, Qt::AlignHCenter);
    layout->addStretch(2);
    return page;
}

QWidget* PricePanel::makePrices() {
    QVBoxLayout* inside = nullptr;
    QFrame* sum = card(tr("What it costs"), inside);
    products_ = new ProductPrices;
    inside->addWidget(products_);
    balance_ = wrapped();
    balance_->setObjectName(QStringLiteral("balance"));
    validity_ = wrapped();
    validity_->setObjectName(QStringLiteral("validity"));
    outlook_ = wrapped();
    inside->addWidget(balance_);
    inside->addWidget(validity_);
    inside->addWidget(outlook_);

    QFrame* which = card(tr("Which rows"), inside);
    all_ = new QRadioButton;
    all_->setObjectName(QStringLiteral("allRows"));
    all_->setChecked(true);
    first_ = new QRadioButton(tr("Only the first rows, in the order of the sheet:"));
    first_->setObjectName(QStringLiteral("firstRows"));
    firstCount_ = new QSpinBox;
    firstCount_->setObjectName(QStringLiteral("firstCount"));
    firstCount_->setAccessibleName(tr("How many of the first rows"));
    firstCount_->setMinimum(1);
    selection_ = new QRadioButton;
    selection_->setObjectName(QStringLiteral("selectedRows"));
    inside->addWidget(all_);
    auto* firstLine = new QHBoxLayout;
    firstLine->addWidget(first_);
    firstLine->addWidget(firstCount_);
    firstLine->addStretch(1);
    inside->addLayout(firstLine);
    inside->addWidget(selection_);
    leftOut_ = wrapped();
    leftOut_->setObjectName(QStringLiteral("leftOut"));
    waiting_ = wrapped();
    waiting_->setObjectName(QStringLiteral("waitingRows"));
    inside->addSpacing(6);
    inside->addWidget(waiting_);
    inside->addWidget(leftOut_);
    changedToo_ = new QCheckBox(tr("Order rows that changed since they were ordered, too"));
    changedToo_->setObjectName(QStringLiteral("changedToo"));
    duplicatesToo_ = new QCheckBox(tr("Order rows that are in the sheet twice, once each"));
    duplicatesToo_->setObjectName(QStringLiteral("duplicatesToo"));
    inside->addWidget(changedToo_);
    inside->addWidget(duplicatesToo_);

    QFrame* money = card(tr("Spend at most"), inside);
    cap_ = new QLineEdit;
    cap_->setObjectName(QStringLiteral("cap"));
    cap_->setAccessibleName(tr("The most this run may spend"));
    cap_->setMaximumWidth(180);
    capNote_ = wrapped();
    auto* capLine = new QHBoxLayout;
    capLine->addWidget(cap_);
    capLine->addWidget(capNote_, 1);
    inside->addLayout(capLine);
    auto* remedy = wrapped();
    remedy->setText(tr("Money cannot be undone here: an order can be cancelled, with its money "
                       "back, until its work begins. A higher price than shown is never accepted "
                       "unasked."));
    remedy->setForegroundRole(QPalette::PlaceholderText);
    inside->addWidget(remedy);

    auto* content = new QWidget;
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(20, 12, 20, 12);
    column->setSpacing(12);
    news_ = new WhatIsNew;
    column->addWidget(news_);
    column->addWidget(sum);
    column->addWidget(which);
    column->addWidget(money);
    column->addStretch(1);
    auto* scroll = pageScroll(content);
    scroll->setObjectName(QStringLiteral("prices"));

    place_ = new QPushButton;
    place_->setObjectName(QStringLiteral("place"));
    place_->setProperty("primary", true);
    place_->setAutoDefault(false);
    auto* again = new QPushButton(icon(QLatin1String("refresh")), tr("Ask for Prices Again"));
    again->setObjectName(QStringLiteral("priceAgain"));
    auto* bottom = new QHBoxLayout;
    bottom->setContentsMargins(20, 8, 20, 12);
    bottom->addWidget(again);
    bottom->addStretch(1);
    bottom->addWidget(place_);

    auto* page = new QWidget;
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(scroll, 1);
    layout->addLayout(bottom);

    connect(again, &QPushButton::clicked, this, &PricePanel::request);
    connect(place_, &QPushButton::clicked, this, &PricePanel::place);
    for (QRadioButton* choice : {all_, first_, selection_})
        connect(choice, &QRadioButton::toggled, this, [this](bool on) {
            if (on)
                choiceChanged();
        });
    connect(firstCount_, &QSpinBox::valueChanged, this, [this] {
        if (first_->isChecked())
            choiceChanged();
        else
            first_->setChecked(true);
    });
    connect(changedToo_, &QCheckBox::clicked, this, [this](bool on) {
        plan_.orderChanged = on;
        request();
    });
    connect(duplicatesToo_, &QCheckBox::clicked, this, [this](bool on) {
        plan_.orderDuplicates = on;
        request();
    });
    connect(cap_, &QLineEdit::textEdited, this, [this] {
        capEdited_ = true;
        refresh();
    });
    return page;
}

void PricePanel::start(const PlanRequest& plan, const std::vector<RowSpan>& selected) {
    plan_ = plan;
    selected_ = selected;
    again_.reset();
    capEdited_ = false;
    if (plan_.rows.empty())
        all_->setChecked(true);
    request();
}

void PricePanel::startAgain(submit::RunId run) {
    again_ = run;
    selected_.clear();
    capEdited_ = false;
    all_->setChecked(true);
    request();
}

void PricePanel::clear() {
    engine_.cancelPricing();
    engine_.dropPlan();
    priced_.reset();
    chosen_ = {};
    again_.reset();
    selected_.clear();
    sheetChanged_ = false;
    clock_.stop();
    notice_->hide();
    showWorking(0, 0);
    stack_->setCurrentIndex(0);
    refresh();
    emit summaryChanged();
}

void PricePanel::request() {
    if (engine_.state() != RunEngine::State::Idle)
        return;
    priced_.reset();
    sheetChanged_ = false;
    notice_->hide();
    showWorking(0, 0);
    stack_->setCurrentIndex(0);
    emit summaryChanged();
    if (again_)
        engine_.priceAgain(*again_);
    else
        engine_.price(plan_);
}

void PricePanel::showWorking(std::int64_t done, std::int64_t of) {
    // An unknown total shows as movement.
    progress_->setMaximum(of > 0 ? static_cast<int>(of) : 0);
    progress_->setValue(static_cast<int>(done));
    working_->setText(of > 0 ? tr("Asking for prices: %1 of %2 rows").arg(number(done), number(of))
                      : done > 0 ? tr("Reading the sheet: %Ln row(s)", nullptr, forPlural(done))
                                 : tr("Reading the sheet and comparing it with earlier orders"));
}

void PricePanel::showTrouble(const Trouble& trouble) {
    sheetChanged_ = trouble.code == QLatin1String("sheet_changed_while_reading");
    notice_->show(NoticeKind::Bad, sentence(trouble),
                  sheetChanged_           ? tr("Read the Sheet Again")
                  : account_.connection() ? tr("Try Again")
                                          : tr("Connect an Account"));
    notice_->setClosable(false);
    stack_->setCurrentIndex(priced_ ? 1 : 2);
    refresh();
}

void PricePanel::showPrices(const Priced& priced) {
    priced_ = priced;
    chosen_ = {priced.quote.rows, priced.quote.amount};
    notice_->hide();
    stack_->setCurrentIndex(1);
    firstCount_->setMaximum(
        static_cast<int>(std::clamp<std::int64_t>(priced.quote.rows, 1, 1'000'000'000)));
    news_->present(priced, plan_.sourceName);
    products_->present(priced.quote, priced.balance.currency);
    fillLeftOut();
    clock_.start();
    if (first_->isChecked())
        choiceChanged();
    refresh();
    refreshTimes();
}

void PricePanel::fillLeftOut() {
    const LeftOut& left = priced_->leftOut;
    QStringList parts;
    if (left.alreadyOrdered > 0)
        parts << tr("%Ln already ordered", nullptr, forPlural(left.alreadyOrdered));
    for (const auto& [reason, count] : left.skipped)
        parts << skipCount(reason, count);
    if (left.needsFix > 0)
        parts << tr("%Ln need(s) a fix", nullptr, forPlural(left.needsFix));
    const QString words = parts.isEmpty()
                              ? tr("No row is left out.")
                              : tr("%Ln row(s) are left out: %1", nullptr, forPlural(left.all()))
                                    .arg(parts.join(QStringLiteral(", ")));
    leftOut_->setText(words);
    const PartPrice& waiting = priced_->waiting;
    waiting_->setVisible(waiting.rows > 0);
    waiting_->setText(
        tr("%Ln row(s) that were approved before and not sent yet go out too, for %1.", nullptr,
           forPlural(waiting.rows))
            .arg(money(waiting.amount, priced_->balance.currency)));
    const auto skipped = [&left](submit::SkipReason reason) {
        const auto found = left.skipped.find(reason);
        return found != left.skipped.end() && found->second > 0;
    };
    changedToo_->setVisible(
        !again_ && (plan_.orderChanged || skipped(submit::SkipReason::ChangedSinceOrdered)));
    changedToo_->setChecked(plan_.orderChanged);
    duplicatesToo_->setVisible(
        !again_ && (plan_.orderDuplicates || skipped(submit::SkipReason::DuplicateInSheet)));
    duplicatesToo_->setChecked(plan_.orderDuplicates);
    all_->setText(
        tr("All %Ln row(s) that can be ordered", nullptr, forPlural(priced_->quote.rows)));
    selection_->setVisible(!again_ && !selected_.empty());
    selection_->setText(
        tr("Only the %Ln row(s) selected in the sheet", nullptr, forPlural(countOf(selected_))));
}

void PricePanel::choiceChanged() {
    if (!priced_)
        return;
    const bool wantSelected = selection_->isChecked();
    if (wantSelected != !plan_.rows.empty() && !again_) {
        plan_.rows = wantSelected ? selected_ : std::vector<RowSpan>();
        request();
        return;
    }
    if (first_->isChecked()) {
        chosen_ = {};
        engine_.priceFirst(firstCount_->value());
    } else {
        chosen_ = {priced_->quote.rows, priced_->quote.amount};
    }
    refresh();
}

std::optional<std::int64_t> PricePanel::cap() const {
    if (!priced_)
        return std::nullopt;
    const auto limit = readMoney(cap_->text(), priced_->balance.currency);
    return limit ? std::optional(limit->amount) : std::nullopt;
}

PartPrice PricePanel::placed() const {
    if (!priced_)
        return {};
    return {chosen_.rows + priced_->waiting.rows, chosen_.amount + priced_->waiting.amount};
}

// Prices hold by the server's clock; this computer's may be wrong.
WallTime PricePanel::serverNow() const {
    return systemClock()->wallNow() + priced_->clockAhead;
}

void PricePanel::refresh() {
    if (!priced_) {
        place_->setEnabled(false);
        return;
    }
    const std::string& currency = priced_->balance.currency;
    const PartPrice all = placed();
    if (!capEdited_)
        cap_->setText(typedMoney({all.amount, currency}));
    const auto limit = cap();
    const bool capCovers = limit && *limit >= all.amount;
    capNote_->setText(!limit ? tr("Not an amount in %1.").arg(text(currency))
                      : capCovers
                          ? tr("The run pauses before it would spend more than this.")
                          : tr("Less than the price: the run will pause when this is reached."));
    const std::int64_t after = priced_->balance.amount - all.amount;
    const bool enough = after >= 0;
    balance_->setText(
        enough ? tr("Balance %1 → %2")
                     .arg(money(priced_->balance.amount, currency), money(after, currency))
               : tr("Balance %1: %2 is missing. Top up the account, or order fewer rows.")
                     .arg(money(priced_->balance.amount, currency), money(-after, currency)));
    QPalette colours = palette();
    if (!enough)
        colours.setColor(QPalette::WindowText, coloursOf(Tone::Bad, palette()).text);
    balance_->setPalette(colours);
    const bool sandbox = account_.connection() && account_.connection()->sandbox;
    const int rows = forPlural(all.rows);
    const QString amount = money(all.amount, currency);
    place_->setText(all.rows == 0 ? tr("Nothing to Place")
                    : sandbox
                        ? tr("Place %Ln Order(s) for %1 of Play Money", nullptr, rows).arg(amount)
                        : tr("Place %Ln Order(s) for %1", nullptr, rows).arg(amount));
    const bool expired = priced_->quote.validUntil && *priced_->quote.validUntil <= serverNow();
    place_->setEnabled(all.rows > 0 && limit && enough && !expired &&
                       engine_.state() == RunEngine::State::Idle);
    emit summaryChanged();
}

void PricePanel::refreshTimes() {
    if (!priced_)
        return;
    const WallTime now = systemClock()->wallNow();
    const submit::QuoteSummary& quote = priced_->quote;
    if (quote.validUntil) {
        const auto left =
            std::chrono::duration_cast<std::chrono::seconds>(*quote.validUntil - serverNow());
        validity_->setText(left.count() > 0
                               ? tr("These prices hold until %1 (%2 left).")
                                     .arg(clockText(*quote.validUntil - priced_->clockAhead, now),
                                          durationText(left))
                               : tr("These prices no longer hold. Ask for prices again."));
    }
    validity_->setVisible(quote.validUntil.has_value());
    if (quote.timeToFinish)
        outlook_->setText(
            tr("Sending takes about %1 and ends about %2.")
                .arg(durationText(*quote.timeToFinish), clockText(now + *quote.timeToFinish, now)));
    outlook_->setVisible(quote.timeToFinish.has_value());
    if (quote.validUntil && *quote.validUntil <= serverNow())
        refresh();
}

QString PricePanel::summary() const {
    if (!priced_)
        return engine_.state() == RunEngine::State::Pricing ? tr("Asking for prices") : QString();
    const PartPrice all = placed();
    return tr("%Ln order(s) for %1", nullptr, forPlural(all.rows))
        .arg(money(all.amount, priced_->balance.currency));
}

void PricePanel::place() {
    if (!priced_ || !place_->isEnabled())
        return;
    submit::Approval approval;
    approval.expectedAmount = chosen_.amount;
    approval.cap = cap();
    if (first_->isChecked() && chosen_.rows < priced_->quote.rows)
        approval.firstRows = chosen_.rows;
    clock_.stop();
    if (engine_.place(*priced_, approval))
        emit placing();
}

} // namespace leadsheet::desktop
