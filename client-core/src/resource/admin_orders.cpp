// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/resource/admin_orders.hpp"

#include "resource/typed_call.hpp"
#include "json/readers.hpp"
#include "json/text.hpp"

namespace leadsheet {
namespace {

constexpr const char* kPath = "/v1/admin/orders";

std::string pathOf(const OrderNumber& number) {
    std::string path(kPath);
    path += '/';
    path += detail::encodeSegment(number.str());
    return path;
}

Result<AdminOrder> perform(detail::CallRunner& runner, const char* operation, const char* verb,
                           const OrderStep& step, detail::ObjectText body,
                           const CallOptions& options) {
    const auto call = detail::postCall(operation, pathOf(step.number) + "/" + verb, step.key,
                                       body.integer("expectedVersion", step.expectedVersion).end());
    return detail::typedCall<AdminOrder>(runner, call, options, detail::readAdminOrder);
}

} // namespace

Result<Page<AdminOrder>> AdminOrders::list(const AdminOrderFilter& filter, const PageOptions& page,
                                           const CallOptions& options) const {
    auto parameters = detail::pageParameters(page);
    detail::addFilter(parameters, "status", filter.status);
    detail::addFilter(parameters, "accountId", filter.account);
    detail::addFilter(parameters, "createdAfter", filter.createdAfter);
    return detail::pageCall<AdminOrder>(*runner_,
                                        detail::getCall("listAdminOrders", kPath, parameters),
                                        options, detail::readAdminOrder);
}

PageRange<AdminOrder> AdminOrders::all(const AdminOrderFilter& filter, const PageOptions& page,
                                       const CallOptions& options) const {
    return detail::allPages<AdminOrder>(page,
                                        [self = *this, filter, options](const PageOptions& next) {
                                            return self.list(filter, next, options);
                                        });
}

Result<AdminOrder> AdminOrders::get(const OrderNumber& number, const CallOptions& options) const {
    return detail::typedCall<AdminOrder>(*runner_, detail::getCall("getAdminOrder", pathOf(number)),
                                         options, detail::readAdminOrder);
}

Result<Page<OrderEvent>> AdminOrders::events(const OrderNumber& number, const PageOptions& page,
                                             const CallOptions& options) const {
    return detail::pageCall<OrderEvent>(*runner_,
                                        detail::getCall("listAdminOrderEvents",
                                                        pathOf(number) + "/events",
                                                        detail::pageParameters(page)),
                                        options, detail::readOrderEvent);
}

Result<AdminOrder> AdminOrders::approve(const OrderStep& step, const CallOptions& options) const {
    return perform(*runner_, "approveOrder", "approve", step, {}, options);
}

Result<AdminOrder> AdminOrders::reject(const OrderStep& step, std::string_view reason,
                                       const CallOptions& options) const {
    return perform(*runner_, "rejectOrder", "reject", step,
                   detail::ObjectText().text("reason", reason), options);
}

Result<AdminOrder> AdminOrders::requestInfo(const OrderStep& step, std::string_view question,
                                            const CallOptions& options) const {
    return perform(*runner_, "requestOrderInfo", "request-info", step,
                   detail::ObjectText().text("question", question), options);
}

Result<AdminOrder> AdminOrders::deliver(const OrderStep& step, const CallOptions& options) const {
    return perform(*runner_, "deliverOrder", "deliver", step, {}, options);
}

Result<AdminOrder> AdminOrders::deliverPart(const OrderStep& step,
                                            const CallOptions& options) const {
    return perform(*runner_, "deliverOrder", "deliver", step,
                   detail::ObjectText().boolean("part", true), options);
}

Result<AdminOrder> AdminOrders::fail(const OrderStep& step, std::string_view reason,
                                     const CallOptions& options) const {
    return perform(*runner_, "failOrder", "fail", step, detail::ObjectText().text("reason", reason),
                   options);
}

Result<AdminOrder> AdminOrders::refund(const OrderStep& step, const std::optional<Money>& amount,
                                       std::string_view reason, const CallOptions& options) const {
    return perform(*runner_, "refundOrder", "refund", step,
                   detail::ObjectText().money("amount", amount).text("reason", reason), options);
}

Result<std::uint64_t> AdminOrders::exportLeads(const OrderNumber& number, LeadFileFormat format,
                                               const std::vector<LeadField>& fields, ByteSink& sink,
                                               const CallOptions& options) const {
    detail::Parameters parameters;
    detail::addFields(parameters, fields);
    detail::Call call;
    call.operation = "exportOrderLeads";
    call.path = pathOf(number) + "/export";
    return detail::fileCall(*runner_, std::move(call), std::move(parameters), format, sink,
                            options);
}

} // namespace leadsheet
