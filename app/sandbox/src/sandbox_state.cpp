// SPDX-License-Identifier: Apache-2.0
#include "sandbox_state.hpp"

#include "leadsheet/app/accounts/private_file.hpp"
#include "leadsheet/messages/ledger.hpp"
#include "leadsheet/try.hpp"

#include <array>
#include <boost/json.hpp>
#include <sys/random.h>

namespace leadsheet::app {
namespace {

namespace json = boost::json;

constexpr std::size_t kPepperBytes = 32;
constexpr std::size_t kMaxFileBytes = std::size_t{64} * 1024;
constexpr const char* kFileName = "sandbox.json";

Result<std::string> freshPepper() {
    std::array<unsigned char, kPepperBytes> bytes{};
    if (::getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size()))
        return failure(localError(ErrorCode::StorageError, {messages::ledger::noRandomNumbers()}));
    static constexpr char kDigits[] = "0123456789abcdef";
    std::string text;
    for (const unsigned char byte : bytes) {
        text += kDigits[byte >> 4];
        text += kDigits[byte & 15];
    }
    return text;
}

} // namespace

Result<SandboxState> loadOrMakeState(const std::filesystem::path& folder,
                                     const std::filesystem::path& database) {
    const auto damaged = [&] {
        return failure(
            localError(ErrorCode::StorageError, {messages::ledger::sandboxDamaged(folder.string()),
                                                 messages::ledger::resetSandbox()}));
    };
    const std::filesystem::path file = folder / kFileName;
    LEADSHEET_TRY(const auto text, readFile(file, kMaxFileBytes));
    if (text) {
        json::error_code error;
        const json::value document = json::parse(*text, error);
        const json::object* object = error ? nullptr : document.if_object();
        const json::value* pepper = object == nullptr ? nullptr : object->if_contains("pepper");
        const json::value* account = object == nullptr ? nullptr : object->if_contains("accountId");
        if (pepper == nullptr || !pepper->is_string() || account == nullptr ||
            !account->is_string())
            return damaged();
        return SandboxState{std::string(pepper->as_string()), std::string(account->as_string())};
    }
    std::error_code absent;
    if (const auto bytes = std::filesystem::file_size(database, absent); !absent && bytes > 0)
        return damaged();
    LEADSHEET_TRY(auto pepper, freshPepper());
    SandboxState state{std::move(pepper), {}};
    LEADSHEET_TRY_DONE(storeState(folder, state));
    return state;
}

Result<void> storeState(const std::filesystem::path& folder, const SandboxState& state) {
    const json::object object{{"pepper", state.pepper}, {"accountId", state.accountId}};
    return writePrivateFile(folder / kFileName, json::serialize(object) + "\n");
}

} // namespace leadsheet::app
