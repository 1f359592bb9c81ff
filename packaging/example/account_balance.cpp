// SPDX-License-Identifier: Apache-2.0
// What an account has left. The key comes from the environment, never from a command line.
#include <leadsheet/client.hpp>

#include <cstdlib>
#include <iostream>

namespace {

int fail(const leadsheet::Error& error) {
    std::cerr << error.message << '\n';
    return 1;
}

} // namespace

int main(int argc, char** argv) {
    const char* secret = std::getenv("LEADSHEET_API_KEY");
    if (argc != 2 || secret == nullptr) {
        std::cerr << "usage: LEADSHEET_API_KEY=... account_balance BASE_URL\n";
        return 2;
    }
    const auto key = leadsheet::ApiKey::parse(secret);
    if (!key)
        return fail(key.error());
    const auto client = leadsheet::Client::create({argv[1], *key});
    if (!client)
        return fail(client.error());
    const auto account = client->account().get();
    if (!account)
        return fail(account.error());
    std::cout << leadsheet::format(account->available) << '\n';
}
