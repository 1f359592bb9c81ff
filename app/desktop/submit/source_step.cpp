// SPDX-License-Identifier: Apache-2.0
#include "source_step.hpp"

#include "sheet_job.hpp"

namespace leadsheet::desktop {

SourceStep::SourceStep(SheetJob& job, Workspace&, QWidget* parent)
    : SubmitStep(parent)
    , job_(job) {
    connect(&job_, &SheetJob::stateChanged, this, &SubmitStep::changed);
}

QString SourceStep::summary() const {
    return job_.sourceName();
}

StepState SourceStep::state() const {
    return isReady() ? StepState::Done : StepState::Open;
}

bool SourceStep::isReady() const {
    return job_.state() == SheetJob::State::Open;
}

} // namespace leadsheet::desktop
