// SPDX-License-Identifier: Apache-2.0
#include "proof.hpp"

#include "trouble.hpp"

#include "leadsheet/app/sandbox/sandbox.hpp"
#include "leadsheet/submit/ledger.hpp"
#include "leadsheet/work/connecting.hpp"

#include <algorithm>
#include <limits>

namespace leadsheet::desktop {
namespace {

constexpr const char* kAgent = "leadsheet-desktop/" LEADSHEET_VERSION;

tl::expected<Proof, Trouble> prove(ClientOptions options, const TroubleContext& at,
                                   const std::stop_token& stop) {
    const auto refused = [&at](const Error& error) {
        return tl::unexpected<Trouble>(troubleOf(error, at));
    };
    options.userAgent = kAgent;
    const std::string baseUrl = options.baseUrl;
    const ApiKey key = options.apiKey;
    auto proven = work::prove(std::move(options), stop, work::AdminKeys::Accepted);
    if (!proven)
        return refused(proven.error());
    auto budgets = proven->client->account().rateLimit(work::firstCall(stop));
    if (!budgets)
        return refused(budgets.error());
    Connected connected;
    connected.account = std::move(proven->account);
    connected.admin = proven->admin;
    connected.client = std::move(proven->client);
    connected.ref = {baseUrl, connected.account.id, {}, connected.account.instanceId};
    return Proof{baseUrl, key, std::move(connected), *std::move(budgets)};
}

} // namespace

tl::expected<Proof, Trouble> proveKey(const std::string& baseUrl, const ApiKey& key,
                                      const Network& network, const std::stop_token& stop,
                                      bool keyTyped) {
    ClientOptions options(baseUrl, key);
    options.transport.proxy = network.proxy;
    options.transport.caFile = network.caFile;
    return prove(std::move(options), {QString::fromStdString(baseUrl), false, false, keyTyped},
                 stop);
}

tl::expected<Proof, Trouble> proveSandbox(std::shared_ptr<app::Sandbox>& sandbox,
                                          const app::AppFolders& folders,
                                          const std::stop_token& stop) {
    const TroubleContext at{{}, true};
    if (!sandbox) {
        auto started = app::Sandbox::start(folders.sandboxFolder());
        if (!started)
            return tl::unexpected<Trouble>(troubleOf(started.error(), at));
        sandbox = *std::move(started);
    }
    ClientOptions options(sandbox->baseUrl(), sandbox->key());
    options.transport.proxy = "none";
    auto proof = prove(std::move(options), at, stop);
    if (!proof)
        return proof;
    // A sandbox listens on another port each time; its account is what stays.
    proof->connected.ref.baseUrl = proof->connected.ref.profile = "sandbox";
    proof->connected.sandbox = true;
    proof->connected.ledgerFile = folders.sandboxLedgerFile();
    identifyAccount(proof->connected.ledgerFile, proof->connected.ref);
    proof->connected.server = sandbox;
    return proof;
}

void identifyAccount(const std::filesystem::path& ledgerFile, const submit::AccountRef& account) {
    std::error_code ignored;
    if (account.instanceId.empty() || !std::filesystem::exists(ledgerFile, ignored))
        return;
    submit::LedgerOptions options;
    options.checkIntegrity = false; // checked whenever a run begins
    auto ledger = submit::Ledger::open(ledgerFile, options);
    if (!ledger)
        return;
    const auto runs = ledger->runs(std::numeric_limits<std::int32_t>::max());
    const bool isUnknown = runs && std::any_of(runs->begin(), runs->end(), [&](const auto& run) {
                               return run.spec.account.accountId == account.accountId &&
                                      run.spec.account.instanceId.empty();
                           });
    if (!isUnknown)
        return;
    if (const auto lock = ledger->lock()) {
        [[maybe_unused]] const auto known = ledger->identify(account, *lock);
    }
}

} // namespace leadsheet::desktop
