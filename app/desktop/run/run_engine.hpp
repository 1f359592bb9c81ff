// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../account/account_session.hpp"
#include "../bridge/background.hpp"
#include "run_words.hpp"

#include <QObject>

#include <memory>

namespace leadsheet::desktop {

/// Prices, places and resumes runs beside the GUI thread, over the ledger that the command line
/// uses too. The run lock is held only while pricing or sending, so a price page that stands open
/// keeps nobody out. GUI thread only; one thing at a time: while something is under way, what would
/// begin another does nothing.
///
/// Destroying it while a run is going pauses the run: what is in flight is settled first.
class RunEngine : public QObject {
    Q_OBJECT

public:
    explicit RunEngine(AccountSession& account);
    ~RunEngine() override;

    enum class State { Idle, Pricing, Sending };
    State state() const { return state_; }
    /// The account that the work under way, or the last, began with; null before the first.
    std::shared_ptr<const Connected> workingAt() const { return at_; }
    /// The run that is being sent, or was to be sent last; none since something was priced. What
    /// progressed, ended and failed tell is of this run.
    std::optional<submit::RunId> sent() const { return sent_; }

    /// Plans the rows and asks the server for their prices; an earlier plan that was never placed
    /// is dropped. -> priced or failed
    void price(PlanRequest request);
    /// The same again for a run whose prices no longer hold, or that was stopped. -> priced or
    /// failed. `replaces`: as for orderAgain().
    void priceAgain(submit::RunId run, const std::string& replaces = {});
    /// The same with rows of it that were ordered before and are wanted all the same; all of those
    /// without `ordinals`. `ofSheet`: the run was planned by price(). -> priced or failed
    void orderAnyway(submit::RunId run, std::vector<std::int64_t> ordinals, bool ofSheet);
    /// Plans and prices a new run of these rows, ordered once more on purpose; of all whose orders
    /// ended without `ordinals`. -> priced or failed
    /// They may replace an order that is in review: it is cancelled before they are sent.
    void orderAgain(submit::RunId run, std::vector<std::int64_t> ordinals,
                    const std::string& replaces = {});
    /// Price and meaning of the first `count` rows of what was priced at `quote`. -> partPriced
    void priceFirst(const submit::QuoteSummary& quote, std::int64_t count);
    /// Removes what was priced and not placed.
    void dropPlan();

    /// Approves what was priced and sends it. -> started, progressed..., ended; or failed, and then
    /// nothing was ordered. False: refused at once, with failed, because these are not the prices
    /// asked for last or another account is connected now.
    bool place(const Priced& priced, const submit::Approval& approval);
    /// Goes on with a run. -> started, progressed..., ended; or failed, with newer_run_exists when
    /// a later run of its sheet was placed and the person was not told of that one.
    void resume(submit::RunId run, std::optional<submit::RunId> newerSeen = std::nullopt);
    /// Refused rows of a run become ready again, with their keys; then as priceAgain().
    void retryRefused(submit::RunId run);

    /// Finishes what is in flight; the rest stays queued.
    void pause();
    /// Finishes what is in flight; the rest becomes ready again.
    void stop();
    /// Gives up pricing at once.
    void cancelPricing();

signals:
    void stateChanged();
    /// While pricing; `done` is how many rows were read while `of` is 0.
    void pricing(const leadsheet::submit::QuoteProgress& progress);
    void priced(const leadsheet::desktop::Priced& priced);
    void partPriced(std::int64_t count, const leadsheet::desktop::PricedPart& part);
    void started(leadsheet::submit::RunId run);
    void progressed(const leadsheet::submit::RunProgress& progress);
    void ended(const leadsheet::submit::RunReport& report);
    void failed(const leadsheet::desktop::Trouble& trouble);

private:
    /// The connection to begin with; null when something is under way or none is there -> failed
    std::shared_ptr<const Connected> begin(State state);
    void finish();
    /// `work(connection, progress, stop)` prices something beside the GUI thread.
    template <class Work>
    void askForPrices(Work work);
    void pricedNow(const tl::expected<Priced, Trouble>& result);
    void send(submit::RunId run, std::optional<submit::Approval> approval,
              std::optional<submit::RunId> newerSeen = std::nullopt,
              std::optional<Order> cancels = std::nullopt);

    AccountSession& account_;
    State state_ = State::Idle;
    std::shared_ptr<const Connected> at_;
    std::optional<submit::RunId> sent_; ///< in the ledger of at_
    std::optional<submit::RunId> plan_; ///< in the ledger of planAt_
    std::shared_ptr<const Connected> planAt_;
    std::shared_ptr<submit::RunControl> control_;
    Latest<submit::QuoteProgress> pricingProgress_;
    Latest<submit::RunProgress> sendingProgress_;
    Background background_; ///< last: ends first
};

} // namespace leadsheet::desktop
