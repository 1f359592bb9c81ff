// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ledger_store.hpp"
#include "run_book.hpp"
#include "run_progress.hpp"
#include "send_crew.hpp"

#include "leadsheet/submit/submission.hpp"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace leadsheet::submit {

/// One call of Submission::run(): the loop that owns the ledger while the crew talks to the
/// service. Each turn is one transaction (all answers in, all rows about to leave marked), so the
/// disk is waited for once per turn and not once per row.
class SubmissionRun {
public:
    struct Setting {
        detail::LedgerStore& store;
        OrderService& service;
        Clock& clock;
        Rng& rng;
        const SubmissionOptions& options;
    };

    SubmissionRun(const Setting& setting, const RunInfo& run, RunControl& control,
                  RunObserver* observer);
    SubmissionRun(const SubmissionRun&) = delete;
    SubmissionRun& operator=(const SubmissionRun&) = delete;
    ~SubmissionRun();

    RunReport execute();

private:
    /// An answer and what it means, kept until it is on disk.
    struct Outcome {
        detail::SentRow row;
        detail::Verdict verdict;
    };

    /// For waits: the wall clock as it would be if nobody had set it since the run began.
    detail::Moment now() const;
    /// For what is written down: others compare it with the clock as it is then.
    WallTime stamp() const;
    void begin();
    void turn();
    bool finished();
    void end();
    void saveWhatCanBeSaved(const Error& error);

    void readControl();
    void collect();
    void understand(detail::SendAnswer answer);
    void understand(detail::LookUpAnswer answer);
    void putOff(detail::Verdict& verdict);
    void askForOrders();
    bool waitsToLookUp() const;
    void understand(detail::QuoteReply reply);
    void weigh(const detail::Verdict& verdict);
    void weighFailure(const detail::Verdict& verdict);
    void weighRequote(const detail::SentRow& row, const detail::Verdict& verdict);
    void noteFailure(const Said& message, const std::string& code);
    /// A budget that is full again after `asked`; `why` is made of that time.
    void heedLimit(const std::optional<std::chrono::milliseconds>& asked,
                   Message (*why)(std::string_view));
    void countRefusal(const std::string& code);
    bool probing() const;
    /// Set when nothing is left but rows that the server wants to see later than the person waits.
    std::optional<WallTime> waitsForServerUntil();
    void pause(PauseReason reason, const Said& detail, const std::string& code = {});
    /// `why` is made of the time.
    void pauseUntil(WallTime time, Message (*why)(std::string_view));

    void writeOutcomes();
    void writeQuotes();
    void writeQuote(const detail::SentRow& row, const QuoteAnswer& answer);
    std::vector<detail::SentRow> takeRows();
    std::size_t room() const;
    bool holding() const;
    /// Only the order budget is waited for.
    bool holdsOnlyOrders() const;
    bool settledAnyway() const;
    void askForQuotes();
    void checkPace();
    void savePacing();

    SteadyTime nextLook();
    SteadyTime nextWork();
    void report(bool last);
    std::optional<SteadyTime> requestBudgetUntil() const;
    RunProgress progress();
    RunReport makeReport() const;

    Setting setting_;
    RunControl& control_;
    RunObserver* observer_;
    SteadyTime startSteady_;
    WallTime startWall_;
    detail::RunBook book_;
    std::optional<detail::SendCrew> crew_;
    std::int64_t account_ = 0;
    int senders_;

    std::vector<Outcome> outcomes_;
    std::vector<detail::QuoteReply> quotes_;
    std::vector<detail::SentRow> returned_; ///< staged rows that came back unsent
    std::vector<detail::SentRow> lookUps_;  ///< Sending, until it is known what their keys bought
    std::set<std::int64_t> refusedRows_;    ///< ordinals; SentRow::isRefused

    bool ending_ = false;
    bool stop_ = false;
    PauseReason reason_ = PauseReason::None;
    Said detail_;
    std::string code_;
    std::optional<WallTime> resumeAt_;
    std::optional<RunState> endState_;

    std::string refusalCode_;
    int refusals_ = 0;
    int failures_ = 0;                      ///< answers that were none, one after the other
    std::optional<SteadyTime> outageSince_; ///< the first failure after the last usable answer
    SteadyTime holdUntil_{};                ///< failures one after the other
    SteadyTime paceUntil_{};                ///< a long wait for the budget
    bool limited_ = false;                  ///< by the last answer, for a time that it told
    bool limitUntold_ = false;              ///< by the last answer, for nobody knows how long
    WallTime expiredThrough_{};
    bool lookUpUnderWay_ = false;
    bool lookUpLimited_ = false; ///< the key's request budget was used up, until lookUpAt_
    SteadyTime lookUpAt_{};
    bool quoteLimited_ = false; ///< the same, until quoteAt_
    bool quoteUnderWay_ = false;
    int pricings_ = 0;        ///< prices that came while sending
    int refusedPricing_ = -1; ///< the last one whose prices were refused
    int quoteFailures_ = 0;
    SteadyTime quoteAt_{};
    std::int64_t risen_ = 0; ///< rows whose price went up
    SteadyTime pacingSaved_{};
    std::optional<SteadyTime> lastReport_;
    bool reportOwed_ = false;
    detail::SpeedGauge speed_;
};

} // namespace leadsheet::submit
