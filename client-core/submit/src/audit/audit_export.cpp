// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/submit/audit.hpp"

#include "audit/audit_line.hpp"
#include "digest.hpp"
#include "leadsheet/messages/ledger.hpp"
#include "leadsheet/result.hpp"
#include "leadsheet/try.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <limits>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

namespace leadsheet::submit {

using detail::AuditLink;

namespace {

/// A file of mode 0600 that appears complete or not at all.
class AuditFile {
public:
    static Result<AuditFile> create(const std::filesystem::path& target, bool replace);
    AuditFile(AuditFile&& other) noexcept;
    AuditFile& operator=(AuditFile&&) = delete;
    ~AuditFile();

    /// Adds the line end.
    Result<void> write(std::string_view line);
    Result<void> commit();

private:
    AuditFile(std::filesystem::path target, std::filesystem::path temporary, int descriptor,
              bool replace);
    Result<void> flush();

    std::filesystem::path target_;
    std::filesystem::path temporary_; ///< empty once it is gone
    int descriptor_;
    bool replace_;
    std::string buffer_;
};

constexpr std::size_t kBuffer = std::size_t{256} * 1024;

Error cannotWrite(const std::filesystem::path& file, int error) {
    return localError(
        error == ENOSPC || error == EDQUOT ? ErrorCode::StorageFull : ErrorCode::StorageError,
        {messages::ledger::fileToWriteFailed(file.string(),
                                             std::generic_category().message(error))});
}

Error isThere(const std::filesystem::path& file) {
    return localError(ErrorCode::InvalidArgument,
                      {messages::ledger::fileExistsAlready(file.string()),
                       messages::ledger::chooseOtherFileName()});
}

AuditFile::AuditFile(std::filesystem::path target, std::filesystem::path temporary, int descriptor,
                     bool replace)
    : target_(std::move(target))
    , temporary_(std::move(temporary))
    , descriptor_(descriptor)
    , replace_(replace) {}

AuditFile::AuditFile(AuditFile&& other) noexcept
    : target_(std::move(other.target_))
    , temporary_(std::move(other.temporary_))
    , descriptor_(std::exchange(other.descriptor_, -1))
    , replace_(other.replace_)
    , buffer_(std::move(other.buffer_)) {
    other.temporary_.clear();
}

AuditFile::~AuditFile() {
    if (descriptor_ >= 0)
        ::close(descriptor_);
    if (!temporary_.empty())
        ::unlink(temporary_.c_str());
}

Result<AuditFile> AuditFile::create(const std::filesystem::path& target, bool replace) {
    std::error_code ignored;
    if (!replace && std::filesystem::exists(target, ignored))
        return failure(isThere(target));
    std::string name = target.string() + ".XXXXXX";
    const int descriptor = ::mkostemp(name.data(), O_CLOEXEC); // mode 0600
    if (descriptor < 0)
        return failure(cannotWrite(target, errno));
    return AuditFile(target, name, descriptor, replace);
}

Result<void> AuditFile::write(std::string_view line) {
    buffer_ += line;
    buffer_ += '\n';
    return buffer_.size() < kBuffer ? Result<void>() : flush();
}

Result<void> AuditFile::flush() {
    std::string_view rest = buffer_;
    while (!rest.empty()) {
        const ssize_t written = ::write(descriptor_, rest.data(), rest.size());
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return failure(cannotWrite(target_, errno));
        rest.remove_prefix(static_cast<std::size_t>(written));
    }
    buffer_.clear();
    return {};
}

Result<void> AuditFile::commit() {
    if (auto flushed = flush(); !flushed)
        return flushed;
    if (::fsync(descriptor_) != 0)
        return failure(cannotWrite(target_, errno));
    if (replace_) {
        if (::rename(temporary_.c_str(), target_.c_str()) != 0)
            return failure(cannotWrite(target_, errno));
    } else {
        // Unlike rename, link never replaces what came into being meanwhile.
        if (::link(temporary_.c_str(), target_.c_str()) != 0)
            return failure(errno == EEXIST ? isThere(target_) : cannotWrite(target_, errno));
        ::unlink(temporary_.c_str());
    }
    temporary_.clear();
    return {};
}

Error stopped() {
    return localError(ErrorCode::Cancelled, {messages::ledger::exportStopped()});
}

/// Numbers the lines and links each to the one before.
class Chain {
public:
    explicit Chain(AuditFile& file)
        : file_(file) {}

    template <class Make, class... Parts>
    Result<void> add(Make make, const Parts&... parts) {
        const std::string line = make(AuditLink{++lines_, previous_}, parts...);
        previous_ = detail::hex(detail::sha256(line));
        return file_.write(line);
    }
    std::int64_t lines() const { return lines_; }
    const std::string& digest() const { return previous_; }

private:
    AuditFile& file_;
    std::int64_t lines_ = 0;
    std::string previous_;
};

Result<void> addRow(const Ledger& ledger, const RunInfo& run, const RowRecord& row, Chain& chain,
                    AuditCounts& counts) {
    LEADSHEET_TRY_DONE(chain.add(detail::auditRow, run, row));
    ++counts.rows;
    if (row.attempts == 0)
        return {};
    LEADSHEET_TRY(const auto attempts, attemptsOf(ledger, row.ref));
    for (const AttemptRecord& attempt : attempts) {
        LEADSHEET_TRY_DONE(chain.add(detail::auditAttempt, row.ref, attempt));
        ++counts.attempts;
    }
    return {};
}

Result<void> addRun(const Ledger& ledger, const RunInfo& run, Chain& chain, AuditCounts& counts,
                    const std::stop_token& stop) {
    LEADSHEET_TRY_DONE(chain.add(detail::auditRun, run));
    ++counts.runs;
    RowFilter filter;
    filter.withContent = true;
    RowReader reader(ledger, run.id, filter);
    for (;;) {
        if (stop.stop_requested())
            return failure(stopped());
        LEADSHEET_TRY(const auto rows, reader.next());
        if (rows.empty())
            return {};
        for (const RowRecord& row : rows)
            if (auto added = addRow(ledger, run, row, chain, counts); !added)
                return added;
    }
}

} // namespace

Result<AuditCounts> exportAudit(const Ledger& ledger, const AuditOptions& options,
                                const std::filesystem::path& file, const std::stop_token& stop) {
    LEADSHEET_TRY(auto runs, ledger.runs(std::numeric_limits<std::int32_t>::max()));
    std::reverse(runs.begin(), runs.end());
    LEADSHEET_TRY(auto target, AuditFile::create(file, options.replace));
    Chain chain(target);
    AuditCounts counts;
    LEADSHEET_TRY_DONE(chain.add(detail::auditHead, options, ledger.file()));
    for (const RunInfo& run : runs)
        if (auto added = addRun(ledger, run, chain, counts, stop); !added)
            return failure(added.error());
    counts.lines = chain.lines() + 1;
    LEADSHEET_TRY_DONE(chain.add(detail::auditEnd, counts));
    counts.digest = chain.digest();
    LEADSHEET_TRY_DONE(target.commit());
    return counts;
}

} // namespace leadsheet::submit
