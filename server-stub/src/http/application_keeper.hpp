// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

namespace leadsheet::server::http {

/// Qt delivers socket events only while a QCoreApplication exists. In a process without one this
/// keeps one alive, on a thread of its own, for as long as any server holds the returned handle;
/// otherwise it does nothing. A process that wants its own application object must make it before
/// the first server.
std::shared_ptr<void> keepApplication();

} // namespace leadsheet::server::http
