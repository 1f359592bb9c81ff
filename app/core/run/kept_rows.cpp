// SPDX-License-Identifier: Apache-2.0
#include "run/kept_rows.hpp"

#include "leadsheet/app/results_file.hpp"
#include "leadsheet/app/run_record.hpp"
#include "leadsheet/messages/ledger.hpp"
#include "leadsheet/try.hpp"
#include "text/names.hpp"

#include <boost/json.hpp>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <map>
#include <unistd.h>
#include <utility>

namespace leadsheet::app {
namespace {

namespace json = boost::json;

constexpr std::size_t kWriteAtOnce = std::size_t{1} << 20;

/// Whether the run's sheet was a workbook, whose texts a CSV file would turn into formulas.
bool fromWorkbook(const submit::RunInfo& run) {
    const std::string ending =
        lowerCase(std::filesystem::path(run.spec.sourceName).extension().string());
    return ending == ".xlsx" || ending == ".xlsm" || ending == ".ods";
}

std::string record(const json::array& cells, bool guarded) {
    std::string line;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        if (i > 0)
            line += ',';
        const json::string* text = cells[i].if_string();
        if (text == nullptr)
            continue;
        const std::string_view cell(text->data(), text->size());
        appendDelimitedCell(line, guarded ? guardFormula(cell) : std::string(cell), ',');
    }
    return line + "\r\n";
}

json::array arrayOf(const std::string& text) {
    json::error_code error;
    json::value value = json::parse(text, error);
    return !error && value.is_array() ? std::move(value.as_array()) : json::array();
}

/// The column names that are kept with a map; empty when its tab had none.
json::array headerOf(const RecordedTab& tab) {
    json::error_code error;
    json::value map = json::parse(tab.mapJson, error);
    json::object* object = error ? nullptr : map.if_object();
    json::value* headers = object == nullptr ? nullptr : object->if_contains("headers");
    return headers != nullptr && headers->is_array() ? std::move(headers->as_array())
                                                     : json::array();
}

/// Rows of several tabs under one header: a column for the tab, then a column for each name, which
/// tabs with the same names share. A run of one tab is kept as it was.
class KeptColumns {
public:
    explicit KeptColumns(const std::vector<RecordedTab>& tabs)
        : several_(tabs.size() > 1) {
        if (several_)
            header_.emplace_back("Tab");
        for (const RecordedTab& tab : tabs)
            add(tab.name, headerOf(tab));
    }

    const json::array& header() const { return header_; }

    json::array placed(const std::string& tab, json::array cells) const {
        if (!several_)
            return cells;
        json::array row(header_.size(), json::value(""));
        row[0] = tab;
        const auto own = places_.find(tab);
        for (std::size_t i = 0; i < cells.size(); ++i) {
            if (own != places_.end() && i < own->second.size())
                row[own->second[i]] = cells[i];
            else
                row.push_back(cells[i]);
        }
        return row;
    }

private:
    void add(const std::string& tab, const json::array& names) {
        if (!several_) {
            header_ = names;
            return;
        }
        // The second column of a name is that name's second column in every tab.
        std::map<std::string, std::size_t> met;
        for (const json::value& name : names) {
            const std::string text = name.is_string() ? std::string(name.get_string()) : "";
            const std::size_t number = met[text]++;
            const auto [place, fresh] = columns_.try_emplace({text, number}, header_.size());
            if (fresh)
                header_.push_back(name);
            places_[tab].push_back(place->second);
        }
    }

    bool several_;
    json::array header_;
    std::map<std::pair<std::string, std::size_t>, std::size_t> columns_;
    std::map<std::string, std::vector<std::size_t>> places_;
};

class Output {
public:
    explicit Output(int descriptor)
        : descriptor_(descriptor) {}
    Output(const Output&) = delete;
    Output& operator=(const Output&) = delete;
    ~Output() { ::close(descriptor_); }

    bool add(const std::string& text) {
        buffer_ += text;
        return buffer_.size() < kWriteAtOnce || flush();
    }
    bool flush() {
        std::string_view rest = buffer_;
        while (!rest.empty()) {
            const ssize_t count = ::write(descriptor_, rest.data(), rest.size());
            if (count < 0 && errno == EINTR)
                continue;
            if (count < 0)
                return false;
            rest.remove_prefix(static_cast<std::size_t>(count));
        }
        buffer_.clear();
        return true;
    }

private:
    int descriptor_;
    std::string buffer_;
};

Error writeFailure(const std::filesystem::path& file) {
    const int reason = errno;
    return localError(reason == ENOSPC || reason == EDQUOT ? ErrorCode::StorageFull
                                                           : ErrorCode::StorageError,
                      {messages::ledger::fileNotWritten(file.string(), std::strerror(reason))});
}

} // namespace

KeptRows::KeptRows(std::filesystem::path file, bool hasHeader)
    : file_(std::move(file))
    , hasHeader_(hasHeader) {}
KeptRows::KeptRows(KeptRows&& other) noexcept
    : file_(std::exchange(other.file_, {}))
    , hasHeader_(other.hasHeader_) {}
KeptRows& KeptRows::operator=(KeptRows&& other) noexcept {
    std::swap(file_, other.file_);
    std::swap(hasHeader_, other.hasHeader_);
    return *this;
}
KeptRows::~KeptRows() {
    if (!file_.empty())
        ::unlink(file_.c_str());
}

Result<KeptRows> KeptRows::write(const std::filesystem::path& folder, const submit::Ledger& ledger,
                                 const submit::RunInfo& run, const submit::RowFilter& rows) {
    std::string name = (folder / "kept-rows-XXXXXX").string();
    const int descriptor = ::mkostemp(name.data(), O_CLOEXEC); // mode 0600
    if (descriptor < 0)
        return failure(writeFailure(name));
    const auto sheet = recordOf(run);
    const KeptColumns columns(sheet ? sheet->tabs : std::vector<RecordedTab>());
    KeptRows kept(name, !columns.header().empty());
    Output output(descriptor);
    const bool guarded = fromWorkbook(run);
    if (kept.hasHeader_ && !output.add(record(columns.header(), guarded)))
        return failure(writeFailure(name));
    submit::RowReader reader(ledger, run.id, rows);
    for (;;) {
        LEADSHEET_TRY(const auto page, reader.next());
        if (page.empty())
            break;
        for (const submit::RowRecord& row : page)
            if (!output.add(record(columns.placed(row.tab, arrayOf(row.snapshot)), guarded)))
                return failure(writeFailure(name));
    }
    if (!output.flush())
        return failure(writeFailure(name));
    return kept;
}

} // namespace leadsheet::app
