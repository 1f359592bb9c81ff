// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../account/account_session.hpp"
#include "../shell/workspace.hpp"
#include "record_list.hpp"

class QLabel;
class QStackedWidget;

namespace leadsheet::desktop {

/// What an act says when it is done; empty = nothing.
struct Said {
    Said(QString text, NoticeKind noticeKind = NoticeKind::Good) // NOLINT: a sentence is enough
        : words(std::move(text))
        , kind(noticeKind) {}

    QString words;
    NoticeKind kind;
};

/// A list with what can be done with the chosen record, over what belongs to it; or, where there is
/// no record yet, what records are for. A failed act is told over the list until that is closed or
/// something else is done.
class ActingList : public QWidget {
    Q_OBJECT

public:
    virtual void setWatched(bool watched);
    virtual void refreshNow();

signals:
    void changed();

protected:
    using Act = std::function<Result<Said>(const Connected&, const std::stop_token&)>;

    /// The object names of its parts begin with `word`.
    ActingList(Workspace& workspace, const QString& word, QWidget* parent);

    /// Puts the parts together: `acts` over the table, `below` under it.
    void layOut(RecordTable& model, PageFeed& feed, QTableView* table, const QWidgetList& acts,
                QWidget* below, EmptyPage* nothing, const ListNotices& notices);

    /// Does something beside the GUI thread, one act at a time; `done` when it succeeded.
    void act(Act work, const std::function<void()>& done = {});
    bool acting() const { return acting_.busy(); }
    void fail(const QString& why);
    /// Chooses a record as soon as the list has it.
    void chooseLater(const std::string& id);

    virtual int rowOf(const std::string& id) const = 0;
    /// Another record is chosen, or it is another now.
    virtual void select() = 0;
    virtual void refreshButtons() = 0;

    Workspace& workspace() const { return workspace_; }
    int chosenRow() const;

private:
    void refresh();

    Workspace& workspace_;
    ListNotices notices_;
    PageFeed* feed_ = nullptr;
    RecordTable* model_ = nullptr;
    QTableView* table_ = nullptr;
    NoticeBar* notice_;
    QStackedWidget* stack_;
    QLabel* loading_;
    std::string wanted_;  ///< to be chosen when the list has it
    bool failed_ = false; ///< the notice is about an act, not about the list
    AccountActing acting_;
};

} // namespace leadsheet::desktop
