// SPDX-License-Identifier: Apache-2.0
#include "sheet_checking.hpp"

#include "../phrases/say.hpp"
#include "../run/run_rows_model.hpp"
#include "../run/run_words.hpp"
#include "../shell/words.hpp"

#include "leadsheet/app/fields.hpp"
#include "leadsheet/app/order_words.hpp"
#include "leadsheet/try.hpp"

#include <array>

namespace leadsheet::desktop {

SheetRows::SheetRows()
    : latest_([this](const app::SpoolProgress& progress) {
        progress_ = progress;
        emit grown();
    }) {}

void SheetRows::start(const std::filesystem::path& path, std::vector<app::CheckOptions> tabs,
                      std::size_t at, const std::filesystem::path& folder,
                      std::shared_ptr<app::RowSource> source) {
    clear();
    path_ = path;
    folder_ = folder;
    tabs_ = std::move(tabs);
    source_ = std::move(source);
    show(at);
}

void SheetRows::show(std::size_t at) {
    forgetRows();
    const app::CheckOptions& options = tabs_.at(at);
    spool_ = std::make_shared<app::RowSpool>(folder_);
    app::SheetOptions shown = options.sheet;
    if (options.decisions.takesOther(app::SourceMatter::MergedCells))
        shown.merged = app::MergedCells::FillRange;
    loading_.run(
        [spool = spool_, path = path_, sheet = shown, tab = options.sheetIndex,
         known = std::exchange(source_, nullptr), tell = latest_.sender()](
            const std::stop_token& stop) mutable -> app::SheetResult<app::SpooledSheet> {
            auto source = std::move(known);
            if (!source) {
                LEADSHEET_TRY(auto found, app::openSheet(path, sheet, stop));
                source = std::move(found);
            }
            LEADSHEET_TRY_DONE(source->open(tab));
            return app::spoolRows(*source, *spool, tell, stop);
        },
        [this](app::SheetResult<app::SpooledSheet> result) {
            if (result)
                whole_ = *std::move(result);
            else
                error_ = result.error();
            emit grown();
            emit finished();
            if (whole_ && !counts_ && !counting_.busy())
                count();
        });
    emit grown();
}

void SheetRows::count() {
    std::vector<app::CheckOptions> wanted = tabs_;
    for (app::CheckOptions& tab : wanted)
        if (tab.headerRow == 0)
            tab.headerRow.reset(); // here: the tab has none
    counting_.run(
        [path = path_, wanted = std::move(wanted)](
            const std::stop_token& stop) -> app::SheetResult<app::SourceCounts> {
            app::SourceCounts sum;
            for (const app::CheckOptions& tab : wanted) {
                LEADSHEET_TRY(const auto found, app::countSource(path, tab, stop));
                sum += found;
            }
            return sum;
        },
        [this](const app::SheetResult<app::SourceCounts>& found) {
            if (!found)
                return;
            counts_ = *found;
            emit counted();
        });
}

void SheetRows::cancel() {
    if (!loading_.busy())
        return;
    loading_.cancel();
    error_ = app::SheetError{app::SheetErrorCode::Cancelled, {}, {}, {}, {}};
    emit finished();
}

void SheetRows::forgetRows() {
    loading_.cancel();
    latest_.drop();
    spool_.reset();
    progress_ = {};
    whole_.reset();
    error_.reset();
}

void SheetRows::clear() {
    forgetRows();
    counting_.cancel();
    counts_.reset();
    source_.reset();
}

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

constexpr std::size_t kStandingCells = 6;

/// As TabFindings::standingOf() reads it.
void keepStanding(app::RowSpool& standings, const work::KnownRow& known) {
    const submit::RowRecord& row = known.row;
    const auto numberText = [](auto value) {
        return std::to_string(static_cast<std::int64_t>(value));
    };
    const std::array<std::string, kStandingCells> texts{
        numberText(row.state),
        numberText(row.skipReason),
        row.isReferenceTaken() ? "taken" : "",
        known.orderNumber,
        known.orderedAt ? numberText(known.orderedAt->time_since_epoch().count()) : "",
        row.orderStatus};
    std::array<app::Cell, kStandingCells> cells;
    for (std::size_t i = 0; i < texts.size(); ++i) {
        cells[i].kind = app::CellKind::Text;
        cells[i].column = static_cast<std::uint32_t>(i);
        cells[i].text = texts[i];
    }
    app::RowView kept;
    kept.row = static_cast<std::uint32_t>(row.sourceRow);
    kept.cells = cells;
    // Without room for it the row's sentence is shorter; the check itself goes on.
    [[maybe_unused]] const auto added = standings.append(kept);
}

using Spools = std::map<std::size_t, std::shared_ptr<app::RowSpool>>;

void flush(const Spools& spools) {
    for (const auto& [tab, spool] : spools) {
        [[maybe_unused]] const auto flushed = spool->flush();
    }
}

/// What the ledger knows of the rows, by tab.
void keepStandings(const work::CheckedRows& counted, const app::SheetCheck& sheet,
                   const Spools& standings) {
    std::map<std::string, std::size_t, std::less<>> tabs;
    for (const app::CheckedTab& tab : sheet.tabs())
        tabs.emplace(tab.name, tab.sheet);
    [[maybe_unused]] const auto told = counted.forEachKnown([&](const work::KnownRow& known) {
        if (const auto tab = tabs.find(known.row.tab); tab != tabs.end())
            keepStanding(*standings.at(tab->second), known);
    });
    flush(standings);
}

app::SheetError cancelled() {
    return {app::SheetErrorCode::Cancelled, {}, {}, {}, {}};
}

app::SheetResult<CheckFindings> check(const work::SheetPlan& plan,
                                      const std::optional<work::OrdersOf>& whose,
                                      const std::filesystem::path& folder,
                                      const std::function<void(std::uint64_t)>& tell,
                                      const std::stop_token& stop) {
    LEADSHEET_TRY(auto sheet, app::SheetCheck::open(plan.path, plan.options, stop));
    CheckFindings found;
    std::map<std::size_t, std::shared_ptr<app::ProblemIndex>> problems;
    Spools orders;
    Spools standings;
    for (const app::CheckedTab& tab : sheet.tabs()) {
        TabFindings& of = found.tabs[tab.sheet];
        of.problems = problems[tab.sheet] = std::make_shared<app::ProblemIndex>();
        of.orders = orders[tab.sheet] = std::make_shared<app::RowSpool>(folder);
        of.standings = standings[tab.sheet] = std::make_shared<app::RowSpool>(folder);
    }
    work::CheckedRows counted(whose, plan, sheet, systemClock()->wallNow(), stop);
    const RefusedRows refused(whose, plan, stop);
    app::CheckedRow row;
    for (std::uint64_t rows = 0;; ++rows) {
        if (stop.stop_requested())
            return tl::unexpected(cancelled());
        LEADSHEET_TRY(const auto next, sheet.next(row));
        if (next == app::Next::End)
            break;
        problems[row.sheet]->add(row);
        const bool repeated = counted.note(row);
        if (const submit::RowRecord* before = refused.of(row))
            found.tabs[row.sheet].refused.emplace(row.row, *before);
        if (row.blocked)
            ++found.tabs[row.sheet].blocked;
        else if (row.input)
            keepOrder(*orders[row.sheet], row, repeated);
        if (rows % kTellEvery == 0)
            tell(rows);
    }
    flush(orders);
    for (const app::CheckedTab& tab : sheet.tabs())
        for (const app::UnusedColumn& column : tab.map.unused)
            found.tabs[tab.sheet].filled.insert(column.column);
    auto figures = counted.finish(sheet.summary());
    if (figures && counted.isCompared())
        keepStandings(counted, sheet, standings);
    if (!figures || stop.stop_requested())
        return tl::unexpected(cancelled());
    static_cast<work::CheckFigures&>(found) = *std::move(figures);
    return found;
}

} // namespace

