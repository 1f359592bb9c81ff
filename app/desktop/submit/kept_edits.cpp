// SPDX-License-Identifier: Apache-2.0
#include "kept_edits.hpp"

#include "leadsheet/app/accounts/private_file.hpp"

#include <QCryptographicHash>

#include <system_error>

namespace leadsheet::desktop {

std::filesystem::path keptEditsFile(const app::AppFolders& folders,
                                    const std::filesystem::path& sheet) {
    std::error_code failed;
    const auto size = std::filesystem::file_size(sheet, failed);
    if (failed)
        return {};
    const auto time = std::filesystem::last_write_time(sheet, failed);
    if (failed)
        return {};
    const std::string version = sheet.string() + '\n' + std::to_string(size) + '\n' +
                                std::to_string(time.time_since_epoch().count());
    const QByteArray name =
        QCryptographicHash::hash(QByteArray::fromStdString(version), QCryptographicHash::Sha256)
            .toHex()
            .left(32);
    return folders.data / "edits" / (name.toStdString() + ".json");
}

std::shared_ptr<const app::SheetEdits> loadKeptEdits(const std::filesystem::path& file) {
    std::error_code ignored;
    if (file.empty() || !std::filesystem::exists(file, ignored))
        return nullptr;
    auto edits = app::SheetEdits::load(file);
    if (!edits || edits->size() == 0)
        return nullptr;
    return std::make_shared<const app::SheetEdits>(*std::move(edits));
}

void keepEdits(const std::filesystem::path& file, const app::SheetEdits* edits) {
    if (file.empty())
        return;
    std::error_code ignored;
    if (edits == nullptr) {
        std::filesystem::remove(file, ignored);
        return;
    }
    if (app::makePrivateFolder(file.parent_path()))
        (void)edits->save(file);
}

} // namespace leadsheet::desktop
