// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "submit_step.hpp"

namespace leadsheet::desktop {

class SheetJob;
class Workspace;

class RunStep : public SubmitStep {
    Q_OBJECT

public:
    RunStep(SheetJob& job, Workspace& workspace, QWidget* parent = nullptr);

    QString title() const override { return tr("Run"); }
    QString summary() const override;
    StepState state() const override;
    bool isReady() const override { return false; }

private:
    SheetJob& job_;
};

} // namespace leadsheet::desktop
