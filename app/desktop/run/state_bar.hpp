// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../theme/palette.hpp"

#include "leadsheet/submit/run.hpp"

#include <QIcon>
#include <QWidget>

namespace leadsheet::desktop {

/// Icon and tone that go with the word of a row's state.
struct StateLook {
    Tone tone;
    QLatin1String icon;
};
StateLook lookOf(submit::RowState state);
QIcon stateIcon(submit::RowState state);

/// A segmented bar: one segment a state, as wide as its share of the rows. The same counts stand
/// beside it in words; assistive technology hears those.
class StateBar : public QWidget {
    Q_OBJECT

public:
    explicit StateBar(QWidget* parent = nullptr);

    void setTotals(const submit::RunTotals& totals);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    submit::RunTotals totals_;
};

} // namespace leadsheet::desktop
