// SPDX-License-Identifier: Apache-2.0
#include "api/catalogue.hpp"

#include <leadsheet/contract/document.hpp>
#include <leadsheet/contract/limits.hpp>

#include <boost/json.hpp>

namespace leadsheet::server::api {

namespace json = boost::json;

std::string catalogueBody(std::int64_t maxLeadCount) {
    if (maxLeadCount == contract::kMaxLeadCount)
        return std::string(contract::productsJson());
    json::value document = json::parse(contract::productsJson());
    for (json::value& product : document.at("data").as_array()) {
        json::object& members = product.as_object();
        members["maxLeadCount"] = maxLeadCount;
        for (json::value& field : members.at("fields").as_array()) {
            if (field.at("name") == "leadCount")
                field.as_object()["max"] = maxLeadCount;
        }
        json::object& schemas = members.at("fieldsSchema").as_object().at("properties").as_object();
        schemas.at("leadCount").as_object()["maximum"] = maxLeadCount;
    }
    return json::serialize(document);
}

} // namespace leadsheet::server::api
