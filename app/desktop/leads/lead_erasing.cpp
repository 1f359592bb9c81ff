// SPDX-License-Identifier: Apache-2.0
#include "leads_page.hpp"

#include "../account/account_session.hpp"
#include "../account/trouble.hpp"
#include "../dialogs/ask.hpp"
#include "../shell/words.hpp"
#include "lead_feed.hpp"
#include "lead_grid_model.hpp"

#include <QItemSelectionModel>
#include <QTableView>

namespace leadsheet::desktop {
namespace {

constexpr int kMaxErased = 100; // a deed for few persons, each of whom asked for it

/// Leads to erase: those at places of the copy, then others.
struct EraseJob {
    std::vector<app::LeadPlace> places;
    std::vector<std::string> ids;
};

/// How many were erased.
Result<int> eraseAll(const Client& client, LeadCopyReader* reader, EraseJob job,
                     const std::stop_token& stop) {
    if (!job.places.empty()) {
        const auto leads = reader->leads(job.places);
        if (!leads)
            return failure(leads.error());
        for (const Lead& lead : *leads)
            job.ids.push_back(lead.text(LeadField::Id));
    }
    CallOptions call;
    call.stop = stop;
    int erased = 0;
    for (const std::string& text : job.ids) {
        const auto id = LeadId::parse(text);
        if (!id)
            return failure(id.error());
        if (const auto done = client.leads().erase(*id, call); !done)
            return failure(done.error());
        ++erased;
    }
    return erased;
}

} // namespace

void LeadsPage::eraseLeads() {
    const auto connection = workspace_.account().connection();
    if (!connection || connection->admin || erasing_.busy())
        return;
    EraseJob job;
    int rows = 0;
    for (const QItemSelectionRange& range : table_->selectionModel()->selection()) {
        rows += range.height();
        for (int row = range.top(); row <= range.bottom() && rows <= kMaxErased; ++row) {
            if (const auto place = model_->placeOf(row))
                job.places.push_back(*place);
            else if (const Lead* lead = model_->leadAt(row))
                job.ids.push_back(lead->text(LeadField::Id));
        }
    }
    if (rows > kMaxErased) {
        workspace_.notify(NoticeKind::Warn,
                          tr("At most %1 leads are erased at once.").arg(number(kMaxErased)));
        return;
    }
    if (rows == 0 ||
        !ask(this,
             {tr("Erase %Ln Lead(s)?", "", rows),
              tr("What the service and this computer's copy know about the person is deleted for "
                 "good. The lead's place, order, result and country stay, so that counts stay "
                 "right, and the person is not delivered to you again. Exported files and "
                 "outreach platforms keep what they have: delete it there."),
              tr("Erase for Good"), tr("Keep")}))
        return;
    erasing_.run(
        [connection, reader = feed_->newReader(),
         job = std::move(job)](const std::stop_token& stop) {
            return eraseAll(*connection->client, reader.get(), job, stop);
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
