// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "submit_step.hpp"

namespace leadsheet::desktop {

class SheetJob;
class Workspace;

class MapStep : public SubmitStep {
    Q_OBJECT

public:
    MapStep(SheetJob& job, Workspace& workspace, QWidget* parent = nullptr);

    QString title() const override { return tr("Map"); }
    QString summary() const override;
    StepState state() const override;
    bool isReady() const override;

private:
    SheetJob& job_;
};

} // namespace leadsheet::desktop
