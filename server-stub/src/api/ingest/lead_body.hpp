// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "api/reply.hpp"
#include "domain/crypto.hpp"
#include "domain/lead.hpp"
#include "http/message.hpp"
#include "http/spool.hpp"
#include "store/records.hpp"

#include <boost/json/value.hpp>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
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

struct Context;
struct Exchange;

/// What the body of an ingest call holds, checked row by row. Most of it lies on the disk.
struct LeadBody {
    boost::json::value document;    ///< of JSON: the body, with `leads` empty if it is an array
    PackedLeads leads;              ///< the rows that are leads
    std::vector<std::int64_t> rows; ///< place of each lead in the call, from 0
    RejectedRows rejected;          ///< the rows that are not
    std::optional<Problem> problem; ///< the first that spoils the call as a whole
    domain::Digest call{};          ///< fingerprint of the request, for its idempotency key
    /// Fingerprint of the part: of its format and text; of JSON neither spelling nor order matters.
    domain::Digest part{};
};

/// Finds out what a body of leads is, unpacks and reads it: afterwards Exchange::format and leads
/// are set. A value = the refusal of a text that cannot be read at all; what is wrong with what it
/// says is in LeadBody::problem.
std::optional<Outcome> readLeadBody(const Context& context, Exchange& exchange);

/// The text of a request's body, piece by piece, wherever the body lies; a gzip body (RFC 1952, any
/// number of members) is unpacked on the way. Holds one piece at a time, whatever the body
/// promises.
class BodyText {
public:
    /// `request` must outlive the text, of which there are at most `maxBytes`.
    BodyText(const http::Request& request, bool packed, std::size_t maxBytes);
    ~BodyText();
    BodyText(const BodyText&) = delete;
    BodyText& operator=(const BodyText&) = delete;

    /// The next piece, valid until the next call; empty at the end. After a refusal there is
    /// nothing more.
    tl::expected<std::string_view, Problem> next();

private:
    struct Packed;

    tl::expected<std::string_view, Problem> nextRaw();
    tl::expected<std::string_view, Problem> unpack();

    const http::Request& request_;
    const std::size_t maxBytes_;
    http::SpoolReader spool_;
    std::size_t offset_ = 0; ///< in a body that is in memory
    std::size_t text_ = 0;   ///< bytes so far
    std::unique_ptr<Packed> packed_;
};

/// The answer when what lies on the disk cannot be put there, or read again.
tl::unexpected<Problem> diskProblem();

} // namespace leadsheet::server::api
