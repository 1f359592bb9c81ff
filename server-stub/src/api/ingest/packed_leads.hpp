// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "domain/lead.hpp"
#include "http/spool.hpp"
#include "store/records.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace leadsheet::server::api {

/// Checked leads, without ids, in little memory whatever their number. Grows on one thread, and is
/// read when it is complete.
class PackedLeads {
public:
    /// False when the disk has no room.
    bool append(const domain::LeadDraft& lead);
    std::size_t size() const { return size_; }

    /// Reads them from the first on; must not outlive them.
    class Reader {
    public:
        explicit Reader(const PackedLeads& leads)
            : left_(leads.size_)
            , bytes_(leads.spool_) {}

        /// The next ones, at most `count`, in place of what is in `leads`; none at the end. False
        /// when the disk cannot be read.
        bool next(std::size_t count, std::vector<store::NewLead>& leads);

    private:
        bool read(store::NewLead& lead);

        std::size_t left_;
        http::SpoolReader bytes_;
    };

private:
    http::Spool spool_;
    std::size_t size_ = 0;
    std::string record_;
};

/// Rows of a call that are not leads, in their order, as the answer names them.
class RejectedRows {
public:
    /// False when the disk has no room.
    bool append(std::int64_t row, const domain::LeadFaults& faults);
    std::int64_t size() const { return size_; }

    class Reader {
    public:
        explicit Reader(const RejectedRows& rows)
            : left_(rows.size_)
            , bytes_(rows.spool_) {
            next();
        }

        bool atEnd() const { return atEnd_; }
        bool failed() const { return failed_; }
        std::int64_t row() const { return row_; }
        const std::string& json() const { return json_; }
        void next();

    private:
        std::int64_t left_;
        http::SpoolReader bytes_;
        bool atEnd_ = false;
        bool failed_ = false;
        std::int64_t row_ = 0;
        std::string json_;
    };

private:
    http::Spool spool_;
    std::int64_t size_ = 0;
    std::size_t errors_ = 0;
};

/// {"row", "outcome", "errors"} of one row, as JSON text; at most `most` of its faults.
std::string rowJson(std::int64_t row, std::string_view outcome, const domain::LeadFaults& faults,
                    std::size_t most);

} // namespace leadsheet::server::api
