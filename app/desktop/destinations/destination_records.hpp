// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../account/account_session.hpp"
#include "../records/record_model.hpp"

#include "leadsheet/model/destination.hpp"

#include <QList>

#include <map>
#include <optional>
#include <stop_token>
#include <string>

namespace leadsheet::desktop {

/// A choice of the contract and what it is called here.
struct NamedChoice {
    const char* id;
    QString word;
};
QList<NamedChoice> platformChoices();
/// Each a sentence about leads that the platform knows already.
QList<NamedChoice> duplicateChoices(const std::string& platform);
/// Verification results of leads.
QList<NamedChoice> resultChoices();

Look pushLook(const Push& push);
QString nameOf(const Destination& destination);

/// A column of leads that a platform can be sent, with the name that the service uses there when
/// nothing else is said; empty = not sent then (docs/outreach.md).
struct MappedColumn {
    LeadField field;
    QString title;
    QString usualName;
};
QList<MappedColumn> mappedColumns(const std::string& platform);
/// A value of a lead as it is sent; empty = nothing is.
QString leadValueText(const LeadValue& value);

/// The account's outreach destinations with what became of their leads.
class DestinationModel : public PagedModel<Destination> {
    Q_OBJECT

public:
    enum Column { Name, Platform, State, Accepted, Known, Refused, Waiting, Unknown };

    explicit DestinationModel(QObject* parent = nullptr);

protected:
    const std::string& idOf(const Destination& destination) const override {
        return destination.id.str();
    }
};

/// What became of each lead at one destination, newest first.
class PushModel : public PagedModel<Push> {
    Q_OBJECT

public:
    enum Column { Lead, State, Reason, Order, Updated, Attempts };

    explicit PushModel(QObject* parent = nullptr);

    /// Leads by their ids: they are shown by these addresses from now on.
    void learn(const std::map<std::string, QString>& addresses);

protected:
    const std::string& idOf(const Push& push) const override { return push.id.str(); }

private:
    std::map<std::string, QString> addresses_;
};

/// The e-mail addresses of an order's leads, by their ids; of 1,000 at most.
Result<std::map<std::string, QString>> leadAddresses(const Connected& at, const OrderNumber& order,
                                                     const std::stop_token& stop);

/// A column and its name at the platform; empty = not sent.
struct FieldName {
    MappedColumn column;
    QString name;
};

/// Which columns of a lead a platform gets and under which names, with one real lead beside them.
class FieldMapModel : public RecordModel<FieldName> {
    Q_OBJECT

public:
    enum Column { Title, Example, PlatformName };

    /// An empty map means the usual names.
    FieldMapModel(const std::string& platform, const FieldMap& map, QObject* parent = nullptr);

    QVariant data(const QModelIndex& index, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;

    void setLead(const std::optional<leadsheet::Lead>& lead);
    void useUsualNames();
    /// Empty when it is what the service does by itself.
    FieldMap map() const;
    /// No column has a name: the service would take that for the usual names.
    bool sendsNothing() const;

private:
    std::optional<leadsheet::Lead> lead_;
};

// What the outreach dialog does at the server. All block; any thread but the GUI's.

/// A destination that a person may set up now.
struct Setup {
    Destination destination;
    std::vector<Campaign> campaigns;
    std::optional<Lead> lead; ///< one that would be sent
};

/// What a person typed on the first page.
struct Credentials {
    std::string platform;
    std::string name;
    PlatformCredential credential;
};

class HalfMade;

/// Without a setup the destination may be there all the same, for the next try.
struct CheckOutcome {
    std::optional<Setup> setup;
    std::string refusal;          ///< the platform's own words
    std::optional<Error> trouble; ///< the service could not be asked
};
/// `givenUp` is at least `stop`; making it goes on until `stop`.
CheckOutcome checkCredential(HalfMade& half, const Credentials& typed, const IdempotencyKey& key,
                             const std::stop_token& stop, const std::stop_token& givenUp);

/// A change of one that is there; where no answer came, the destination itself says whether it was
/// made.
Result<Destination> saveSetup(const Connected& at, const DestinationId& id,
                              const DestinationChange& change, const std::stop_token& stop);

Result<Setup> readSetup(const Connected& at, const Destination& destination,
                        const std::stop_token& stop);

} // namespace leadsheet::desktop
