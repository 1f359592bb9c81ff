// SPDX-License-Identifier: Apache-2.0
#include "submit_page.hpp"

#include "../shell/workspace.hpp"
#include "check_step.hpp"
#include "command_words.hpp"
#include "map_step.hpp"
#include "price_step.hpp"
#include "run_step.hpp"
#include "sheet_job.hpp"
#include "source_step.hpp"
#include "step_rail.hpp"

#include <QHBoxLayout>
#include <QStackedWidget>

namespace leadsheet::desktop {

SubmitPage::SubmitPage(Workspace& workspace, QWidget* parent)
    : Page(parent)
    , workspace_(workspace)
    , job_(std::make_unique<SheetJob>(workspace)) {
    steps_ = {new SourceStep(*job_, workspace), new MapStep(*job_, workspace),
              new CheckStep(*job_, workspace), new PriceStep(*job_, workspace),
              new RunStep(*job_, workspace)};
    rail_ = new StepRail(steps_, this);
    stack_ = new QStackedWidget(this);
    for (SubmitStep* step : std::as_const(steps_)) {
        const auto at = stack_->addWidget(step);
        connect(step, &SubmitStep::changed, this, &SubmitPage::refresh);
        connect(step, &SubmitStep::wantsNext, this, [this, at] {
            if (at == currentStep())
                goTo(at + 1);
        });
    }
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(rail_);
    layout->addWidget(stack_, 1);
    setFocusProxy(stack_);
    connect(rail_, &StepRail::chosen, this, &SubmitPage::goTo);
    connect(&workspace, &Workspace::sheetWanted, this, [this](const QString& source) {
        goTo(0);
        job_->open(source);
    });
    refresh();
}

// The steps look at the job until they are gone.
SubmitPage::~SubmitPage() {
    delete stack_;
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

void SubmitPage::goTo(int index) {
    const int wanted = std::min(index, furthest());
    if (wanted == currentStep()) {
        refresh();
        return;
    }
    stack_->setCurrentIndex(wanted);
    steps_.at(wanted)->enter();
    steps_.at(wanted)->setFocus(Qt::OtherFocusReason);
    refresh();
}

void SubmitPage::refresh() {
    if (currentStep() > furthest()) {
        goTo(furthest());
        return;
    }
    rail_->refresh(currentStep());
    emit stateChanged();
}

QString SubmitPage::commandLine() const {
    const QStringList words = steps_.at(currentStep())->commandArguments();
    return words.isEmpty() ? QString() : commandLineOf(words, workspace_);
}

QList<QAction*> SubmitPage::commands() const {
    return steps_.at(currentStep())->commands();
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
