// SPDX-License-Identifier: Apache-2.0
#include "run_step.hpp"

#include "sheet_job.hpp"

namespace leadsheet::desktop {

RunStep::RunStep(SheetJob& job, Workspace&, QWidget* parent)
    : SubmitStep(parent)
    , job_(job) {
    connect(&job_, &SheetJob::checkChanged, this, &SubmitStep::changed);
}

QString RunStep::summary() const {
    return {};
}

StepState RunStep::state() const {
    return job_.isReadyToPrice() ? StepState::Open : StepState::Waiting;
}

} // namespace leadsheet::desktop
