// SPDX-License-Identifier: Apache-2.0
#include "api/pepper_check.hpp"

#include "api/context.hpp"
#include "domain/crypto.hpp"

namespace leadsheet::server::api {

namespace {

domain::Digest checkOf(const Context& context) {
    return domain::hmacSha256(context.config.pepper, "pepper check 1");
}

} // namespace

std::optional<std::string> refusedPepper(Context& context) {
    const domain::Digest own = checkOf(context);
    struct Kept {
        std::optional<domain::Digest> check;
        bool hasKeys = false;
    };
    const auto read = [](store::Reader& reader) {
        return Kept{reader.pepperCheck(), reader.hasKeys()};
    };
    auto kept = context.store->read(read);
    if (kept && !kept->check && !kept->hasKeys)
        kept = context.store->writeAndWait([&](store::Tx& tx) {
            // Another server may have been faster.
            if (!tx.pepperCheck() && !tx.hasKeys())
                tx.keepPepperCheck(own);
            return read(tx);
        });
    if (!kept)
        return "the pepper could not be compared with the database's: " + kept.error().detail;
    context.pepperIsUnkept = !kept->check;
    if (!kept->check || domain::constantTimeEqual(*kept->check, own))
        return std::nullopt;
    return "the pepper is not the one this database was set up with: none of its keys would work, "
           "and nothing it keeps sealed could be opened. Start with its own pepper file "
           "(--pepper-file; next to a SQLite file it has the file's name plus .pepper); if that is "
           "lost, or if the keys were made with this one, docs/operations.md says how to go on";
}

void noteWorkingKey(Context& context, const store::ApiKey& key) {
    // A key of today works with whatever pepper the server was started with.
    if (!context.pepperIsUnkept || key.createdAt >= context.startedAt ||
        !context.pepperIsUnkept.exchange(false))
        return;
    context.store->write([own = checkOf(context)](store::Tx& tx) { tx.keepPepperCheck(own); },
                         [&context](const store::StoreResult<void>& written) {
                             if (!written)
                                 context.pepperIsUnkept = true;
                         });
}

} // namespace leadsheet::server::api
