// SPDX-License-Identifier: Apache-2.0
#include "audit/audit_line.hpp"

#include "digest.hpp"
#include "leadsheet/messages/audit.hpp"
#include "leadsheet/messages/ledger.hpp"
#include "leadsheet/text/render.hpp"

#include <deque>
#include <fstream>
#include <utility>

namespace leadsheet::submit {
namespace {

namespace say = messages::audit;
using detail::AuditKind;
using detail::AuditLine;

constexpr std::size_t kMaxLine = std::size_t{16} * 1024 * 1024;
/// How far back an inserted piece is recognised as such; behind that it is named as one line.
constexpr std::size_t kRemembered = 4096;

struct Read {
    std::optional<AuditLine> line; ///< nothing when it is not a line of an export
    std::string bytes;
    std::string digest;
    bool ended = true; ///< by a line end
};

class Lines {
public:
    explicit Lines(std::ifstream& in)
        : in_(in) {}

    /// Nothing at the end of the file.
    std::optional<Read> next() {
        Read read;
        char c = 0;
        bool any = false;
        read.ended = false;
        while (in_.get(c)) {
            any = true;
            if (c == '\n') {
                read.ended = true;
                break;
            }
            if (read.bytes.size() < kMaxLine)
                read.bytes += c;
        }
        if (!any)
            return std::nullopt;
        read.line = detail::readAuditLine(read.bytes);
        read.digest = detail::hex(detail::sha256(read.bytes));
        return read;
    }

private:
    std::ifstream& in_;
};

AuditVerdict broken(std::int64_t line, Message what) {
    AuditVerdict verdict;
    verdict.line = line;
    verdict.what = text::render(what);
    verdict.said = std::move(what);
    return verdict;
}

bool isHead(const Read& read) {
    return read.line->kind == AuditKind::Head;
}

class Check {
public:
    /// The line at `place_`; what is wrong with it, given the one after it.
    std::optional<AuditVerdict> take(const Read& read, const std::optional<Read>& after);
    AuditVerdict finish() const;

private:
    std::optional<AuditVerdict> unreadable(const std::optional<Read>& after) const;
    std::optional<AuditVerdict> misplaced(const Read& read) const;
    std::optional<AuditVerdict> unlinked(const Read& read, const std::optional<Read>& after) const;
    std::optional<AuditVerdict> counted(const Read& read, const std::optional<Read>& after);

    std::int64_t place_ = 1; ///< of the next line
    std::deque<std::string> digests_;
    AuditCounts counts_;
    bool ended_ = false;
};

std::optional<AuditVerdict> Check::unreadable(const std::optional<Read>& after) const {
    if (after && after->line && after->line->link.number == place_)
        return broken(place_, say::lineInserted());
    if (!after)
        return broken(place_, say::lineCutOrChanged());
    return broken(place_, say::notAnAuditLine());
}

std::optional<AuditVerdict> Check::misplaced(const Read& read) const {
    const std::int64_t number = read.line->link.number;
    if (number > place_)
        return broken(place_,
                      number == place_ + 1 ? say::lineRemoved() : say::linesRemoved(number));
    // An earlier number again: what stands between its rightful place and here was put in.
    const std::int64_t back = place_ - number;
    const auto known = static_cast<std::int64_t>(digests_.size());
    if (number >= 1 && back >= 1 && back < known &&
        digests_[static_cast<std::size_t>(known - back - 1)] == read.line->link.previous)
        return broken(number, say::lineInserted());
    return broken(place_, say::lineInserted());
}

std::optional<AuditVerdict> Check::unlinked(const Read& read,
                                            const std::optional<Read>& after) const {
    // When the next line vouches for this one, it is the one before that was changed.
    const bool vouched = after && after->line && after->line->link.previous == read.digest;
    if (place_ == 1)
        return broken(1, say::lineChanged());
    if (vouched || !after)
        return broken(place_ - 1, say::lineChanged());
    return broken(place_ - 1, say::lineOrLinkChanged());
}

std::optional<AuditVerdict> Check::counted(const Read& read, const std::optional<Read>& after) {
    switch (read.line->kind) {
    case AuditKind::Head:
        break;
    case AuditKind::Run:
        ++counts_.runs;
        break;
    case AuditKind::Row:
        ++counts_.rows;
        break;
    case AuditKind::Attempt:
        ++counts_.attempts;
        break;
    case AuditKind::End:
        counts_.lines = place_;
        counts_.digest = read.digest;
        // Nothing after it vouches for the last line, so it is made again.
        if (read.bytes != detail::auditEnd(read.line->link, counts_))
            return broken(place_, say::lineMiscounts());
        if (after)
            return broken(place_ + 1, say::lineAdded());
        ended_ = true;
        break;
    }
    if (!read.ended)
        return broken(place_, say::cutInLine());
    return std::nullopt;
}

std::optional<AuditVerdict> Check::take(const Read& read, const std::optional<Read>& after) {
    if (!read.line)
        return unreadable(after);
    if (read.line->link.number != place_)
        return misplaced(read);
    const std::string expected = digests_.empty() ? std::string() : digests_.back();
    if (read.line->link.previous != expected || (place_ == 1) != isHead(read))
        return unlinked(read, after);
    if (auto wrong = counted(read, after))
        return wrong;
    digests_.push_back(read.digest);
    if (digests_.size() > kRemembered)
        digests_.pop_front();
    ++place_;
    return std::nullopt;
}

AuditVerdict Check::finish() const {
    if (!ended_)
        return broken(place_, say::endMissing());
    AuditVerdict verdict;
    verdict.intact = true;
    verdict.counts = counts_;
    return verdict;
}

} // namespace

Result<AuditVerdict> verifyAudit(const std::filesystem::path& file, const std::stop_token& stop) {
    std::error_code error;
    if (!std::filesystem::exists(file, error))
        return failure(
            localError(ErrorCode::NotFound, {messages::ledger::noSuchFile(file.string())}));
    std::ifstream in(file, std::ios::binary);
    if (!in || std::filesystem::is_directory(file, error))
        return failure(localError(ErrorCode::StorageError,
                                  {messages::ledger::fileNotOpenedForReading(file.string())}));
    Lines lines(in);
    Check check;
    auto now = lines.next();
    auto second = lines.next();
    if (!(now && now->line) && !(second && second->line))
        return failure(localError(ErrorCode::InvalidArgument,
                                  {messages::ledger::notAnAuditExport(file.string())}));
    while (now) {
        if (stop.stop_requested())
            return failure(
                localError(ErrorCode::Cancelled, {messages::ledger::auditCheckStopped()}));
        auto after = std::exchange(second, std::nullopt);
        if (!after)
            after = lines.next();
        if (auto wrong = check.take(*now, after))
            return *std::move(wrong);
        now = std::move(after);
    }
    if (in.bad())
        return failure(localError(ErrorCode::StorageError,
                                  {messages::ledger::fileNotReadToEnd(file.string())}));
    return check.finish();
}

} // namespace leadsheet::submit
