// SPDX-License-Identifier: Apache-2.0
#include "held_ledger.hpp"

#include "../account/trouble.hpp"
#include "run_engine.hpp"

#include "leadsheet/submit/order_service.hpp"

namespace leadsheet::desktop {

LaneResult<Held> hold(const Connected& at) {
    const auto fail = [&at](const Error& error) {
        return tl::unexpected<Trouble>(troubleOf(error, at));
    };
    auto ledger = submit::Ledger::open(at.ledgerFile);
    if (!ledger)
        return fail(ledger.error());
    Held held;
    held.ledger = std::make_unique<submit::Ledger>(*std::move(ledger));
    auto lock = held.ledger->lock();
    if (!lock)
        return fail(lock.error());
    if (const auto known = held.ledger->identify(at.ref, *lock); !known)
        return fail(known.error());
    held.submission = std::make_unique<submit::Submission>(*held.ledger, *std::move(lock),
                                                           submit::serviceOver(*at.client),
                                                           systemClock(), systemRng());
    return held;
}

LaneResult<HeldRun> holdFor(const Connected& at, submit::RunId run) {
    auto held = hold(at);
    if (!held)
        return tl::unexpected<Trouble>(held.error());
    auto info = held->ledger->run(run);
    if (!info)
        return tl::unexpected<Trouble>(troubleOf(info.error(), at));
    const submit::AccountRef& owner = info->spec.account;
    if (submit::isSameAccount(owner, at.ref))
        return HeldRun{{*std::move(held)}, *std::move(info)};
    return tl::unexpected<Trouble>(Trouble{
        RunEngine::tr("Run %1 belongs to account %2 at %3; connected is account %4 at %5.")
            .arg(QString::number(run.value), QString::fromStdString(owner.accountId),
                 QString::fromStdString(owner.baseUrl), QString::fromStdString(at.ref.accountId),
                 QString::fromStdString(at.ref.baseUrl)),
        RunEngine::tr("No order was sent and nothing was spent."),
        owner.profile.empty() ? RunEngine::tr("Connect the account of the run first.")
                              : RunEngine::tr("Connect profile “%1” first.")
                                    .arg(QString::fromStdString(owner.profile)),
        QStringLiteral("wrong_account"),
        {}});
}

LaneResult<submit::Ledger::GivenUp> giveUpRest(const std::filesystem::path& ledgerFile,
                                               const std::shared_ptr<const Connected>& at,
                                               submit::RunId run, const std::stop_token& stop) {
    if (at) {
        auto held = holdFor(*at, run);
        if (!held)
            return tl::unexpected<Trouble>(held.error());
        // A service that does not answer leaves them unknown, and they are said to be left.
        if (held->run.totals.unanswered() > 0) {
            [[maybe_unused]] const auto settled = held->submission->settle(run, stop);
        }
        auto given = held->ledger->giveUp(run, held->lock());
        if (!given)
            return tl::unexpected<Trouble>(troubleOf(given.error(), *at));
        return *given;
    }
    const auto fail = [](const Error& error) {
        return tl::unexpected<Trouble>(troubleOf(error, TroubleContext{}));
    };
    auto ledger = submit::Ledger::open(ledgerFile);
    if (!ledger)
        return fail(ledger.error());
    const auto lock = ledger->lock();
    if (!lock)
        return fail(lock.error());
    auto given = ledger->giveUp(run, *lock);
    if (!given)
        return fail(given.error());
    return *given;
}

} // namespace leadsheet::desktop
