// SPDX-License-Identifier: Apache-2.0
#include "export_jobs.hpp"

#include "../account/trouble.hpp"
#include "../shell/settings.hpp"
#include "../shell/words.hpp"

#include <QFileInfo>

#include <algorithm>

namespace leadsheet::desktop {
namespace {

const QString kExportsKey = QStringLiteral("leads/exports");
constexpr std::size_t kMostKeptExports = 30;

bool isUnfinished(const ExportJob& job) {
    return job.state == ExportState::Waiting || job.state == ExportState::Running ||
           job.state == ExportState::Paused || job.state == ExportState::Failed;
}

void removePart(const ExportJob& job) {
    std::error_code ignored;
    std::filesystem::remove(app::leadExportPartFor(job.file.toStdString()), ignored);
}

} // namespace

ExportJobs::ExportJobs(AccountSession& session, Settings& settings, QObject* parent)
    : QObject(parent)
    , session_(session)
    , settings_(settings)
    , progress_([this](const std::pair<int, app::LeadExportProgress>& news) {
        if (ExportJob* job = find(news.first); job != nullptr && job->id == running_) {
            job->received = news.second.received;
            job->expected = std::max(news.second.expected, news.second.received);
            job->writing = news.second.writing;
            emit changed();
        }
    }) {
    for (const QString& line : settings.value(kExportsKey).toStringList())
        if (auto job = readExportJob(line)) {
            job->id = ++ids_;
            if (job->state == ExportState::Running || job->state == ExportState::Waiting)
                job->state = ExportState::Paused;
            jobs_.push_back(*std::move(job));
        }
    connect(&session, &AccountSession::changed, this, [this] {
        pauseAll();
        emit changed();
    });
}

ExportJobs::~ExportJobs() {
    stop_.request_stop();
}

ExportJob* ExportJobs::find(int id) {
    const auto found = std::find_if(jobs_.begin(), jobs_.end(),
                                    [id](const ExportJob& job) { return job.id == id; });
    return found == jobs_.end() ? nullptr : &*found;
}

bool ExportJobs::isOfAccount(const ExportJob& job) const {
    const auto connection = session_.connection();
    return connection && !connection->admin && job.owner == app::leadOwnerOf(connection->ref);
}

const ExportJob* ExportJobs::lastOf(const app::LeadOwner& owner, const LeadFilter& filter) const {
    for (const ExportJob& job : jobs_)
        if (job.state == ExportState::Done && job.owner == owner &&
            app::sameFilter(job.filter, filter) &&
            QFileInfo::exists(text(app::manifestPathFor(job.file.toStdString()).string())))
            return &job;
    return nullptr;
}

void ExportJobs::start(ExportJob job) {
    std::erase_if(jobs_, [&](const ExportJob& other) {
        return other.file == job.file && other.id != running_ && isUnfinished(other);
    });
    job.id = ++ids_;
    job.state = ExportState::Waiting;
    jobs_.insert(jobs_.begin(), std::move(job));
    if (jobs_.size() > kMostKeptExports)
        jobs_.resize(kMostKeptExports);
    next();
}

void ExportJobs::pause(int id) {
    ExportJob* job = find(id);
    if (job == nullptr)
        return;
    if (id == running_)
        stop_.request_stop();
    else if (job->state == ExportState::Waiting)
        job->state = ExportState::Paused;
    store();
}

void ExportJobs::pauseAll() {
    for (ExportJob& job : jobs_)
        if (job.state == ExportState::Waiting)
            job.state = ExportState::Paused;
    if (running_ != 0)
        stop_.request_stop();
    store();
}

void ExportJobs::resume(int id) {
    ExportJob* job = find(id);
    if (job == nullptr || !isOfAccount(*job) ||
        (job->state != ExportState::Paused && job->state != ExportState::Failed))
        return;
    job->state = ExportState::Waiting;
    job->trouble.clear();
    next();
}

void ExportJobs::cancel(int id) {
    const ExportJob* job = find(id);
    if (job == nullptr)
        return;
    if (id == running_) {
        removing_ = true;
        stop_.request_stop();
        return;
    }
    removePart(*job);
    forget(id);
}

void ExportJobs::forget(int id) {
    std::erase_if(jobs_, [&](const ExportJob& job) { return job.id == id && id != running_; });
    store();
}

void ExportJobs::next() {
    const auto connection = session_.connection();
    ExportJob* job = nullptr;
    for (ExportJob& waiting : jobs_)
        if (waiting.state == ExportState::Waiting && isOfAccount(waiting))
            job = &waiting; // the one that waits longest
    if (running_ != 0 || job == nullptr) {
        store();
        return;
    }
    job->state = ExportState::Running;
    job->writing = false;
    running_ = job->id;
    removing_ = false;
    stop_ = std::stop_source();
    store();
    working_.run(
        [connection, order = *job, source = stop_,
         tell = progress_.sender()](const std::stop_token& end) mutable -> Outcome {
            const std::stop_callback link(end, [&source] { source.request_stop(); });
            app::LeadExportOptions options = optionsOf(order);
            options.call.stop = source.get_token();
            options.progress = [&](const app::LeadExportProgress& progress) {
                tell({order.id, progress});
            };
            if (!order.since.isEmpty()) {
                auto bookmark = app::readLeadBookmark(order.since.toStdString());
                if (!bookmark)
                    return tl::unexpected(app::LeadExportFailure(bookmark.error()));
                options.since = *std::move(bookmark);
            }
            return app::exportLeads(*connection->client, options);
        },
        [this, id = job->id](const Outcome& outcome) { ended(id, outcome); });
}

void ExportJobs::ended(int id, const Outcome& outcome) {
    running_ = 0;
    ExportJob* job = find(id);
    if (job == nullptr)
        return;
    const bool remove = std::exchange(removing_, false);
    if (outcome) {
        job->state = outcome->file.path.empty() ? ExportState::NothingNew : ExportState::Done;
        job->leads = outcome->leads;
        job->guarded = static_cast<std::int64_t>(outcome->file.guardedTexts);
        job->sha256 = text(outcome->file.sha256);
        job->finishedAt = text(outcome->bookmark.exportedAt);
        emit finished(*job);
    } else if (stop_.stop_requested()) {
        job->state = ExportState::Paused;
        if (remove) {
            removePart(*job);
            forget(id);
        }
    } else {
        job->state = ExportState::Failed;
        const auto* error = std::get_if<Error>(&outcome.error());
        job->trouble =
            error != nullptr
                ? sentence(troubleOf(*error, TroubleContext{text(job->owner.baseUrl), false}))
                : sentence(troubleOf(std::get<app::SheetError>(outcome.error())));
    }
    next();
}

void ExportJobs::store() {
    QStringList lines;
    for (const ExportJob& job : jobs_)
        lines << exportJobText(job);
    if (settings_.value(kExportsKey).toStringList() != lines)
        settings_.setValue(kExportsKey, lines);
    emit changed();
}

} // namespace leadsheet::desktop
