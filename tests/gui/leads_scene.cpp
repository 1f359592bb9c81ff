// SPDX-License-Identifier: Apache-2.0
#include "leads_scene.hpp"

#include "leadsheet/resource/admin_deliveries.hpp"
#include "leadsheet/resource/admin_orders.hpp"

namespace leadsheet::test {
namespace {

std::string leadLine(int n) {
    const std::string id = std::to_string(n);
    return "{\"result\":\"" +
           std::string(n % 3 == 0   ? "good"
                       : n % 3 == 1 ? "risky"
                                    : "unknown") +
           "\",\"firstName\":\"Ada\",\"lastName\":\"Person " + id +
           "\",\"fullName\":\"Ada Person " + id +
           "\",\"jobTitle\":\"Head of Sales\",\"companyName\":\"Company " + id +
           " GmbH\",\"companyDomain\":\"c" + id + ".example\",\"city\":\"Berlin\"" +
           (n % 4 == 0 ? "" : ",\"email\":\"ada" + id + "@c" + id + ".example\"") +
           (n % 5 == 0 ? ",\"phone\":\"+49 30 " + std::to_string(1000 + n) + "\"" : "") +
           ",\"foundedYear\":1998,\"rating\":4.5,\"technologies\":[\"Qt\",\"SQL\"]" +
           ",\"country\":\"" + (n % 2 == 0 ? "DE" : "FR") + "\"}\n";
}

} // namespace

OrderNumber LeadsScene::deliver(int first, int count) {
    const OrderNumber order = service.placeApproved(std::max(count, 1));
    DeliveryPart part(order, *DeliveryId::parse("d-" + std::to_string(++deliveries)));
    for (int n = first; n < first + count; ++n)
        part.leads += leadLine(n);
    const auto done = service.admin().deliveries().ingest(part);
    if (!done || done->accepted != count)
        qFatal("%s", done ? "not all were accepted" : done.error().message.c_str());
    if (count > 0)
        if (const auto handed = service.admin().orders().deliverPart({order, service.nextKey()});
            !handed)
            qFatal("%s", handed.error().message.c_str());
    return order;
}

void LeadsScene::holdLists() {
    server::FaultMatch lists;
    lists.operationId = "listLeads";
    service.server.faults().everyNth(
        1, server::Fault::answerRetryAfter(503, std::chrono::seconds(40)), lists);
}

void LeadsScene::breakLists() {
    server::FaultMatch lists;
    lists.operationId = "listLeads";
    service.server.faults().everyNth(1, server::Fault::answer(400, "invalid_parameter"), lists);
}

} // namespace leadsheet::test
