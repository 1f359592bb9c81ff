// SPDX-License-Identifier: Apache-2.0
#include "outreach/adapter.hpp"

namespace leadsheet::server::outreach {

const Adapter& adapterFor(Platform platform) {
    switch (platform) {
    case Platform::Smartlead:
        return smartleadAdapter();
    case Platform::Lemlist:
        return lemlistAdapter();
    case Platform::Instantly:
        break;
    }
    return instantlyAdapter();
}

} // namespace leadsheet::server::outreach
