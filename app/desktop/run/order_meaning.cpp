// SPDX-License-Identifier: Apache-2.0
#include "order_meaning.hpp"

#include "../phrases/say.hpp"
#include "../widgets/parts.hpp"

#include <QLabel>
#include <QVBoxLayout>

namespace leadsheet::desktop {
namespace {

QString lines(const std::vector<std::string>& texts) {
    QStringList all;
    for (const std::string& text : texts)
        all << QString::fromStdString(text);
    return all.join(QLatin1Char('\n'));
}

} // namespace

OrderMeaning::OrderMeaning(QWidget* parent)
    : QFrame(parent)
    , product_(wrappingLabel({}))
    , common_(wrappingLabel({}))
    , warnings_(wrappingLabel({}))
    , warning_(warningLine(warnings_))
    , remarks_(wrappingLabel({})) {
    setObjectName(QStringLiteral("orderMeaning"));
    setProperty("card", true);
    product_->setObjectName(QStringLiteral("productOfPrices"));
    product_->hide();
    common_->setObjectName(QStringLiteral("commonWords"));
    warnings_->setObjectName(QStringLiteral("notNarrowed"));
    remarks_->setObjectName(QStringLiteral("narrowingRemarks"));
    remarks_->setForegroundRole(QPalette::PlaceholderText);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 12, 16, 12);
    layout->addWidget(cardHeading(tr("What is ordered")));
    layout->addWidget(product_);
    layout->addWidget(common_);
    layout->addWidget(warning_);
    layout->addWidget(remarks_);
    hide();
}

void OrderMeaning::setProductNote(const QString& words) {
    product_->setText(words);
    product_->setVisible(!words.isEmpty());
}

void OrderMeaning::present(const app::OrderOverview& overview) {
    common_->setText(QString::fromStdString(overview.common(windowWording())));
    const QString warnings = lines(overview.warnings(windowWording()));
    warnings_->setText(warnings);
    warning_->setVisible(!warnings.isEmpty());
    const QString remarks = lines(overview.remarks(windowWording()));
    remarks_->setText(remarks);
    remarks_->setVisible(!remarks.isEmpty());
    setVisible(overview.orders() > 0);
}

} // namespace leadsheet::desktop
