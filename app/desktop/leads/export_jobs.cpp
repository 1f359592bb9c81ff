// SPDX-License-Identifier: Apache-2.0
#include "export_jobs.hpp"

#include "../shell/settings.hpp"
#include "../shell/words.hpp"
#include "lead_words.hpp"

#include "leadsheet/app/lead_view.hpp"

#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

namespace leadsheet::desktop {
namespace {

constexpr const char* kFormats[] = {"csv", "xlsx", "jsonl"};
constexpr const char* kStates[] = {"waiting", "running", "paused", "done", "nothingNew", "failed"};

template <class Enum, std::size_t Count>
std::optional<Enum> enumOf(const char* const (&names)[Count], const QString& name) {
    for (std::size_t i = 0; i < Count; ++i)
        if (name == QLatin1String(names[i]))
            return static_cast<Enum>(i);
    return {};
}

const QString kExportsKey = QStringLiteral("leads/exports");
constexpr std::size_t kMaxKeptExports = 30;

bool isUnfinished(const ExportJob& job) {
    return job.state == ExportState::Waiting || job.state == ExportState::Running ||
           job.state == ExportState::Paused || job.state == ExportState::Failed;
}

void removePart(const ExportJob& job) {
    std::error_code ignored;
    std::filesystem::remove(app::leadExportPartFor(job.file.toStdString()), ignored);
}

bool isCancelled(const app::LeadExportFailure& failure) {
    const auto* error = std::get_if<Error>(&failure);
    return error != nullptr
               ? error->code == ErrorCode::Cancelled
               : std::get<app::SheetError>(failure).code == app::SheetErrorCode::Cancelled;
}

} // namespace

QString exportJobText(const ExportJob& job) {
    const app::LeadView what{"export", job.filter, job.fields};
    const QJsonObject object{
        {QStringLiteral("baseUrl"), text(job.owner.baseUrl)},
        {QStringLiteral("account"), text(job.owner.accountId)},
        {QStringLiteral("instance"), text(job.owner.instanceId)},
        {QStringLiteral("what"), text(app::leadViewText(what))},
        {QStringLiteral("file"), job.file},
        {QStringLiteral("format"), QLatin1String(kFormats[static_cast<int>(job.format)])},
        {QStringLiteral("delimiter"), QString(QLatin1Char(job.delimiter))},
        {QStringLiteral("byteOrderMark"), job.byteOrderMark},
        {QStringLiteral("guard"), job.guard},
        {QStringLiteral("overwrite"), job.overwrite},
        {QStringLiteral("since"), job.since},
        {QStringLiteral("state"), QLatin1String(kStates[static_cast<int>(job.state)])},
        {QStringLiteral("received"), static_cast<double>(job.received)},
        {QStringLiteral("expected"), static_cast<double>(job.expected)},
        {QStringLiteral("leads"), static_cast<double>(job.leads)},
        {QStringLiteral("guarded"), static_cast<double>(job.guarded)},
        {QStringLiteral("sha256"), job.sha256},
        {QStringLiteral("finishedAt"), job.finishedAt},
        {QStringLiteral("trouble"), job.trouble},
        {QStringLiteral("untold"), job.untold}};
    return QString::fromUtf8(QJsonDocument(object).toJson(QJsonDocument::Compact));
}

std::optional<ExportJob> readExportJob(const QString& text) {
    const QJsonObject object = QJsonDocument::fromJson(text.toUtf8()).object();
    const auto word = [&object](const char* name) {
        return object.value(QLatin1String(name)).toString();
    };
    const auto flag = [&object](const char* name) {
        return object.value(QLatin1String(name)).toBool();
    };
    const auto count = [&object](const char* name) {
        return static_cast<std::int64_t>(object.value(QLatin1String(name)).toDouble());
    };
    const auto what = app::readLeadView(word("what").toStdString());
    const auto format = enumOf<app::ExportFormat>(kFormats, word("format"));
    const auto state = enumOf<ExportState>(kStates, word("state"));
    const QString delimiter = word("delimiter");
    if (!what || !format || !state || word("file").isEmpty() || delimiter.size() != 1)
        return {};
    ExportJob job;
    job.owner = {word("baseUrl").toStdString(), word("account").toStdString(),
                 word("instance").toStdString()};
    job.filter = what->filter;
    job.fields = what->fields;
    job.file = word("file");
    job.format = *format;
    job.delimiter = delimiter.at(0).toLatin1();
    job.byteOrderMark = flag("byteOrderMark");
    job.guard = flag("guard");
    job.overwrite = flag("overwrite");
    job.since = word("since");
    job.state = *state;
    job.received = count("received");
    job.expected = count("expected");
    job.leads = count("leads");
    job.guarded = count("guarded");
    job.sha256 = word("sha256");
    job.finishedAt = word("finishedAt");
    job.trouble = word("trouble");
    job.untold = flag("untold");
    return job;
}

app::LeadExportOptions optionsOf(const ExportJob& job) {
    app::LeadExportOptions options;
    options.account = job.owner.accountId;
    options.filter = job.filter;
    options.fields = job.fields;
    options.file = job.file.toStdString();
    options.format = job.format;
    options.write.delimiter = job.delimiter;
    options.write.byteOrderMark = job.byteOrderMark;
    options.write.guardFormulas = job.guard;
    options.write.overwrite = job.overwrite;
    options.write.sheetName = "Leads";
    options.call.retry = RetryPolicy::batch();
    return options;
}

QStringList exportWords(const ExportJob& job) {
    QStringList words{QStringLiteral("leads"), QStringLiteral("export"), job.file,
                      QStringLiteral("--format"),
                      QLatin1String(kFormats[static_cast<int>(job.format)])};
    words << filterOptions(job.filter) << fieldOptions(job.fields);
    if (!job.since.isEmpty())
        words << QStringLiteral("--since") << job.since;
    if (job.format == app::ExportFormat::Csv) {
        if (job.delimiter != ',')
            words << QStringLiteral("--delimiter") << QString(QLatin1Char(job.delimiter));
        if (job.byteOrderMark)
            words << QStringLiteral("--byte-order-mark");
        if (!job.guard)
            words << QStringLiteral("--no-formula-guard");
    }
    if (job.overwrite)
        words << QStringLiteral("--overwrite");
    return words;
}

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
        const ExportJob* running = find(running_);
        if (running == nullptr || !isOfAccount(*running))
            pauseAll(); // a profile that is only renamed is the same account
        tell();
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

bool ExportJobs::willWrite(const QString& file) const {
    return std::any_of(jobs_.begin(), jobs_.end(),
                       [&](const ExportJob& job) { return job.file == file && isUnfinished(job); });
}

void ExportJobs::start(ExportJob job) {
    std::erase_if(jobs_, [&](const ExportJob& other) {
        return other.file == job.file && other.id != running_ && isUnfinished(other);
    });
    job.id = ++ids_;
    job.state = ExportState::Waiting;
    jobs_.insert(jobs_.begin(), std::move(job));
    // Of those that are over the oldest go; what is to go on stays, however many these are.
    for (auto at = jobs_.end(); at != jobs_.begin() && jobs_.size() > kMaxKeptExports;)
        if (!isUnfinished(*--at))
            at = jobs_.erase(at);
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
    } else if (stop_.stop_requested() && isCancelled(outcome.error())) {
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
        if (remove) {
            removePart(*job);
            forget(id);
        }
    }
    if ((job = find(id)) != nullptr && job->state != ExportState::Paused) {
        job->untold = true;
        tell();
    }
    next();
}

void ExportJobs::tell() {
    std::vector<ExportJob> told;
    for (ExportJob& job : jobs_)
        if (job.untold && isOfAccount(job)) {
            job.untold = false;
            told.push_back(job);
        }
    if (told.empty())
        return;
    store(); // or the next start tells it again
    for (const ExportJob& job : told)
        emit finished(job);
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
