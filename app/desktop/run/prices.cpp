// SPDX-License-Identifier: Apache-2.0
#include "prices.hpp"

#include "../account/account_session.hpp"
#include "../phrases/say.hpp"
#include "../shell/words.hpp"
#include "../theme/icons.hpp"
#include "../widgets/parts.hpp"
#include "../widgets/tables.hpp"
#include "run_rows_model.hpp"

#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

namespace leadsheet::desktop {

namespace {

using namespace std::chrono_literals;

constexpr auto kSilence = 5s; ///< after which it is said that no answer comes

} // namespace

PricingProgress::PricingProgress(Form form)
    : words_(named(new QLabel(tr("Asking for prices")), "pricingWords"))
    , bar_(new QProgressBar) {
    bar_->setAccessibleName(tr("Progress of pricing"));
    bar_->setTextVisible(false);
    bar_->setMaximumWidth(420);
    auto* cancel =
        named(new QPushButton(icon(QLatin1String("close")), tr("Cancel Pricing")), "cancelPricing");
    connect(cancel, &QPushButton::clicked, this, &PricingProgress::cancelWanted);
    setFocusProxy(cancel);
    clock_.setInterval(1s);
    connect(&clock_, &QTimer::timeout, this, &PricingProgress::say);
    auto* line = new QHBoxLayout;
    if (form == Form::Line) {
        setLayout(line);
        line->addWidget(words_);
        line->addWidget(bar_, 1);
        line->addStretch(1);
        line->addWidget(cancel);
        return;
    }
    line->addStretch(1);
    line->addWidget(bar_, 2);
    line->addStretch(1);
    auto* layout = new QVBoxLayout(this);
    layout->addStretch(1);
    layout->addWidget(words_, 0, Qt::AlignHCenter);
    layout->addLayout(line);
    layout->addWidget(cancel, 0, Qt::AlignHCenter);
    layout->addStretch(2);
}

void PricingProgress::show(const submit::QuoteProgress& progress) {
    last_ = progress;
    heard_.start();
    // An unknown total shows as movement.
    bar_->setMaximum(progress.of > 0 ? static_cast<int>(progress.of) : 0);
    bar_->setValue(static_cast<int>(progress.done));
    say();
}

void PricingProgress::say() {
    const auto silent = std::chrono::milliseconds(heard_.isValid() ? heard_.elapsed() : 0);
    words_->setText(words(last_, std::chrono::floor<std::chrono::seconds>(silent)));
}

void PricingProgress::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    clock_.start();
}

void PricingProgress::hideEvent(QHideEvent* event) {
    QWidget::hideEvent(event);
    clock_.stop();
}

QString PricingProgress::words(const submit::QuoteProgress& progress, std::chrono::seconds silent) {
    const auto [done, of, unknown, atMost, again] = progress;
    if (unknown > 0)
        return again.count() > 0
                   ? tr("Looking for %Ln order(s) whose answer was lost; the service is asked "
                        "again in %1",
                        nullptr, forPlural(unknown))
                         .arg(durationText(again))
                   : tr("Looking for %Ln order(s) whose answer was lost; at most %1 s", nullptr,
                        forPlural(unknown))
                         .arg(number(atMost.count()));
    if (of == 0)
        return done > 0 ? tr("Reading the sheet: %Ln row(s)", nullptr, forPlural(done))
                        : tr("Reading the sheet and comparing it with earlier orders");
    if (silent < kSilence)
        return tr("Asking for prices: %1 of %2 rows").arg(number(done), number(of));
    return tr("Asking for prices: %1 of %2 rows. The service has not answered for %3.")
        .arg(number(done), number(of), durationText(silent));
}

