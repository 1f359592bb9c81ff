// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../account/account_session.hpp"
#include "../bridge/background.hpp"
#include "../bridge/latest.hpp"
#include "lead_copy_reader.hpp"
#include "lead_grid_model.hpp"
#include "lead_spans.hpp"

#include "leadsheet/app/lead_fill.hpp"

#include <QTimer>

#include <memory>
#include <optional>

namespace leadsheet::desktop {

/// Brings leads into a LeadGridModel: keeps a copy of the account's leads on this computer, finds
/// in it what a filter lets through, and asks the service for the first pages and for counts while
/// the copy is not whole. Nothing of it holds up the window. GUI thread only.
class LeadFeed : public QObject {
    Q_OBJECT

public:
    LeadFeed(AccountSession& session, LeadGridModel& model, std::filesystem::path dataFolder,
             std::filesystem::path sandboxFolder, QObject* parent = nullptr);

    void ask(const LeadFilter& filter);
    const LeadFilter& filter() const { return filter_; }
    /// Shown so as soon as the copy is whole: the service lists the oldest first, and where its
    /// list ends is known only then.
    void setNewestFirst(bool wanted);
    bool waitsForNewest() const { return newestFirst_ && !spans_.newestFirst(); }
    /// Whether somebody looks; the first time begins the copy.
    void setWatched(bool watched);
    /// Fetches what is new.
    void refreshNow();

    /// How many leads the filter lets through, as far as it is known for certain: counted here once
    /// the copy is whole, by the service before.
    std::optional<std::int64_t> matching() const;
    /// Of the account, in the same way.
    std::optional<std::int64_t> owned() const;
    const app::LeadCacheState& copy() const { return copy_; }
    /// Whether anything is known at all about what the filter lets through.
    bool loaded() const { return loaded_; }
    bool filling() const { return filling_.busy(); }
    /// When the filling goes on that rests for the sake of the key's request budget.
    std::optional<WallTime> restsUntil() const { return restsUntil_; }
    /// What went wrong last; of the service, or of the copy.
    const std::optional<Error>& trouble() const { return trouble_; }
    const std::optional<Error>& copyTrouble() const { return copyTrouble_; }
    const app::LeadFacets& facets() const { return facets_; }
    /// For jobs that read leads of the copy in a thread of their own; null without an account.
    std::shared_ptr<LeadCopyReader> newReader() const;

signals:
    void changed();
    void facetsChanged();

private:
    void accountChanged();
    void restartSearch();
    void search();
    void searched(const std::optional<LeadSpans::Span>& span,
                  Result<std::vector<app::LeadPlace>> places);
    void askService(bool more);
    void readChunks(const QList<int>& chunks);
    void readFacets();
    void startFilling();
    void filled(const Result<app::LeadFill>& fill);
    void copyGrew(const app::LeadCacheState& copy);
    void failed(const Error& error);
    void copyFailed(const Error& error);
    void plan();
    bool usable() const;

    AccountSession& session_;
    LeadGridModel& model_;
    std::filesystem::path dataFolder_;
    std::filesystem::path sandboxFolder_;
    LeadFilter filter_;
    bool watched_ = false;
    bool begun_ = false;
    bool again_ = false;
    bool anew_ = false;     ///< the next filling throws the copy away first
    bool repaired_ = false; ///< that was done once for this account
    bool loaded_ = false;
    app::LeadCacheState copy_;
    bool newestFirst_ = false;
    LeadSpans spans_;
    std::optional<std::int64_t> serviceMatching_;
    std::optional<std::int64_t> serviceOwned_;
    std::optional<std::string> headCursor_;
    std::optional<WallTime> restsUntil_;
    std::optional<Error> trouble_;
    std::optional<Error> copyTrouble_;
    app::LeadFacets facets_;
    std::int64_t facetsOf_ = -1; ///< so many leads were in the copy when they were counted
    std::shared_ptr<LeadCopyReader> searcher_;
    std::shared_ptr<LeadCopyReader> reader_;
    QTimer timer_;
    Latest<std::pair<int, app::LeadCacheState>> progress_;
    int account_ = 0; ///< counts accounts, so that progress of an earlier one is dropped
    Background filling_;
    Background searching_;
    Background asking_;
    Background reading_;
};

} // namespace leadsheet::desktop
