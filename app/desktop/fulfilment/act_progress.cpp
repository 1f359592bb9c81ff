// SPDX-License-Identifier: Apache-2.0
#include "act_progress.hpp"

#include "../records/record_list.hpp"
#include "../shell/notice_bar.hpp"
#include "../shell/words.hpp"
#include "../theme/icons.hpp"
#include "../widgets/parts.hpp"
#include "../widgets/tables.hpp"

#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QTableView>
#include <QVBoxLayout>

namespace leadsheet::desktop {
namespace {

constexpr int kMaxSilent = 3;

/// The next order would fare no better.
bool concernsTheKey(const Error& error) {
    switch (error.code) {
    case ErrorCode::MissingApiKey:
    case ErrorCode::InvalidApiKey:
    case ErrorCode::ExpiredApiKey:
    case ErrorCode::RevokedApiKey:
    case ErrorCode::MissingScope:
    case ErrorCode::WrongKeyType:
    case ErrorCode::RateLimited:
        return true;
    default:
        return false;
    }
}

constexpr int kRowsSeen = 5;

Look outcomeLook(ActState state) {
    switch (state) {
    case ActState::Sending:
        return {OutcomeModel::tr("Sending"), QLatin1String("play"), Tone::Info};
    case ActState::Done:
        return {OutcomeModel::tr("Done"), QLatin1String("placed"), Tone::Good};
    case ActState::Refused:
        return {OutcomeModel::tr("Refused"), QLatin1String("error"), Tone::Bad};
    case ActState::Unknown:
        return {OutcomeModel::tr("Unknown Outcome"), QLatin1String("unknown"), Tone::Warn};
    case ActState::Waiting:
        break;
    }
    return {OutcomeModel::tr("Not Sent"), QLatin1String("queued"), Tone::Neutral};
}

QString outcomeReason(const ActOutcome& outcome, const Connected& at) {
    if (!outcome.error || outcome.state == ActState::Done || outcome.state == ActState::Sending)
        return {};
    if (outcome.state == ActState::Unknown)
        return OutcomeModel::tr(
            "No answer came, so it may have been done. Sent again, it is done at most once.");
    if (outcome.error->is(ErrorCode::VersionConflict) ||
        outcome.error->is(ErrorCode::InvalidTransition))
        return OutcomeModel::tr("The order changed since it was shown. Look at it again.");
    if (outcome.error->is(ErrorCode::NotFound))
        return OutcomeModel::tr("This order no longer exists.");
    return callTrouble(*outcome.error, at);
}

} // namespace

ActRun::ActRun(std::shared_ptr<const Connected> connection, ActWish wish,
               const std::vector<AdminOrder>& orders, QObject* parent)
    : QObject(parent)
    , connection_(std::move(connection))
    , wish_(std::move(wish)) {
    for (const AdminOrder& order : orders)
        outcomes_.push_back({order, ActState::Waiting, {}});
}

void ActRun::start() {
    if (running())
        return;
    stopping_ = false;
    silent_ = 0;
    trouble_.reset();
    next(0);
}

void ActRun::stop() {
    stopping_ = running();
}

void ActRun::next(std::size_t from) {
    while (from < outcomes_.size() && outcomes_[from].state != ActState::Waiting &&
           outcomes_[from].state != ActState::Unknown)
        ++from;
    if (stopping_ || from == outcomes_.size())
        return finish();
    at_ = from;
    ActOutcome& outcome = outcomes_[from];
    wasUnknown_ = outcome.state == ActState::Unknown;
    outcome.state = ActState::Sending;
    emit changed(static_cast<int>(from));
    background_.run(
        [connection = connection_, wish = wish_,
         order = outcome.order](const std::stop_token& stop) {
            CallOptions call;
            call.stop = stop;
            return perform(*connection->client, order, wish, call);
        },
        [this](const Result<AdminOrder>& answer) { landed(answer); });
}

void ActRun::landed(const Result<AdminOrder>& answer) {
    const std::size_t row = *at_;
    ActOutcome& outcome = outcomes_[row];
    if (answer) {
        outcome = {*answer, ActState::Done, {}};
        silent_ = 0;
    } else {
        const Error& error = answer.error();
        outcome.error = error;
        const bool silent = error.certainty == Certainty::Unknown || error.httpStatus == 0;
        silent_ = silent ? silent_ + 1 : 0;
        if (error.certainty == Certainty::Unknown)
            outcome.state = ActState::Unknown;
        else if (concernsTheKey(error) || error.stop != StopReason::Permanent)
            // That this attempt did nothing does not say what became of an earlier one.
            outcome.state = wasUnknown_ ? ActState::Unknown : ActState::Waiting;
        else
            outcome.state = ActState::Refused;
        if (concernsTheKey(error) || silent_ == kMaxSilent)
            trouble_ = error;
    }
    emit changed(static_cast<int>(row));
    if (trouble_)
        return finish();
    next(row + 1);
}

bool ActRun::allDone() const {
    return !running() && counts().done == static_cast<int>(outcomes_.size());
}

void ActRun::finish() {
    at_.reset();
    stopping_ = false;
    emit finished();
}

ActCounts ActRun::counts() const {
    ActCounts counts;
    for (const ActOutcome& outcome : outcomes_) {
        switch (outcome.state) {
        case ActState::Waiting:
        case ActState::Sending:
            ++counts.waiting;
            break;
        case ActState::Done:
            ++counts.done;
            break;
        case ActState::Refused:
            ++counts.refused;
            break;
        case ActState::Unknown:
            ++counts.unknown;
            break;
        }
    }
    return counts;
}

QString outcomeWords(const ActRun& run) {
    const ActCounts counts = run.counts();
    const OperatorAct act = run.wish().act;
    if (run.outcomes().size() == 1 && counts.done == 1)
        return doneWords(act, run.outcomes().front().order.order.number);
    QStringList words{doneWords(act, counts.done)};
    if (counts.refused > 0)
        words << ActProgress::tr("%Ln order(s) were refused; nothing was changed there.", "",
                                 counts.refused);
    if (counts.unknown > 0)
        words << ActProgress::tr("The outcome of %Ln order(s) is unknown.", "", counts.unknown);
    if (counts.waiting > 0)
        words << ActProgress::tr("%Ln order(s) were not sent.", "", counts.waiting);
    return words.join(QLatin1Char(' '));
}

OutcomeModel::OutcomeModel(const ActRun& run, QObject* parent)
    : RecordModel(parent) {
    QStringList states;
    for (const ActState state : {ActState::Waiting, ActState::Sending, ActState::Done,
                                 ActState::Refused, ActState::Unknown})
        states << outcomeLook(state).word;
    add(tr("Order"), {{kSampleOrderNumber}},
        [](const ActOutcome& outcome) { return text(outcome.order.order.number.str()); });
    addState(tr("Outcome"), {states, true},
             [](const ActOutcome& outcome) { return outcomeLook(outcome.state); });
    add(tr("Reason"), {{letters(60)}, false, letters(20)},
        [&run](const ActOutcome& outcome) { return outcomeReason(outcome, run.connection()); });
    setRows(run.outcomes());
    connect(&run, &ActRun::changed, this,
            [this, &run](int row) { setRow(row, run.outcomes()[static_cast<std::size_t>(row)]); });
}

ActProgress::ActProgress(ActRun& run)
    : run_(run) {
    auto* layout = columnIn(this, 8);
    words_ = named(wrappingLabel({}), "actState");
    bar_ = new QProgressBar;
    bar_->setAccessibleName(tr("Orders that have an outcome"));
    bar_->setTextVisible(false);
    bar_->setRange(0, static_cast<int>(run.outcomes().size()));
    notice_ = new NoticeBar("actTrouble");
    addAll(layout, {words_, bar_, notice_});
    makeTable(layout);
    stop_ = named(new QPushButton(icon(QLatin1String("stop")), tr("Stop")), "actStop");
    again_ = named(new QPushButton(icon(QLatin1String("redo")), {}), "actAgain");
    again_->setToolTip(tr("Under the same keys: nothing is done twice"));
    close_ = named(new QPushButton(tr("Close")), "actClose");
    layout->addLayout(buttonRow({stop_, again_, close_}));
    connect(stop_, &QPushButton::clicked, this, [this] {
        run_.stop();
        refresh();
    });
    connect(again_, &QPushButton::clicked, &run, &ActRun::start);
    connect(close_, &QPushButton::clicked, this, &ActProgress::closed);
    connect(&run, &ActRun::changed, this, &ActProgress::refresh);
    connect(&run, &ActRun::finished, this, [this] {
        refresh();
        chooseOpenOne();
    });
    refresh();
}

void ActProgress::makeTable(QVBoxLayout* layout) {
    table_ = recordTable(*new OutcomeModel(run_, this), "actOutcomes", tr("Outcome of each order"));
    keepRowsVisible(*table_, kRowsSeen);
    reason_ = named(wrappingLabel({}), "actReason");
    layout->addWidget(table_, 1);
    layout->addWidget(reason_);
    connect(table_->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            &ActProgress::showReason);
}

/// A reason may be longer than its cell.
void ActProgress::showReason() {
    const QModelIndex chosen = table_->currentIndex();
    reason_->setText(chosen.isValid()
                         ? chosen.siblingAtColumn(OutcomeModel::Reason).data().toString()
                         : QString());
    reason_->setVisible(!reason_->text().isEmpty());
}

/// The first order that was not done, so that its reason is read.
void ActProgress::chooseOpenOne() {
    for (std::size_t row = 0; row < run_.outcomes().size(); ++row)
        if (run_.outcomes()[row].error && run_.outcomes()[row].state != ActState::Done)
            return table_->selectRow(static_cast<int>(row));
}

void ActProgress::refresh() {
    const ActCounts counts = run_.counts();
    const bool running = run_.running();
    bar_->setValue(counts.done + counts.refused + counts.unknown);
    words_->setText(!running          ? outcomeWords(run_)
                    : run_.stopping() ? tr("Stops after the order that is under way.")
                                      : tr("%1 of %2 orders have an outcome.")
                                            .arg(number(bar_->value()), number(bar_->maximum())));
    if (!running && run_.trouble())
        notice_->show(NoticeKind::Bad, callTrouble(*run_.trouble(), run_.connection()));
    else
        notice_->hide();
    const int open = counts.waiting + counts.unknown;
    again_->setText(tr("Send %Ln Order(s) Again", "", open));
    again_->setVisible(!running && open > 0);
    stop_->setVisible(running);
    stop_->setEnabled(!run_.stopping());
    close_->setVisible(!running);
    showReason();
}

} // namespace leadsheet::desktop
