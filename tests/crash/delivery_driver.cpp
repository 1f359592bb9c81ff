// SPDX-License-Identifier: Apache-2.0
#include "delivery_driver.hpp"

#include <boost/json.hpp>

#include <chrono>
#include <thread>

namespace leadsheet::test {

namespace {

namespace json = boost::json;

constexpr int kParts = 3;
constexpr int kLeadsPerPart = 4;
constexpr int kTries = 2'000;

std::string lead(const std::string& name, int n) {
    return R"({"fullName":"P","email":")" + name + std::to_string(n) + R"(@x.example"})";
}

json::value parsed(const RawResponse& answer) {
    boost::system::error_code error;
    auto value = json::parse(answer.body, error);
    return error ? json::value(nullptr) : value;
}

std::string text(const json::value& document, const char* pointer) {
    boost::system::error_code error;
    const json::value* member = document.find_pointer(pointer, error);
    if (member == nullptr)
        return {};
    return member->is_string() ? std::string(member->get_string()) : json::serialize(*member);
}

} // namespace

RawResponse insist(const DeliveryJob& job, const char* method, const std::string& target,
                   const std::string& key, const std::string& body, const std::string& once) {
    RawHeaders headers{{"x-api-key", key}};
    if (!once.empty())
        headers.emplace_back("Idempotency-Key", once);
    if (!body.empty())
        headers.emplace_back("Content-Type", "application/json");
    RawResponse answer;
    for (int tries = 0; tries < kTries; ++tries) {
        const std::uint16_t port = job.port();
        if (port == 0)
            return {};
        answer = rawRequest(port, method, target, headers, body);
        if (answer.complete && answer.status != 503 && answer.status != 500)
            return answer;
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return answer;
}

std::string driveDelivery(const DeliveryJob& job) {
    const auto made = insist(job, "POST", "/v1/orders", job.customerKey,
                             R"({"scrapingOption":"filters","leadCount":10})", "order-" + job.name);
    const std::string number = text(parsed(made), "/order_number");
    if (number.empty())
        return "no order: " + made.body;
    const std::string path = "/v1/admin/orders/" + number;
    const auto approved =
        insist(job, "POST", path + "/approve", job.adminKey, {}, "approve-" + job.name);
    if (approved.status != 200)
        return "not approved: " + approved.body;
    for (int part = 0; part < kParts; ++part) {
        std::string leads;
        // Each part brings the last lead of the one before once more.
        for (int n = 0; n < kLeadsPerPart; ++n)
            leads += (n == 0 ? "" : ",") + lead(job.name, part * (kLeadsPerPart - 1) + n);
        const auto taken = insist(job, "POST", "/v1/admin/deliveries", job.adminKey,
                                  R"({"orderNumber":")" + number + R"(","deliveryId":"part-)" +
                                      std::to_string(part) + R"(","leads":[)" + leads + "]}",
                                  {});
        const std::string accepted = std::to_string(part == 0 ? 4 : 3);
        if (text(parsed(taken), "/accepted") != accepted)
            return "part " + std::to_string(part) + " was answered: " + taken.body;
    }
    const auto delivered =
        insist(job, "POST", path + "/deliver", job.adminKey, {}, "deliver-" + job.name);
    return text(parsed(delivered), "/status") == "delivered" ? std::string()
                                                             : "not delivered: " + delivered.body;
}

std::string deliveryFaults(const DeliveryJob& job) {
    const auto get = [&](const std::string& target, const std::string& key) {
        return parsed(insist(job, "GET", target, key, {}, {}));
    };
    const auto orders = get("/v1/orders", job.customerKey);
    if (text(orders, "/data/1") != "")
        return "more than one order: " + json::serialize(orders);
    const std::string number = text(orders, "/data/0/order_number");
    constexpr int kLeads = 10;
    const auto leads = get("/v1/leads?fields=email", job.customerKey);
    json::array expected;
    for (int n = 0; n < kLeads; ++n)
        expected.push_back(json::object{{"email", job.name + std::to_string(n) + "@x.example"}});
    if (leads.at("data") != expected)
        return "other leads than were sent: " + json::serialize(leads);
    const auto order = get("/v1/admin/orders/" + number, job.adminKey);
    if (text(order, "/ingested/accepted") != "10" || text(order, "/ingested/duplicate") != "2" ||
        text(order, "/captured/amount") != "80" || text(order, "/paymentStatus") != "captured")
        return "the order does not add up: " + json::serialize(order);
    const auto ledger = get("/v1/account/ledger", job.customerKey);
    if (text(ledger, "/data/0/type") != "capture" || text(ledger, "/data/1/type") != "hold" ||
        text(ledger, "/data/2/type") != "credit" || !text(ledger, "/data/3").empty())
        return "the money does not add up: " + json::serialize(ledger);
    const auto events = get("/v1/orders/" + number + "/events", job.customerKey);
    // created, approved, three parts, delivered
    return events.at("data").as_array().size() == 6
               ? std::string()
               : "another history than the steps: " + json::serialize(events);
}

} // namespace leadsheet::test
