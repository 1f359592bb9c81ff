// SPDX-License-Identifier: Apache-2.0
#include "lead_detail.hpp"

#include "../shell/words.hpp"
#include "../widgets/facts_form.hpp"
#include "lead_words.hpp"

#include <QGridLayout>
#include <QLabel>

namespace leadsheet::desktop {
namespace {

constexpr int kLeastWidth = 260;

struct Section {
    const char* title;
    std::vector<LeadField> fields;
};

const std::vector<Section>& sections() {
    static const std::vector<Section> all{
        {QT_TRANSLATE_NOOP("leadsheet::desktop::LeadDetail", "Person"),
         {LeadField::Email, LeadField::EmailType, LeadField::Phone, LeadField::PhoneType,
          LeadField::LinkedinUrl, LeadField::Seniority, LeadField::Department}},
        {QT_TRANSLATE_NOOP("leadsheet::desktop::LeadDetail", "Verification"),
         {LeadField::Result, LeadField::ResultReason}},
        {QT_TRANSLATE_NOOP("leadsheet::desktop::LeadDetail", "Company"),
         {LeadField::CompanyName, LeadField::CompanyDomain, LeadField::CompanyLinkedinUrl,
          LeadField::Industry, LeadField::CompanySize, LeadField::CompanyRevenue,
          LeadField::FoundedYear, LeadField::Technologies, LeadField::Rating,
          LeadField::ReviewCount}},
        {QT_TRANSLATE_NOOP("leadsheet::desktop::LeadDetail", "Place"),
         {LeadField::Street, LeadField::PostalCode, LeadField::City, LeadField::Region,
          LeadField::Country, LeadField::Timezone}},
        {QT_TRANSLATE_NOOP("leadsheet::desktop::LeadDetail", "Origin"),
         {LeadField::OrderNumber, LeadField::Product, LeadField::ExternalRef,
          LeadField::DeliveredAt, LeadField::Id}},
    };
    return all;
}

} // namespace

LeadDetail::LeadDetail(QWidget* parent)
    : DetailPane(QLatin1String("leadDetail"), parent, kLeastWidth)
    , name_(addTitle(QLatin1String("leadName")))
    , work_(wrappingLabel({})) {
    add(work_);
    for (const Section& section : sections()) {
        auto* heading = cardHeading(tr(section.title));
        auto* facts = new QWidget;
        headings_.push_back({heading, facts});
        add(heading);
        add(facts);
        auto* lines = new QGridLayout(facts);
        lines->setContentsMargins(0, 0, 0, 0);
        lines->setHorizontalSpacing(14);
        lines->setVerticalSpacing(4);
        lines->setColumnStretch(1, 1);
        int row = 0;
        for (const LeadField field : section.fields) {
            auto* title = new QLabel(leadFieldTitle(field));
            title->setForegroundRole(QPalette::PlaceholderText);
            auto* value = wrappingLabel({});
            value->setAlignment(Qt::AlignTop | Qt::AlignLeft);
            lines->addWidget(title, row, 0, Qt::AlignTop);
            lines->addWidget(value, row++, 1);
            lines_.push_back({field, title, value});
        }
    }
    finish();
    showNothing();
}

void LeadDetail::showNothing() {
    showEmpty(tr("Choose a lead to see all that is known of it."));
}

void LeadDetail::show(const Lead& lead) {
    const QString name = text(lead.text(LeadField::FullName));
    const QString company = text(lead.text(LeadField::CompanyName));
    name_->setText(name.isEmpty() ? company : name);
    const QString job = text(lead.text(LeadField::JobTitle));
    work_->setText(job.isEmpty() || company.isEmpty() ? job + company
                                                      : tr("%1 at %2").arg(job, company));
    work_->setVisible(!work_->text().isEmpty());
    std::size_t line = 0;
    for (std::size_t i = 0; i < headings_.size(); ++i) {
        bool any = false;
        for (std::size_t n = 0; n < sections()[i].fields.size(); ++n, ++line) {
            const QString shown = leadCellText(lead, lines_[line].field);
            lines_[line].value->setText(shown);
            lines_[line].title->setVisible(!shown.isEmpty());
            lines_[line].value->setVisible(!shown.isEmpty());
            any = any || !shown.isEmpty();
        }
        headings_[i].title->setVisible(any);
        headings_[i].facts->setVisible(any);
    }
    showColumn();
}

} // namespace leadsheet::desktop
