// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/lead_export.hpp"

#include "leads/export_facts.hpp"
#include "leads/lead_journal.hpp"
#include "leads/row_codec.hpp"

#include "leadsheet/app/row_source.hpp"
#include "leadsheet/client.hpp"
#include "leadsheet/messages/ledger.hpp"
#include "leadsheet/messages/sheet.hpp"
#include "leadsheet/timestamp.hpp"
#include "leadsheet/try.hpp"

#include <algorithm>
#include <set>
#include <span>

namespace leadsheet::app {

namespace say = messages::sheet;

namespace {

template <class T>
using Outcome = tl::expected<T, LeadExportFailure>;

template <class E>
tl::unexpected<LeadExportFailure> fail(E error) {
    return tl::unexpected<LeadExportFailure>(LeadExportFailure(std::move(error)));
}

SheetError optionError(Message reason, Message wayOut) {
    return {SheetErrorCode::InvalidOption, {}, {std::move(reason)}, {std::move(wayOut)}, {}};
}

std::vector<LeadField> columnsOf(const LeadExportOptions& options) {
    if (!options.fields.empty())
        return options.fields;
    std::vector<LeadField> all;
    for (std::size_t i = 0; i < kLeadFieldCount; ++i)
        all.push_back(static_cast<LeadField>(i));
    return all;
}

/// Whether the columns of a program divide names in two: a lead that has none but a whole name has
/// it as its last name there, for no program takes a column of whole names beside them.
bool dividesNames(const LeadExportOptions& options) {
    const auto has = [&](LeadField field) {
        return std::find(options.fields.begin(), options.fields.end(), field) !=
               options.fields.end();
    };
    return !options.names.empty() && has(LeadField::FirstName) && has(LeadField::LastName) &&
           !has(LeadField::FullName);
}

/// With the id in front: what was erased must be found among what was received before. And with the
/// whole name at the end where it may have to stand in for a last name.
std::vector<LeadField> storedFields(std::vector<LeadField> fields, bool wholeName) {
    fields.insert(fields.begin(), LeadField::Id);
    if (wholeName)
        fields.push_back(LeadField::FullName);
    return fields;
}

/// Makes the whole name the last one of a lead without parts of a name.
void fillLastName(std::span<const LeadField> fields, std::span<ExportValue> values,
                  const ExportValue& wholeName) {
    ExportValue* last = nullptr;
    for (std::size_t i = 0; i < fields.size(); ++i) {
        if (fields[i] != LeadField::FirstName && fields[i] != LeadField::LastName)
            continue;
        if (!std::holds_alternative<std::monostate>(values[i]))
            return;
        if (fields[i] == LeadField::LastName)
            last = &values[i];
    }
    if (last != nullptr)
        *last = wholeName;
}

/// Whether both names lead to one file, or would if there were one.
bool isSameFile(const std::filesystem::path& a, const std::filesystem::path& b) {
    std::error_code error;
    if (std::filesystem::equivalent(a, b, error))
        return true;
    std::error_code other;
    const auto one = std::filesystem::weakly_canonical(std::filesystem::absolute(a, error), error);
    const auto two = std::filesystem::weakly_canonical(std::filesystem::absolute(b, other), other);
    return !error && !other && one == two;
}

std::string newId(const Client& client) {
    constexpr std::string_view kHex = "0123456789abcdef";
    std::string id;
    for (int half = 0; half < 2; ++half) {
        std::uint64_t bits = client.rng().next();
        for (int i = 0; i < 16; ++i, bits >>= 4U)
            id += kHex[bits & 0x0FU];
    }
    return id;
}

class LeadExport {
public:
    LeadExport(const Client& client, const LeadExportOptions& options)
        : client_(client)
        , options_(options)
        , fields_(columnsOf(options))
        , wholeName_(dividesNames(options))
        , stored_(storedFields(fields_, wholeName_)) {}

