// SPDX-License-Identifier: Apache-2.0
#include "submit_page.hpp"

#include "../account/account_session.hpp"
#include "../account/command_words.hpp"
#include "../run/give_up_bar.hpp"
#include "../run/run_engine.hpp"
#include "../run/run_panel.hpp"
#include "../shell/workspace.hpp"
#include "../widgets/scroll_area.hpp"
#include "check_step.hpp"
#include "interrupted_notice.hpp"
#include "map_step.hpp"
#include "price_step.hpp"
#include "run_step.hpp"
#include "sheet_job.hpp"
#include "source_step.hpp"
#include "step_strip.hpp"

#include "leadsheet/app/run_record.hpp"

#include <QAction>
#include <QPushButton>
#include <QVBoxLayout>

namespace leadsheet::desktop {
namespace {

constexpr int kCheckStep = 2;
constexpr int kPriceStep = 3;
constexpr int kRunStep = 4;

} // namespace

SubmitPage::SubmitPage(Workspace& workspace, QWidget* parent)
    : Page(name(), parent)
    , workspace_(workspace)
    , job_(std::make_unique<SheetJob>(workspace))
    , engine_(std::make_unique<RunEngine>(workspace.account()))
    , source_(new SourceStep(*job_, workspace))
    , price_(new PriceStep(*job_, workspace, *engine_))
    , run_(new RunStep(workspace, *engine_)) {
    steps_ = {source_, new MapStep(*job_, workspace), new CheckStep(*job_, workspace), price_,
              run_};
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
    interrupted_ = new InterruptedNotice(workspace, this);
    interrupted_->setObjectName(QStringLiteral("interrupted"));
    giveUp_ = new GiveUpBar(workspace_.account(), this);
    giveUp_->setObjectName(QStringLiteral("giveUp"));
    interrupted_->keepToPage();
    giveUp_->keepToPage();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(interrupted_);
    layout->addWidget(giveUp_);
    layout->addWidget(strip_);
    layout->addWidget(stack_, 1);
    setFocusProxy(steps_.first());
    connectRuns();
    makeActions();
    connect(&workspace, &Workspace::sheetChoiceWanted, this, [this, &workspace] {
        if (!source_->chooseFile())
            return;
        goTo(0);
        workspace.showPage(name().id);
    });
    connect(strip_, &StepStrip::chosen, this, &SubmitPage::goTo);
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
    if (fixing && job_->state() == SheetJob::State::Open)
        goTo(kCheckStep);
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
