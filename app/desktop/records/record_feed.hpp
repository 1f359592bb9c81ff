// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../account/account_session.hpp"
#include "../bridge/background.hpp"
#include "record_model.hpp"

#include "leadsheet/model/account.hpp"
#include "leadsheet/options.hpp"
#include "leadsheet/page.hpp"
#include "leadsheet/try.hpp"

#include <QStringList>
#include <QTimer>

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace leadsheet::desktop {

/// How long to wait before a list is refreshed by itself.
struct RefreshPace {
    std::chrono::seconds wait{0};
    bool slowed = false; ///< by the read budget, so much that a person should know
    BudgetStatus budget; ///< the one that counts: `default`; limit 0 = unknown
};

/// All refreshing until the budget's window ends takes at most a tenth of what is left in it, and
/// never comes faster than `usual`. An empty budget waits for its window's end.
RefreshPace refreshPace(const std::vector<BudgetStatus>& budgets, std::chrono::seconds usual);

/// What one request brought, on its way into a model.
struct FeedPage {
    std::optional<std::string> next; ///< where the list goes on; nothing at its end
    /// In the GUI thread: `append` puts it behind what is shown, else it is the newest rows. True
    /// when everything was replaced.
    std::function<bool(bool append)> apply;
};

/// A page of a list for the model that shows it, which must live as long as the feed.
template <class Record>
FeedPage feedPage(PagedModel<Record>& model, leadsheet::Page<Record> page) {
    const bool more = page.hasMore && page.nextCursor.has_value();
    auto rows = std::make_shared<std::vector<Record>>(std::move(page.items));
    return {more ? page.nextCursor : std::nullopt, [&model, rows, more](bool append) {
                if (!append)
                    return model.refreshHead(std::move(*rows), more);
                model.append(std::move(*rows), more);
                return false;
            }};
}

/// What a list says before it is there.
QString loadingWords();

/// Fills a table from the server beside the GUI thread: pages as the view scrolls, the first ones
/// again at a pace that the read budget affords, and only while somebody looks. GUI thread only.
class PageFeed : public QObject {
    Q_OBJECT

public:
    /// Asks for one page; in another thread.
    using Fetch =
        std::function<Result<FeedPage>(const Connected&, const PageOptions&, const CallOptions&)>;

    /// Whose keys a list is asked for with.
    enum class Asks { Customers, Operators };

    PageFeed(AccountSession& session, RecordTable& model, QObject* parent = nullptr,
             Asks asks = Asks::Customers);

    /// What the list is of, from its beginning; nothing = no list.
    void ask(Fetch fetch);
    /// The same for a list of `model`, which `read(connection, page, call)` reads.
    template <class Record, class Read>
    void ask(PagedModel<Record>& model, Read read) {
        ask([&model, read = std::move(read)](const Connected& at, const PageOptions& page,
                                             const CallOptions& call) -> Result<FeedPage> {
            LEADSHEET_TRY(auto found, read(at, page, call));
            return feedPage(model, std::move(found));
        });
    }
    /// Whether somebody looks; the first time starts the list.
    void setWatched(bool watched);
    void refreshNow();

    /// Whether the list is asked for with the key of this connection.
    bool serves(const Connected& at) const { return at.admin == (asks_ == Asks::Operators); }
    bool loading() const { return background_.busy(); }
    bool loaded() const { return loaded_; }
    const std::optional<Error>& trouble() const { return trouble_; }
    /// When the list is refreshed by itself; nothing = not by itself.
    std::optional<WallTime> nextAt() const;
    /// Since when the list holds, and when it is asked for again; sentences. "Loading…" before it
    /// is there, nothing when nobody asks.
    QStringList refreshWords() const;

signals:
    void changed();

private:
    void begin();
    void fetchMore();
    void load(bool more);
    void landed(Result<FeedPage> page, bool more);
    void plan();

    AccountSession& session_;
    RecordTable& model_;
    Asks asks_;
    Fetch fetch_;
    bool watched_ = false;
    bool loaded_ = false;
    bool moreWanted_ = false;
    bool again_ = false;
    std::optional<std::string> cursor_;
    std::optional<Error> trouble_;
    WallTime refreshedAt_{};
    WallTime nextAt_{};
    RefreshPace pace_;
    QTimer timer_;
    QTimer patience_; ///< runs while an answer is not late yet
    Background background_;
};

/// The feed of the records that match a query, which `read` asks the service for.
template <class Record, class Query>
class QueryFeed : public PageFeed {
public:
    using Read = Result<leadsheet::Page<Record>> (*)(const Client&, const Query&, PageOptions,
                                                     const CallOptions&);

    QueryFeed(AccountSession& session, PagedModel<Record>& model, Read read, QObject* parent,
              Asks asks = Asks::Customers)
        : PageFeed(session, model, parent, asks)
        , model_(model)
        , read_(read) {
        askAgain();
    }

    void askFor(const Query& query) {
        if (query == query_)
            return;
        query_ = query;
        askAgain();
    }
    const Query& query() const { return query_; }

private:
    void askAgain() {
        ask(model_, [read = read_, query = query_](const Connected& at, const PageOptions& page,
                                                   const CallOptions& call) {
            return read(*at.client, query, page, call);
        });
    }

    PagedModel<Record>& model_;
    Read read_;
    Query query_;
};

} // namespace leadsheet::desktop
