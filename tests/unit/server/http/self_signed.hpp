// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace leadsheet::test {

struct SelfSigned {
    std::string certificatePem;
    std::string keyPem;
};

/// A fresh EC key with a certificate for 127.0.0.1 and localhost, valid for an hour.
SelfSigned makeSelfSigned();

} // namespace leadsheet::test
