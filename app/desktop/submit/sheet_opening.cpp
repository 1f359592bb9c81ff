// SPDX-License-Identifier: Apache-2.0
#include "sheet_opening.hpp"

#include "kept_edits.hpp"

#include "leadsheet/app/accounts/private_file.hpp"
#include "leadsheet/app/sheet_download.hpp"

#include <QCoreApplication>
#include <QFileInfo>
#include <QTemporaryFile>
#include <QUrl>

namespace leadsheet::desktop {
namespace {

app::SheetError storageError(const std::string& reason) {
    return {app::SheetErrorCode::StorageError,
            {},
            "The sheet could not be kept: " + reason + ".",
            "Free some space, or save the sheet as a file and open that.",
            {}};
}

app::SheetResult<std::filesystem::path> madeFolder(const OpeningPlace& place) {
    const std::filesystem::path folder = copiesFolder(place.folders);
    if (auto made = app::makePrivateFolder(folder); !made)
        return tl::unexpected(storageError(made.error().message));
    return folder;
}

QString withoutScheme(const QString& source) {
    const QUrl url(source);
    return url.isLocalFile() ? url.toLocalFile() : source;
}

} // namespace

std::filesystem::path copiesFolder(const app::AppFolders& folders) {
    return folders.data / "piped";
}

app::SheetResult<SheetFile> locateSheet(const QString& source, const OpeningPlace& place,
                                        const std::stop_token& stop) {
    if (!app::isSheetUrl(source.toStdString())) {
        const QFileInfo file(withoutScheme(source));
        return SheetFile{file.absoluteFilePath(), file.fileName(),
                         file.absoluteFilePath().toStdString(), false};
    }
    auto folder = madeFolder(place);
    if (!folder)
        return tl::unexpected(folder.error());
    const auto transport = makeCurlTransport(app::downloadOptions(place.network));
    auto sheet = app::downloadSheet(source.toStdString(), *folder, *transport, stop);
    if (!sheet)
        return tl::unexpected(sheet.error());
    return SheetFile{source, QString::fromStdString(sheet->name), sheet->path, true};
}

app::SheetResult<SheetFile> keepText(const QString& text, const OpeningPlace& place) {
    auto folder = madeFolder(place);
    if (!folder)
        return tl::unexpected(folder.error());
    QTemporaryFile file(QString::fromStdString((*folder / "pasted-XXXXXX.csv").string()));
    file.setAutoRemove(false);
    const QByteArray bytes = text.toUtf8();
    if (!file.open() || file.write(bytes) != bytes.size() || !file.flush())
        return tl::unexpected(storageError(file.errorString().toStdString()));
    return SheetFile{file.fileName(), QCoreApplication::translate("SheetJob", "Pasted rows"),
                     file.fileName().toStdString(), true};
}

app::SheetResult<OpenedSheet> openLocated(SheetFile file, const SheetReading& reading,
                                          const OpeningPlace& place, const std::stop_token& stop) {
    if (auto folder = madeFolder(place); !folder)
        return tl::unexpected(folder.error());
    OpenedSheet sheet;
    sheet.file = std::move(file);
    sheet.reading = reading;
    // First as it is stored: maps are saved by those column names, and may hold decisions.
    SheetReading plain = reading;
    plain.decisions = {};
    auto overview = app::inspectSheet(sheet.file.path, optionsOf(plain), stop);
    if (!overview)
        return tl::unexpected(overview.error());
    sheet.storedHeader = app::columnNames(overview->head, overview->header);
    std::optional<app::MapSpec> saved;
    if (!sheet.storedHeader.empty())
        if (auto found = app::findSavedMap(place.folders.mapsFolder(), sheet.storedHeader); found)
            saved = *std::move(found);
    if (saved)
        sheet.reading.decisions.fillFrom(saved->decisions);
    sheet.options = optionsOf(sheet.reading);
    if (!(sheet.reading.decisions == plain.decisions))
        overview = app::inspectSheet(sheet.file.path, sheet.options, stop);
    if (!overview)
        return tl::unexpected(overview.error());
    sheet.overview = *std::move(overview);
    // A memory that cannot be read is done without.
    if (auto learned = app::LearnedNames::load(place.folders.learnedNamesFile()))
        sheet.options.learned = std::make_shared<const app::LearnedNames>(*std::move(learned));
    sheet.editsFile = keptEditsFile(place.folders, sheet.file.path);
    sheet.keptEdits = loadKeptEdits(sheet.editsFile);
    // Header as it was found: the sheet is read the same way each time.
    sheet.options.headerRow = sheet.overview.header.row.value_or(0);
    return mapped(std::move(sheet), saved);
}

app::SheetResult<OpenedSheet> openRecorded(SheetFile file, const app::RunRecord& record,
                                           const OpeningPlace& place, const std::stop_token& stop) {
    const auto options = app::checkOptionsOf(record, stop);
    if (!options)
        return tl::unexpected(options.error());
    SheetReading reading;
    reading.tab = options->sheetIndex;
    reading.headerRow = options->headerRow;
    reading.encoding = options->sheet.encoding;
    reading.delimiter = options->sheet.delimiter;
    reading.decisions = options->decisions;
    auto opened = openLocated(std::move(file), reading, place, stop);
    return opened ? mapped(*std::move(opened), options->map) : opened;
}

} // namespace leadsheet::desktop