const TabFindings* CheckFindings::of(std::size_t sheet) const {
    const auto found = tabs.find(sheet);
    return found == tabs.end() ? nullptr : &found->second;
}

std::int64_t CheckFindings::refused() const {
    std::int64_t rows = 0;
    for (const auto& [sheet, tab] : tabs)
        rows += std::ssize(tab.refused);
    return rows;
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

std::optional<RowStanding> TabFindings::standingOf(std::uint32_t row) const {
    const auto index = standings == nullptr ? std::nullopt : standings->indexOf(row);
    const auto kept = index ? standings->row(*index)
                            : app::SheetResult<app::SpooledRow>(tl::unexpected(cancelled()));
    if (!kept)
        return std::nullopt;
    const auto textOf = [&kept](std::uint32_t column) {
        return QString::fromStdString(std::string(kept->textAt(column)));
    };
    RowStanding standing;
    standing.state = static_cast<submit::RowState>(textOf(0).toInt());
    standing.skipReason = static_cast<submit::SkipReason>(textOf(1).toInt());
    standing.referenceTaken = !textOf(2).isEmpty();
    standing.orderNumber = textOf(3);
    if (const QString at = textOf(4); !at.isEmpty())
        standing.orderedAt = WallTime(std::chrono::milliseconds(at.toLongLong()));
    standing.orderStatus = textOf(5).toStdString();
    return standing;
}

SheetChecking::SheetChecking()
    : latest_([this](const std::uint64_t& rows) {
        rows_ = rows;
        emit progressed();
    }) {}

void SheetChecking::start(const work::SheetPlan& plan, const std::optional<work::OrdersOf>& orders,
                          const std::filesystem::path& folder) {
    cancel();
    checking_.run(
        [plan, orders, folder, tell = latest_.sender()](const std::stop_token& stop) {
            return check(plan, orders, folder, tell, stop);
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

// After what the row orders: the order that it has, or that keeps it back.
QString SheetChecking::standingInWords(const RowStanding& standing) {
    if (standing.referenceTaken && standing.orderNumber.isEmpty())
        return tr("A row with its reference is under way, and its outcome is not known yet.");
    const QString order = standing.orderedAt
                              ? tr("%1, %2", "order number, time")
                                    .arg(standing.orderNumber,
                                         clockText(*standing.orderedAt, systemClock()->wallNow()))
                              : standing.orderNumber;
    switch (standing.state) {
    case submit::RowState::AlreadyOrdered:
        return tr("It is already ordered: %1.").arg(order);
    case submit::RowState::Ended:
        return tr("It was ordered: %1. That order has ended (%2); Price can order it again.")
            .arg(order, endedWord(standing.orderStatus));
    default:
        break;
    }
    if (standing.referenceTaken)
        return tr("Its reference was ordered with other details: %1. It needs another one.")
            .arg(order);
    if (standing.skipReason == submit::SkipReason::ChangedSinceOrdered)
        return tr("It has changed since it was ordered: %1. It is left out unless you want this "
                  "order as well.")
            .arg(order);
    return tr("The same was ordered before: %1. It is left out unless you want it once more.")
        .arg(order);
}

QString SheetChecking::refusalInWords(const submit::RowRecord& row) {
    return tr("The service refused it when it was sent: %1").arg(messageOf(row));
}

QString SheetChecking::rowInWords(std::size_t sheet, std::uint32_t row) const {
    const TabFindings* tab = findings_ ? findings_->of(sheet) : nullptr;
    const auto kept = tab == nullptr ? std::nullopt : tab->orderOf(row);
    if (!kept)
        return {};
    const QString words = text(app::rowWords({}, row, kept->order, windowWording()));
    if (const auto standing = tab->standingOf(row))
        return words + QLatin1Char(' ') + standingInWords(*standing);
    if (const auto refused = tab->refused.find(row); refused != tab->refused.end())
        return words + QLatin1Char(' ') + refusalInWords(refused->second);
    if (!kept->repeated)
        return words;
    return tr("%1 As it repeats an earlier row, it is left out; Price can order both.").arg(words);
}

std::optional<RowSign> SheetChecking::rowSign(std::size_t sheet, std::uint32_t row) const {
    const TabFindings* tab = findings_ ? findings_->of(sheet) : nullptr;
    if (tab == nullptr)
        return std::nullopt;
    if (const auto standing = tab->standingOf(row))
        return RowSign{Tone::Muted, QLatin1String("orders"), standingInWords(*standing)};
    const auto refused = tab->refused.find(row);
    if (refused == tab->refused.end())
        return std::nullopt;
    const StateLook look = lookOf(submit::RowState::Refused);
    return RowSign{look.tone, look.icon, refusalInWords(refused->second)};
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
