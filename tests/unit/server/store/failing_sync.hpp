// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace leadsheet::server::store::test {

/// While it lives, SQLite's default file layer is one whose syncs can be made to fail after the
/// bytes were written, as a disk that reports a write error does. One at a time.
class FailingSync {
public:
    FailingSync();
    ~FailingSync();
    FailingSync(const FailingSync&) = delete;
    FailingSync& operator=(const FailingSync&) = delete;

    void fail(bool on);
    /// No file gets longer, as on a disk without room.
    void fill(bool on);
};

} // namespace leadsheet::server::store::test
