// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

struct ssl_ctx_st;

namespace leadsheet::test {

/// A server context with a fresh self-signed certificate for `host`, and the certificate as PEM.
/// Made at run time, so that no key lies in the repository and none expires.
struct TlsIdentity {
    std::shared_ptr<ssl_ctx_st> context;
    std::string certificatePem;
};

TlsIdentity makeTlsIdentity(const std::string& host);

} // namespace leadsheet::test
