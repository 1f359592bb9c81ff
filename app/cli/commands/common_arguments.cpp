// SPDX-License-Identifier: Apache-2.0
#include "common_arguments.hpp"

namespace leadsheet::cli {
namespace {

constexpr std::int64_t kMostShown = 1'000'000;

template <class Id>
Outcome<Id> idOf(const std::string& text, const char* kind, const char* fix) {
    auto id = Id::parse(text);
    if (!id)
        return fail(usageFailure("'" + text + "' is no " + kind + ".", fix));
    return *std::move(id);
}

} // namespace

Outcome<OrderNumber> orderNumberOf(const std::string& text) {
    return idOf<OrderNumber>(text, "order number",
                             "Order numbers look like LS- and ten letters and digits.");
}

Outcome<AccountId> accountIdOf(const std::string& text) {
    return idOf<AccountId>(text, "account id", "See them with: leadsheet admin accounts list");
}

Outcome<KeyId> keyIdOf(const std::string& text) {
    return idOf<KeyId>(text, "key id",
                       "Ids begin with key_; they are no secrets. See them with: leadsheet keys "
                       "list");
}

void addOnceOption(const Command& command, std::string& key, const std::string& effect) {
    command.addOption("--idempotency-key", key, "Makes the same command, given again, " + effect)
        .valueName("TEXT")
        .notEmpty();
}

void addLimitOption(const Command& command, std::size_t& limit) {
    command.addOption("--limit", limit, "At most so many")
        .showDefault()
        .between(1, kMostShown)
        .valueName("N");
}

} // namespace leadsheet::cli
