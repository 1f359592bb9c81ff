// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "submit_step.hpp"

#include <cstdint>

namespace leadsheet::desktop {

class PricePanel;
class RunEngine;
class SheetJob;
class Workspace;

/// What the checked rows cost. Asks again when it is entered with other rows than those it priced.
class PriceStep : public SubmitStep {
    Q_OBJECT

public:
    PriceStep(SheetJob& job, Workspace& workspace, RunEngine& engine, QWidget* parent = nullptr);

    QString title() const override { return tr("Price"); }
    QString summary() const override;
    StepState state() const override;
    /// After the button was pressed.
    bool isReady() const override { return placed_; }
    QStringList commandArguments() const override;
    void enter() override;

    PricePanel& panel() const { return *panel_; }
    /// Prices what is left of a run instead of the sheet.
    void priceRun(std::int64_t run);
    bool isOfRun() const { return ofRun_; }
    /// Whoever goes on with the sheet sees the sheet's prices, not those of what is left of a run.
    void forgetRun();

private:
    void forget();
    void forgetSheet();

    SheetJob& job_;
    RunEngine& engine_;
    PricePanel* panel_;
    bool priced_ = false; ///< what the panel shows is of the sheet as it is now
    bool placed_ = false;
    bool ofRun_ = false;
    std::optional<std::int64_t> rest_; ///< the run of which what is left is priced
};

} // namespace leadsheet::desktop
