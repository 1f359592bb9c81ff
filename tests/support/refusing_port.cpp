// SPDX-License-Identifier: Apache-2.0
#include "refusing_port.hpp"

#include <QtGlobal>

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

namespace leadsheet::test {

RefusingPort::RefusingPort()
    : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    auto* generic = reinterpret_cast<sockaddr*>(&address);
    socklen_t size = sizeof address;
    if (::bind(socket_, generic, size) != 0 || ::getsockname(socket_, generic, &size) != 0)
        qFatal("no free port");
    number_ = ntohs(address.sin_port);
}

RefusingPort::~RefusingPort() {
    ::close(socket_);
}

} // namespace leadsheet::test
