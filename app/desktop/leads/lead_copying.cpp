// SPDX-License-Identifier: Apache-2.0
#include "lead_copying.hpp"

#include "leadsheet/app/lead_text.hpp"

#include <algorithm>

namespace leadsheet::desktop {
namespace {

constexpr std::size_t kCopiedAtOnce = 500;

class CopyText {
public:
    explicit CopyText(const CopyJob& job)
        : job_(job) {
        if (job.json)
            text_ = "[";
        else
            app::appendLeadNames(text_, job.fields);
    }

    void add(const Lead& lead) {
        if (!job_.json) {
            app::appendLeadLine(text_, lead, job_.fields);
            return;
        }
        text_ += std::exchange(any_, true) ? ",\n" : "\n";
        app::appendLeadJson(text_, lead, job_.fields);
    }

    QString finish() {
        if (job_.json)
            text_ += "\n]\n";
        return QString::fromStdString(text_);
    }

private:
    const CopyJob& job_;
    std::string text_;
    bool any_ = false;
};

} // namespace

Result<QString> copiedLeads(LeadCopyReader* reader, const CopyJob& job,
                            const std::stop_token& stop) {
    CopyText text(job);
    const std::span<const app::LeadPlace> places(job.places);
    for (std::size_t at = 0; reader != nullptr && at < places.size(); at += kCopiedAtOnce) {
        if (stop.stop_requested())
            return failure(localError(ErrorCode::Cancelled, "Cancelled."));
        const auto leads =
            reader->leads(places.subspan(at, std::min(kCopiedAtOnce, places.size() - at)));
        if (!leads)
            return failure(leads.error());
        for (const Lead& lead : *leads)
            text.add(lead);
    }
    for (const Lead& lead : job.others)
        text.add(lead);
    return text.finish();
}

} // namespace leadsheet::desktop
