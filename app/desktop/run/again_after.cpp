// SPDX-License-Identifier: Apache-2.0
#include "again_after.hpp"

#include "../phrases/say.hpp"
#include "../shell/words.hpp"
#include "../widgets/flow_layout.hpp"

#include "leadsheet/app/durations.hpp"

#include <QCheckBox>
#include <QLabel>
#include <QLineEdit>
#include <QVBoxLayout>

namespace leadsheet::desktop {
namespace {

constexpr std::chrono::hours kProposed{30 * 24};

} // namespace

AgainAfter::AgainAfter(QWidget* parent)
    : QWidget(parent)
    , wanted_(new QCheckBox(tr("Order again what was ordered more than")))
    , period_(new QLineEdit(text(app::durationAsTyped(kProposed))))
    , problem_(new QLabel) {
    wanted_->setObjectName(QStringLiteral("againAfter"));
    wanted_->setToolTip(tr("Rows whose orders are older are ordered once more, once per period, "
                           "whoever does it. Kept for sheets with these columns."));
    period_->setObjectName(QStringLiteral("againPeriod"));
    period_->setAccessibleName(tr("After how long what was ordered is ordered again"));
    period_->setToolTip(tr("For example 30d, 2w or 12h"));
    period_->setFixedWidth(fontMetrics().horizontalAdvance(QStringLiteral("0000000000")));
    problem_->setObjectName(QStringLiteral("againProblem"));
    problem_->setWordWrap(true);
    problem_->hide();
    auto* line = new FlowLayout;
    line->addWidget(wanted_);
    line->addWidget(period_);
    line->addWidget(new QLabel(tr("ago", "Order again what was ordered more than 30d ago")));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addLayout(line);
    layout->addWidget(problem_);
    connect(wanted_, &QCheckBox::clicked, this, &AgainAfter::choose);
    connect(period_, &QLineEdit::editingFinished, this, &AgainAfter::choose);
}

void AgainAfter::setPeriod(std::optional<std::chrono::seconds> period) {
    told_ = period;
    wanted_->setChecked(period.has_value());
    if (period)
        period_->setText(text(app::durationAsTyped(*period)));
    problem_->hide();
}

void AgainAfter::choose() {
    const std::string typed = period_->text().trimmed().toStdString();
    const auto wrong = app::periodProblem(typed);
    problem_->setVisible(wanted_->isChecked() && wrong);
    problem_->setText(wrong ? say(*wrong + ".") : QString());
    if (wanted_->isChecked() && wrong)
        return;
    const auto now = wanted_->isChecked() ? app::parsePeriod(typed) : std::nullopt;
    if (now == told_)
        return;
    told_ = now;
    emit chosen(now);
}

} // namespace leadsheet::desktop
