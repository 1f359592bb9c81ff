// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../account/account_session.hpp"
#include "../bridge/background.hpp"
#include "../records/record_model.hpp"
#include "operator_act.hpp"

#include <QWidget>

#include <vector>

class QLabel;
class QProgressBar;
class QPushButton;
class QTableView;
class QVBoxLayout;

namespace leadsheet::desktop {

class NoticeBar;

/// How far an act has come with one order.
enum class ActState {
    Waiting, ///< not sent, or refused in a way that leaves it to be sent again
    Sending,
    Done,
    Refused, ///< for good; nothing was changed
    Unknown  ///< sent, and no answer came
};

struct ActOutcome {
    AdminOrder order; ///< as it was shown; as it is now once Done
    ActState state = ActState::Waiting;
    std::optional<Error> error;
};

struct ActCounts {
    int waiting = 0;
    int done = 0;
    int refused = 0;
    int unknown = 0;
};

/// One act on many orders, one after the other. What was not answered or not sent is sent again
/// under the same key when it is started again, so nothing is done twice. Ends early when going on
/// is useless: the key is refused, the budget is used up, or no answer comes several times in a
/// row. GUI thread only; destroying it stops what is under way.
class ActRun : public QObject {
    Q_OBJECT

public:
    ActRun(std::shared_ptr<const Connected> connection, ActWish wish,
           const std::vector<AdminOrder>& orders, QObject* parent = nullptr);

    /// Everything that is Waiting or Unknown.
    void start();
    /// Lets the order that is under way come to its end.
    void stop();
    bool running() const { return at_.has_value(); }
    bool stopping() const { return stopping_; }

    const ActWish& wish() const { return wish_; }
    const Connected& connection() const { return *connection_; }
    const std::vector<ActOutcome>& outcomes() const { return outcomes_; }
    ActCounts counts() const;
    /// It ended, and nothing is left to be told of any order.
    bool allDone() const;
    /// Why it ended early; nothing = it did not.
    const std::optional<Error>& trouble() const { return trouble_; }

signals:
    void changed(int row);
    void finished();

private:
    void next(std::size_t from);
    void landed(const Result<AdminOrder>& answer);
    void finish();

    std::shared_ptr<const Connected> connection_;
    ActWish wish_;
    std::vector<ActOutcome> outcomes_;
    std::optional<std::size_t> at_; ///< what is under way
    std::optional<Error> trouble_;
    bool stopping_ = false;
    bool wasUnknown_ = false; ///< what is under way had no answer before
    int silent_ = 0;          ///< orders in a row without an answer
    Background background_;
};

/// How many orders came how far, in words.
QString outcomeWords(const ActRun& run);

/// What became of each order of an act, with the reason where it was not done.
class OutcomeModel : public RecordModel<ActOutcome> {
    Q_OBJECT

public:
    enum Column { Number, Outcome, Reason };

    /// `run` must live as long as the model.
    explicit OutcomeModel(const ActRun& run, QObject* parent = nullptr);
};

/// An act under way and what came of it, order by order.
class ActProgress : public QWidget {
    Q_OBJECT

public:
    /// `run` must live as long as the widget.
    explicit ActProgress(ActRun& run);

signals:
    void closed();

private:
    void makeTable(QVBoxLayout* layout);
    void refresh();
    void showReason();
    void chooseOpenOne();

    ActRun& run_;
    QLabel* words_ = nullptr;
    QTableView* table_ = nullptr;
    QLabel* reason_ = nullptr;
    QProgressBar* bar_ = nullptr;
    NoticeBar* notice_ = nullptr;
    QPushButton* stop_ = nullptr;
    QPushButton* again_ = nullptr;
    QPushButton* close_ = nullptr;
};

} // namespace leadsheet::desktop
