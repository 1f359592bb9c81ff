// SPDX-License-Identifier: Apache-2.0
#include "price_step.hpp"

#include "../account/account_session.hpp"
#include "../run/price_panel.hpp"
#include "../run/run_engine.hpp"
#include "../shell/workspace.hpp"
#include "sheet_job.hpp"
#include "unused_columns.hpp"

#include "leadsheet/app/durations.hpp"

#include <QVBoxLayout>

#include <algorithm>
#include <set>

namespace leadsheet::desktop {
namespace {

std::vector<RowSpan> selectedRows(const SheetJob& job) {
    std::vector<RowSpan> spans;
    for (const RowRange& range : job.selectedRows())
        spans.push_back({job.tab().sheet, range.first, range.last});
    return spans;
}

// As --rows has them: "3,7-9", of one of several tabs "'Q3'!3,7-9".
QString rowList(const std::vector<RowSpan>& rows, const SheetJob& job) {
    QStringList spans;
    for (const RowSpan& span : rows)
        spans << (span.first == span.last ? QString::number(span.first)
                                          : QStringLiteral("%1-%2").arg(span.first).arg(span.last));
    const QString tab = job.tabs().size() > 1
                            ? QStringLiteral("'%1'!").arg(QString::fromStdString(job.tab().name()))
                            : QString();
    return tab + spans.join(QLatin1Char(','));
}

/// On a command line what is agreed to is an order: it would hold for other rows of the same wish.
bool agreesForOthers(const PlanRequest& plan, const Priced& priced) {
    if (plan.allowed.all || plan.anyway.empty())
        return false;
    const auto& others = priced.known.before; // these are not agreed to
    if (priced.quote.orderedBefore > static_cast<std::int64_t>(others.size()))
        return true; // not all of them are known here
    std::set<std::string> agreed;
    for (const auto& [key, numbers] : plan.anyway)
        agreed.insert(numbers.begin(), numbers.end());
    return std::any_of(others.begin(), others.end(), [&agreed](const submit::RowRecord& row) {
        const auto& orders = row.earlier.orders;
        return std::any_of(orders.begin(), orders.end(), [&agreed](const EquivalentOrder& order) {
            return agreed.contains(order.orderNumber);
        });
    });
}

} // namespace

PriceStep::PriceStep(SheetJob& job, Workspace& workspace, RunEngine& engine, QWidget* parent)
    : SubmitStep(parent)
    , job_(job)
    , engine_(engine)
    , panel_(new PricePanel(workspace.account(), engine, this)) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(panel_);
    setFocusProxy(panel_);
    connect(&job_, &SheetJob::checkChanged, this, [this] {
        forgetSheet();
        if (isVisible()) // another account is connected, and its orders were looked for
            enter();
    });
    connect(&job_, &SheetJob::selectionChanged, this, &PriceStep::forgetSheet);
    connect(&job_, &SheetJob::stateChanged, this, [this] {
        if (job_.state() == SheetJob::State::Opening)
            forgetRun();
    });
    connect(&workspace.account(), &AccountSession::changed, this, [this] {
        forget();
        if (isVisible())
            enter();
    });
    connect(panel_, &PricePanel::summaryChanged, this, &SubmitStep::changed);
    connect(panel_, &PricePanel::againAfterChosen, &job_, &SheetJob::setAgainAfter);
    connect(panel_, &PricePanel::runPriced, this, [this] {
        ofRun_ = true;
        rest_.reset();
        emit changed();
    });
    connect(panel_, &PricePanel::orderedWanted, &workspace,
            [&workspace](submit::RunId run) { workspace.showRun(run.value); });
    connect(panel_, &PricePanel::sheetWanted, this, [this] { job_.read(job_.reading()); });
    connect(panel_, &PricePanel::accountWanted, &workspace, &Workspace::showAccounts);
    connect(panel_, &PricePanel::placing, this, [this] {
        placed_ = true;
        emit changed();
        emit wantsNext();
    });
    connect(panel_, &PricePanel::sheetPricesWanted, this, [this] {
        forget();
        enter();
    });
    connect(&engine_, &RunEngine::started, this, [this] {
        priced_ = priced_ && !placed_; // the prices are used up
    });
    connect(&engine_, &RunEngine::failed, this, [this] {
        // Nothing was sent: the prices are still to be looked at.
        placed_ = false;
        emit changed();
    });
}

void PriceStep::enter() {
    if (priced_ || engine_.state() != RunEngine::State::Idle || !job_.isReadyToPrice())
        return;
    priced_ = true;
    placed_ = false;
    ofRun_ = false;
    rest_.reset();
    panel_->setProductNote(productWords(job_));
    PlanRequest request;
    static_cast<work::SheetPlan&>(request) = job_.plan();
    panel_->start(request, selectedRows(job_));
    emit changed();
}

void PriceStep::priceRun(std::int64_t run) {
    priced_ = true;
    placed_ = false;
    ofRun_ = true;
    rest_ = run;
    panel_->setProductNote({});
    panel_->startAgain({run});
    emit changed();
}

void PriceStep::forget() {
    priced_ = false;
    ofRun_ = false;
    rest_.reset();
    if (engine_.state() != RunEngine::State::Sending)
        placed_ = false;
    panel_->clear();
    emit changed();
}

void PriceStep::forgetRun() {
    if (ofRun_)
        forget();
}

// The prices of what is left of a run say nothing of the sheet.
void PriceStep::forgetSheet() {
    if (!ofRun_)
        forget();
}

QString PriceStep::summary() const {
    return panel_->summary();
}

StepState PriceStep::state() const {
    if (placed_)
        return StepState::Done;
    if (engine_.state() == RunEngine::State::Pricing)
        return StepState::Working;
    return job_.isReadyToPrice() || panel_->priced() ? StepState::Open : StepState::Waiting;
}

QStringList PriceStep::commandArguments() const {
    const bool sheet = !ofRun_ && job_.isReadyToPrice();
    const QStringList limits = panel_->limitWords();
    if (limits.isEmpty() || !(sheet || rest_))
        return {};
    if (rest_)
        return QStringList{QStringLiteral("resume"), QString::number(*rest_)} + limits;
    QStringList words{QStringLiteral("submit")};
    words << job_.sheetWords();
    const PlanRequest& plan = panel_->plan();
    if (agreesForOthers(plan, *panel_->priced()))
        return {};
    if (!plan.rows.empty())
        words << QStringLiteral("--rows") << rowList(plan.rows, job_);
    if (plan.orderDuplicates)
        words << QStringLiteral("--keep-duplicates");
    if (plan.orderChanged)
        words << QStringLiteral("--include-changed");
    if (plan.allowed.all)
        words << QStringLiteral("--allow-duplicates") << QStringLiteral("all");
    for (const auto& [key, numbers] : plan.anyway)
        for (const std::string& number : numbers)
            if (!plan.allowed.all)
                words << QStringLiteral("--allow-duplicates") << QString::fromStdString(number);
    if (plan.againAfter)
        words << QStringLiteral("--again-after")
              << QString::fromStdString(app::durationAsTyped(*plan.againAfter));
    return words + limits;
}

} // namespace leadsheet::desktop