ProductPrices::ProductPrices()
    : QTableWidget(0, 5) {
    setObjectName(QStringLiteral("products"));
    setAccessibleName(tr("Orders, leads and price by product"));
    setHorizontalHeaderLabels(
        {tr("Product"), tr("Orders"), tr("Leads"), tr("Per lead, on average"), tr("Price")});
    for (int column = 1; column < columnCount(); ++column)
        horizontalHeaderItem(column)->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    applyTableLook(*this);
    setAlternatingRowColors(false);
    setSelectionMode(QAbstractItemView::NoSelection);
    setFocusPolicy(Qt::NoFocus);
    setFrameShape(QFrame::NoFrame);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    horizontalHeader()->setStretchLastSection(false);
    horizontalHeader()->setSectionResizeMode(0, QHeaderView::Stretch);
    const QString much = money(99'999'999'99, "USD"); // the sum is bold
    const auto* widths = new ColumnWidths(
        this, {{}, {{number(1'000'000)}}, {{number(10'000'000)}}, {{much}}, {{much}}});
    connect(widths, &ColumnWidths::applied, this, &ProductPrices::fitHeight);
}

void ProductPrices::present(const submit::QuoteSummary& quote, const std::string& currency) {
    const int rows = static_cast<int>(quote.products.size());
    setRowCount(rows + 1);
    std::int64_t leads = 0;
    for (int row = 0; row < rows; ++row) {
        const submit::ProductTotal& product = quote.products[static_cast<std::size_t>(row)];
        addRow(row,
               {sayProduct(product.product), number(product.rows), number(product.leads),
                unitPrice({product.amount, currency}, product.leads),
                money(product.amount, currency)},
               false);
        leads += product.leads;
    }
    addRow(rows,
           {tr("All"), number(quote.rows), number(leads),
            unitPrice({quote.amount, currency}, leads), money(quote.amount, currency)},
           true);
    fitHeight();
}

void ProductPrices::addRow(int row, const QStringList& words, bool bold) {
    for (int column = 0; column < columnCount(); ++column) {
        auto* cell = new QTableWidgetItem(words.at(column));
        if (column > 0)
            cell->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
        QFont letters = font();
        letters.setBold(bold);
        cell->setFont(letters);
        setItem(row, column, cell);
    }
}

void ProductPrices::fitHeight() {
    setFixedHeight(horizontalHeader()->sizeHint().height() +
                   rowCount() * verticalHeader()->defaultSectionSize() + 4);
}

SpendingCap::SpendingCap()
    : typed_(named(new QLineEdit, "cap", tr("The most this run may spend")))
    , note_(new QLabel) {
    note_->setWordWrap(true);
    note_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    auto* title = new QLabel(tr("Spend at most"));
    title->setBuddy(typed_);
    auto* line = rowIn(this);
    line->addWidget(note_, 1);
    addAll(line, {title, typed_});
    connect(typed_, &QLineEdit::textEdited, this, [this] {
        edited_ = true;
        emit edited();
    });
}

QLabel* SpendingCap::remedy() {
    auto* remedy =
        wrappingLabel(tr("Spending cannot be undone here: an order can be cancelled, which "
                         "releases what is held, until work on it begins. A higher price "
                         "than the one shown is never accepted without asking you."));
    remedy->setForegroundRole(QPalette::PlaceholderText);
    return remedy;
}

void SpendingCap::showPrice(const Money& price) {
    currency_ = price.currency;
    // With its currency, where that can be read again.
    const QString shown = money(price);
    if (!edited_)
        typed_->setText(readMoney(shown, currency_) ? shown : typedMoney(price));
    typed_->setFixedWidth(fontMetrics().horizontalAdvance(money({99'999'999'99, currency_})) +
                          2 * fontMetrics().averageCharWidth());
    const auto most = amount();
    note_->setText(!most ? tr("Not an amount in %1.").arg(text(currency_))
                   : *most >= price.amount
                       ? tr("The run pauses before it would spend more than this.")
                       : tr("Less than the price: the run will pause when this is reached."));
}

std::optional<std::int64_t> SpendingCap::amount() const {
    const auto most = readMoney(typed_->text(), currency_);
    return most ? std::optional(most->amount) : std::nullopt;
}

namespace {

QString lines(const std::vector<std::string>& texts) {
    QStringList all;
    for (const std::string& text : texts)
        all << QString::fromStdString(text);
    return all.join(QLatin1Char('\n'));
}

} // namespace

OrderMeaning::OrderMeaning()
    : product_(named(wrappingLabel({}), "productOfPrices"))
    , common_(named(wrappingLabel({}), "commonWords"))
    , warnings_(named(wrappingLabel({}), "notNarrowed"))
    , warning_(warningLine(warnings_))
    , remarks_(named(wrappingLabel({}), "narrowingRemarks"))
    , rows_(new RunRowsModel(this))
    , list_(named(new QTableView, "pricedRows", tr("What each row orders"))) {
    setObjectName(QStringLiteral("orderMeaning"));
    setProperty("card", true);
    product_->hide();
    remarks_->setForegroundRole(QPalette::PlaceholderText);
    auto* layout = columnIn(this, -1, {16, 12, 16, 12});
    list_->setModel(rows_);
    applyTableLook(*list_);
    for (int column = 0; column < RunRowsModel::ColumnCount; ++column)
        list_->setColumnHidden(column, column != RunRowsModel::Row &&
                                           column != RunRowsModel::Price &&
                                           column != RunRowsModel::Words);
    const auto* widths = new ColumnWidths(
        list_, {{{number(1'000'000)}}, {}, {}, {}, {{money(99'999'99, "USD")}}, {}, {}, {}});
    connect(widths, &ColumnWidths::applied, this, &OrderMeaning::fitRows);
    connect(rows_, &QAbstractItemModel::modelReset, this, &OrderMeaning::fitRows);
    addAll(layout, {cardHeading(tr("What is ordered")), product_, common_, warning_, remarks_,
                    list_, new WholeText(*list_, RunRowsModel::Words, "pricedRowWords")});
    hide();
}

void OrderMeaning::fitRows() {
    constexpr int kShownRows = 8;
    const int rows = std::min(rows_->rowCount(), kShownRows);
    list_->setFixedHeight(list_->horizontalHeader()->sizeHint().height() +
                          rows * list_->verticalHeader()->defaultSectionSize() +
                          2 * list_->frameWidth());
}

void OrderMeaning::showRows(const Priced& priced, std::int64_t rows) {
    list_->setVisible(priced.info && rows > 0);
    if (list_->isHidden())
        return rows_->clear();
    rows_->show(priced.at->ledgerFile, *priced.info, {submit::RowState::Ready}, rows);
    list_->setCurrentIndex(rows_->index(0, RunRowsModel::Words));
}

void OrderMeaning::setProductNote(const QString& words) {
    product_->setText(words);
    product_->setVisible(!words.isEmpty());
}

void OrderMeaning::present(const app::OrderOverview& overview) {
    common_->setText(QString::fromStdString(overview.common(windowWording())));
    const QString warnings = lines(overview.warnings(windowWording()));
    warnings_->setText(warnings);
    warning_->setVisible(!warnings.isEmpty());
    const QString remarks = lines(overview.remarks(windowWording()));
    remarks_->setText(remarks);
    remarks_->setVisible(!remarks.isEmpty());
    setVisible(overview.orders() > 0);
}

PriceSum::PriceSum()
    : sum_(named(wrappingLabel({}), "priceSum"))
    , balance_(named(wrappingLabel({}), "balance"))
    , validity_(named(wrappingLabel({}), "validity"))
    , outlook_(named(wrappingLabel({}), "sendingTime")) {
    setProperty("card", true);
    sum_->setProperty("heading", 1);
    auto* layout = columnIn(this, -1, {16, 12, 16, 12});
    for (QLabel* line : {sum_, balance_, validity_, outlook_})
        layout->addWidget(line);
}

bool PriceSum::present(const PartPrice& placed, const Money& balance, std::int64_t freed) {
    sum_->setText(tr("%1 for %Ln order(s)", nullptr, forPlural(placed.rows))
                      .arg(money(placed.amount, balance.currency)));
    const std::int64_t after = balance.amount + freed - placed.amount;
    const bool enough = after >= 0;
    balance_->setText(
        enough && freed > 0 ? tr("Balance %1 + %2 released by cancelling → %3")
                                  .arg(money(balance), money(freed, balance.currency),
                                       money(after, balance.currency))
        : enough ? tr("Balance %1 → %2").arg(money(balance), money(after, balance.currency))
                 : tr("Balance %1: %2 is missing. Top up the account, or order fewer rows.")
                       .arg(money(balance), money(-after, balance.currency)));
    QPalette colours = palette();
    if (!enough)
        colours.setColor(QPalette::WindowText, coloursOf(Tone::Bad, palette()).text);
    balance_->setPalette(colours);
    return enough;
}

void PriceSum::showTimes(const submit::QuoteSummary& chosen, WallTime now,
                         std::chrono::milliseconds clockAhead) {
    if (chosen.validUntil) {
        const WallTime until = *chosen.validUntil - clockAhead;
        const auto left = std::chrono::duration_cast<std::chrono::seconds>(until - now);
        validity_->setText(left.count() > 0
                               ? tr("These prices hold until %1 (%2 left).")
                                     .arg(clockText(until, now), durationText(left))
                               : tr("These prices no longer hold. Ask for prices again."));
    }
    validity_->setVisible(chosen.validUntil.has_value());
    if (chosen.timeToFinish)
        outlook_->setText(tr("Sending takes about %1 and ends about %2.")
                              .arg(durationText(*chosen.timeToFinish),
                                   clockText(now + *chosen.timeToFinish, now)));
    outlook_->setVisible(chosen.timeToFinish.has_value());
}

} // namespace leadsheet::desktop
