// SPDX-License-Identifier: Apache-2.0
#include "setup_form.hpp"

#include "../shell/words.hpp"
#include "../widgets/column_widths.hpp"
#include "../widgets/table_look.hpp"
#include "field_map_model.hpp"

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace leadsheet::desktop {
namespace {

const QList<int> kMapColumns{16, 24, 16};
constexpr int kMapLines = 11;

} // namespace

SetupForm::SetupForm(const Destination& destination, QWidget* parent)
    : QWidget(parent)
    , campaignBefore_(destination.campaignId)
    , map_(new FieldMapModel(destination.platform, destination.fieldMap, this)) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(10);
    layout->addWidget(makeChoices(destination));
    layout->addWidget(makeMap(), 1);
    connect(map_, &FieldMapModel::dataChanged, this, &SetupForm::changed);
    setFocusProxy(campaigns_);
}

QWidget* SetupForm::makeChoices(const Destination& destination) {
    auto* choices = new QWidget;
    campaigns_ = new QComboBox;
    campaigns_->setObjectName(QStringLiteral("outreachCampaign"));
    campaigns_->setAccessibleName(tr("Campaign"));
    campaigns_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    campaignNote_ = new QLabel;
    campaignNote_->setObjectName(QStringLiteral("outreachCampaignNote"));
    campaignNote_->setWordWrap(true);
    campaignNote_->hide();
    duplicates_ = new QComboBox;
    duplicates_->setObjectName(QStringLiteral("outreachDuplicates"));
    duplicates_->setAccessibleName(tr("Known leads"));
    for (const NamedChoice& choice : duplicateChoices(destination.platform))
        duplicates_->addItem(choice.word, QLatin1String(choice.id));
    const int policy = duplicates_->findData(text(destination.duplicatePolicy));
    if (policy < 0)
        duplicates_->addItem(text(destination.duplicatePolicy), text(destination.duplicatePolicy));
    duplicates_->setCurrentIndex(policy < 0 ? duplicates_->count() - 1 : policy);
    auto* results = new QHBoxLayout;
    for (const NamedChoice& choice : resultChoices()) {
        auto* box = new QCheckBox(choice.word);
        box->setObjectName(QStringLiteral("result ") + QLatin1String(choice.id));
        box->setChecked(
            std::count(destination.results.begin(), destination.results.end(), choice.id) > 0);
        connect(box, &QCheckBox::toggled, this, &SetupForm::changed);
        results_.insert(QLatin1String(choice.id), box);
        results->addWidget(box);
    }
    results->addStretch(1);
    autoDeliver_ = new QCheckBox(tr("Leads of orders with automatic delivery are sent here"));
    autoDeliver_->setObjectName(QStringLiteral("outreachAutoDeliver"));
    autoDeliver_->setChecked(destination.autoDeliver);
    auto* form = new QFormLayout(choices);
    form->setContentsMargins(0, 0, 0, 0);
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    form->addRow(tr("Campaign"), campaigns_);
    form->addRow(QString(), campaignNote_);
    form->addRow(tr("Known leads"), duplicates_);
    form->addRow(tr("Verified as"), results);
    form->addRow(QString(), autoDeliver_);
    connect(campaigns_, &QComboBox::currentIndexChanged, this, &SetupForm::changed);
    connect(duplicates_, &QComboBox::currentIndexChanged, this, &SetupForm::changed);
    connect(autoDeliver_, &QCheckBox::toggled, this, &SetupForm::changed);
    return choices;
}

QWidget* SetupForm::makeMap() {
    auto* box = new QWidget;
    leadNote_ = new QLabel;
    leadNote_->setObjectName(QStringLiteral("outreachLeadNote"));
    leadNote_->setWordWrap(true);
    auto* usual = new QPushButton(tr("Usual Names"));
    usual->setObjectName(QStringLiteral("outreachUsual"));
    usual->setAutoDefault(false);
    connect(usual, &QPushButton::clicked, map_, &FieldMapModel::useUsualNames);
    auto* table = new QTableView;
    table->setObjectName(QStringLiteral("outreachMap"));
    table->setAccessibleName(tr("Names of the columns at the platform"));
    table->setModel(map_);
    applyTableLook(*table);
    table->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed |
                           QAbstractItemView::AnyKeyPressed);
    table->setMinimumHeight(fontMetrics().height() * kMapLines);
    table->setCurrentIndex(map_->index(0, FieldMapModel::PlatformName));
    new ColumnWidths(table, columnsOf(kMapColumns));
    auto* head = new QHBoxLayout;
    head->addWidget(leadNote_, 1);
    head->addWidget(usual, 0, Qt::AlignTop);
    auto* layout = new QVBoxLayout(box);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addLayout(head);
    layout->addWidget(table, 1);
    setLead({});
    return box;
}

void SetupForm::setCampaigns(const std::vector<Campaign>& campaigns) {
    campaigns_->clear();
    for (const Campaign& campaign : campaigns) {
        const QString name = text(campaign.name.empty() ? campaign.id : campaign.name);
        campaigns_->addItem(campaign.state ? tr("%1 (%2)").arg(name, text(*campaign.state)) : name,
                            text(campaign.id));
    }
    const QString before = campaignBefore_ ? text(*campaignBefore_) : QString();
    const int at = campaigns_->findData(before);
    if (at < 0 && campaignBefore_)
        campaigns_->insertItem(0, tr("%1, which the platform does not list").arg(before), before);
    campaigns_->setCurrentIndex(campaigns_->count() == 0 ? -1 : std::max(at, 0));
    campaignNote_->setVisible(campaigns.empty());
    campaignNote_->setText(tr("The platform lists no campaign. Make one there, then open this "
                              "again."));
    emit changed();
}

void SetupForm::setLead(const std::optional<Lead>& lead) {
    lead_ = lead;
    map_->setLead(lead);
    leadNote_->setText(lead ? tr("This is how %1 would be sent; the e-mail always is. Type a name "
                                 "over one in the last column, or nothing to leave a column out.")
                                  .arg(text(lead->text(LeadField::Email)))
                            : tr("You own no verified lead with an e-mail yet, so there is no "
                                 "example. The e-mail is always sent. Type a name over one in the "
                                 "last column, or nothing to leave a column out."));
}

QString SetupForm::fault() const {
    if (campaigns_->currentIndex() < 0)
        return tr("Choose a campaign.");
    if (std::none_of(results_.begin(), results_.end(),
                     [](const QCheckBox* box) { return box->isChecked(); }))
        return tr("Choose at least one result of the verification.");
    if (map_->sendsNothing())
        return tr("Give at least one column a name.");
    return {};
}

DestinationChange SetupForm::change() const {
    DestinationChange change;
    change.campaignId = campaigns_->currentData().toString().toStdString();
    change.fieldMap = map_->map();
    change.duplicatePolicy = duplicates_->currentData().toString().toStdString();
    for (const NamedChoice& choice : resultChoices())
        if (results_.value(QLatin1String(choice.id))->isChecked())
            change.results.emplace_back(choice.id);
    change.autoDeliver = autoDeliver_->isChecked();
    return change;
}

void SetupForm::setBusy(bool busy) {
    setEnabled(!busy);
}

} // namespace leadsheet::desktop
