// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../account/account_session.hpp"
#include "../bridge/background.hpp"
#include "paged_model.hpp"
#include "refresh_pace.hpp"

#include "leadsheet/options.hpp"
#include "leadsheet/page.hpp"

#include <QTimer>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace leadsheet::desktop {

/// What one request brought, on its way into a model.
struct FeedPage {
    std::optional<std::string> next; ///< where the list goes on; nothing at its end
    /// In the GUI thread: `append` puts it behind what is shown, else it is the newest rows. True
    /// when everything was replaced.
    std::function<bool(bool append)> apply;
};

/// A page of a list for the model that shows it, which must live as long as the feed.
template <class Row>
FeedPage feedPage(PagedModel<Row>& model, leadsheet::Page<Row> page) {
    const bool more = page.hasMore && page.nextCursor.has_value();
    auto rows = std::make_shared<std::vector<Row>>(std::move(page.items));
    return {more ? page.nextCursor : std::nullopt, [&model, rows, more](bool append) {
                if (!append)
                    return model.refreshHead(std::move(*rows), more);
                model.append(std::move(*rows), more);
                return false;
            }};
}

/// Fills a model from the server beside the GUI thread: pages as the view scrolls, the first ones
/// again at a pace that the read budget affords, and only while somebody looks. GUI thread only.
class PageFeed : public QObject {
    Q_OBJECT

public:
    /// Asks for one page; in another thread.
    using Fetch =
        std::function<Result<FeedPage>(const Connected&, const PageOptions&, const CallOptions&)>;

    PageFeed(AccountSession& session, PagedRows& model, QObject* parent = nullptr);

    /// What the list is of, from its beginning; nothing = no list.
    void ask(Fetch fetch);
    /// Whether somebody looks; the first time starts the list.
    void setWatched(bool watched);
    void refreshNow();

    bool loading() const { return background_.busy(); }
    bool loaded() const { return loaded_; }
    const std::optional<Error>& trouble() const { return trouble_; }
    WallTime refreshedAt() const { return refreshedAt_; }
    /// When the list is refreshed by itself; nothing = not by itself.
    std::optional<WallTime> nextAt() const;
    const RefreshPace& pace() const { return pace_; }

signals:
    void changed();

protected:
    /// Whether a key of this kind is asked with; a customer's, unless a subclass says otherwise.
    virtual bool serves(const Connected& at) const { return !at.admin; }

private:
    void begin();
    void fetchMore();
    void load(bool more);
    void landed(Result<FeedPage> page, bool more);
    void plan();

    AccountSession& session_;
    PagedRows& model_;
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
    Background background_;
};

} // namespace leadsheet::desktop
