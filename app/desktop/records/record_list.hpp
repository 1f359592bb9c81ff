// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../account/account_session.hpp"
#include "../shell/workspace.hpp"
#include "record_feed.hpp"
#include "record_model.hpp"

#include <QCollator>
#include <QIcon>
#include <QSortFilterProxyModel>
#include <QStringList>
#include <QWidget>

#include <functional>

class QAbstractButton;
class QButtonGroup;
class QLabel;
class QLineEdit;
class QPushButton;
class QStackedWidget;
class QTableView;

namespace leadsheet::desktop {

class FlowLayout;
class NoticeBar;

/// Which of the loaded records of a list are shown, and in which order: those whose text has every
/// word that is searched for, in any case; sorted by the values of a column, or as they came. Equal
/// values stay as they came, and what has none stands last either way. For lists of some thousands
/// of records; GUI thread only.
class ListSieve : public QSortFilterProxyModel {
    Q_OBJECT

public:
    explicit ListSieve(RecordTable& records, QObject* parent = nullptr);

    /// Words with blanks between them; empty = all records are shown.
    void search(const QString& words);
    bool searches() const { return !words_.isEmpty(); }
    /// Whether it shows the records in another order than they came.
    bool sorts() const { return sortColumn() >= 0; }
    /// Which of the records stands in this row; -1 = none.
    int recordAt(int row) const;

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;
    bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;

private:
    QStringList words_;
    QCollator collator_;
};

/// A list of records that Tab leaves; its columns are as wide as the model says. `spoken` names it
/// to assistive technology. Where `rowsSeen` is not 0, so many rows stay visible.
QTableView* recordTable(RecordTable& model, const char* name, const QString& spoken,
                        int rowsSeen = 0);
/// The same for what a sieve lets through of the records; its titles sort.
QTableView* recordTable(RecordTable& model, ListSieve& sieve, const char* name,
                        const QString& spoken);

/// Calls `chosen` whenever another row is chosen, and when the chosen one is another now or gone.
void followChoice(QTableView& table, const std::function<void()>& chosen);
/// Chooses the first row where none is.
void chooseFirst(QTableView& table);

/// What a list says that cannot be asked for; empty = nothing.
struct ListNotices {
    QString notConnected;
    QString wrongKey;
};
/// Says why there is no list, or why it is not as it is now: there is no account, the key is of the
/// other kind, the service did not answer. False when it is silent.
bool tellTrouble(NoticeBar& notice, const Connected* at, const PageFeed& feed,
                 const ListNotices& words = {});
/// The same for a list of one account's, which is asked for with keys of customers.
bool tellTrouble(NoticeBar& notice, const Connected* at, const std::optional<Error>& trouble,
                 const ListNotices& words);

/// A list and the pane of its chosen row side by side; what becomes free goes to the list first.
QWidget* besideList(QWidget* list, QWidget* pane);

/// A page of a list: what chooses and tells stands above it, its state below. The page gives its
/// focus to the list.
void layOutList(QWidget& page, const QWidgetList& above, QWidget* list, QWidget* pane,
                QWidget* state);

/// What a list is of: one of several chips, and what was typed into the field beside them, which
/// counts with Return, and at once when it was emptied. Chips that assistive technology chooses
/// count as well. GUI thread only.
class ListFilters : public QWidget {
    Q_OBJECT

public:
    /// `label` says what can be typed, `name` is the field's object name; without them there is no
    /// field.
    ListFilters(const QString& label = {}, const char* name = "");

    /// The first one is chosen.
    void addChoice(int id, const QString& label, const QString& name, const QIcon& picture = {});
    /// Their ids count from 0; their object names are `name` and the id.
    void addChoices(const QStringList& labels, const QString& name);
    int chosen() const;
    QAbstractButton* choice(int id) const; ///< null = there is none
    QString searched() const;              ///< without blanks around it
    /// A text is searched for, or another chip than the first is chosen: an empty list may only be
    /// one that nothing matches.
    bool narrows() const;
    /// As if the person had typed it.
    void search(const QString& text);
    /// Gives the focus to the field.
    void find();

signals:
    void changed();
    /// Another text stands in the field; it may go on.
    void typed();
    /// Return was pressed in the field; comes before changed().
    void entered();

protected:
    void changeEvent(QEvent* event) override;

private:
    void fit();

