// SPDX-License-Identifier: Apache-2.0
#include "price_panel.hpp"

#include "../shell/notice_bar.hpp"
#include "../shell/words.hpp"
#include "../theme/icons.hpp"
#include "../widgets/parts.hpp"
#include "known_rows.hpp"
#include "prices.hpp"
#include "run_engine.hpp"
#include "what_is_new.hpp"

#include <QApplication>
#include <QCheckBox>
#include <QFrame>
#include <QLabel>
#include <QPushButton>
#include <QRadioButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace leadsheet::desktop {
namespace {

constexpr int kClockMs = 1000;
/// What the panel shows.
constexpr int kAsking = 0;
constexpr int kPrices = 1;
constexpr int kNothing = 2;
constexpr QLatin1String kNotInReview("invalid_transition");

QFrame* card(const QString& heading, QVBoxLayout*& inside) {
    auto* frame = new QFrame;
    frame->setProperty("card", true);
    inside = new QVBoxLayout(frame);
    inside->setContentsMargins(16, 12, 16, 12);
    inside->addWidget(cardHeading(heading));
    return frame;
}

} // namespace

PricePanel::PricePanel(AccountSession& account, RunEngine& engine, QWidget* parent)
    : QWidget(parent)
    , account_(account)
    , engine_(engine) {
    notice_ = named(new NoticeBar, "priceNotice");
    notice_->keepToPage();
    stack_ = new QStackedWidget;
    addAll(stack_, {addProgress(new PricingProgress(PricingProgress::Form::Page)), makePrices()});
    stack_->addWidget(new QWidget); // nothing is being done, and nothing is known
    auto* layout = columnIn(this);
    layout->addWidget(notice_);
    layout->addWidget(stack_, 1);

    connect(notice_, &NoticeBar::actionTriggered, this, [this] {
        if (ordered_)
            emit orderedWanted(*ordered_);
        else if (sheetChanged_)
            emit sheetWanted();
        else if (notReplaceable_)
            emit sheetPricesWanted();
        else if (account_.connection())
            request();
        else
            emit accountWanted();
    });
    for (PricingProgress* progress : progress_)
        connect(&engine, &RunEngine::pricing, progress, &PricingProgress::show);
    connect(&engine, &RunEngine::priced, this, &PricePanel::showPrices);
    connect(&engine, &RunEngine::failed, this, [this](const Trouble& trouble) {
        const auto sent = engine_.sent();
        if (!sent || (priced_ && priced_->run == sent))
            showTrouble(trouble); // that of another run is told beside it
    });
    connect(&engine, &RunEngine::partPriced, this,
            [this](std::int64_t count, const PricedPart& part) {
                if (priced_ && first_->isChecked() && firstCount_->value() == count)
                    showChosen(part.quote, part.meaning);
            });
    connect(&engine, &RunEngine::stateChanged, this, &PricePanel::refresh);
    clock_.setInterval(kClockMs);
    connect(&clock_, &QTimer::timeout, this, &PricePanel::refreshTimes);
}

PricingProgress* PricePanel::addProgress(PricingProgress* progress) {
    progress_ << progress;
    connect(progress, &PricingProgress::cancelWanted, this, [this] {
        engine_.cancelPricing();
        Trouble trouble;
        trouble.what = tr("Pricing was cancelled.");
        trouble.meaning = tr("No order was sent and nothing was spent.");
        showTrouble(trouble, NoticeKind::Info);
    });
    return progress;
}

