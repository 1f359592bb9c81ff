// SPDX-License-Identifier: Apache-2.0
#include "leads_page.hpp"

#include "../account/account_session.hpp"
#include "../destinations/push_dialog.hpp"
#include "../dialogs/form_dialog.hpp"
#include "../shell/words.hpp"
#include "lead_feed.hpp"
#include "lead_grid_model.hpp"
#include "lead_words.hpp"

#include "leadsheet/try.hpp"

#include <QItemSelectionModel>
#include <QTableView>

namespace leadsheet::desktop {
namespace {

constexpr int kMaxErased = 100; // a deed for few persons, each of whom asked for it

constexpr int kMaxSent = 10'000;

/// Whom a lead is: a person, and where it names none, a company. Empty when it names neither.
QString nameOf(const Lead& lead) {
    for (const LeadField field : {LeadField::FullName, LeadField::Email, LeadField::CompanyName})
        if (const QString name = leadCellText(lead, field); !name.isEmpty())
            return name;
    return {};
}

/// How many were erased.
Result<int> eraseAll(const Client& client, const std::vector<LeadId>& leads,
                     const std::stop_token& stop) {
    CallOptions call;
    call.stop = stop;
    int erased = 0;
    for (const LeadId& id : leads) {
        LEADSHEET_TRY_DONE(client.leads().erase(id, call));
        ++erased;
    }
    return erased;
}

} // namespace

/// Rows of the list: those at places of the copy, then others.
struct LeadsPage::LeadRows {
    std::vector<app::LeadPlace> places;
    std::vector<std::string> others;

    std::int64_t count() const { return static_cast<std::int64_t>(places.size() + others.size()); }

    Result<std::vector<LeadId>> ids(LeadCopyReader* reader) const {
        std::vector<std::string> texts;
        if (!places.empty()) {
            LEADSHEET_TRY(const auto leads, reader->leads(places));
            for (const Lead& lead : leads)
                texts.push_back(lead.text(LeadField::Id));
        }
        texts.insert(texts.end(), others.begin(), others.end());
        std::vector<LeadId> all;
        for (const std::string& given : texts) {
            LEADSHEET_TRY(auto id, LeadId::parse(given));
            all.push_back(std::move(id));
        }
        return all;
    }
};

void LeadsPage::take(int first, int last, LeadRows& rows) const {
    for (int row = first; row <= last; ++row) {
        if (const auto place = model_->placeOf(row))
            rows.places.push_back(*place);
        else if (const Lead* lead = model_->leadAt(row))
            rows.others.push_back(lead->text(LeadField::Id));
    }
}

void LeadsPage::eraseLeads() {
    const auto connection = workspace_.account().connection();
    if (!connection || connection->admin || erasing_.busy())
        return;
    LeadRows chosen;
    int rows = 0;
    QString name;
    for (const QItemSelectionRange& range : table_->selectionModel()->selection()) {
        rows += range.height();
        if (const Lead* lead = model_->leadAt(range.top()))
            name = nameOf(*lead);
        if (rows <= kMaxErased)
            take(range.top(), range.bottom(), chosen);
    }
    if (rows > kMaxErased) {
        workspace_.notify(NoticeKind::Warn,
                          tr("At most %1 leads are erased at once.").arg(number(kMaxErased)));
        return;
    }
    // Of the account that is asked about: another may be connected when the answer comes.
    const std::shared_ptr<LeadCopyReader> reader = feed_->newReader();
    if (rows == 0 ||
        !ask(this,
             {rows == 1 && !name.isEmpty() ? tr("Erase %1?", "a person").arg(name)
                                           : tr("Erase %Ln Lead(s)?", "", rows),
              tr("What the service and this computer's copy know about the person is deleted for "
                 "good. The lead's place, order, result and country stay, so that counts stay "
                 "right, and the person is not delivered to you again. Exported files and "
                 "outreach platforms keep what they have: delete it there."),
              tr("Erase for Good"), tr("Keep")}))
        return;
    erasing_.run(
        [connection, reader,
         chosen = std::move(chosen)](const std::stop_token& stop) -> Result<int> {
            const auto leads = chosen.ids(reader.get());
            return leads ? eraseAll(*connection->client, *leads, stop) : failure(leads.error());
        },
        [this, connection](const Result<int>& erased) {
            if (erased)
                workspace_.notify(NoticeKind::Good, tr("Erased %Ln lead(s).", "", *erased));
            else
                workspace_.notify(NoticeKind::Bad,
                                  sentence(troubleOf(erased.error(), *connection)));
            feed_->refreshNow();
        });
}

void LeadsPage::sendLeads() {
    const auto connection = workspace_.account().connection();
    if (!connection || connection->admin)
        return;
    const std::shared_ptr<LeadCopyReader> reader = feed_->newReader();
    std::vector<LeadChoice> choices;
    const auto offer = [&](const LeadRows& rows, const QString& words) {
        choices.push_back({words, rows.count(), [reader, rows](const std::stop_token&) {
                               return rows.ids(reader.get());
                           }});
    };
    LeadRows chosen;
    int wanted = 0;
    for (const QItemSelectionRange& range : table_->selectionModel()->selection()) {
        wanted += range.height();
        if (wanted <= kMaxSent)
            take(range.top(), range.bottom(), chosen);
    }
    if (wanted <= kMaxSent && chosen.count() > 0)
        offer(chosen, tr("%Ln chosen lead(s)", "", forPlural(chosen.count())));
    LeadRows all;
    const int listed = model_->rowCount();
    if (listed <= kMaxSent && feed_->matching() == listed && listed > wanted)
        take(0, listed - 1, all);
    if (all.count() > 0 && all.count() == listed)
        offer(all, tr("All %Ln lead(s) of this list", "", listed));
    if (choices.empty()) {
        workspace_.notify(
            NoticeKind::Warn,
            listed == 0
                ? tr("There are no leads here to send.")
                : tr("At most %1 leads are sent at once. Choose fewer.").arg(number(kMaxSent)));
        return;
    }
    auto* dialog = new PushDialog(connection, std::move(choices), this);
    connect(dialog, &PushDialog::sent, this,
            [this](const QString& words) { workspace_.notify(NoticeKind::Good, words); });
    connect(dialog, &PushDialog::setUpWanted, this, &LeadsPage::platformsWanted);
    dialog->open();
}

void LeadsPage::clearCopy() {
    if (!ask(this, {tr("Clear the Local Copy?"),
                    tr("The copy of your leads on this computer is deleted; the service keeps "
                       "them. They are fetched again when you refresh or come back to this page."),
                    tr("Clear Copy"), tr("Keep")}))
        return;
    feed_->clearCopy();
    workspace_.notify(NoticeKind::Good, tr("The copy on this computer was deleted."));
}

} // namespace leadsheet::desktop
