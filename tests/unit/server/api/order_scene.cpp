// SPDX-License-Identifier: Apache-2.0
#include "order_scene.hpp"

#include <stdexcept>
#include <vector>

namespace leadsheet::test {
namespace {

bool isCustomers(std::string_view step) {
    return step == "reply" || step == "cancel";
}

std::string smallestBody(std::string_view step) {
    if (step == "reject" || step == "fail" || step == "refund")
        return R"({"reason":"because"})";
    if (step == "request-info")
        return R"({"question":"Austria as well?"})";
    return step == "reply" ? R"({"message":"Yes."})" : "";
}

std::vector<std::string> wayTo(std::string_view status) {
    if (status == "in_progress")
        return {"approve"};
    if (status == "info_requested")
        return {"request-info"};
    if (status == "delivered")
        return {"approve", "deliver"};
    if (status == "failed")
        return {"approve", "fail"};
    if (status == "cancelled")
        return {"cancel"};
    if (status == "rejected")
        return {"reject"};
    if (status == "refunded")
        return {"refund"};
    return {};
}

} // namespace

std::string OrderScene::place(std::int64_t leads, const std::string& secret) {
    const auto made = server_.createOrder("scene-" + std::to_string(++placed_),
                                          TestServer::orderBody(leads), secret);
    if (made.status != 201)
        throw std::runtime_error("no order was made: " + made.body);
    return memberOf(made, "/order_number");
}

RawResponse OrderScene::admin(const std::string& number, const std::string& step, std::string body,
                              RawHeaders headers) {
    headers.emplace_back("x-api-key", server_.adminKey());
    if (body.empty())
        body = smallestBody(step);
    return server_.post("/v1/admin/orders/" + number + "/" + step, body, headers);
}

RawResponse OrderScene::customer(const std::string& number, const std::string& step) {
    return server_.post("/v1/orders/" + number + "/" + step, smallestBody(step));
}

RawResponse OrderScene::perform(const std::string& number, const std::string& step) {
    return isCustomers(step) ? customer(number, step) : admin(number, step);
}

std::string OrderScene::placeIn(std::string_view status, std::int64_t leads) {
    std::string number = place(leads);
    for (const std::string& step : wayTo(status)) {
        if (const auto done = perform(number, step); done.status != 200)
            throw std::runtime_error(step + " failed: " + done.body);
    }
    return number;
}

RawResponse OrderScene::ingest(const std::string& number, const std::string& deliveryId,
                               const std::string& leads, bool finalPart) {
    return server_.post("/v1/admin/deliveries",
                        R"({"orderNumber":")" + number + R"(","deliveryId":")" + deliveryId +
                            R"(","final":)" + (finalPart ? "true" : "false") + R"(,"leads":[)" +
                            leads + "]}",
                        adminHeaders());
}

RawResponse OrderScene::take(const std::string& number, const std::string& deliveryId,
                             const std::string& leads) {
    auto taken = ingest(number, deliveryId, leads);
    if (const auto done = admin(number, "deliver", R"({"part":true})"); done.status != 200)
        throw std::runtime_error("the part was not delivered: " + done.body);
    return taken;
}

std::string OrderScene::lead(int n, const std::string& members) {
    const std::string number = std::to_string(n);
    return R"({"fullName":"Person )" + number + R"(","email":"person)" + number +
           R"(@company.example")" + (members.empty() ? "" : "," + members) + "}";
}

std::string OrderScene::leads(int first, int count, const std::string& members) {
    std::string list;
    for (int n = first; n < first + count; ++n)
        list += (list.empty() ? "" : ",") + lead(n, members);
    return list;
}

std::string OrderScene::placeWithLeads(int count, std::int64_t ordered) {
    std::string number = placeIn("in_progress", ordered);
    const auto taken = ingest(number, "part", leads(leads_, count), true);
    leads_ += count;
    if (memberOf(taken, "/accepted") != std::to_string(count))
        throw std::runtime_error("the leads were not ingested: " + taken.body);
    return number;
}

std::string OrderScene::placePartDelivered(int count, std::int64_t ordered) {
    std::string number = placeWithLeads(count, ordered);
    if (const auto done = admin(number, "deliver", R"({"part":true})"); done.status != 200)
        throw std::runtime_error("the part was not delivered: " + done.body);
    return number;
}

RawResponse OrderScene::record(const std::string& number) {
    return server_.get("/v1/admin/orders/" + number, adminHeaders());
}

std::string OrderScene::money() {
    const auto account = jsonOf(server_.get("/v1/account"));
    std::int64_t captured = 0;
    std::int64_t refunded = 0;
    std::string target = "/v1/account/ledger?limit=1000";
    for (std::string cursor; !target.empty();) {
        const auto page = jsonOf(server_.get(target));
        for (const auto& row : page.at("data").as_array()) {
            const std::int64_t amount = row.at_pointer("/amount/amount").as_int64();
            captured += memberOf(row, "/type") == "capture" ? amount : 0;
            refunded += memberOf(row, "/type") == "refund" ? amount : 0;
        }
        cursor = memberOf(page, "/meta/hasMore") == "true" ? memberOf(page, "/meta/nextCursor")
                                                           : std::string();
        target = cursor.empty() ? "" : "/v1/account/ledger?limit=1000&cursor=" + cursor;
    }
    return memberOf(account, "/balance/available/amount") + " " +
           memberOf(account, "/balance/held/amount") + " " + std::to_string(captured) + " " +
           std::to_string(refunded);
}

} // namespace leadsheet::test