QWidget* PricePanel::makeChoice() {
    QVBoxLayout* inside = nullptr;
    QFrame* which = card(tr("Which rows"), inside);
    all_ = named(new QRadioButton, "allRows");
    all_->setChecked(true);
    first_ =
        named(new QRadioButton(tr("Only the first rows, in the order of the sheet:")), "firstRows");
    firstCount_ = named(new QSpinBox, "firstCount");
    firstCount_->setAccessibleName(tr("How many of the first rows"));
    firstCount_->setMinimum(1);
    selection_ = named(new QRadioButton, "selectedRows");
    inside->addWidget(all_);
    auto* firstLine = new QHBoxLayout;
    addAll(firstLine, {first_, firstCount_});
    firstLine->addStretch(1);
    inside->addLayout(firstLine);
    inside->addWidget(selection_);
    leftOut_ = named(wrappingLabel({}), "leftOut");
    waiting_ = named(wrappingLabel({}), "waitingRows");
    inside->addSpacing(6);
    addAll(inside, {waiting_, leftOut_});
    changedToo_ = named(new QCheckBox(tr("Order rows that changed since they were ordered, too")),
                        "changedToo");
    duplicatesToo_ = named(new QCheckBox, "duplicatesToo");
    againAfter_ = new AgainAfter;
    addAll(inside, {changedToo_, duplicatesToo_, againAfter_});
    choices_ = {all_, first_, selection_};
    for (QRadioButton* choice : std::as_const(choices_))
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
    connect(againAfter_, &AgainAfter::chosen, this, [this](const auto& period) {
        plan_.againAfter = period;
        emit againAfterChosen(period);
        request();
    });
    return which;
}

QWidget* PricePanel::makePrices() {
    QVBoxLayout* inside = nullptr;
    sum_ = new PriceSum;
    QWidget* which = makeChoice();
    QFrame* products = card(tr("What it costs"), inside);
    products_ = new ProductPrices;
    addAll(inside, {products_, SpendingCap::remedy()});

    prices_ = new QWidget;
    auto* column = columnIn(prices_, 12, {20, 12, 20, 12});
    news_ = new WhatIsNew;
    earlier_ = new EarlierRuns;
    meaning_ = new OrderMeaning;
    makeKnownRows();
    // What a choice of rows changes in height is below it, so that it stays under the pointer.
    for (QWidget* part : QList<QWidget*>{sum_, which, meaning_, news_, before_, ended_, similar_,
                                         earlier_, products})
        column->addWidget(part);
    column->addStretch(1);

    auto* page = new QWidget;
    auto* layout = columnIn(page);
    scroll_ = named(pageScroll(prices_), "prices");
    layout->addWidget(scroll_, 1);
    layout->addWidget(makeBottom());
    connect(cap_, &SpendingCap::edited, this, &PricePanel::refresh);
    return page;
}

QWidget* PricePanel::makeBottom() {
    place_ = primaryButton({}, "place");
    place_->setProperty("spends", true);
    auto* again = named(new QPushButton(icon(QLatin1String("refresh")), tr("Ask for Prices Again")),
                        "priceAgain");
    connect(again, &QPushButton::clicked, this, &PricePanel::request);
    connect(place_, &QPushButton::clicked, this, &PricePanel::place);
    auto* buttons = new QWidget;
    auto* column = new QVBoxLayout(buttons);
    cap_ = new SpendingCap;
    column->addWidget(cap_);
    auto* line = new QHBoxLayout;
    column->addLayout(line);
    line->addWidget(again);
    line->addStretch(1);
    line->addWidget(place_);
    auto* progress = addProgress(new PricingProgress(PricingProgress::Form::Line));
    bottom_ = new QStackedWidget;
    bottom_->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    for (QWidget* one : {buttons, static_cast<QWidget*>(progress)}) {
        one->layout()->setContentsMargins(20, 8, 20, 12);
        bottom_->addWidget(one);
    }
    return bottom_;
}

void PricePanel::start(const PlanRequest& plan, const std::vector<RowSpan>& selected) {
    plan_ = plan;
    againAfter_->setPeriod(plan.againAfter);
    selected_ = selected;
    again_.reset();
    replaces_.clear();
    added_.clear();
    cap_->reset();
    if (plan_.rows.empty())
        all_->setChecked(true);
    if (engine_.state() == RunEngine::State::Idle)
        turnTo(kAsking);
    scroll_->verticalScrollBar()->setValue(0); // the sum is at the top
    request();
}

void PricePanel::setProductNote(const QString& words) {
    meaning_->setProductNote(words);
}

void PricePanel::startAgain(submit::RunId run) {
    again_ = run;
    replaces_.clear();
    plan_ = {};
    added_.clear();
    selected_.clear();
    cap_->reset();
    all_->setChecked(true);
    if (engine_.state() == RunEngine::State::Idle)
        turnTo(kAsking);
    scroll_->verticalScrollBar()->setValue(0); // the sum is at the top
    request();
}

