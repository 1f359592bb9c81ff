// SPDX-License-Identifier: Apache-2.0
#include "check_step.hpp"

#include "sheet_job.hpp"

namespace leadsheet::desktop {

CheckStep::CheckStep(SheetJob& job, Workspace&, QWidget* parent)
    : SubmitStep(parent)
    , job_(job) {
    connect(&job_, &SheetJob::checkChanged, this, &SubmitStep::changed);
}

QString CheckStep::summary() const {
    return {};
}

StepState CheckStep::state() const {
    return isReady() ? StepState::Done : StepState::Open;
}

bool CheckStep::isReady() const {
    return job_.isReadyToPrice();
}

} // namespace leadsheet::desktop
