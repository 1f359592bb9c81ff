// SPDX-License-Identifier: Apache-2.0
#include "api/validation_problem.hpp"

#include <leadsheet/contract/limits.hpp>
#include <leadsheet/contract/products.hpp>

namespace leadsheet::server::api {
namespace {

std::string productNames() {
    std::string names;
    for (const contract::ProductInfo& product : contract::kProducts)
        names.append(names.empty() ? "" : ", ").append(product.id);
    return names;
}

std::string summary(const domain::OrderRefusal& refusal, std::int64_t maxLeadCount) {
    if (refusal.code == contract::ErrorCode::UnsupportedProduct)
        return "scrapingOption must be one of " + productNames() + ".";
    if (refusal.code == contract::ErrorCode::LeadCountOutOfRange) {
        return "leadCount must be a whole number from " + std::to_string(contract::kMinLeadCount) +
               " to " + std::to_string(maxLeadCount) + ".";
    }
    const FieldError& first = refusal.errors.front();
    std::string text = (first.pointer.empty() ? "The body" : first.pointer) + ": " + first.detail;
    if (refusal.errors.size() > 1)
        text += " And " + std::to_string(refusal.errors.size() - 1) + " more, see errors.";
    return text;
}

} // namespace

Problem validationProblem(const domain::OrderRefusal& refusal, std::int64_t maxLeadCount) {
    return Problem{refusal.code, summary(refusal, maxLeadCount), refusal.errors, {}, {}};
}

} // namespace leadsheet::server::api
