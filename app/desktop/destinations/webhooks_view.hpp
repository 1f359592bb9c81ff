// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../bridge/background.hpp"
#include "../paging/page_feed.hpp"
#include "webhook_dialog.hpp"

#include <QWidget>

#include <functional>

class QAction;
class QLabel;
class QPushButton;
class QStackedWidget;
class QTableView;

namespace leadsheet::desktop {

class BacklogPanel;
class DeliveriesView;
class NoticeBar;
class WebhookModel;
class Workspace;

/// The account's webhooks with their health, what can be done with the one that is chosen, and its
/// messages.
class WebhooksView : public QWidget {
    Q_OBJECT

public:
    explicit WebhooksView(Workspace& workspace, QWidget* parent = nullptr);

    void setWatched(bool watched);
    void refreshNow();
    void add(const QString& address = {});
    void sendTestMessage();
    /// The words of the command line that shows the same, after "leadsheet".
    QStringList commandWords() const;

signals:
    void changed();

private:
    QWidget* makeButtons();
    QWidget* makeNothing();
    void makeTable();
    void refresh();
    void select();
    void refreshButtons();
    const Webhook* selected() const;
    void open(WebhookDialog* dialog);
    void cameBack(const std::string& id);
    void toggleEnabled();
    void redeliver();
    void backlogDecided(bool send);
    void remove();
    /// Runs `work` beside the GUI thread for the webhook that is chosen; `done` says what came of
    /// it, empty = nothing.
    template <class Value>
    void act(std::function<Result<Value>(const Connected&, const std::stop_token&)> work,
             std::function<QString(const Value&)> done);
    template <class Value>
    void acted(const std::shared_ptr<const Connected>& connection, const Result<Value>& value,
               const std::function<QString(const Value&)>& done);

    Workspace& workspace_;
    WebhookModel* model_;
    PageFeed* feed_;
    QTableView* table_ = nullptr;
    NoticeBar* notice_ = nullptr;
    BacklogPanel* backlog_ = nullptr;
    DeliveriesView* deliveries_ = nullptr;
    QStackedWidget* stack_ = nullptr;
    QPushButton* test_ = nullptr;
    QPushButton* edit_ = nullptr;
    QPushButton* rotate_ = nullptr;
    QPushButton* enable_ = nullptr;
    QPushButton* redeliver_ = nullptr;
    QPushButton* remove_ = nullptr;
    QPushButton* add_ = nullptr;
    std::optional<WebhookId> shown_; ///< whose messages are listed
    std::string wanted_;             ///< the webhook to choose when the list has it
    bool failed_ = false;            ///< the notice is about an act, not about the list
    Background background_;
};

} // namespace leadsheet::desktop