    FlowLayout* flow_;
    QButtonGroup* choices_;
    QLineEdit* search_;
};

/// A list of an operator's: what chooses and tells above it, the pane of its chosen record beside
/// it, its state below.
class ListView : public QWidget {
    Q_OBJECT

public:
    virtual void setWatched(bool watched) { feed_->setWatched(watched); }
    virtual void refreshNow() { feed_->refreshNow(); }
    void find() { filters_->find(); }
    void toggleDetail();
    /// The words of the command line that shows the same, after "leadsheet".
    virtual QStringList commandWords() const = 0;

signals:
    void changed();
    void said(leadsheet::desktop::NoticeKind kind, const QString& words);

protected:
    /// The object names of its parts begin with `word`.
    ListView(Workspace& workspace, const QString& word);
    /// Puts the parts together and follows the list.
    void layOut(PageFeed& feed, QWidget* acts, QTableView* table, QWidget* pane);
    /// The list is another now.
    virtual void refresh() = 0;
    /// Another record is chosen, or it is another now.
    virtual void select() = 0;
    /// Says why there is no list, or nothing.
    void tell();
    void showState(QStringList sentences);

    Workspace& workspace_;
    ListFilters* filters_ = nullptr;
    QTableView* table_ = nullptr;

private:
    PageFeed* feed_ = nullptr;
    QWidget* pane_ = nullptr;
    NoticeBar* notice_;
    QLabel* state_;
};

/// What stands where a list has nothing yet: what it is for, and the button that starts it.
class EmptyPage : public QWidget {
    Q_OBJECT

public:
    EmptyPage(const char* picture, const QString& words, const QString& label,
              const char* buttonName, const char* buttonPicture = "add");

signals:
    void started();
};

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
    /// The words of the command line that shows the same, after "leadsheet".
    virtual QStringList commandWords() const = 0;

signals:
    void changed();

protected:
    using Act = std::function<Result<Said>(const Connected&, const std::stop_token&)>;

    /// The object names of its parts begin with `word`.
    ActingList(Workspace& workspace, const QString& word);

    /// Lists what `read(connection, page, call)` reads.
    template <class Record, class Read>
    void list(PagedModel<Record>& model, QTableView* table, Read read) {
        model_ = &model;
        table_ = table;
        feed_ = new PageFeed(workspace_.account(), model, this);
        feed_->ask(model, std::move(read));
        rowOf_ = [&model](const std::string& id) {
            return model.rowOf(id);
        };
    }
    /// A button that makes a record.
    void addMaking(const QString& label, const char* name, const std::function<void()>& make);
    /// A button for the chosen record; pressed only while there is one and nothing is being done.
    QPushButton* addAct(const QString& label, const char* name, const char* picture,
                        const std::function<void()>& what);
    QWidget* acts() const { return acts_; } ///< the row of these buttons
    /// Puts the parts together: `above` over the table, `below` under it.
    void layOut(const QWidgetList& above, QWidget* below, EmptyPage* nothing,
                const ListNotices& notices);

    /// Does something beside the GUI thread, one act at a time; `done` when it succeeded.
    void act(Act work, const std::function<void()>& done = {});
    bool acting() const { return acting_.busy(); }
    void fail(const QString& why);
    /// Chooses a record as soon as the list has it.
    void chooseLater(const std::string& id);
    /// Takes what was left half made away from the service, in the account that it was made in.
    template <class Half>
    void drop(const std::shared_ptr<Half>& half) {
        // The job owns it: what fails here is tried once more in its thread, not in the window's.
        removing_.run(
            [half](const std::stop_token& stop) { return half->remove(callUntil(stop)); },
            [this, ref = half->at().ref](const Result<void>& gone) { dropped(ref, gone); });
    }

    /// Another record is chosen, or it is another now.
    virtual void select() = 0;
    /// Which acts are possible now.
    virtual void refreshButtons();

    int chosenRow() const;
    PageFeed& feed() const { return *feed_; }

    Workspace& workspace_;

private:
    void refresh();
    void dropped(const submit::AccountRef& account, const Result<void>& gone);

    ListNotices notices_;
    PageFeed* feed_ = nullptr;
    RecordTable* model_ = nullptr;
    QTableView* table_ = nullptr;
    std::function<int(const std::string& id)> rowOf_;
    QWidget* acts_;
    QList<QPushButton*> onChosen_;
    NoticeBar* notice_;
    QStackedWidget* stack_;
    QLabel* loading_;
    std::string wanted_;  ///< to be chosen when the list has it
    bool failed_ = false; ///< the notice is about an act, not about the list
    AccountActing acting_;
    Background removing_;
};

} // namespace leadsheet::desktop
