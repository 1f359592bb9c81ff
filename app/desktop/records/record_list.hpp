// SPDX-License-Identifier: Apache-2.0
#pragma once

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
class QLineEdit;
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
    explicit ListFilters(const QString& label = {}, const char* name = "",
                         QWidget* parent = nullptr);

    /// The first one is chosen.
    void addChoice(int id, const QString& label, const QString& name, const QIcon& picture = {});
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

/// What stands where a list has nothing yet: what it is for, and the button that starts it.
class EmptyPage : public QWidget {
    Q_OBJECT

public:
    EmptyPage(const char* picture, const QString& words, const QString& label,
              const char* buttonName, const char* buttonPicture = "add");

signals:
    void started();
};

} // namespace leadsheet::desktop