    Outcome<LeadExportReport> run() {
        LEADSHEET_TRY_DONE(checkOptions());
        LEADSHEET_TRY_DONE(spareEarlier());
        LEADSHEET_TRY(auto journal, openJournal());
        report_.resumed = journal.leads();
        if (finishedBefore(journal)) {
            LEADSHEET_TRY_DONE(followErasures());
            return reportOfFinished(journal);
        }
        if (namedBefore(journal)) {
            overwrite_ = true;
        } else if (auto free = checkTarget(); !free) {
            if (journal.leads() == 0)
                journal.remove();
            return fail(free.error());
        }
        LEADSHEET_TRY_DONE(receive(journal));
        LEADSHEET_TRY_DONE(verify(journal));
        report_.leads = journal.leads();
        report_.bookmark = bookmarkOf(journal);
        LEADSHEET_TRY_DONE(followErasures());
        if (options_.since && journal.leads() == 0) {
            journal.remove();
            return report_;
        }
        LEADSHEET_TRY_DONE(write(journal));
        journal.remove();
        return report_;
    }

private:
    SheetResult<void> checkOptions() const {
        if (auto problem = exportOptionsProblem(options_.write))
            return tl::unexpected(*std::move(problem));
        if (options_.since && options_.since->account != options_.account)
            return tl::unexpected(
                optionError(say::earlierExportOfOtherAccount(options_.since->account),
                            say::useKeyOfThatAccount()));
        if (options_.since && filterText(options_.since->filter) != filterText(options_.filter))
            return tl::unexpected(
                optionError(say::earlierExportChoseLeads(filterText(options_.since->filter)),
                            say::leaveFiltersOut()));
        return {};
    }

    /// The earlier export holds leads that this one will not bring, and nobody else may have them.
    SheetResult<void> spareEarlier() const {
        if (!options_.since)
            return {};
        for (const auto& own :
             {options_.file, manifestPathFor(options_.file), leadExportPartFor(options_.file)})
            for (const auto& earlier : options_.since->files)
                if (isSameFile(own, earlier))
                    return tl::unexpected(optionError(
                        say::wouldReplaceEarlierExport(options_.file.string(), earlier.string()),
                        say::chooseNameForNewFile()));
        return {};
    }

    /// Begins or goes on; what the service counts is asked for once, at the begin.
    Outcome<LeadJournal> openJournal() {
        ExportHead wanted;
        wanted.id = newId(client_);
        wanted.account = options_.account;
        wanted.filter = options_.filter;
        for (const LeadField field : fields_)
            wanted.fields.emplace_back(toString(field));
        if (options_.since) {
            wanted.since = options_.since->cursor;
            wanted.leadsBefore = options_.since->leads;
        }
        const std::filesystem::path part = leadExportPartFor(options_.file);
        LEADSHEET_TRY(auto journal, LeadJournal::open(part, options_.restart));
        if (journal.head().empty())
            if (auto begun = beginJournal(journal, wanted); !begun) {
                journal.remove();
                return tl::unexpected(begun.error());
            }
        const auto head = readHead(journal.head());
        if (!head || !sameExport(*head, wanted))
            return fail(
                optionError(say::otherExportBegun(part.string()), say::finishOrRestartExport()));
        head_ = *head;
        return journal;
    }

    Outcome<void> beginJournal(LeadJournal& journal, ExportHead& wanted) {
        LEADSHEET_TRY_DONE(checkTarget());
        LEADSHEET_TRY(const auto counted, client_.leads().count(options_.filter, options_.call));
        wanted.counted = counted;
        if (!options_.since) {
            LEADSHEET_TRY(auto end, walkErasures({}, [](LeadErasure&, bool) {}));
            wanted.erasures = std::move(end);
        }
        LEADSHEET_TRY_DONE(journal.begin(headText(wanted)));
        return {};
    }

    SheetResult<void> checkTarget() const {
        std::error_code ignored;
        if (!options_.write.overwrite && std::filesystem::exists(options_.file, ignored))
            return tl::unexpected(SheetError{SheetErrorCode::OutputExists,
                                             {},
                                             {say::fileExists(options_.file.string())},
                                             {say::chooseNameOrOverwrite()},
                                             {}});
        return {};
    }

