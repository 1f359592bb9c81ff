// SPDX-License-Identifier: Apache-2.0
#include "sheet_checking.hpp"

#include "../phrases/say.hpp"
#include "../shell/words.hpp"
#include "leadsheet/app/fields.hpp"
#include "leadsheet/app/order_words.hpp"
#include "leadsheet/try.hpp"
#include "leadsheet/work/repeated_rows.hpp"

#include <array>

namespace leadsheet::desktop {
namespace {

constexpr std::uint64_t kTellEvery = 512; // rows

void keepOrder(app::RowSpool& orders, const app::CheckedRow& row, bool repeated) {
    OrderRequest order = row.input->request;
    if (!row.input->reference.empty())
        order.fields[std::string(app::kReferenceField)] = row.input->reference;
    const std::string body = canonicalBody(order);
    std::array<app::Cell, 2> cells;
    cells[0].kind = cells[1].kind = app::CellKind::Text;
    cells[0].text = body;
    cells[1].column = 1;
    cells[1].text = repeated ? "repeated" : "";
    app::RowView kept;
    kept.row = row.row;
    kept.cells = cells;
    // Without room for it the row has no sentence; the check itself goes on.
    [[maybe_unused]] const auto added = orders.append(kept);
}

app::SheetResult<CheckFindings> check(const std::filesystem::path& path,
                                      const app::CheckOptions& options,
                                      const std::filesystem::path& folder,
                                      const std::function<void(std::uint64_t)>& tell,
                                      const std::stop_token& stop) {
    LEADSHEET_TRY(auto sheet, app::SheetCheck::open(path, options, stop));
    CheckFindings found;
    std::map<std::size_t, std::shared_ptr<app::ProblemIndex>> problems;
    std::map<std::size_t, std::shared_ptr<app::RowSpool>> orders;
    for (const app::CheckedTab& tab : sheet.tabs()) {
        found.tabs[tab.sheet].problems = problems[tab.sheet] =
            std::make_shared<app::ProblemIndex>();
        found.tabs[tab.sheet].orders = orders[tab.sheet] = std::make_shared<app::RowSpool>(folder);
    }
    app::CheckedRow row;
    work::RepeatedRows repeats;
    for (std::uint64_t rows = 0;; ++rows) {
        if (stop.stop_requested())
            return tl::unexpected(app::SheetError{app::SheetErrorCode::Cancelled, {}, {}, {}, {}});
        LEADSHEET_TRY(const auto next, sheet.next(row));
        if (next == app::Next::End)
            break;
        problems[row.sheet]->add(row);
        if (row.blocked)
            ++found.tabs[row.sheet].blocked;
        else if (row.input)
            keepOrder(*orders[row.sheet], row, repeats.note(row));
        if (rows % kTellEvery == 0)
            tell(rows);
    }
    for (const auto& [tab, spool] : orders) {
        [[maybe_unused]] const auto flushed = spool->flush();
    }
    for (const app::CheckedTab& tab : sheet.tabs())
        for (const app::UnusedColumn& column : tab.map.unused)
            found.tabs[tab.sheet].filled.insert(column.column);
    found.summary = repeats.without(sheet.summary());
    found.repeated = repeats.rows();
    return found;
}

} // namespace

const TabFindings* CheckFindings::of(std::size_t sheet) const {
    const auto found = tabs.find(sheet);
    return found == tabs.end() ? nullptr : &found->second;
}

std::optional<RowOrder> TabFindings::orderOf(std::uint32_t row) const {
    const auto index = orders == nullptr ? std::nullopt : orders->indexOf(row);
    if (!index)
        return std::nullopt;
    const auto kept = orders->row(*index);
    auto order = kept ? app::orderOfBody(kept->textAt(0)) : std::nullopt;
    if (!order)
        return std::nullopt;
    return RowOrder{*std::move(order), !kept->textAt(1).empty()};
}

SheetChecking::SheetChecking(QObject* parent)
    : QObject(parent)
    , latest_([this](const std::uint64_t& rows) {
        rows_ = rows;
        emit progressed();
    }) {}

void SheetChecking::start(const std::filesystem::path& path, const app::CheckOptions& options,
                          const std::filesystem::path& folder) {
    cancel();
    checking_.run(
        [path, options, folder, tell = latest_.sender()](const std::stop_token& stop) {
            return check(path, options, folder, tell, stop);
        },
        [this](app::SheetResult<CheckFindings> result) {
            latest_.drop();
            findings_.reset();
            error_.reset();
            if (result)
                findings_ = *std::move(result);
            else
                error_ = result.error();
            emit finished();
        });
    emit progressed();
}

QString SheetChecking::rowInWords(std::size_t sheet, std::uint32_t row) const {
    const TabFindings* tab = findings_ ? findings_->of(sheet) : nullptr;
    const auto kept = tab == nullptr ? std::nullopt : tab->orderOf(row);
    if (!kept)
        return {};
    const QString words = text(app::rowWords({}, row, kept->order, windowWording()));
    if (!kept->repeated)
        return words;
    return tr("%1 As it repeats an earlier row, it is left out unless you want both.").arg(words);
}

void SheetChecking::cancel() {
    checking_.cancel();
    latest_.drop();
    rows_ = 0;
}

void SheetChecking::clear() {
    cancel();
    findings_.reset();
    error_.reset();
}

} // namespace leadsheet::desktop
