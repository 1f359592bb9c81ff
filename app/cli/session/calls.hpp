// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "context.hpp"

#include "leadsheet/client.hpp"

#include <memory>
#include <string>

namespace leadsheet::cli {

/// A call that ends at the first signal.
CallOptions callOf(const Context& context);
/// The same, and it waits as long as the service asks for: for work that nobody wants to begin
/// again.
CallOptions patientCallOf(const Context& context);

/// The operators' plane of a server. Its key proves itself with the first call.
struct OperatorConnection {
    std::shared_ptr<Client> client;
    std::string baseUrl;
    std::string profile; ///< empty for --base-url

    Admin admin() const { return client->admin(); }
    /// An error of the operators' plane in words. `key` is that of a step that may be repeated;
    /// empty for calls that change nothing.
    Failure explained(const Error& error, const std::string& key = {}) const;
};

/// By --base-url or --profile; the key comes from where all keys come from. The sandbox has no
/// operators: its orders are moved by itself.
Outcome<OperatorConnection> connectOperator(Context& context);

/// What a refusal of one record or step means: as explain(), but what the service refused because
/// of its content or the state of things is a matter of the command line.
Failure explainRefusal(const Error& error, const Circumstances& circumstances);

/// The same for a step under a key: when nobody knows whether it was done, how to repeat it safely.
Failure explainStep(const Error& error, const Circumstances& circumstances,
                    const IdempotencyKey& key);

/// --idempotency-key as given, or a new one.
Outcome<IdempotencyKey> stepKey(const Client& client, const std::string& given);

/// Asks before a deed that moves money, unless `yes` was said on the command line.
Outcome<void> confirm(Context& context, const Message& deed, bool yes);

} // namespace leadsheet::cli
