// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/resource/admin_suppressions.hpp"

#include "resource/typed_call.hpp"
#include "json/decoder.hpp"
#include "json/text.hpp"

namespace leadsheet {

namespace {

constexpr const char* kPath = "/v1/admin/suppressions";

std::optional<Suppression> readSuppression(const detail::Decoder& in) {
    Suppression suppression;
    suppression.id = in.required("id").text();
    suppression.by = in.required("by").texts();
    suppression.erasedLeads = in.required("erasedLeads").integer(0);
    suppression.createdAt = in.textOr("createdAt");
    suppression.keyId = in.textOr("keyId");
    suppression.liftedAt = in.optionalText("liftedAt");
    suppression.liftedByKeyId = in.optionalText("liftedByKeyId");
    return in.failed() ? std::nullopt : std::optional(std::move(suppression));
}

} // namespace

namespace detail {

std::string personText(const Person& person) {
    return ObjectText().text("email", person.email).text("linkedinUrl", person.linkedinUrl).end();
}

} // namespace detail

Result<Page<Suppression>> AdminSuppressions::list(const PageOptions& page,
                                                  const CallOptions& options) const {
    detail::Call call;
    call.operation = "listSuppressions";
    call.path = kPath;
    call.query = detail::encodeQuery(detail::pageParameters(page));
    return detail::pageCall<Suppression>(*runner_, call, options, readSuppression);
}

PageRange<Suppression> AdminSuppressions::all(const PageOptions& page,
                                              const CallOptions& options) const {
    return PageRange<Suppression>(
        [self = *this, page, options](const std::optional<std::string>& cursor) {
            return self.list({page.limit, cursor}, options);
        },
        page.cursor);
}

Result<Suppression> AdminSuppressions::create(const Person& person, const IdempotencyKey& key,
                                              const CallOptions& options) const {
    return detail::typedCall<Suppression>(
        *runner_, detail::postCall("createSuppression", kPath, key, detail::personText(person)),
        options, readSuppression);
}

Result<void> AdminSuppressions::lift(const std::string& id, const CallOptions& options) const {
    detail::Call call;
    call.operation = "liftSuppression";
    call.method = "DELETE";
    call.path = std::string(kPath) + "/" + detail::encodeSegment(id);
    return detail::removeRecord(*runner_, call, {}, options);
}

} // namespace leadsheet
