// SPDX-License-Identifier: Apache-2.0
// A process without a QCoreApplication, which QtTest's own programs cannot be.
#include "raw_client.hpp"
#include "server_fixture.hpp"

#include <cstdio>

int main() {
    using namespace leadsheet::test;
    for (int round = 0; round < 3; ++round) {
        const auto one = startServer(echo);
        auto two = startServer(echo);
        if (RawClient::statusOf(one->port(), getRequest("/")) != 200 ||
            RawClient::statusOf(two->port(), getRequest("/")) != 200) {
            std::puts("a server in a process without QCoreApplication did not answer");
            return 1;
        }
        two.reset();
        if (RawClient::statusOf(one->port(), getRequest("/")) != 200) {
            std::puts("the first server stopped answering with the second");
            return 1;
        }
    }
    return 0;
}