    /// It ended between giving the file its name and giving the manifest its own.
    bool namedBefore(const LeadJournal& journal) const {
        if (!journal.complete() || journal.announcedFile().empty())
            return false;
        const auto standing = fileSha256(options_.file);
        return standing && *standing == journal.announcedFile();
    }

    /// It ended between giving both their names and removing the part file.
    bool finishedBefore(const LeadJournal& journal) const {
        return journal.complete() && exportIdOf(options_.file) == head_.id;
    }

    Outcome<LeadExportReport> reportOfFinished(LeadJournal& journal) {
        auto bookmark = readLeadBookmark(options_.file);
        auto file = reportFromManifest(options_.file, options_.format);
        if (!bookmark || !file)
            return fail(bookmark ? optionError(say::manifestNotReadable(), say::useRestart())
                                 : bookmark.error());
        report_.leads = journal.leads();
        report_.bookmark = std::move(*bookmark);
        report_.file = std::move(*file);
        journal.remove();
        return report_;
    }

    Outcome<void> receive(LeadJournal& journal) {
        if (journal.complete())
            return {};
        std::optional<std::string> start = journal.cursor();
        if (!start && !head_.since.empty())
            start = head_.since;
        PageOptions page;
        page.limit = options_.pageSize;
        page.cursor = start;
        const bool givesId =
            std::find(fields_.begin(), fields_.end(), LeadField::Id) != fields_.end();
        const std::vector<LeadField>& wanted = givesId && !wholeName_ ? fields_ : stored_;
        LeadPages pages = client_.leads().all(options_.filter, wanted, page, options_.call);
        std::string rows;
        tell(journal, false);
        while (!pages.finished()) {
            LEADSHEET_TRY(const auto leads, pages.nextPage());
            rows.clear();
            for (const Lead& lead : leads)
                encodeLead(rows, lead, stored_);
            LEADSHEET_TRY_DONE(journal.add(rows, static_cast<std::int64_t>(leads.size()),
                                           pages.cursor().value_or(std::string()),
                                           pages.finished()));
            tell(journal, false);
        }
        return {};
    }

    /// Leads only ever come on: their number lies between the counts before and after.
    Outcome<void> verify(const LeadJournal& journal) const {
        LEADSHEET_TRY(const auto counted, client_.leads().count(options_.filter, options_.call));
        const std::int64_t all = head_.leadsBefore + journal.leads();
        if (head_.counted <= all && all <= counted)
            return {};
        return fail(localError(
            ErrorCode::InvalidResponse,
            {messages::ledger::leadsCountedOtherwise(static_cast<std::int64_t>(counted),
                                                     static_cast<std::int64_t>(head_.counted),
                                                     static_cast<std::int64_t>(all)),
             messages::ledger::noFileTryRestart()}));
    }

    /// Every erasure from `start` on, and where the list ends. `all`: `start` was not known or not
    /// taken, so that they come from the very first one on.
    Outcome<std::string>
    walkErasures(std::string start,
                 const std::function<void(LeadErasure& erasure, bool all)>& each) const {
        PageOptions page;
        page.limit = options_.pageSize;
        if (!start.empty())
            page.cursor = std::move(start);
        bool all = !page.cursor;
        for (bool more = true; more;) {
            auto erasures = client_.leads().erasures(page, options_.call);
            // A service of before there were erasures.
            if (!erasures && erasures.error().is(ErrorCode::NotFound))
                break;
            if (!erasures && erasures.error().is(ErrorCode::InvalidCursor) && page.cursor) {
                page.cursor.reset();
                all = true;
                continue;
            }
            if (!erasures)
                return fail(erasures.error());
            for (LeadErasure& erasure : erasures->items)
                each(erasure, all);
            more = erasures->hasMore;
            page.cursor = erasures->resumeCursor;
        }
        return page.cursor.value_or("");
    }