void PricePanel::clear() {
    engine_.cancelPricing();
    engine_.dropPlan();
    priced_.reset();
    chosen_ = {};
    again_.reset();
    replaces_.clear();
    selected_.clear();
    sheetChanged_ = false;
    notReplaceable_ = false;
    ordered_.reset();
    clock_.stop();
    notice_->hide();
    turnTo(kAsking);
    showWorking(false);
    refresh();
    emit summaryChanged();
}

void PricePanel::request() {
    if (engine_.state() != RunEngine::State::Idle)
        return;
    startWorking();
    if (again_)
        engine_.priceAgain(*again_, replaces_);
    else
        engine_.price(plan_);
}

void PricePanel::startWorking() {
    priced_.reset();
    sheetChanged_ = false;
    notReplaceable_ = false;
    ordered_.reset();
    notice_->hide();
    showWorking(true);
    emit summaryChanged();
}

// The keyboard goes on in what is shown; never on the button that spends.
void PricePanel::turnTo(int part) {
    const bool moves = isAncestorOf(QApplication::focusWidget()) && stack_->currentIndex() != part;
    stack_->setCurrentIndex(part);
    const auto choice = std::find_if(choices_.begin(), choices_.end(),
                                     [](const QRadioButton* one) { return one->isChecked(); });
    if (part == kAsking)
        setFocusProxy(progress_.first());
    else if (part == kNothing || ordered_)
        setFocusProxy(notice_->action());
    else
        setFocusProxy(choice == choices_.end() ? all_ : *choice);
    if (moves)
        setFocus(Qt::OtherFocusReason);
}

// Prices that are shown stay where they are, so that nothing moves and the choice keeps the focus.
void PricePanel::showWorking(bool working) {
    for (PricingProgress* progress : progress_)
        progress->show({});
    if (working && stack_->currentIndex() != kPrices)
        turnTo(kAsking);
    QWidget* now = QApplication::focusWidget();
    if (working && prices_->isAncestorOf(now))
        focused_ = now;
    prices_->setEnabled(!working);
    bottom_->setCurrentIndex(working ? 1 : 0);
    if (!working && focused_ != nullptr)
        std::exchange(focused_, nullptr)->setFocus(Qt::OtherFocusReason);
}

void PricePanel::showTrouble(const Trouble& trouble, NoticeKind kind) {
    reordering_ = false;
    ordered_.reset();
    sheetChanged_ = trouble.code == QLatin1String("sheet_changed_while_reading");
    notReplaceable_ = !replaces_.empty() && !priced_ && trouble.code == kNotInReview;
    notice_->show(kind, sentence(trouble),
                  sheetChanged_           ? tr("Read the Sheet Again")
                  : notReplaceable_       ? tr("Show the Prices of the Sheet")
                  : account_.connection() ? tr("Try Again")
                                          : tr("Connect an Account"));
    notice_->setClosable(false);
    turnTo(priced_ ? kPrices : kNothing);
    showWorking(false);
    refresh();
    if (priced_)
        clock_.start();
}

