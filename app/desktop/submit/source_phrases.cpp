// SPDX-License-Identifier: Apache-2.0
#include "source_phrases.hpp"

#include "../phrases/say.hpp"
#include "../shell/words.hpp"
#include "../widgets/parts.hpp"
#include "leadsheet/app/source_choices.hpp"

#include <QCoreApplication>
#include <QLabel>
#include <QMenu>
#include <QString>
#include <QToolButton>

#include <algorithm>

namespace leadsheet::desktop {
namespace {

/// How a matter that a sheet leaves open is spoken of.
struct MatterWords {
    QString about;        ///< what it is
    QString standard;     ///< "48 hidden rows skipped"
    QString other;        ///< "48 hidden rows taken"
    QString takeStandard; ///< the choices
    QString takeOther;
    QString takeThird = {}; ///< for matters with a third way
    QString third = {};     ///< "2 lines of totals taken"; empty = as `standard`
};

QString say(const char* text, int count = -1) {
    return QCoreApplication::translate("MatterWords", text, nullptr, count);
}

MatterWords matterWords(app::SourceMatter matter, int count) {
    switch (matter) {
    case app::SourceMatter::HiddenRows:
        return {say(QT_TRANSLATE_NOOP("MatterWords", "How to treat hidden rows")),
                say(QT_TRANSLATE_N_NOOP("MatterWords", "%Ln hidden row(s) skipped"), count),
                say(QT_TRANSLATE_N_NOOP("MatterWords", "%Ln hidden row(s) included"), count),
                say(QT_TRANSLATE_NOOP("MatterWords", "Skip Hidden Rows")),
                say(QT_TRANSLATE_NOOP("MatterWords", "Include Hidden Rows"))};
    case app::SourceMatter::HiddenColumns:
        return {say(QT_TRANSLATE_NOOP("MatterWords", "How to treat hidden columns")),
                say(QT_TRANSLATE_N_NOOP("MatterWords", "%Ln hidden column(s) read too"), count),
                say(QT_TRANSLATE_N_NOOP("MatterWords", "%Ln hidden column(s) skipped"), count),
                say(QT_TRANSLATE_NOOP("MatterWords", "Read Hidden Columns Too")),
                say(QT_TRANSLATE_NOOP("MatterWords", "Skip Hidden Columns"))};
    case app::SourceMatter::MergedCells:
        return {
            say(QT_TRANSLATE_NOOP("MatterWords", "What the cells under a merged cell hold")),
            say(QT_TRANSLATE_N_NOOP("MatterWords", "%Ln merged area(s), first cell only"), count),
            say(QT_TRANSLATE_N_NOOP("MatterWords", "%Ln merged area(s) filled"), count),
            say(QT_TRANSLATE_NOOP("MatterWords", "Repeat the Value Downwards")),
            say(QT_TRANSLATE_NOOP("MatterWords", "Give Each the Value of the First")),
            say(QT_TRANSLATE_NOOP("MatterWords", "Leave Them Empty"))};
    case app::SourceMatter::FormulaErrors:
        return {
            say(QT_TRANSLATE_NOOP("MatterWords", "How to treat cells like #N/A")),
            say(QT_TRANSLATE_N_NOOP("MatterWords", "%Ln formula error(s) block their rows"), count),
            say(QT_TRANSLATE_N_NOOP("MatterWords", "%Ln formula error(s) read as empty"), count),
            say(QT_TRANSLATE_NOOP("MatterWords", "Block Their Rows")),
            say(QT_TRANSLATE_NOOP("MatterWords", "Read Them as Empty"))};
    case app::SourceMatter::FormulasWithoutValue:
        return {
            say(QT_TRANSLATE_NOOP("MatterWords",
                                  "How to treat formulas that were saved without a value")),
            say(QT_TRANSLATE_N_NOOP("MatterWords",
                                    "%Ln formula(s) without a value block their rows"),
                count),
            say(QT_TRANSLATE_N_NOOP("MatterWords", "%Ln formula(s) without a value read as empty"),
                count),
            say(QT_TRANSLATE_NOOP("MatterWords", "Block Their Rows")),
            say(QT_TRANSLATE_NOOP("MatterWords", "Read Them as Empty"))};
    case app::SourceMatter::RoundedValues:
        return {
            say(QT_TRANSLATE_NOOP("MatterWords", "How to read numbers that are shown rounded")),
            say(QT_TRANSLATE_N_NOOP("MatterWords", "%Ln rounded number(s) read as shown"), count),
            say(QT_TRANSLATE_N_NOOP("MatterWords", "%Ln rounded number(s) read as stored"), count),
            say(QT_TRANSLATE_NOOP("MatterWords", "Read What Is Shown")),
            say(QT_TRANSLATE_NOOP("MatterWords", "Read What Is Stored"))};
    case app::SourceMatter::RaggedRows:
        return {
            say(QT_TRANSLATE_NOOP("MatterWords",
                                  "How to treat rows with more cells than column names")),
            say(QT_TRANSLATE_N_NOOP("MatterWords", "%Ln row(s) with more cells blocked"), count),
            say(QT_TRANSLATE_N_NOOP("MatterWords", "%Ln row(s) with more cells kept"), count),
            say(QT_TRANSLATE_NOOP("MatterWords", "Block These Rows")),
            say(QT_TRANSLATE_NOOP("MatterWords", "Keep These Rows"))};
    case app::SourceMatter::MarkedRows:
        return {say(QT_TRANSLATE_NOOP("MatterWords",
                                      "How to treat rows that the sheet marks as not wanted")),
                say(QT_TRANSLATE_N_NOOP("MatterWords", "%Ln marked row(s) blocked"), count),
                say(QT_TRANSLATE_N_NOOP("MatterWords", "%Ln marked row(s) skipped"), count),
                say(QT_TRANSLATE_NOOP("MatterWords", "Block and List Them")),
                say(QT_TRANSLATE_NOOP("MatterWords", "Skip Them")),
                say(QT_TRANSLATE_NOOP("MatterWords", "Order Them Too")),
                say(QT_TRANSLATE_N_NOOP("MatterWords", "%Ln marked row(s) taken"), count)};
    case app::SourceMatter::TotalRows:
        break;
    }
    return {say(QT_TRANSLATE_NOOP("MatterWords", "How to treat totals rows")),
            say(QT_TRANSLATE_N_NOOP("MatterWords", "%Ln totals row(s) blocked"), count),
            say(QT_TRANSLATE_N_NOOP("MatterWords", "%Ln totals row(s) skipped"), count),
            say(QT_TRANSLATE_NOOP("MatterWords", "Block and List Them")),
            say(QT_TRANSLATE_NOOP("MatterWords", "Skip Them")),
            say(QT_TRANSLATE_NOOP("MatterWords", "Order Them Too")),
            say(QT_TRANSLATE_N_NOOP("MatterWords", "%Ln totals row(s) included"), count)};
}

constexpr std::size_t kPreviewCells = 4;
constexpr qsizetype kPreviewChars = 60;
constexpr qsizetype kNamedTabs = 3; // more are only counted
constexpr qsizetype kNamedUnread = 8;

QString rowPreview(const app::SampleRow& row) {
    QStringList cells;
    for (const std::string& cell : row.cells)
        if (!cell.empty() && cells.size() < static_cast<qsizetype>(kPreviewCells))
            cells << QString::fromStdString(cell).simplified();
    return cells.join(QStringLiteral(" | ")).left(kPreviewChars);
}

QString delimiterName(char delimiter) {
    switch (delimiter) {
    case ',':
        return SourcePhrases::tr("comma");
    case ';':
        return SourcePhrases::tr("semicolon");
    case '\t':
        return SourcePhrases::tr("tab");
    case '|':
        return SourcePhrases::tr("vertical bar");
    default:
        return QString(QLatin1Char(delimiter));
    }
}

} // namespace

QString withoutKeys(QString label) {
    return label.replace(QLatin1Char('&'), QLatin1String("&&"));
}

QString tabTitle(const app::SheetInfo& sheet) {
    const QString name = QString::fromStdString(sheet.name);
    return sheet.visibility == app::SheetVisibility::Visible
               ? name
               : SourcePhrases::tr("%1 (hidden)").arg(name);
}

SourcePhrases::SourcePhrases(SheetJob& job, QWidget* parent)
    : QWidget(parent)
    , job_(job)
    , flow_(new FlowLayout(this)) {
    setObjectName(QStringLiteral("phrases"));
}

void SourcePhrases::refresh() {
    flow_->clear();
    texts_.clear();
    rows_ = nullptr;
    if (job_.state() != SheetJob::State::Open)
        return;
    say(job_.sourceName(), job_.source());
    if (!app::misnamedMessage(job_.sourceName().toStdString(), job_.overview().format).empty())
        say(app::isWorkbook(job_.overview().format) ? tr("a workbook despite its name")
                                                    : tr("text despite its name"),
            tr("A file is read as what its content says, whatever its name."));
    offerTabs();
    offerHeader();
    offerText();
    rowsAt_ = texts_.size();
    rows_ = say(rowsText());
    sayFaults();
    offered_ = countsNow();
    for (const app::SourceMatterInfo& info : app::sourceMatters())
        if (offered_.of(info.matter) > 0)
            offerMatter(info.matter, offered_);
    if (!job_.reading().decisions.takesOther(app::SourceMatter::RoundedValues))
        say(tr("text kept exactly as shown"),
            tr("Leading zeros, long numbers and dates are taken as the sheet displays them."));
}

// Only a check knows which columns mark rows, and what numbers stand in them.
app::SourceCounts SourcePhrases::countsNow() {
    const app::SourceCounts* read = job_.rows().counts();
    app::SourceCounts counts = read != nullptr ? *read : app::SourceCounts();
    if (const app::CheckSummary* found = job_.checked()) {
        checked_ = found->source;
        checkedIn_ = job_.path();
    } else if (checkedIn_ != job_.path()) {
        checked_ = {};
    }
    for (const app::SourceMatterInfo& info : app::sourceMatters())
        counts.of(info.matter) = std::max(counts.of(info.matter), checked_.of(info.matter));
    return counts;
}

void SourcePhrases::refreshRows() {
    if (rows_ == nullptr)
        return;
    if (!job_.rows().isLoading() && countsNow().matters != offered_.matters)
        return refresh();
    rows_->setText(rowsText());
    texts_[rowsAt_] = rows_->text();
    flow_->invalidate();
}

QLabel* SourcePhrases::say(const QString& text, const QString& toolTip) {
    auto* label = new QLabel(text, this);
    label->setToolTip(toolTip);
    label->setTextFormat(Qt::PlainText);
    label->setContentsMargins(4, 5, 4, 5);
    flow_->addWidget(label);
    label->show();
    texts_ << text;
    return label;
}

QMenu* SourcePhrases::offer(const QString& name, const QString& text, const QString& about,
                            const QList<std::pair<QString, SheetReading>>& choices) {
    auto* button = new QToolButton(this);
    button->setObjectName(name);
    button->setText(withoutKeys(text));
    button->setAccessibleName(about + QStringLiteral(": ") + text);
    button->setToolTip(about);
    button->setPopupMode(QToolButton::InstantPopup);
    button->setToolButtonStyle(Qt::ToolButtonTextOnly);
    button->setFocusPolicy(Qt::StrongFocus);
    button->setProperty("phrase", true);
    auto* menu = new QMenu(button);
    menu->setAccessibleName(about);
    for (const auto& [label, reading] : choices) {
        QAction* action = menu->addAction(withoutKeys(label));
        action->setCheckable(true);
        action->setChecked(reading == job_.reading());
        connect(action, &QAction::triggered, this, [this, wanted = reading] { job_.read(wanted); });
    }
    button->setMenu(menu);
    flow_->addWidget(button);
    button->show();
    texts_ << text;
    return menu;
}

QString SourcePhrases::tabsText() const {
    QStringList names;
    for (const OpenedTab& tab : job_.tabs())
        names << QString::fromStdString(tab.name());
    if (names.size() == 1) {
        const app::SheetInfo& sheet = job_.overview().sheets[job_.tab().sheet];
        if (job_.reading().findsTab && job_.tab().sheet > 0)
            return tr("tab %1, whose header fits best").arg(tabTitle(sheet));
        return tr("tab %1").arg(tabTitle(sheet));
    }
    const int count = static_cast<int>(names.size());
    return names.size() <= kNamedTabs
               ? tr("%Ln tab(s): %1", nullptr, count).arg(names.join(QStringLiteral(", ")))
               : tr("%Ln tab(s)", nullptr, count);
}

void SourcePhrases::offerTabs() {
    const auto& overview = job_.overview();
    if (!app::isWorkbook(overview.format))
        return;
    QList<std::pair<QString, SheetReading>> choices;
    std::vector<std::size_t> visible;
    for (std::size_t i = 0; i < overview.sheets.size(); ++i) {
        // What is in force is the choice that stands, however it came about.
        const bool isThis = job_.tabs().size() == 1 && job_.tab().sheet == i;
        choices << std::pair(tabTitle(overview.sheets[i]),
                             isThis ? job_.reading() : withTabs(job_.reading(), {i}));
        if (overview.sheets[i].visibility == app::SheetVisibility::Visible)
            visible.push_back(i);
    }
    if (visible.size() > 1)
        choices << std::pair(tr("All %Ln Tab(s)", nullptr, forPlural(visible.size())),
                             withTabs(job_.reading(), visible));
    QMenu* menu = offer(QStringLiteral("phraseTab"), tabsText(),
                        tr("Which tabs of the workbook are read"), choices);
    if (overview.sheets.size() < 2)
        return;
    if (job_.reading().findsTab)
        say(unreadText(), tr("The visible tab whose header fits an order best is read."));
    if (visible.size() > 1)
        menu->insertSeparator(menu->actions().last());
    QAction* several = menu->addAction(tr("Choose Several Tabs…"));
    connect(several, &QAction::triggered, this, &SourcePhrases::tabsWanted);
}

void SourcePhrases::offerHeader() {
    const auto& header = job_.overview().header;
    const std::size_t sheet = job_.tab().sheet;
    const auto with = [&](std::optional<std::uint32_t> row) {
        SheetReading reading = job_.reading();
        reading.setHeaderRow(sheet, row);
        return reading;
    };
    QList<std::pair<QString, SheetReading>> choices{{tr("No row has column names"), with(0)}};
    for (const app::SampleRow& row : job_.overview().head) {
        if (row.row > app::kHeaderSearchRows && row.row != header.tooFarDown)
            continue;
        // What is in force is the choice that stands, however it came about.
        choices << std::pair(tr("Row %1: %2").arg(row.row).arg(rowPreview(row)),
                             row.row == header.row ? job_.reading() : with(row.row));
    }
    const QString name = QString::fromStdString(job_.tab().name());
    const bool several = job_.hasSeveralTabs();
    offer(QStringLiteral("phraseHeader"),
          !header.row ? several ? tr("no header row in %1").arg(name) : tr("no header row")
          : several ? tr("header row %1 in %2").arg(*header.row).arg(name)
                      : tr("header row %1").arg(*header.row),
          tr("Which row holds the column names"), choices);
}

void SourcePhrases::offerText() {
    if (app::isWorkbook(job_.overview().format))
        return;
    const app::TextDialect& dialect = job_.overview().dialect;
    QList<std::pair<QString, SheetReading>> encodings;
    SheetReading found = job_.reading();
    found.encoding.reset();
    encodings << std::pair(tr("Detect"), found);
    for (const char* name : {"UTF-8", "windows-1252", "ISO-8859-1", "ISO-8859-15", "windows-1250",
                             "windows-1251", "Shift_JIS", "GB18030", "UTF-16LE", "UTF-16BE"}) {
        SheetReading reading = job_.reading();
        reading.encoding = name;
        encodings << std::pair(QString::fromLatin1(name), reading);
    }
    offer(QStringLiteral("phraseEncoding"), QString::fromStdString(dialect.encoding),
          tr("Character encoding of the file"), encodings);
    QList<std::pair<QString, SheetReading>> delimiters;
    found = job_.reading();
    found.delimiter.reset();
    delimiters << std::pair(tr("Detect"), found);
    for (const char sign : {',', ';', '\t', '|'}) {
        SheetReading reading = job_.reading();
        reading.delimiter = sign;
        delimiters << std::pair(delimiterName(sign), reading);
    }
    offer(QStringLiteral("phraseDelimiter"),
          dialect.columnStarts.empty()
              ? tr("columns separated by %1").arg(delimiterName(dialect.delimiter))
              : tr("columns aligned with spaces"),
          tr("Column separator"), delimiters);
}

QString SourcePhrases::rowsText() const {
    if (const Message counted = job_.rowsMessage(); !counted.empty())
        return desktop::say(counted);
    const auto rows = job_.rows().rows();
    return tr("%Ln row(s) so far", nullptr, forPlural(rows ? rows->rows() : 0));
}

QString SourcePhrases::unreadText() const {
    QStringList names;
    for (const app::UnreadTab& tab : job_.tabChoice().unread) {
        const QString name = QString::fromStdString(tab.name);
        if (names.size() == kNamedUnread)
            break;
        names << (tab.hidden ? tab.fits ? tr("%1 (hidden, fits too)").arg(name)
                                        : tr("%1 (hidden)").arg(name)
                  : tab.says == app::TabName::NotWanted
                      ? tr("%1 (not wanted, judging by its name)").arg(name)
                  : tab.says == app::TabName::Example
                      ? tr("%1 (an example, judging by its name)").arg(name)
                  : tab.says == app::TabName::Done
                      ? tr("%1 (done or old, judging by its name)").arg(name)
                  : tab.fits ? tr("%1 (fits too)").arg(name)
                             : name);
    }
    if (const auto all = job_.tabChoice().unread.size();
        all > static_cast<std::size_t>(names.size()))
        names << QStringLiteral("…");
    return tr("not read: %1").arg(names.join(QStringLiteral(", ")));
}

/// What cells merged downwards are read as, in the columns that have some.
QString SourcePhrases::mergedDownText(const app::SourceCounts& counts) const {
    QStringList columns;
    for (const std::uint32_t column : counts.mergedDownColumns)
        columns << QString::fromStdString(app::columnLetter(column));
    return tr("merged cells in %1 hold for all their rows").arg(columns.join(QStringLiteral(", ")));
}

void SourcePhrases::offerMatter(app::SourceMatter matter, const app::SourceCounts& counts) {
    const std::uint64_t count = counts.of(matter);
    SheetReading standard = job_.reading();
    standard.decisions.state(matter, false);
    SheetReading other = job_.reading();
    other.decisions.state(matter, true);
    const MatterWords words = matterWords(matter, forPlural(count));
    const std::string_view thirdWord = app::infoOf(matter).third;
    SheetReading third = job_.reading();
    const bool hasThird = !thirdWord.empty() && third.decisions.stateWord(matter, thirdWord);
    const bool taken = job_.reading().decisions.takesOther(matter);
    const bool thirdTaken = job_.reading().decisions.takesThird(matter);
    // What nobody stated is in force all the same.
    (taken ? other : thirdTaken ? third : standard) = job_.reading();
    const bool heldDown = !taken && !thirdTaken && matter == app::SourceMatter::MergedCells &&
                          !counts.mergedDownColumns.empty();
    QList<std::pair<QString, SheetReading>> choices{{words.takeStandard, standard},
                                                    {words.takeOther, other}};
    if (hasThird)
        choices << std::pair(words.takeThird, third);
    const std::string_view name = app::infoOf(matter).name;
    offer(QStringLiteral("phrase-") +
              QString::fromLatin1(name.data(), static_cast<qsizetype>(name.size())),
          taken                                  ? words.other
          : heldDown                             ? mergedDownText(counts)
          : thirdTaken && !words.third.isEmpty() ? words.third
                                                 : words.standard,
          words.about, choices);
}

void SourcePhrases::sayFaults() {
    const app::SpooledSheet* whole = job_.rows().whole();
    if (whole != nullptr && whole->stats.replacedBytes > 0)
        say(tr("%Ln byte(s) that are not text", nullptr, forPlural(whole->stats.replacedBytes)),
            tr("Another encoding may read them."));
    if (whole != nullptr && whole->stats.strippedNuls > 0)
        say(tr("%Ln NUL byte(s) removed", nullptr, forPlural(whole->stats.strippedNuls)),
            tr("Text has none. The file may be damaged, or have another encoding."));
}

} // namespace leadsheet::desktop
