// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/accounts/profile_store.hpp"

#include "leadsheet/app/accounts/private_file.hpp"
#include "leadsheet/messages/ledger.hpp"
#include "leadsheet/try.hpp"

#include <algorithm>
#include <boost/json.hpp>

namespace leadsheet::app {
namespace {

namespace json = boost::json;

constexpr int kFormatVersion = 1;

namespace say = messages::ledger;

tl::unexpected<Error> invalid(std::vector<Message> why) {
    return failure(localError(ErrorCode::InvalidArgument, std::move(why)));
}

std::string member(const json::object& object, std::string_view name) {
    const json::value* value = object.if_contains(name);
    return value != nullptr && value->is_string() ? std::string(value->as_string()) : std::string();
}

/// False when there is one and it is none: a cap that is not understood must not be dropped.
bool readCap(const json::object& object, std::optional<Money>& cap) {
    const json::value* value = object.if_contains("assistantCap");
    if (value == nullptr)
        return true;
    const json::object* money = value->if_object();
    const json::value* amount = money == nullptr ? nullptr : money->if_contains("amount");
    if (amount == nullptr || !amount->is_int64() || amount->get_int64() < 0 ||
        member(*money, "currency").empty())
        return false;
    cap = Money{amount->get_int64(), member(*money, "currency")};
    return true;
}

std::optional<Profiles> decode(std::string_view text) {
    json::error_code error;
    const json::value document = json::parse(text, error);
    if (error || !document.is_object())
        return std::nullopt;
    const json::object& root = document.as_object();
    const json::value* version = root.if_contains("version");
    const json::value* list = root.if_contains("profiles");
    if (version == nullptr || *version != json::value(kFormatVersion) || list == nullptr ||
        !list->is_array())
        return std::nullopt;
    Profiles profiles;
    profiles.active = member(root, "active");
    for (const json::value& entry : list->as_array()) {
        if (!entry.is_object())
            return std::nullopt;
        const json::object& object = entry.as_object();
        Profile profile{member(object, "name"), member(object, "baseUrl"),
                        member(object, "accountId"), member(object, "accountName"),
                        member(object, "environment")};
        if (profile.name.empty() || profile.baseUrl.empty() ||
            !readCap(object, profile.assistantCap))
            return std::nullopt;
        profiles.all.push_back(std::move(profile));
    }
    return profiles;
}

std::string encode(const Profiles& profiles) {
    json::array list;
    for (const Profile& profile : profiles.all) {
        json::object object{{"name", profile.name},
                            {"baseUrl", profile.baseUrl},
                            {"accountId", profile.accountId},
                            {"accountName", profile.accountName},
                            {"environment", profile.environment}};
        if (profile.assistantCap)
            object["assistantCap"] = {{"amount", profile.assistantCap->amount},
                                      {"currency", profile.assistantCap->currency}};
        list.push_back(std::move(object));
    }
    const json::object root{
        {"version", kFormatVersion}, {"active", profiles.active}, {"profiles", std::move(list)}};
    return json::serialize(root) + "\n";
}

} // namespace

const Profile* Profiles::find(std::string_view name) const {
    const auto found = std::find_if(
        all.begin(), all.end(), [name](const Profile& profile) { return profile.name == name; });
    return found == all.end() ? nullptr : &*found;
}

const Profile* Profiles::choose(std::string_view name) const {
    if (!name.empty())
        return find(name);
    if (!active.empty())
        return find(active);
    return all.size() == 1 ? &all.front() : nullptr;
}

Result<Profiles> ProfileStore::load() const {
    LEADSHEET_TRY(const auto text, readFile(file_, kMaxFileBytes));
    if (!text)
        return Profiles{};
    auto profiles = decode(*text);
    if (!profiles)
        return failure(localError(ErrorCode::StorageError, {say::profilesUnreadable(file_.string()),
                                                            say::renameAndAddProfiles()}));
    return *std::move(profiles);
}

Result<void> ProfileStore::update(const std::function<Result<void>(Profiles&)>& change) {
    LEADSHEET_TRY(const auto lock,
                  FileLock::take(file_.string() + ".lock", FileLock::Mode::Exclusive, true));
    LEADSHEET_TRY(auto profiles, load());
    LEADSHEET_TRY_DONE(change(profiles));
    std::sort(profiles.all.begin(), profiles.all.end(),
              [](const Profile& a, const Profile& b) { return a.name < b.name; });
    return writePrivateFile(file_, encode(profiles));
}

Result<void> checkProfileName(std::string_view name) {
    if (name.empty() || name.size() > ProfileStore::kMaxNameBytes)
        return invalid({say::profileNameLength()});
    if (name.front() == ' ' || name.back() == ' ' || name.front() == '-')
        return invalid({say::profileNameEdges()});
    const bool control = std::any_of(name.begin(), name.end(), [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return byte < 0x20 || byte == 0x7f;
    });
    if (control)
        return invalid({say::profileNameControlCharacters()});
    if (name == "sandbox")
        return invalid({say::profileNameIsSandbox(), say::chooseOtherName()});
    return {};
}

Result<std::string> normalizedBaseUrl(std::string_view text) {
    while (!text.empty() && (text.back() == '/' || text.back() == ' '))
        text.remove_suffix(1);
    while (!text.empty() && text.front() == ' ')
        text.remove_prefix(1);
    const bool secure = text.starts_with("https://");
    if (!secure && !text.starts_with("http://"))
        return invalid({say::baseUrlNeedsHttps()});
    const std::string_view rest = text.substr(text.find("//") + 2);
    const std::string_view authority = rest.substr(0, rest.find('/'));
    if (authority.empty() || authority.front() == ':')
        return invalid({say::baseUrlWithoutHost()});
    const bool printable =
        std::all_of(text.begin(), text.end(), [](char c) { return c > ' ' && c < '\x7f'; });
    if (!printable)
        return invalid({say::baseUrlBadCharacter()});
    if (text.find_first_of("?#") != std::string_view::npos)
        return invalid({say::baseUrlHasQuery()});
    if (authority.find('@') != std::string_view::npos)
        return invalid({say::baseUrlHasUser()});
    const std::string_view host = authority.starts_with('[')
                                      ? authority.substr(0, authority.find(']') + 1)
                                      : authority.substr(0, authority.find(':'));
    const bool number = host.find_first_not_of("0123456789.") == std::string_view::npos;
    const bool loopback =
        host == "localhost" || host == "[::1]" || (number && host.starts_with("127."));
    if (!secure && !loopback)
        return invalid({say::baseUrlNotEncrypted()});
    if (text.ends_with("/v1"))
        text.remove_suffix(3);
    return std::string(text);
}

} // namespace leadsheet::app
