// SPDX-License-Identifier: Apache-2.0
#include "map_step.hpp"

#include "sheet_job.hpp"

namespace leadsheet::desktop {

MapStep::MapStep(SheetJob& job, Workspace&, QWidget* parent)
    : SubmitStep(parent)
    , job_(job) {
    connect(&job_, &SheetJob::mapChanged, this, &SubmitStep::changed);
}

QString MapStep::summary() const {
    return tr("%n column(s) mapped", nullptr, static_cast<int>(job_.columnMap().columns.size()));
}

StepState MapStep::state() const {
    return isReady() ? StepState::Done : StepState::Attention;
}

bool MapStep::isReady() const {
    return !app::missingTargets(job_.columnMap());
}

} // namespace leadsheet::desktop
