// SPDX-License-Identifier: Apache-2.0
#include "leads_file.hpp"

#include "leadsheet/resource/admin_orders.hpp"

#include <QSaveFile>

namespace leadsheet::desktop {
namespace {

/// A file that appears when it is complete, begun anew with each transfer.
class SavedFile final : public ByteSink {
public:
    explicit SavedFile(const QString& target)
        : target_(target) {}

    bool restart() override {
        file_ = std::make_unique<QSaveFile>(target_);
        good_ = file_->open(QIODevice::WriteOnly);
        return good_;
    }
    bool write(std::string_view bytes) override {
        const auto size = static_cast<qint64>(bytes.size());
        good_ = good_ && file_->write(bytes.data(), size) == size;
        return good_;
    }
    bool commit() {
        good_ = good_ && file_ != nullptr && file_->commit();
        return good_;
    }
    bool good() const { return good_; }

private:
    QString target_;
    std::unique_ptr<QSaveFile> file_;
    bool good_ = true;
};

} // namespace

Result<std::uint64_t> saveOrderLeads(const Connected& at, const OrderNumber& number,
                                     const QString& file, const std::stop_token& stop) {
    CallOptions call;
    call.stop = stop;
    const bool lines = file.endsWith(QLatin1String(".ndjson"), Qt::CaseInsensitive) ||
                       file.endsWith(QLatin1String(".jsonl"), Qt::CaseInsensitive);
    SavedFile sink(file);
    auto bytes = at.client->admin().orders().exportLeads(
        number, lines ? LeadFileFormat::Ndjson : LeadFileFormat::Csv, {}, sink, call);
    const bool written = bytes ? sink.commit() : sink.good();
    if (!written)
        return failure(localError(ErrorCode::StorageError, "The file cannot be written."));
    return bytes;
}

} // namespace leadsheet::desktop
