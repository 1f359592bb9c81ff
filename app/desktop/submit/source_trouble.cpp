// SPDX-License-Identifier: Apache-2.0
#include "source_trouble.hpp"

#include "../phrases/say.hpp"
#include "../widgets/picture.hpp"

#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace leadsheet::desktop {

SourceTrouble::SourceTrouble(SheetJob& job, QWidget* parent)
    : QWidget(parent)
    , job_(job)
    , what_(new QLabel(this))
    , why_(new QLabel(this))
    , ways_(new QVBoxLayout) {
    auto* picture = new Picture(QLatin1String("error"), Tone::Bad, 1.8, this);
    what_->setProperty("heading", 2);
    what_->setWordWrap(true);
    what_->setTextFormat(Qt::PlainText);
    why_->setWordWrap(true);
    why_->setTextFormat(Qt::PlainText);
    why_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    why_->setObjectName(QStringLiteral("sourceTrouble"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(24, 20, 24, 20);
    layout->setSpacing(12);
    layout->addWidget(picture);
    layout->addWidget(what_);
    layout->addWidget(why_);
    layout->addLayout(ways_);
    layout->addStretch(1);
}

void SourceTrouble::offer(const QString& text, const QString& name, const SheetReading& reading) {
    auto* button = new QPushButton(text, this);
    button->setObjectName(name);
    connect(button, &QPushButton::clicked, this, [this, wanted = reading] { job_.read(wanted); });
    ways_->addWidget(button, 0, Qt::AlignLeft);
}

void SourceTrouble::refresh() {
    while (QLayoutItem* item = ways_->takeAt(0)) {
        if (item->widget() != nullptr) {
            item->widget()->hide();
            item->widget()->deleteLater();
        }
        delete item;
    }
    const app::SheetError& error = job_.error();
    what_->setText(tr("%1 was not opened.").arg(job_.sourceName()));
    why_->setText(say(error));
    for (const app::EncodingCandidate& candidate : error.candidates) {
        SheetReading reading = job_.reading();
        reading.encoding = candidate.encoding;
        QStringList cells;
        for (const std::string& cell : candidate.sampleCells)
            cells << QString::fromStdString(cell).simplified();
        auto* sample = new QLabel(cells.join(QStringLiteral("   |   ")), this);
        sample->setTextFormat(Qt::PlainText);
        sample->setWordWrap(true);
        offer(tr("Read as %1").arg(QString::fromStdString(candidate.encoding)),
              QStringLiteral("readAs"), reading);
        ways_->addWidget(sample);
    }
    if (error.code == app::SheetErrorCode::HeaderNotFound) {
        SheetReading reading = job_.reading();
        for (TabReading& tab : reading.tabs)
            tab.headerRow.reset();
        offer(tr("Find the Column Names Again"), QStringLiteral("findHeader"), reading);
    }
    offer(tr("Try Again"), QStringLiteral("tryAgain"), job_.reading());
    auto* other = new QPushButton(tr("Open Another Sheet"), this);
    other->setObjectName(QStringLiteral("openAnother"));
    connect(other, &QPushButton::clicked, this, &SourceTrouble::anotherWanted);
    ways_->addWidget(other, 0, Qt::AlignLeft);
}

} // namespace leadsheet::desktop
