// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../account/account_session.hpp"
#include "../bridge/background.hpp"
#include "refresh_pace.hpp"

#include <QObject>
#include <QTimer>

#include <optional>

namespace leadsheet::desktop {

class OrderModel;

/// Fills the model from the server beside the GUI thread: pages as the view scrolls, the newest
/// ones again at a pace that the read budget affords, and only while somebody looks.
class OrderFeed : public QObject {
    Q_OBJECT

public:
    OrderFeed(AccountSession& session, OrderModel& model, QObject* parent = nullptr);

    /// What is asked for. An order number finds that order whatever its status.
    struct Query {
        std::optional<OrderStatus> status;
        QString search; ///< order number or external reference; empty = none
        friend bool operator==(const Query&, const Query&) = default;
    };
    void ask(const Query& query);
    const Query& query() const { return query_; }

    /// Whether somebody looks; the first time starts the list.
    void setWatched(bool watched);
    void refreshNow();

    bool loading() const { return background_.busy(); }
    bool loaded() const { return loaded_; }
    const std::optional<Trouble>& trouble() const { return trouble_; }
    WallTime refreshedAt() const { return refreshedAt_; }
    /// When the list is refreshed by itself; nothing = not by itself.
    std::optional<WallTime> nextAt() const;
    const RefreshPace& pace() const { return pace_; }

signals:
    void changed();

private:
    void accountChanged();
    void fetchMore();
    void load(bool more);
    void plan();

    AccountSession& session_;
    OrderModel& model_;
    Query query_;
    bool watched_ = false;
    bool loaded_ = false;
    bool moreWanted_ = false;
    std::optional<std::string> cursor_;
    std::optional<Trouble> trouble_;
    WallTime refreshedAt_{};
    WallTime nextAt_{};
    RefreshPace pace_;
    QTimer timer_;
    Background background_;
};

} // namespace leadsheet::desktop
