// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../bridge/background.hpp"
#include "../paging/page_feed.hpp"

#include "leadsheet/model/destination.hpp"

#include <QWidget>

#include <functional>

class QButtonGroup;
class QLabel;
class QLineEdit;
class QPushButton;
class QStackedWidget;
class QTableView;

namespace leadsheet::desktop {

class DestinationModel;
class NoticeBar;
class PushModel;
class Workspace;

/// The account's outreach destinations, what can be done with the one that is chosen, and what
/// became of each of its leads.
class OutreachView : public QWidget {
    Q_OBJECT

public:
    explicit OutreachView(Workspace& workspace, QWidget* parent = nullptr);

    void setWatched(bool watched);
    void refreshNow();
    void add();
    /// Words of the command line that shows the same, after "leadsheet".
    QStringList commandWords() const;

signals:
    void changed();

private:
    using Act = std::function<Result<QString>(const Connected&, const std::stop_token&)>;

    QWidget* makeButtons();
    QWidget* makePush();
    QWidget* makeChips();
    QWidget* makeNothing();
    QTableView* makeTable(QAbstractItemModel* model, const char* name, const QString& title,
                          const QList<int>& characters);
    void refresh();
    void refreshPushes();
    void select();
    void askPushes();
    void refreshButtons();
    const Destination* selected() const;
    void open(const std::optional<Destination>& destination);
    void toggleEnabled();
    void pushOrder();
    void remove();
    void drop(const std::string& id);
    /// Runs beside the GUI thread; what it answers is said.
    void act(Act work);

    Workspace& workspace_;
    DestinationModel* model_;
    PageFeed* feed_;
    PushModel* pushModel_;
    PageFeed* pushFeed_;
    QTableView* table_ = nullptr;
    NoticeBar* notice_ = nullptr;
    QStackedWidget* stack_ = nullptr;
    QButtonGroup* chips_ = nullptr;
    QLabel* state_ = nullptr;
    QLineEdit* order_ = nullptr;
    QPushButton* setUp_ = nullptr;
    QPushButton* enable_ = nullptr;
    QPushButton* remove_ = nullptr;
    QPushButton* push_ = nullptr;
    std::optional<DestinationId> shown_; ///< whose pushes are listed
    std::string wanted_;                 ///< the destination to choose when the list has it
    bool failed_ = false;                ///< the notice is about an act, not about the list
    Background background_;
};

} // namespace leadsheet::desktop
