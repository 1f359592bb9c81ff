// SPDX-License-Identifier: Apache-2.0
#include "push_dialog.hpp"

#include "../shell/notice_bar.hpp"
#include "../shell/words.hpp"
#include "../widgets/parts.hpp"
#include "destination_records.hpp"

#include "leadsheet/client.hpp"
#include "leadsheet/resource/destinations.hpp"
#include "leadsheet/try.hpp"

#include <QComboBox>

#include <algorithm>

namespace leadsheet::desktop {
namespace {

constexpr int kLeastWidth = 520;
constexpr std::size_t kLeadsAtOnce = 1000; // the contract's PushRequest
constexpr int kPlatforms = 100;            // the contract allows fewer

bool takesLeads(const Destination& destination) {
    return destination.enabled && destination.campaignId.has_value();
}

/// One request after the other, each under its own key; what was queued in all of them.
Result<QueuedPushes> pushAll(const Client& client, const DestinationId& id,
                             const std::vector<LeadId>& leads,
                             const std::vector<IdempotencyKey>& keys, const std::stop_token& stop) {
    QueuedPushes all;
    for (std::size_t first = 0, part = 0; first < leads.size(); first += kLeadsAtOnce, ++part) {
        const auto from = leads.begin() + static_cast<std::ptrdiff_t>(first);
        const auto size = std::min(kLeadsAtOnce, leads.size() - first);
        LeadsToPush some;
        some.leads.assign(from, from + static_cast<std::ptrdiff_t>(size));
        LEADSHEET_TRY(
            const auto queued,
            client.destinations().push(id, some, keys.at(part % keys.size()), callUntil(stop)));
        all.queued += queued.queued;
        all.alreadyPushed += queued.alreadyPushed;
        all.filtered += queued.filtered;
    }
    return all;
}

} // namespace

QString pushedWords(const QueuedPushes& queued) {
    return PushDialog::tr("%Ln lead(s) are on their way.", "", forPlural(queued.queued)) +
           QLatin1Char(' ') +
           PushDialog::tr("Sent before: %1. Left out, by their verification or without an "
                          "e-mail: %2.")
               .arg(number(queued.alreadyPushed), number(queued.filtered));
}

PushDialog::PushDialog(std::shared_ptr<const Connected> connection, std::vector<LeadChoice> choices,
                       QWidget* parent)
    : FormDialog("pushDialog", kLeastWidth, parent)
    , connection_(std::move(connection))
    , choices_(std::move(choices))
    , form_(new FieldForm(
          QStringLiteral("push"),
          tr("They join the campaign that was chosen for the platform. A lead that was sent there "
             "before is not sent again.")))
    , platforms_(named(new QComboBox, "pushPlatform"))
    , which_(named(new QComboBox, "pushWhich"))
    , notice_(new NoticeBar("pushNotice")) {
    setWindowTitle(tr("Send Leads to a Platform"));
    for (const LeadChoice& choice : choices_)
        which_->addItem(choice.words);
    form_->add(tr("Leads"), which_);
    form_->add(tr("Platform"), platforms_);
    form_->finish(notice_);
    turnTo(form_);
    connect(which_, &QComboBox::currentIndexChanged, this, &PushDialog::refresh);
    connect(platforms_, &QComboBox::currentIndexChanged, this, &PushDialog::refresh);
    connect(form_, &FieldForm::cancelled, this, &PushDialog::reject);
    connect(form_, &FieldForm::confirmed, this, &PushDialog::send);
    connect(notice_, &NoticeBar::actionTriggered, this, [this] {
        emit setUpWanted();
        accept();
    });
    load();
    refresh();
}

void PushDialog::load() {
    background_.run(
        [connection = connection_](const std::stop_token& stop) {
            return connection->client->destinations().list({kPlatforms, {}}, callUntil(stop));
        },
        [this](auto page) {
            loaded_ = true;
            if (page)
                return offer(std::move(page->items));
            notice_->show(NoticeKind::Bad, callTrouble(page.error(), *connection_));
            refresh();
        });
}

void PushDialog::offer(std::vector<Destination> destinations) {
    std::erase_if(destinations,
                  [](const Destination& destination) { return !takesLeads(destination); });
    destinations_ = std::move(destinations);
    for (const Destination& destination : destinations_)
        platforms_->addItem(nameOf(destination));
    if (destinations_.empty())
        notice_->show(NoticeKind::Info,
                      tr("A platform needs a campaign, and must not be disabled."),
                      tr("Set Up a Platform"));
    refresh();
}

const LeadChoice& PushDialog::choice() const {
    return choices_.at(static_cast<std::size_t>(std::max(0, which_->currentIndex())));
}

const Destination* PushDialog::destination() const {
    const int at = platforms_->currentIndex();
    return at < 0 || destinations_.empty() ? nullptr
                                           : &destinations_.at(static_cast<std::size_t>(at));
}

FormWords PushDialog::words() const {
    const int count = forPlural(choice().count);
    FormWords said{{}, tr("Send %Ln Lead(s)", nullptr, count)};
    const Destination* to = destination();
    if (to == nullptr) {
        said.problem =
            loaded_ ? tr("No platform can take leads now.") : tr("Loading the platforms…");
        return said;
    }
    QStringList results;
    for (const NamedChoice& result : resultChoices())
        if (std::find(to->results.begin(), to->results.end(), result.id) != to->results.end())
            results << result.word;
    said.effect =
        tr("%Ln lead(s) go to %1, as far as they have an e-mail address and are verified as %2.",
           nullptr, count)
            .arg(nameOf(*to), results.join(QStringLiteral(", ")));
    return said;
}

// Another choice is another request.
void PushDialog::refresh() {
    const auto parts = static_cast<std::size_t>(choice().count) / kLeadsAtOnce + 1;
    keys_.clear();
    while (keys_.size() < parts)
        keys_.push_back(newActKey("push"));
    form_->show(words());
}

void PushDialog::send() {
    const Destination* to = destination();
    if (to == nullptr || background_.busy())
        return;
    notice_->show(NoticeKind::Info, tr("Sending…"));
    form_->setBusy(true);
    background_.run(
        [connection = connection_, id = to->id, read = choice().read,
         keys = keys_](const std::stop_token& stop) -> Result<QueuedPushes> {
            LEADSHEET_TRY(const auto leads, read(stop));
            return pushAll(*connection->client, id, leads, keys, stop);
        },
        [this](const Result<QueuedPushes>& queued) {
            form_->setBusy(false);
            if (!queued)
                return notice_->show(NoticeKind::Bad, callTrouble(queued.error(), *connection_));
            emit sent(pushedWords(*queued));
            accept();
        });
}

void PushDialog::reject() {
    if (!loaded_ || !background_.busy()) // nothing is being sent
        FormDialog::reject();
}

} // namespace leadsheet::desktop
