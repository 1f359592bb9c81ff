// SPDX-License-Identifier: Apache-2.0
#include "client_scene.hpp"

#include "leadsheet/resource/admin_deliveries.hpp"
#include "leadsheet/resource/admin_orders.hpp"

#include <algorithm>
#include <stdexcept>

namespace leadsheet::test {
namespace {

constexpr int kPart = 10'000;

template <class T>
T taken(Result<T> result) {
    if (!result)
        throw std::runtime_error(result.error().message);
    return std::move(*result);
}

} // namespace

TestServer::Options ClientScene::unlimited() {
    TestServer::Options options;
    options.configure = [](server::Config& config) {
        config.limits.defaultRate.quota = 1'000'000;
    };
    return options;
}

ClientScene::ClientScene(TestServer::Options options)
    : server(std::move(options)) {}

Client ClientScene::client(const std::string& secret) const {
    ClientOptions options(const_cast<TestServer&>(server).baseUrl(), *ApiKey::parse(secret));
    return *Client::create(std::move(options));
}

OrderNumber ClientScene::place(std::int64_t leads) {
    OrderRequest request;
    request.product = "filters";
    request.leadCount = leads;
    request.fields["industries"] = std::vector<std::string>{"Software"};
    return taken(customer().orders().create(OrderBody::of(request), nextKey())).order.number;
}

OrderNumber ClientScene::placeApproved(std::int64_t leads) {
    const OrderNumber number = place(leads);
    taken(admin().orders().approve(OrderStep(number, nextKey())));
    return number;
}

std::string ClientScene::leads(int first, int count) {
    std::string text;
    for (int n = first; n < first + count; ++n) {
        const std::string id = std::to_string(n);
        text += R"({"result":"good","firstName":"First )" + id + R"(","fullName":"Person )" + id +
                R"(","email":"p)" + id + R"(@company.example","companyName":"Company )" + id +
                R"(","foundedYear":1998,"rating":4.5,"technologies":["a","b"],"country":"DE"})" +
                "\n";
    }
    return text;
}

OrderNumber ClientScene::ownLeads(int first, int count) {
    const OrderNumber number = placeApproved(std::max(count, 1));
    for (int done = 0; done < count; done += kPart) {
        DeliveryPart part(number, *DeliveryId::parse("part-" + std::to_string(done)));
        part.leads = leads(first + done, std::min(kPart, count - done));
        taken(admin().deliveries().ingest(part));
    }
    if (count > 0)
        taken(admin().orders().deliverPart({number, nextKey()}));
    return number;
}

} // namespace leadsheet::test
