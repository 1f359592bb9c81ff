// SPDX-License-Identifier: Apache-2.0
#include "source_start.hpp"

#include "../dialogs/form_dialog.hpp"
#include "../phrases/say.hpp"
#include "../shell/settings.hpp"
#include "../shell/words.hpp"
#include "../shell/workspace.hpp"
#include "../theme/icons.hpp"
#include "../widgets/parts.hpp"
#include "recent_sheets.hpp"
#include "source_phrases.hpp"

#include "leadsheet/app/sheet_download.hpp"

#include <QClipboard>
#include <QDir>
#include <QEvent>
#include <QFileInfo>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QPainter>
#include <QPushButton>
#include <QUrl>
#include <QVBoxLayout>

#include <algorithm>

namespace leadsheet::desktop {
namespace {

constexpr int kMargin = 22;
constexpr int kGap = 8;
constexpr int kRound = 10;
constexpr int kLettersWide = 60; // of a line that reads well
constexpr int kLeastLetters = 24;
constexpr int kTextFlags = Qt::AlignHCenter | Qt::TextWordWrap;
constexpr int kIconLines = 2;
constexpr int kLinesUnbroken = 10'000; // a width at which no text is broken
constexpr double kTint = 0.12;
constexpr double kHover = 0.05;

} // namespace

DropZone::DropZone(const QString& text, const QString& quiet, QWidget* parent)
    : QPushButton(text, parent)
    , quiet_(quiet) {
    setAccessibleDescription(quiet);
    setAttribute(Qt::WA_Hover);
    setAutoDefault(true);
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

void DropZone::setDragged(bool dragged) {
    if (std::exchange(dragged_, dragged) != dragged)
        update();
}

QFont DropZone::headFont() const {
    QFont head = font();
    head.setPointSizeF(head.pointSizeF() * 1.2);
    head.setWeight(QFont::DemiBold);
    return head;
}

DropZone::Parts DropZone::partsFor(int width) const {
    const int room = std::max(width - 2 * kMargin, 1);
    const QRect endless(0, 0, room, 10'000);
    const int side = fontMetrics().height() * kIconLines;
    const int head = QFontMetrics(headFont()).boundingRect(endless, kTextFlags, text()).height();
    const int quiet = fontMetrics().boundingRect(endless, kTextFlags, quiet_).height();
    int y = kMargin;
    const QRect picture(kMargin + (room - side) / 2, y, side, side);
    y += side + kGap;
    const QRect headRect(kMargin, y, room, head);
    y += head + kGap / 2;
    const QRect quietRect(kMargin, y, room, quiet);
    return {picture, headRect, quietRect, y + quiet + kMargin};
}

int DropZone::heightForWidth(int width) const {
    return partsFor(width).height;
}

QSize DropZone::sizeHint() const {
    const int width = fontMetrics().averageCharWidth() * kLettersWide + 2 * kMargin;
    return {width, heightForWidth(width)};
}

QSize DropZone::minimumSizeHint() const {
    const int width = fontMetrics().averageCharWidth() * kLeastLetters + 2 * kMargin;
    return {width, partsFor(kLinesUnbroken).height};
}

void DropZone::changeEvent(QEvent* event) {
    QPushButton::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        updateGeometry();
}

void DropZone::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QColor accent = palette().color(QPalette::Highlight);
    const bool lit = dragged_ || isDown();
    QColor fill = accent;
    fill.setAlphaF(static_cast<float>(lit ? kTint : underMouse() ? kHover : 0.0));
    QPen line(lit || hasFocus() ? accent : palette().color(QPalette::PlaceholderText),
              lit || hasFocus() ? 2.0 : 1.4, Qt::DashLine);
    line.setDashPattern({5, 4});
    painter.setPen(line);
    painter.setBrush(fill);
    painter.drawRoundedRect(QRectF(rect()).adjusted(1.5, 1.5, -1.5, -1.5), kRound, kRound);
    Parts parts = partsFor(width());
    // What little room there is belongs to the words.
    const bool pictured = parts.height <= height();
    const int top = pictured ? 0 : parts.text.top();
    const int bottom = pictured ? parts.height : parts.quiet.bottom();
    const int down = (height() - top - bottom) / 2;
    for (QRect* part : {&parts.icon, &parts.text, &parts.quiet})
        part->translate(0, down);
    const QLatin1String picture("open");
    if (pictured)
        (lit ? desktop::icon(picture, Tone::Info) : desktop::icon(picture))
            .paint(&painter, parts.icon);
    painter.setPen(palette().color(QPalette::WindowText));
    painter.setFont(headFont());
    painter.drawText(parts.text, kTextFlags, text());
    painter.setPen(palette().color(QPalette::PlaceholderText));
    painter.setFont(font());
    painter.drawText(parts.quiet, kTextFlags, quiet_);
}

namespace {

const QString kLastFolder = QStringLiteral("submit/lastFolder");
const QString kSample = QStringLiteral("icp_q3.csv");

QLabel* heading(const QString& text, QWidget* parent) {
    auto* label = new QLabel(text, parent);
    label->setProperty("heading", 2);
    return label;
}

} // namespace

SourceStart::SourceStart(Workspace& workspace)
    : workspace_(workspace)
    , back_(named(new QPushButton(this), "backToSheet"))
    , zone_(named(
          new DropZone(tr("Drop a sheet here, or choose a file…"),
                       tr("Each row becomes one order. XLSX, XLSM, ODS, CSV, TSV and .csv.gz are "
                          "read; the file itself is never changed."),
                       this),
          "openSheet"))
    , address_(named(new QLineEdit(this), "sheetAddress")) {
    zone_->setDefault(true);
    auto* pasteCells =
        named(new QPushButton(icon(QLatin1String("paste")), tr("Paste Cells"), this), "pasteCells");
    auto* sample =
        new QPushButton(icon(QLatin1String("sandbox")), tr("Try With Sample Data"), this);
    sample->setObjectName(QStringLiteral("trySample"));
    sample->setToolTip(tr("Opens a sample sheet in the sandbox, which has play money"));
    auto* buttons = new QHBoxLayout;
    addAll(buttons, {pasteCells, sample});
    buttons->addStretch(1);
    address_->setAccessibleName(tr("Address of a published sheet"));
    address_->setPlaceholderText(tr("https://… of a published sheet"));
    auto* fetch = named(new QPushButton(icon(QLatin1String("link")), tr("Open Address"), this),
                        "openAddress");
    fetch->setEnabled(false);
    auto* web = new QHBoxLayout;
    web->addWidget(address_, 1);
    web->addWidget(fetch);
    auto* layout = columnIn(this, 12, {20, 16, 20, 20});
    layout->addWidget(back_, 0, Qt::AlignLeft);
    layout->addWidget(heading(tr("Which sheet do you want to order from?"), this));
    layout->addWidget(zone_, 1);
    connect(back_, &QPushButton::clicked, this, &SourceStart::backWanted);
    offerBack({});
    layout->addLayout(buttons);
    auto* waiting = new WaitingList(workspace, this);
    layout->addWidget(waiting);
    layout->addSpacing(8);
    layout->addWidget(heading(tr("On the web"), this));
    layout->addLayout(web);
    auto* recent = new RecentSheets(workspace, this);
    layout->addWidget(recent);
    layout->addStretch(1);
    connect(zone_, &QPushButton::clicked, this, &SourceStart::chooseFile);
    connect(recent, &RecentSheets::chosen, this, &SourceStart::sourceChosen);
    connect(pasteCells, &QPushButton::clicked, this, &SourceStart::paste);
    connect(sample, &QPushButton::clicked, &workspace, &Workspace::trySample);
    connect(&workspace, &Workspace::sampleWanted, this, &SourceStart::openSample);
    connect(waiting, &WaitingList::sheetChosen, this, &SourceStart::sourceChosen);
    connect(address_, &QLineEdit::textChanged, this,
            [fetch](const QString& text) { fetch->setEnabled(!text.trimmed().isEmpty()); });
    const auto go = [this] {
        if (const QString text = address_->text().trimmed(); !text.isEmpty())
            emit sourceChosen(text);
    };
    connect(address_, &QLineEdit::returnPressed, this, go);
    connect(fetch, &QPushButton::clicked, this, go);
    setFocusProxy(zone_);
}

void SourceStart::offerBack(const QString& sheet) {
    back_->setVisible(!sheet.isEmpty());
    back_->setText(withoutKeys(tr("Back to %1").arg(sheet)));
}

void SourceStart::setDragged(bool dragged) {
    zone_->setDragged(dragged);
}

bool SourceStart::chooseFile() {
    const QString folder = workspace_.settings().value(kLastFolder, QDir::homePath()).toString();
    const QString file =
        chooseFileToOpen(this, tr("Open Sheet"), folder,
                         tr("Sheets (*.xlsx *.xlsm *.ods *.csv *.tsv *.txt *.gz);;All files (*)"));
    if (file.isEmpty())
        return false;
    workspace_.settings().setValue(kLastFolder, QFileInfo(file).absolutePath());
    emit sourceChosen(file);
    return true;
}

QUrl firstUrl(const QMimeData* data) {
    if (data != nullptr)
        for (const QUrl& url : data->urls())
            if (!url.scheme().isEmpty())
                return url;
    return {};
}

QString cellsText(const QMimeData* data) {
    // Qt makes a text of addresses where there is none.
    const bool none = data == nullptr || (data->hasFormat(QStringLiteral("text/uri-list")) &&
                                          !data->hasFormat(QStringLiteral("text/plain")));
    return none ? QString() : data->text();
}

void sayOnlyFirst(const QMimeData* data, Workspace& workspace) {
    const QList<QUrl> urls = data->urls();
    const auto files = std::count_if(urls.begin(), urls.end(),
                                     [](const QUrl& url) { return !url.scheme().isEmpty(); });
    if (files > 1)
        workspace.notify(NoticeKind::Info,
                         SourceStart::tr("%Ln file(s) at once: only the first was opened. Open "
                                         "the others one by one.",
                                         nullptr, forPlural(files)),
                         NoticeOf::Program);
}

namespace {

/// A published sheet's, as a link or as nothing but its text.
QString addressIn(const QUrl& url, const QString& text) {
    const QString address = text.trimmed().isEmpty() ? url.toString() : text.trimmed();
    const bool one = app::isSheetUrl(address.toStdString()) && !address.contains(QChar::LineFeed);
    return one ? address : QString();
}

} // namespace

void SourceStart::paste() {
    const QMimeData* copied = QGuiApplication::clipboard()->mimeData();
    const QString text = cellsText(copied);
    const QUrl url = firstUrl(copied);
    if (const QString file = url.isLocalFile() ? url.toLocalFile() : addressIn(url, text);
        !file.isEmpty()) {
        emit sourceChosen(file);
        sayOnlyFirst(copied, workspace_);
        return;
    }
    if (text.trimmed().isEmpty()) {
        workspace_.notify(
            NoticeKind::Info,
            tr("There are no cells on the clipboard. Copy the rows, with their column "
               "names, in your spreadsheet program first."));
        return;
    }
    emit textPasted(text);
}

void SourceStart::openSample() {
    const QDir folder(QString::fromStdString((workspace_.folders().data / "samples").string()));
    const QString file = folder.filePath(kSample);
    const QString bundled = QStringLiteral(":/samples/") + kSample;
    if (!QFileInfo::exists(file) &&
        !(folder.mkpath(QStringLiteral(".")) && QFile::copy(bundled, file))) {
        workspace_.notify(NoticeKind::Bad,
                          tr("The sample could not be written to %1. Check the "
                             "free space and the permissions of that folder.")
                              .arg(folder.path()),
                          NoticeOf::Program);
        return;
    }
    // Files from the program's resources are read-only; a person may want to try changes.
    QFile::setPermissions(file, QFile::ReadOwner | QFile::WriteOwner);
    workspace_.openSheet(file);
}

SourceTrouble::SourceTrouble(SheetJob& job)
    : job_(job)
    , what_(new QLabel(this))
    , why_(named(new QLabel(this), "sourceTrouble"))
    , ways_(new QVBoxLayout) {
    auto* picture = new Picture(QLatin1String("error"), Tone::Bad, 1.8, this);
    what_->setProperty("heading", 2);
    what_->setWordWrap(true);
    what_->setTextFormat(Qt::PlainText);
    why_->setWordWrap(true);
    why_->setTextFormat(Qt::PlainText);
    why_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* layout = columnIn(this, 12, {20, 16, 20, 20});
    addAll(layout, {picture, what_, why_});
    layout->addLayout(ways_);
    layout->addStretch(1);
}

void SourceTrouble::offer(const QString& text, const QString& name, const SheetReading& reading) {
    auto* button = new QPushButton(text, this);
    button->setObjectName(name);
    connect(button, &QPushButton::clicked, this, [this, wanted = reading] { job_.read(wanted); });
    ways_->addWidget(button, 0, Qt::AlignLeft);
}

void SourceTrouble::refresh() {
    while (QLayoutItem* item = ways_->takeAt(0)) {
        if (item->widget() != nullptr) {
            item->widget()->hide();
            item->widget()->deleteLater();
        }
        delete item;
    }
    const app::SheetError& error = job_.error();
    what_->setText(tr("%1 was not opened.").arg(job_.sourceName()));
    why_->setText(say(error));
    for (const app::EncodingCandidate& candidate : error.candidates) {
        SheetReading reading = job_.reading();
        reading.encoding = candidate.encoding;
        QStringList cells;
        for (const std::string& cell : candidate.sampleCells)
            cells << QString::fromStdString(cell).simplified();
        auto* sample = new QLabel(cells.join(QStringLiteral("   |   ")), this);
        sample->setTextFormat(Qt::PlainText);
        sample->setWordWrap(true);
        offer(tr("Read as %1").arg(QString::fromStdString(candidate.encoding)),
              QStringLiteral("readAs"), reading);
        ways_->addWidget(sample);
    }
    if (error.code == app::SheetErrorCode::HeaderNotFound) {
        SheetReading reading = job_.reading();
        for (TabReading& tab : reading.tabs)
            tab.headerRow.reset();
        offer(tr("Find the Column Names Again"), QStringLiteral("findHeader"), reading);
    }
    offer(tr("Try Again"), QStringLiteral("tryAgain"), job_.reading());
    auto* other = named(new QPushButton(tr("Open Another Sheet"), this), "openAnother");
    connect(other, &QPushButton::clicked, this, &SourceTrouble::anotherWanted);
    ways_->addWidget(other, 0, Qt::AlignLeft);
}

} // namespace leadsheet::desktop
