// SPDX-License-Identifier: Apache-2.0
#include "price_step.hpp"

#include "sheet_job.hpp"

namespace leadsheet::desktop {

PriceStep::PriceStep(SheetJob& job, Workspace&, QWidget* parent)
    : SubmitStep(parent)
    , job_(job) {
    connect(&job_, &SheetJob::checkChanged, this, &SubmitStep::changed);
}

QString PriceStep::summary() const {
    return {};
}

StepState PriceStep::state() const {
    return job_.isReadyToPrice() ? StepState::Open : StepState::Waiting;
}

} // namespace leadsheet::desktop
