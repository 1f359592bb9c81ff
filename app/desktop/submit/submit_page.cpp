// SPDX-License-Identifier: Apache-2.0
#include "submit_page.hpp"

#include "../account/account_session.hpp"
#include "../run/run_end.hpp"
#include "../run/run_engine.hpp"
#include "../run/run_panel.hpp"
#include "../run/run_words.hpp"
#include "../shell/words.hpp"
#include "../widgets/parts.hpp"
#include "check_step.hpp"
#include "map_step.hpp"
#include "order_steps.hpp"
#include "sheet_job.hpp"
#include "source_step.hpp"
#include "submit_step.hpp"

#include "leadsheet/app/run_record.hpp"
#include "leadsheet/work/run_ledger.hpp"
#include "leadsheet/work/run_summary.hpp"

#include <QAction>
#include <QPushButton>

namespace leadsheet::desktop {
namespace {

/// Nothing when there is no ledger yet: the first use of it says what is wrong.
std::optional<submit::RunInfo> unfinishedRun(const std::filesystem::path& file,
                                             const submit::AccountRef& account) {
    const auto ledger = work::openToRead(file);
    if (!ledger)
        return std::nullopt;
    return work::unfinishedRun(*ledger, account).value_or(std::nullopt);
}

} // namespace

InterruptedNotice::InterruptedNotice(Workspace& workspace, QWidget* parent)
    : NoticeBar(parent)
    , workspace_(workspace) {
    connect(&workspace.account(), &AccountSession::changed, this, &InterruptedNotice::look);
    connect(this, &NoticeBar::actionTriggered, this, [this] {
        hide();
        if (asksFirst_)
            emit runWanted(run_->id.value);
        else
            emit resumeWanted(run_->id.value);
    });
    connect(this, &NoticeBar::secondTriggered, this, [this] {
        hide();
        emit giveUpWanted(*run_);
    });
    look();
}

void InterruptedNotice::look() {
    hide();
    background_.cancel();
    const AccountSession& session = workspace_.account();
    const auto connection = session.connection();
    const auto account = session.account();
    if (!account || (!connection && session.state() != ConnectionState::Failed))
        return;
    background_.run(
        [file = connection ? connection->ledgerFile : workspace_.folders().ledgerFile(),
         of = *account](const std::stop_token&) { return unfinishedRun(file, of); },
        [this, connected = connection != nullptr](const std::optional<submit::RunInfo>& run) {
            if (run)
                say(*run, connected);
        });
}

void InterruptedNotice::say(const submit::RunInfo& run, bool connected) {
    run_ = run;
    asksFirst_ = work::needsApproval(run) || run.newer;
    const work::RunFigures figures = work::figuresOf(run.totals);
    const QString what = run.state == submit::RunState::Paused
                             ? tr("Run “%1” was paused at %2.")
                             : tr("Run “%1” was interrupted at %2.");
    const QString words = what.arg(desktop::text(run.spec.title),
                                   clockText(run.updatedAt, systemClock()->wallNow())) +
                          QLatin1Char(' ') +
                          tr("%1 placed, %2 unknown, %3 to retry, %4 not sent.")
                              .arg(number(figures.placed), number(figures.unknown),
                                   number(figures.toRetry), number(figures.notSent)) +
                          QLatin1Char(' ') +
                          (leftWords(run) + QLatin1Char(' ') + newerWords(run)).trimmed();
    if (!connected) {
        show(NoticeKind::Warn,
             words + QLatin1Char(' ') +
                 tr("You can go on with it, or give it up, once its account is connected."));
        return;
    }
    show(NoticeKind::Warn, words, asksFirst_ ? tr("Review Run") : tr("Check and Resume"),
         tr("Give Up the Rest…"));
}

namespace {

constexpr int kSourceStep = 0;
constexpr int kCheckStep = 2;
constexpr int kPriceStep = 3;
constexpr int kRunStep = 4;

} // namespace

SubmitPage::SubmitPage(Workspace& workspace)
    : Page(workspace)
    , job_(std::make_unique<SheetJob>(workspace))
    , engine_(std::make_unique<RunEngine>(workspace.account()))
    , source_(new SourceStep(*job_, workspace))
    , price_(new PriceStep(*job_, workspace, *engine_))
    , run_(new RunStep(workspace, *engine_)) {
    check_ = new CheckStep(*job_, workspace);
    steps_ = {source_, new MapStep(*job_), check_, price_, run_};
    strip_ = new StepStrip(steps_, this);
    stack_ = new PageStack(this);
    for (SubmitStep* step : std::as_const(steps_)) {
        const auto at = stack_->addWidget(step);
        connect(step, &SubmitStep::changed, this, &SubmitPage::refresh);
        connect(step, &SubmitStep::wantsNext, this, [this, at] {
            if (at != currentStep())
                return;
            if (at == kCheckStep)
                price_->forgetRun();
            goTo(at + 1);
        });
    }
    interrupted_ = named(new InterruptedNotice(workspace, this), "interrupted");
    giveUp_ = named(new GiveUpBar(workspace_.account(), this), "giveUp");
    interrupted_->keepToPage();
    giveUp_->keepToPage();
    auto* layout = columnIn(this, 0);
    addAll(layout, {interrupted_, giveUp_, strip_});
    layout->addWidget(stack_, 1);
    setFocusProxy(steps_.first());
    connectRuns();
    makeActions();
    connect(&workspace, &Workspace::sheetChoiceWanted, this, [this, &workspace] {
        if (!source_->chooseFile())
            return;
        goTo(0);
        workspace.showPage(id());
    });
    connect(strip_, &StepStrip::chosen, this, [this](int index) {
        if (index == kSourceStep)
            source_->comeBack();
        goTo(index);
    });
    connect(&workspace, &Workspace::sheetWanted, this, [this](const QString& source) {
        goTo(0);
        job_->open(source);
    });
    refresh();
}

void SubmitPage::makeActions() {
    addCommand(tr("Go On to the Next Step"), QKeySequence(Qt::CTRL | Qt::Key_Return), "check",
               [this] {
                   QPushButton* next = nextButton();
                   if (next == nullptr)
                       return;
                   // Keys never spend unless the button has the focus.
                   if (next->property("spends").toBool())
                       next->setFocus(Qt::ShortcutFocusReason);
                   else
                       next->click();
               });
    QAction* next = Page::commands().last();
    next->setShortcuts({next->shortcut(), QKeySequence(Qt::CTRL | Qt::Key_Enter)});
}

QPushButton* SubmitPage::nextButton() const {
    for (auto* button : steps_.at(currentStep())->findChildren<QPushButton*>())
        if (button->property("primary").toBool() && button->isVisible() && button->isEnabled())
            return button;
    return nullptr;
}

void SubmitPage::connectRuns() {
    connect(interrupted_, &InterruptedNotice::giveUpWanted, this, &SubmitPage::askToGiveUp);
    connect(run_, &RunStep::giveUpWanted, this, &SubmitPage::askToGiveUp);
    connect(giveUp_, &GiveUpBar::kept, interrupted_, &InterruptedNotice::look);
    connect(giveUp_, &GiveUpBar::givenUp, this, [this](const QString& words) {
        workspace_.notify(NoticeKind::Info, words);
        interrupted_->look();
        run_->lookAgain();
    });
    connect(interrupted_, &InterruptedNotice::resumeWanted, this,
            [this](std::int64_t run) { showRun(run, true); });
    connect(interrupted_, &InterruptedNotice::runWanted, this,
            [this](std::int64_t run) { showRun(run, false); });
    connect(&workspace_, &Workspace::runWanted, this,
            [this](std::int64_t run) { showRun(run, false); });
    connect(&workspace_, &Workspace::pricesAgainWanted, this,
            [this](std::int64_t run, const QString& orderNumber) {
                interrupted_->hide();
                run_->showRun(run, false);
                price_->priceRun(run, orderNumber);
                goTo(kPriceStep);
            });
    connect(run_, &RunStep::pricesWanted, this, [this](std::int64_t run) {
        price_->priceRun(run);
        goTo(kPriceStep);
    });
    connect(run_, &RunStep::fixWanted, this, &SubmitPage::fix);
    connect(job_.get(), &SheetJob::stateChanged, this, &SubmitPage::sheetChanged);
    connect(engine_.get(), &RunEngine::priced, this, &SubmitPage::balanceMoved);
    connect(engine_.get(), &RunEngine::ended, this, &SubmitPage::balanceMoved);
    const auto ordered = [this] {
        job_->ordersChanged();
        refresh();
    };
    connect(engine_.get(), &RunEngine::ended, this, ordered);
    connect(engine_.get(), &RunEngine::failed, this, ordered);
    connect(engine_.get(), &RunEngine::failed, this, [this] {
        const auto sent = engine_->sent();
        if (currentStep() == kRunStep && (!run_->hasRun() || (sent && run_->panel().run() != sent)))
            goTo(kPriceStep);
    });
}

// The steps look at the job and the engine until they are gone.
SubmitPage::~SubmitPage() {
    delete stack_;
}

void SubmitPage::askToGiveUp(const submit::RunInfo& run) {
    const auto connection = workspace_.account().connection();
    interrupted_->hide();
    giveUp_->ask(connection ? connection->ledgerFile : workspace_.folders().ledgerFile(),
                 connection, run);
}

void SubmitPage::showRun(std::int64_t run, bool resume) {
    interrupted_->hide();
    run_->showRun(run, resume);
    goTo(kRunStep);
}

void SubmitPage::fix(const submit::RunInfo& run) {
    const auto record = app::recordOf(run);
    if (!record || job_->path() == record->sheet) {
        goTo(kCheckStep);
        check_->goToFixes();
        return;
    }
    goTo(0);
    fixing_ = true;
    job_->openAgain(*record);
}

void SubmitPage::sheetChanged() {
    run_->setSheet(job_->path());
    if (job_->state() == SheetJob::State::Opening) {
        if (!fixing_)
            run_->forgetFinished();
        return;
    }
    const bool fixing = std::exchange(fixing_, false);
    if (fixing && job_->state() == SheetJob::State::Open) {
        goTo(kCheckStep);
        check_->goToFixes();
    }
}

int SubmitPage::currentStep() const {
    return stack_->currentIndex();
}

int SubmitPage::furthest() const {
    int last = 0;
    while (last + 1 < steps_.size() && steps_.at(last)->isReady())
        ++last;
    return last;
}

bool SubmitPage::isOpen(int index) const {
    // A run, and the prices of what is left of one, need no sheet.
    return index <= furthest() || (index == kRunStep && run_->hasRun()) ||
           (index == kPriceStep && price_->isOfRun());
}

void SubmitPage::goTo(int index) {
    const int wanted = isOpen(index) ? index : std::min(index, furthest());
    if (wanted == currentStep()) {
        refresh();
        return;
    }
    stack_->setCurrentIndex(wanted);
    setFocusProxy(steps_.at(wanted));
    steps_.at(wanted)->enter();
    steps_.at(wanted)->setFocus(Qt::OtherFocusReason);
    refresh();
}

void SubmitPage::refresh() {
    // Another account was connected at Price: it prices again once that account's orders are known.
    const bool comesBack = currentStep() == kPriceStep && job_->checking().isRunning();
    if (!isOpen(currentStep()) && !comesBack) {
        goTo(furthest());
        return;
    }
    strip_->refresh(currentStep(), [this](int index) { return isOpen(index); });
    emit stateChanged();
}

bool SubmitPage::wantsWidth() const {
    return currentStep() != kSourceStep;
}

QString SubmitPage::commandLine() const {
    const QStringList words = steps_.at(currentStep())->commandArguments();
    return words.isEmpty() ? QString() : commandLineOf(words, workspace_);
}

QList<QAction*> SubmitPage::commands() const {
    return steps_.at(currentStep())->commands() + Page::commands();
}

QString SubmitPage::runningWork() const {
    for (const SubmitStep* step : steps_)
        if (const QString work = step->runningWork(); !work.isEmpty())
            return work;
    return {};
}

void SubmitPage::stopWork() {
    for (SubmitStep* step : std::as_const(steps_))
        step->stopWork();
}

} // namespace leadsheet::desktop
