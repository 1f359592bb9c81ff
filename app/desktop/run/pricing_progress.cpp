// SPDX-License-Identifier: Apache-2.0
#include "pricing_progress.hpp"

#include "../shell/words.hpp"
#include "../theme/icons.hpp"

#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

namespace leadsheet::desktop {

PricingProgress::PricingProgress(QWidget* parent)
    : QWidget(parent)
    , words_(new QLabel(tr("Asking for prices")))
    , bar_(new QProgressBar) {
    bar_->setAccessibleName(tr("Progress of pricing"));
    bar_->setTextVisible(false);
    bar_->setMaximumWidth(420);
    auto* cancel = new QPushButton(icon(QLatin1String("close")), tr("Cancel Pricing"));
    cancel->setObjectName(QStringLiteral("cancelPricing"));
    connect(cancel, &QPushButton::clicked, this, &PricingProgress::cancelWanted);
    auto* layout = new QVBoxLayout(this);
    layout->addStretch(1);
    layout->addWidget(words_, 0, Qt::AlignHCenter);
    auto* line = new QHBoxLayout;
    line->addStretch(1);
    line->addWidget(bar_, 2);
    line->addStretch(1);
    layout->addLayout(line);
    layout->addWidget(cancel, 0, Qt::AlignHCenter);
    layout->addStretch(2);
}

void PricingProgress::show(std::int64_t done, std::int64_t of) {
    // An unknown total shows as movement.
    bar_->setMaximum(of > 0 ? static_cast<int>(of) : 0);
    bar_->setValue(static_cast<int>(done));
    words_->setText(of > 0 ? tr("Asking for prices: %1 of %2 rows").arg(number(done), number(of))
                    : done > 0 ? tr("Reading the sheet: %Ln row(s)", nullptr, forPlural(done))
                               : tr("Reading the sheet and comparing it with earlier orders"));
}

} // namespace leadsheet::desktop
