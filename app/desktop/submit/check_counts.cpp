// SPDX-License-Identifier: Apache-2.0
#include "check_counts.hpp"

#include "../shell/words.hpp"
#include "../widgets/flow_layout.hpp"
#include "../widgets/picture.hpp"

#include <QHBoxLayout>
#include <QLabel>

namespace leadsheet::desktop {
namespace {

QWidget* entry(QLatin1String picture, Tone tone, const QString& words) {
    auto* box = new QWidget;
    auto* sign = new Picture(picture, tone, 1.0, box);
    auto* label = new QLabel(words, box);
    auto* layout = new QHBoxLayout(box);
    layout->setContentsMargins(0, 3, 10, 3);
    layout->setSpacing(4);
    layout->addWidget(sign);
    layout->addWidget(label);
    return box;
}

} // namespace

CheckCounts::CheckCounts(QWidget* parent)
    : QWidget(parent)
    , flow_(new FlowLayout(this)) {
    setObjectName(QStringLiteral("checkCounts"));
}

void CheckCounts::clear() {
    flow_->clear();
}

void CheckCounts::present(const app::CheckSummary& found, std::uint64_t repeated) {
    flow_->clear();
    const auto add = [this](QLatin1String picture, Tone tone, const QString& words) {
        QWidget* made = entry(picture, tone, words);
        flow_->addWidget(made);
        made->show();
    };
    add(QLatin1String("check"), Tone::Good, tr("%Ln ready", nullptr, forPlural(found.ready)));
    if (found.blocked > 0)
        add(QLatin1String("error"), Tone::Bad,
            tr("%Ln need(s) a fix", nullptr, forPlural(found.blocked)));
    if (found.withNotes > 0)
        add(QLatin1String("warning"), Tone::Warn,
            tr("%Ln of the ready one(s) odd", nullptr, forPlural(found.withNotes)));
    if (repeated > 0)
        add(QLatin1String("copy"), Tone::Muted,
            tr("%Ln in the sheet twice", nullptr, forPlural(repeated)));
    if (found.hidden > 0)
        add(QLatin1String("skipped"), Tone::Muted,
            tr("%Ln hidden, skipped", nullptr, forPlural(found.hidden)));
    if (found.blank > 0)
        add(QLatin1String("skipped"), Tone::Muted,
            tr("%Ln blank", nullptr, forPlural(found.blank)));
    updateGeometry();
}

} // namespace leadsheet::desktop
