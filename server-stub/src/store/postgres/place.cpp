// SPDX-License-Identifier: Apache-2.0
#include "store/postgres/place.hpp"

#include <libpq-fe.h>
#include <memory>
#include <string_view>

namespace leadsheet::server::store::postgres {

tl::expected<std::string, std::string> placeOf(const std::string& uri) {
    char* fault = nullptr;
    const std::unique_ptr<PQconninfoOption, decltype(&PQconninfoFree)> parts(
        PQconninfoParse(uri.c_str(), &fault), &PQconninfoFree);
    PQfreemem(fault); // quotes the URI, and the password in it
    if (!parts)
        return tl::make_unexpected(std::string("libpq cannot read it"));
    std::string user;
    std::string host;
    std::string port;
    std::string name;
    for (const PQconninfoOption* part = parts.get(); part->keyword != nullptr; ++part) {
        const std::string_view keyword = part->keyword;
        if (part->val == nullptr)
            continue;
        if (keyword == "user")
            user = std::string(part->val) + "@";
        else if (keyword == "host")
            host = part->val;
        else if (keyword == "port")
            port = ":" + std::string(part->val);
        else if (keyword == "dbname")
            name = "/" + std::string(part->val);
    }
    return user + (host.empty() ? "localhost" : host) + port + name;
}

} // namespace leadsheet::server::store::postgres