    /// What was erased since the last export of this account, or while this one received its pages,
    /// and the bookmark for the next one.
    Outcome<void> followErasures() {
        const auto take = [this](LeadErasure& erasure, bool all) {
            erased_.insert(erasure.leadId);
            if (options_.since && (!all || erasure.erasedAt >= options_.since->exportedAt))
                report_.erased.push_back(std::move(erasure.leadId));
        };
        LEADSHEET_TRY(
            auto end,
            walkErasures(options_.since ? options_.since->erasures : head_.erasures, take));
        report_.bookmark.erasures = std::move(end);
        return {};
    }

    LeadBookmark bookmarkOf(const LeadJournal& journal) const {
        LeadBookmark bookmark;
        bookmark.account = options_.account;
        bookmark.filter = options_.filter;
        bookmark.cursor = journal.cursor().value_or(head_.since);
        bookmark.leads = head_.leadsBefore + journal.leads();
        bookmark.exportedAt = formatTimestamp(client_.clock().wallNow());
        return bookmark;
    }

    SheetResult<void> write(LeadJournal& journal) {
        tell(journal, true);
        if (auto spared = spareEarlier(); !spared) // names may lead elsewhere by now
            return spared;
        LEADSHEET_TRY_DONE(journal.announceWriting());
        ExportOptions options = options_.write;
        options.manifest = true;
        options.overwrite = options.overwrite || overwrite_;
        options.beforeNaming = [&journal](const std::string& sha256) {
            return journal.announceFile(sha256);
        };
        options.facts = manifestFacts(head_, report_.bookmark);
        LEADSHEET_TRY(auto writer, RecordWriter::create(options_.file, options_.format, options));
        std::vector<ExportColumn> columns = leadColumns(fields_);
        for (std::size_t i = 0; i < options_.names.size(); ++i)
            columns[i].name = options_.names[i];
        LEADSHEET_TRY_DONE(writer.begin(columns));
        std::vector<ExportValue> values(stored_.size());
        const std::span<ExportValue> columnValues = std::span(values).subspan(1, fields_.size());
        LeadRowReader reader;
        const auto copied = journal.read([&](std::string_view rows, std::int64_t count) {
            SheetResult<void> done;
            for (std::int64_t i = 0; done && i < count; ++i) {
                if (options_.call.stop.stop_requested())
                    return SheetResult<void>(tl::unexpected(
                        SheetError{SheetErrorCode::Cancelled, {}, {say::interrupted()}, {}, {}}));
                if (!reader.next(rows, values))
                    return SheetResult<void>(tl::unexpected(
                        optionError(say::partFileOfOtherVersion(), say::useRestart())));
                if (const auto* id = std::get_if<std::string_view>(&values.front());
                    id && erased_.contains(*id))
                    eraseValues(fields_, columnValues);
                else if (wholeName_)
                    fillLastName(fields_, columnValues, values.back());
                done = writer.row(columnValues);
            }
            return done;
        });
        if (!copied)
            return copied;
        LEADSHEET_TRY(auto finished, writer.finish());
        report_.file = std::move(finished);
        return {};
    }

    void tell(const LeadJournal& journal, bool writing) const {
        if (options_.progress)
            options_.progress({journal.leads(), head_.counted - head_.leadsBefore, writing});
    }

    const Client& client_;
    const LeadExportOptions& options_;
    const std::vector<LeadField> fields_;
    const bool wholeName_;                      ///< see dividesNames()
    const std::vector<LeadField> stored_;       ///< of each lead in the part file
    std::set<std::string, std::less<>> erased_; ///< ids, since the first page was asked for
    ExportHead head_;
    bool overwrite_ = false; ///< what stands there is this export's own file
    LeadExportReport report_;
};

} // namespace

std::filesystem::path leadExportPartFor(const std::filesystem::path& file) {
    return file.string() + ".part";
}

Outcome<LeadExportReport> exportLeads(const Client& client, const LeadExportOptions& options) {
    return LeadExport(client, options).run();
}

} // namespace leadsheet::app
