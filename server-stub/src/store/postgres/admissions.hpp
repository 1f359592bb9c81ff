// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "store/admission.hpp"
#include "store/operations/admissions.hpp"
#include "store/postgres/connection_pool.hpp"
#include "store/store.hpp"

#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace leadsheet::server::store::postgres {

/// Admits requests over one connection. Those that come while others are admitted are admitted
/// together after them: one of the threads that wait asks for all. Thread-safe.
class Admissions {
public:
    Admissions(const PostgresOptions& options, std::shared_ptr<FaultHook> hook);

    StoreResult<Admitted> admit(const Admission& asked);

private:
    struct Waiting {
        const Admission* asked;
        StoreResult<Judged> result;
        bool isDone = false;
        bool isNext = false; ///< to ask for all that wait
        std::condition_variable wake;
    };
    StoreResult<Judged> tryOnce(const Admission& asked);
    void admitAll(const std::vector<Waiting*>& waiting);
    StoreResult<std::vector<Judged>> ask(const std::vector<const Admission*>& asked,
                                         bool& lostAtOnce);

    ConnectionPool pool_;
    std::mutex mutex_;
    std::vector<Waiting*> waiting_;
    bool isAsking_ = false; ///< one of them does
};

} // namespace leadsheet::server::store::postgres
