// SPDX-License-Identifier: Apache-2.0
#include "order_meaning.hpp"

#include "../phrases/say.hpp"
#include "../widgets/picture.hpp"

#include <QHBoxLayout>
#include <QLabel>

namespace leadsheet::desktop {
namespace {

QLabel* wrapped(const char* name) {
    auto* label = new QLabel;
    label->setObjectName(QLatin1String(name));
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

QString lines(const std::vector<std::string>& texts) {
    QStringList all;
    for (const std::string& text : texts)
        all << QString::fromStdString(text);
    return all.join(QLatin1Char('\n'));
}

} // namespace

OrderMeaning::OrderMeaning(QWidget* parent)
    : QFrame(parent)
    , common_(wrapped("commonWords"))
    , warning_(new QWidget)
    , warnings_(wrapped("notNarrowed"))
    , remarks_(wrapped("narrowingRemarks")) {
    setObjectName(QStringLiteral("orderMeaning"));
    setProperty("card", true);
    auto* title = new QLabel(tr("What is ordered"));
    title->setProperty("heading", 2);
    QFont bold = warnings_->font();
    bold.setBold(true);
    warnings_->setFont(bold);
    remarks_->setForegroundRole(QPalette::PlaceholderText);
    auto* line = new QHBoxLayout(warning_);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(4);
    line->addWidget(new Picture(QLatin1String("warning"), Tone::Warn), 0, Qt::AlignTop);
    line->addWidget(warnings_, 1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 12, 16, 12);
    layout->addWidget(title);
    layout->addWidget(common_);
    layout->addWidget(warning_);
    layout->addWidget(remarks_);
    hide();
}

void OrderMeaning::present(const app::OrderOverview& overview) {
    common_->setText(QString::fromStdString(overview.common(orderLanguage())));
    const QString warnings = lines(overview.warnings(orderLanguage()));
    warnings_->setText(warnings);
    warning_->setVisible(!warnings.isEmpty());
    const QString remarks = lines(overview.remarks(orderLanguage()));
    remarks_->setText(remarks);
    remarks_->setVisible(!remarks.isEmpty());
    setVisible(overview.orders() > 0);
}

} // namespace leadsheet::desktop
