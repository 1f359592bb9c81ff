// SPDX-License-Identifier: Apache-2.0
#include "destination_records.hpp"

#include "../bridge/background.hpp"
#include "../phrases/say.hpp"
#include "../shell/words.hpp"
#include "half_made.hpp"

#include "leadsheet/resource/destinations.hpp"
#include "leadsheet/resource/leads.hpp"
#include "leadsheet/try.hpp"

#include <leadsheet/contract/platforms.hpp>

#include <QCoreApplication>

#include <algorithm>

namespace leadsheet::desktop {
namespace {

constexpr int kMaxPlatformName = 100;
constexpr int kLeadsNamed = 1000; // a page of the contract

struct OutreachSaid {
    Q_DECLARE_TR_FUNCTIONS(DestinationWords)
};

struct ColumnTitle {
    LeadField field;
    const char* title;
};

// The e-mail is always sent and stands for the lead: it is not a column to map.
constexpr ColumnTitle kColumnTitles[] = {
    {LeadField::FirstName, QT_TRANSLATE_NOOP("DestinationWords", "First name")},
    {LeadField::LastName, QT_TRANSLATE_NOOP("DestinationWords", "Last name")},
    {LeadField::CompanyName, QT_TRANSLATE_NOOP("DestinationWords", "Company")},
    {LeadField::JobTitle, QT_TRANSLATE_NOOP("DestinationWords", "Job title")},
    {LeadField::Phone, QT_TRANSLATE_NOOP("DestinationWords", "Phone")},
    {LeadField::CompanyDomain, QT_TRANSLATE_NOOP("DestinationWords", "Company domain")},
    {LeadField::LinkedinUrl, QT_TRANSLATE_NOOP("DestinationWords", "LinkedIn page")},
    {LeadField::Industry, QT_TRANSLATE_NOOP("DestinationWords", "Industry")},
    {LeadField::City, QT_TRANSLATE_NOOP("DestinationWords", "City")},
    {LeadField::Country, QT_TRANSLATE_NOOP("DestinationWords", "Country")},
    {LeadField::FullName, QT_TRANSLATE_NOOP("DestinationWords", "Full name")},
    {LeadField::Seniority, QT_TRANSLATE_NOOP("DestinationWords", "Seniority")},
    {LeadField::Department, QT_TRANSLATE_NOOP("DestinationWords", "Department")},
    {LeadField::CompanySize, QT_TRANSLATE_NOOP("DestinationWords", "Company size")},
    {LeadField::CompanyRevenue, QT_TRANSLATE_NOOP("DestinationWords", "Company revenue")},
    {LeadField::FoundedYear, QT_TRANSLATE_NOOP("DestinationWords", "Year founded")},
    {LeadField::Technologies, QT_TRANSLATE_NOOP("DestinationWords", "Technologies")},
    {LeadField::CompanyLinkedinUrl,
     QT_TRANSLATE_NOOP("DestinationWords", "LinkedIn of the company")},
    {LeadField::Street, QT_TRANSLATE_NOOP("DestinationWords", "Street")},
    {LeadField::PostalCode, QT_TRANSLATE_NOOP("DestinationWords", "Postal code")},
    {LeadField::Region, QT_TRANSLATE_NOOP("DestinationWords", "Region")},
    {LeadField::Timezone, QT_TRANSLATE_NOOP("DestinationWords", "Time zone")},
    {LeadField::Rating, QT_TRANSLATE_NOOP("DestinationWords", "Rating")},
    {LeadField::ReviewCount, QT_TRANSLATE_NOOP("DestinationWords", "Reviews")},
    {LeadField::Result, QT_TRANSLATE_NOOP("DestinationWords", "Verification result")},
    {LeadField::OrderNumber, QT_TRANSLATE_NOOP("DestinationWords", "Order number")},
    {LeadField::ExternalRef, QT_TRANSLATE_NOOP("DestinationWords", "Your reference")},
};

QString platformWord(const std::string& platform) {
    for (const NamedChoice& choice : platformChoices())
        if (platform == choice.id)
            return choice.word;
    return text(platform);
}

Look destinationLook(const Destination& destination) {
    if (!destination.enabled)
        return {OutreachSaid::tr("Disabled"), QLatin1String("pause"), Tone::Muted};
    if (!destination.campaignId)
        return {OutreachSaid::tr("No campaign yet"), QLatin1String("warning"), Tone::Warn};
    if (destination.pushes.unknown > 0)
        return {OutreachSaid::tr("Some outcomes unknown"), QLatin1String("unknown"), Tone::Warn};
    if (destination.pushes.pending + destination.pushes.sending > 0)
        return {OutreachSaid::tr("Sending"), QLatin1String("queued"), Tone::Info};
    return destination.autoDeliver
               ? Look{OutreachSaid::tr("Sends automatically"), QLatin1String("placed"), Tone::Good}
               : Look{OutreachSaid::tr("Sends on request"), QLatin1String("placed"), Tone::Neutral};
}

} // namespace

QList<NamedChoice> platformChoices() {
    QList<NamedChoice> choices;
    for (const contract::PlatformInfo& platform : contract::kPlatforms)
        choices.append({platform.id.data(), text(std::string(platform.title))}); // literals
    return choices;
}

QList<NamedChoice> duplicateChoices(const std::string& platform) {
    QList<NamedChoice> choices{
        {"skip_if_in_workspace",
         OutreachSaid::tr("Leave out leads that are anywhere in the workspace")},
        {"skip_if_in_campaign", OutreachSaid::tr("Leave out leads that are in a campaign")},
        {"skip_if_in_list", OutreachSaid::tr("Leave out leads that are in a list")},
        {"send", OutreachSaid::tr("Send every lead, known or not")}};
    const contract::PlatformInfo* info = contract::findPlatform(platform);
    if (info == nullptr || !info->tellsListsApart)
        choices.removeAt(2);
    return choices;
}

QList<NamedChoice> resultChoices() {
    return {{"good", OutreachSaid::tr("good")},
            {"risky", OutreachSaid::tr("risky")},
            {"unknown", OutreachSaid::tr("unknown")},
            {"invalid", OutreachSaid::tr("invalid")}};
}

Look pushLook(const Push& push) {
    if (push.state == "accepted")
        return {OutreachSaid::tr("Accepted"), QLatin1String("placed"), Tone::Good};
    if (push.state == "skipped_duplicate")
        return {OutreachSaid::tr("Already known"), QLatin1String("skipped"), Tone::Muted};
    if (push.state == "rejected")
        return {OutreachSaid::tr("Refused"), QLatin1String("error"), Tone::Bad};
    if (push.state == "unknown")
        return {OutreachSaid::tr("Outcome unknown"), QLatin1String("unknown"), Tone::Warn};
    if (push.state == "pending" || push.state == "sending")
        return {OutreachSaid::tr("On its way"), QLatin1String("queued"), Tone::Info};
    return {text(push.state), QLatin1String("unknown"), Tone::Muted};
}

QString nameOf(const Destination& destination) {
    return destination.name.empty() ? platformWord(destination.platform) : text(destination.name);
}

QList<MappedColumn> mappedColumns(const std::string& platform) {
    const contract::PlatformInfo* info = contract::findPlatform(platform);
    QList<MappedColumn> columns;
    for (const ColumnTitle& column : kColumnTitles) {
        QString usual;
        if (info != nullptr)
            for (const contract::PlatformColumn& sent : info->columns)
                if (sent.field == column.field)
                    usual = text(std::string(sent.name));
        columns << MappedColumn{column.field, OutreachSaid::tr(column.title), usual};
    }
    return columns;
}

QString leadValueText(const LeadValue& value) {
    struct Speak {
        QString operator()(std::monostate) const { return {}; }
        QString operator()(const std::string& words) const { return text(words); }
        QString operator()(std::int64_t whole) const { return QString::number(whole); }
        QString operator()(double real) const { return QString::number(real); }
        QString operator()(bool yes) const {
            return yes ? QStringLiteral("true") : QStringLiteral("false");
        }
        QString operator()(const std::vector<std::string>& list) const {
            QStringList parts;
            for (const std::string& part : list)
                parts << text(part);
            return parts.join(QStringLiteral(", "));
        }
    };
    return std::visit(Speak(), value);
}

DestinationModel::DestinationModel(QObject* parent)
    : PagedModel(parent) {
    // What waits and what is unknown the state says, too.
    const auto count = [this](const QString& title, bool spare, auto of) {
        addNumber(title, {{number(100'000)}, false, {}, spare},
                  [of](const Destination& destination) { return number(of(destination.pushes)); });
    };
    add(tr("Destination"), {{letters(24)}, false, letters(10)},
        [](const Destination& destination) { return nameOf(destination); });
    add(tr("Platform"), {{letters(10)}},
        [](const Destination& destination) { return platformWord(destination.platform); });
    addState(tr("State"),
             {{OutreachSaid::tr("No campaign yet"), OutreachSaid::tr("Some outcomes unknown"),
               OutreachSaid::tr("Sends automatically"), OutreachSaid::tr("Sends on request")},
              true},
             destinationLook);
    count(tr("Accepted"), false, [](const auto& pushes) { return pushes.accepted; });
    count(tr("Already known"), false, [](const auto& pushes) { return pushes.skippedDuplicate; });
    count(tr("Refused"), false, [](const auto& pushes) { return pushes.rejected; });
    count(tr("Waiting"), true, [](const auto& pushes) { return pushes.pending + pushes.sending; });
    count(tr("Unknown"), true, [](const auto& pushes) { return pushes.unknown; });
}

PushModel::PushModel(QObject* parent)
    : PagedModel(parent) {
    add(tr("Lead"), {{letters(28)}, false, letters(21)}, [this](const Push& push) {
        const auto found = addresses_.find(push.lead.str());
        return found == addresses_.end() ? text(push.lead.str()) : found->second;
    });
    addState(tr("Outcome"),
             {{OutreachSaid::tr("Already known"), OutreachSaid::tr("Outcome unknown"),
               OutreachSaid::tr("Refused"), OutreachSaid::tr("On its way")},
              true},
             pushLook);
    add(tr("Platform's reason"), {{letters(44)}, false, letters(10)}, [](const Push& push) {
        return push.platformReason ? say(*push.platformReason) : QString();
    });
    add(tr("Order"), {{kSampleOrderNumber}},
        [](const Push& push) { return text(push.orderNumber.str()); });
    add(tr("Since"), {{clockText(WallTime{}, wallNow())}},
        [](const Push& push) { return timeText(push.updatedAt, wallNow()); });
    addNumber(tr("Attempts"), {{number(99)}, false, {}, 1},
              [](const Push& push) { return number(push.attempts); });
}

void PushModel::learn(const std::map<std::string, QString>& addresses) {
    addresses_.insert(addresses.begin(), addresses.end());
    if (rowCount() > 0)
        emit dataChanged(index(0, Lead), index(rowCount() - 1, Lead));
}

Result<std::map<std::string, QString>> leadAddresses(const Connected& at, const OrderNumber& order,
                                                     const std::stop_token& stop) {
    LeadFilter filter;
    filter.orderNumber = order;
    LEADSHEET_TRY(const auto leads,
                  at.client->leads().list(filter, {LeadField::Id, LeadField::Email},
                                          {kLeadsNamed, {}}, callUntil(stop)));
    std::map<std::string, QString> addresses;
    for (const leadsheet::Lead& lead : leads.items)
        if (const QString address = leadValueText(lead[LeadField::Email]); !address.isEmpty())
            addresses.emplace(lead.text(LeadField::Id), address);
    return addresses;
}

FieldMapModel::FieldMapModel(const std::string& platform, const FieldMap& map, QObject* parent)
    : RecordModel(parent) {
    add(tr("Column of the lead"), {{letters(20)}, false, letters(12)},
        [](const FieldName& field) { return field.column.title; });
    add(tr("One of your leads"), {{letters(24)}, false, letters(10)},
        [this](const FieldName& field) {
            return lead_ ? leadValueText((*lead_)[field.column.field]) : QString();
        });
    add(tr("Name at the platform"), {{letters(18)}, false, letters(10)},
        [](const FieldName& field) { return field.name.isEmpty() ? tr("not sent") : field.name; });
    std::vector<FieldName> rows;
    for (const MappedColumn& column : mappedColumns(platform)) {
        const auto found = map.find(std::string(toString(column.field)));
        rows.push_back({column, map.empty()          ? column.usualName
                                : found == map.end() ? QString()
                                                     : text(found->second)});
    }
    setRows(std::move(rows));
}

QVariant FieldMapModel::data(const QModelIndex& index, int role) const {
    if (role == Qt::EditRole && index.column() == PlatformName && at(index.row()) != nullptr)
        return at(index.row())->name;
    return RecordModel::data(index, role);
}

Qt::ItemFlags FieldMapModel::flags(const QModelIndex& index) const {
    const Qt::ItemFlags usual = QAbstractTableModel::flags(index);
    return index.column() == PlatformName ? usual | Qt::ItemIsEditable : usual;
}

bool FieldMapModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    if (!index.isValid() || role != Qt::EditRole || index.column() != PlatformName)
        return false;
    record(index.row()).name = value.toString().trimmed().left(kMaxPlatformName);
    emit dataChanged(index, index);
    return true;
}

void FieldMapModel::setLead(const std::optional<leadsheet::Lead>& lead) {
    lead_ = lead;
    emit dataChanged(index(0, Example), index(rowCount() - 1, Example));
}

void FieldMapModel::useUsualNames() {
    for (int row = 0; row < rowCount(); ++row)
        record(row).name = at(row)->column.usualName;
    emit dataChanged(index(0, PlatformName), index(rowCount() - 1, PlatformName));
}

FieldMap FieldMapModel::map() const {
    FieldMap map;
    bool usual = true;
    for (const auto& [column, name] : rows()) {
        usual = usual && name == column.usualName;
        if (!name.isEmpty())
            map.emplace(toString(column.field), name.toStdString());
    }
    return usual ? FieldMap() : map;
}

bool FieldMapModel::sendsNothing() const {
    return std::all_of(rows().begin(), rows().end(),
                       [](const FieldName& field) { return field.name.isEmpty(); });
}

CheckOutcome checkCredential(HalfMade& half, const Credentials& typed, const IdempotencyKey& key,
                             const std::stop_token& stop, const std::stop_token& givenUp) {
    CheckOutcome outcome;
    // Once it is sent, its answer says what there is to remove.
    auto destination = half.make(typed, key, stop);
    if (!destination) {
        outcome.trouble = destination.error();
        return outcome;
    }
    const Connected& at = half.at();
    const auto check =
        at.client->destinations().test(destination->id, {}, newActKey("check"), callUntil(givenUp));
    if (!check) {
        outcome.trouble = check.error();
        return outcome;
    }
    if (!check->ok) {
        outcome.refusal = check->detail.value_or("");
        return outcome;
    }
    auto setup = readSetup(at, *destination, givenUp);
    if (!setup)
        outcome.trouble = setup.error();
    else
        outcome.setup = *std::move(setup);
    return outcome;
}

Result<Setup> readSetup(const Connected& at, const Destination& destination,
                        const std::stop_token& stop) {
    LEADSHEET_TRY(auto campaigns,
                  at.client->destinations().campaigns(destination.id, callUntil(stop)));
    Setup setup{destination, std::move(campaigns), {}};
    LeadFields fields{LeadField::Id, LeadField::Email};
    for (const MappedColumn& column : mappedColumns(destination.platform))
        fields.push_back(column.field);
    LeadFilter filter;
    filter.hasEmail = true;
    filter.result = destination.results.empty() ? LeadResult::Good
                                                : leadResultFromName(destination.results.front());
    auto leads = at.client->leads().list(filter, fields, {1, {}}, callUntil(stop));
    // A key that may not read leads can set up a destination: there is no example then.
    if (leads && !leads->items.empty())
        setup.lead = std::move(leads->items.front());
    return setup;
}

Result<Destination> saveSetup(const Connected& at, const DestinationId& id,
                              const DestinationChange& change, const std::stop_token& stop) {
    const Destinations destinations = at.client->destinations();
    auto saved = destinations.update(id, change, {}, callUntil(stop));
    if (saved || saved.error().certainty != Certainty::Unknown)
        return saved;
    const auto now = destinations.get(id, callUntil(stop));
    if (!now)
        return saved;
    // Saved again it is the same: there is nothing else in the change.
    return now->campaignId == change.campaignId && now->duplicatePolicy == change.duplicatePolicy &&
                   now->autoDeliver == change.autoDeliver && now->results == change.results
               ? now
               : saved;
}

} // namespace leadsheet::desktop