void PricePanel::showPrices(const Priced& priced) {
    priced_ = priced;
    if (std::exchange(reordering_, false)) {
        again_ = priced.run;
        emit runPriced();
    }
    notice_->hide();
    ordered_ = priced.onlyOrdered();
    if (ordered_ && priced.leftOut.needsFix > 0)
        notice_->show(
            NoticeKind::Warn,
            tr("%Ln row(s) need a fix in Check before they can be ordered. The others are "
               "already ordered, and nothing was spent.",
               nullptr, forPlural(priced.leftOut.needsFix)),
            tr("Show What Was Ordered"));
    else if (ordered_)
        notice_->show(
            NoticeKind::Good,
            tr("%Ln row(s) are already ordered. Nothing is left to order, and nothing was "
               "spent.",
               nullptr, forPlural(priced.quote.alreadyOrdered)),
            tr("Show What Was Ordered"));
    showWorking(false);
    turnTo(kPrices);
    if (plan_.rows.empty()) {
        const QSignalBlocker quiet(firstCount_); // the person chose nothing by it
        firstCount_->setMaximum(
            static_cast<int>(std::clamp<std::int64_t>(priced.quote.rows, 1, 1'000'000'000)));
    }
    news_->present(priced);
    before_->present(priced, !again_ && (plan_.allowed.all || !plan_.anyway.empty()), added_);
    ended_->present(priced, false);
    similar_->present(priced, false);
    earlier_->present(priced);
    fillLeftOut();
    clock_.start();
    showChosen(priced.quote, priced.meaning);
    if (first_->isChecked())
        choiceChanged();
}

void PricePanel::showChosen(const submit::QuoteSummary& quote, const app::OrderOverview& meaning) {
    choosing_ = false;
    chosen_ = quote;
    meaning_->present(meaning);
    meaning_->showRows(*priced_, quote.rows);
    products_->present(quote, priced_->balance.currency);
    refresh();
    refreshTimes();
}

void PricePanel::fillLeftOut() {
    const work::LeftOut& left = priced_->leftOut;
    // A row that replaces its order is priced without the others of its sheet.
    QString words =
        priced_->cancels ? tr("The other rows of the sheet stay as they are.") : leftOutWords(left);
    if (priced_->quote.missing > 0)
        words +=
            QLatin1Char(' ') +
            tr("The service does not know the orders of %Ln row(s) that were ordered: they are "
               "left alone; ask the service's support.",
               nullptr, forPlural(priced_->quote.missing));
    leftOut_->setText(words);
    const PartPrice& waiting = priced_->waiting;
    waiting_->setVisible(waiting.rows > 0);
    waiting_->setText(
        tr("%Ln row(s) that were approved before and not sent yet go out too, for %1.", nullptr,
           forPlural(waiting.rows))
            .arg(money(waiting.amount, priced_->balance.currency)));
    const auto skipped = [&left](submit::SkipReason reason) {
        const auto found = left.skipped.find(reason);
        return found == left.skipped.end() ? 0 : forPlural(found->second);
    };
    changedToo_->setVisible(
        !again_ && (plan_.orderChanged || skipped(submit::SkipReason::ChangedSinceOrdered) > 0));
    changedToo_->setChecked(plan_.orderChanged);
    const int repeated = skipped(submit::SkipReason::DuplicateInSheet);
    duplicatesToo_->setText(
        identicalRowsWords(repeated, priced_->repeats, priced_->balance.currency));
    duplicatesToo_->setVisible(!again_ && (plan_.orderDuplicates || repeated > 0));
    duplicatesToo_->setChecked(plan_.orderDuplicates);
    againAfter_->setVisible(!again_);
    if (plan_.rows.empty())
        allRows_ = priced_->quote.rows;
    all_->setText(tr("All %Ln row(s) that can be ordered", nullptr, forPlural(allRows_)));
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
        choosing_ = true;
        engine_.priceFirst(priced_->quote, firstCount_->value());
        refresh();
    } else {
        showChosen(priced_->quote, priced_->meaning);
    }
}

PartPrice PricePanel::placed() const {
    return priced_ ? priced_->sentWith(chosen()) : PartPrice{};
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
    cap_->showPrice({all.amount, currency});
    const auto limit = cap_->amount();
    const auto& cancelled = priced_->cancels ? priced_->cancels->price : std::nullopt;
    const bool enough = sum_->present(all, priced_->balance, cancelled ? cancelled->amount : 0);
    const int rows = forPlural(all.rows);
    const QString amount = money(all.amount, currency);
    place_->setText(buttonWords(rows, amount));
    const bool expired = chosen_.validUntil && *chosen_.validUntil <= serverNow();
    place_->setEnabled(all.rows > 0 && limit && (*limit > 0 || all.amount == 0) && enough &&
                       !expired && !choosing_ && engine_.state() == RunEngine::State::Idle);
    emit summaryChanged();
}

void PricePanel::refreshTimes() {
    if (!priced_)
        return;
    sum_->showTimes(chosen_, systemClock()->wallNow(), priced_->clockAhead);
    if (chosen_.validUntil && *chosen_.validUntil <= serverNow())
        refresh();
}

QString PricePanel::summary() const {
    if (!priced_)
        return engine_.state() == RunEngine::State::Pricing ? tr("Asking for prices") : QString();
    const PartPrice all = placed();
    return tr("%Ln order(s) for %1", nullptr, forPlural(all.rows))
        .arg(money(all.amount, priced_->balance.currency));
}

} // namespace leadsheet::desktop
