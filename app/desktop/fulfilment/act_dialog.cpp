// SPDX-License-Identifier: Apache-2.0
#include "act_dialog.hpp"

#include "../shell/settings.hpp"
#include "../shell/words.hpp"
#include "../widgets/parts.hpp"
#include "queue_records.hpp"

#include <QComboBox>
#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>

#include <algorithm>

namespace leadsheet::desktop {
namespace {

struct TemplateWords {
    Q_DECLARE_TR_FUNCTIONS(InfoTemplates)
};

const QString kKept = QStringLiteral("fulfilment/infoTemplates");

QList<InfoTemplate> firstTemplates() {
    return {{TemplateWords::tr("Locations"),
             TemplateWords::tr("Which countries or regions should the leads come from?")},
            {TemplateWords::tr("Too few found"),
             TemplateWords::tr("Fewer companies fit this profile than you ordered leads. Shall we "
                               "widen the locations, widen the industries, or deliver what there "
                               "is?")},
            {TemplateWords::tr("Search address"),
             TemplateWords::tr("The search address cannot be opened. Please send one that is "
                               "shared with everybody who has the link.")}};
}

void store(Settings& settings, const QList<InfoTemplate>& templates) {
    QJsonArray array;
    for (const InfoTemplate& known : templates)
        array.append(QJsonObject{{QStringLiteral("name"), known.name},
                                 {QStringLiteral("question"), known.question}});
    settings.setValue(kKept,
                      QString::fromUtf8(QJsonDocument(array).toJson(QJsonDocument::Compact)));
}

constexpr int kNameLength = 24; // characters that are seen at once

constexpr qsizetype kMaxCharacters = 2000; // the contract's OrderQuestion and OrderReason
constexpr int kTextLines = 5;
constexpr int kOrdersNamed = 3;

QString orderWords(const std::vector<AdminOrder>& orders) {
    if (orders.size() == 1)
        return ActForm::tr("%1 of %2")
            .arg(text(orders.front().order.number.str()), accountOf(orders.front()));
    QStringList words;
    for (const AdminOrder& order : orders)
        if (words.size() < kOrdersNamed)
            words << text(order.order.number.str());
    const QString named = words.join(QStringLiteral(", "));
    const int further = forPlural(orders.size()) - kOrdersNamed;
    return further <= 0 ? named : ActForm::tr("%1 and %Ln more", "", further).arg(named);
}

constexpr int kActWidth = 700;

void keepInfoTemplate(Settings& settings, const InfoTemplate& kept) {
    QList<InfoTemplate> templates = infoTemplates(settings);
    const auto known =
        std::find_if(templates.begin(), templates.end(),
                     [&](const InfoTemplate& saved) { return saved.name == kept.name; });
    if (known == templates.end())
        templates.append(kept);
    else
        *known = kept;
    store(settings, templates);
}

void removeInfoTemplate(Settings& settings, const QString& name) {
    QList<InfoTemplate> templates = infoTemplates(settings);
    templates.removeIf([&](const InfoTemplate& known) { return known.name == name; });
    store(settings, templates);
}

} // namespace

QList<InfoTemplate> infoTemplates(const Settings& settings) {
    const QVariant kept = settings.value(kKept);
    if (!kept.isValid())
        return firstTemplates();
    QList<InfoTemplate> templates;
    for (const QJsonValue value : QJsonDocument::fromJson(kept.toString().toUtf8()).array())
        templates.append(
            {value[QLatin1String("name")].toString(), value[QLatin1String("question")].toString()});
    return templates;
}

TemplateRow::TemplateRow(Settings& settings)
    : settings_(settings) {
    auto* row = new FlowLayout(this);
    name_ = named(new QComboBox, "infoTemplate", tr("Template"));
    name_->setEditable(true);
    name_->setInsertPolicy(QComboBox::NoInsert);
    name_->lineEdit()->setAccessibleName(tr("Template"));
    name_->lineEdit()->setPlaceholderText(tr("Template"));
    name_->setMinimumContentsLength(kNameLength);
    row->addWidget(name_);
    keep_ = addButton(row, tr("Keep as Template"), "templateKeep", "save", this, [this] {
        keepInfoTemplate(settings_, {name_->currentText().trimmed(), question_});
        fill();
    });
    remove_ = addButton(row, tr("Remove Template"), "templateRemove", "delete", this, [this] {
        removeInfoTemplate(settings_, name_->currentText().trimmed());
        name_->clearEditText();
        fill();
    });
    connect(name_, &QComboBox::activated, this,
            [this](int at) { emit chosen(name_->itemData(at).toString()); });
    connect(name_, &QComboBox::editTextChanged, this, &TemplateRow::refresh);
    fill();
    name_->clearEditText();
}

void TemplateRow::fill() {
    const QString typed = name_->currentText();
    {
        const QSignalBlocker quiet(name_);
        name_->clear();
        for (const InfoTemplate& known : infoTemplates(settings_))
            name_->addItem(known.name, known.question);
        name_->setCurrentIndex(name_->findText(typed.trimmed()));
        name_->setEditText(typed);
    }
    refresh();
}

void TemplateRow::setQuestion(const QString& question) {
    question_ = question;
    refresh();
}

void TemplateRow::refresh() {
    const QString name = name_->currentText().trimmed();
    const int known = name_->findText(name);
    keep_->setEnabled(!name.isEmpty() && !question_.isEmpty() &&
                      (known < 0 || name_->itemData(known).toString() != question_));
    remove_->setEnabled(known >= 0);
}

ActForm::ActForm(Settings& settings, OperatorAct act, std::vector<AdminOrder> chosen)
    : FieldForm(QStringLiteral("act"), orderWords(chosen))
    , wish_{act}
    , chosen_(std::move(chosen)) {
    preview_ = previewOf(wish_, chosen_);
    if (needsText(act))
        makeText(settings);
    if (act == OperatorAct::Refund && preview_.orders.size() == 1 &&
        preview_.orders.front().order.status == OrderStatus::Delivered)
        makeAmount();
    finish();
    connect(this, &FieldForm::confirmed, this, [this] { emit decided(wish_, preview_.orders); });
    refresh();
}

void ActForm::makeText(Settings& settings) {
    if (wish_.act == OperatorAct::Ask) {
        templates_ = new TemplateRow(settings);
        add(templates_);
        connect(templates_, &TemplateRow::chosen, this,
                [this](const QString& question) { text_->setPlainText(question); });
    }
    text_ = named(new TextEdit, "actText");
    text_->setFixedHeight(fontMetrics().height() * kTextLines);
    add(textLabel(wish_.act), text_);
    connect(text_, &QPlainTextEdit::textChanged, this, &ActForm::refresh);
}

void ActForm::makeAmount() {
    most_ = refundable(preview_.orders.front());
    amount_ = named(new QLineEdit(typedMoney(most_)), "actAmount");
    add(tr("Amount in %1, at most %2").arg(text(most_.currency), desktop::money(most_)), amount_);
    connect(amount_, &QLineEdit::textChanged, this, &ActForm::refresh);
}

Result<Money> ActForm::amount() const {
    return readMoney(amount_->text(), most_.currency);
}

bool ActForm::amountFits() const {
    const auto typed = amount();
    return typed && typed->amount > 0 && typed->amount <= most_.amount;
}

QString ActForm::problem() const {
    if (preview_.orders.empty())
        return tr("The state of the chosen orders does not allow this.");
    if (text_ != nullptr && wish_.text.empty())
        return wish_.act == OperatorAct::Ask ? tr("Type a question, or choose a template.")
                                             : tr("Type a reason.");
    if (text_ != nullptr && text_->toPlainText().trimmed().size() > kMaxCharacters)
        return tr("The text is too long: at most %1 characters.").arg(number(kMaxCharacters));
    if (amount_ == nullptr)
        return {};
    const auto typed = amount();
    if (!typed)
        return tr("This is not an amount of money. Type one like %1.").arg(typedMoney(most_));
    if (!amountFits())
        return tr("The amount must be above zero, and at most %1.").arg(desktop::money(most_));
    return {};
}

void ActForm::refresh() {
    if (text_ != nullptr) {
        const QString words = text_->toPlainText().trimmed();
        wish_.text = words.toStdString();
        if (templates_ != nullptr)
            templates_->setQuestion(words);
    }
    if (amount_ != nullptr)
        if (const auto typed = amount())
            wish_.amount = *typed;
    preview_ = previewOf(wish_, chosen_);
    const bool amountKnown = amount_ == nullptr || amountFits();
    show({amountKnown && !preview_.orders.empty() ? preview_.effect : QString(),
          amountKnown ? preview_.button : faceOf(wish_.act).title, problem(), preview_.caution});
}

ActDialog::ActDialog(std::shared_ptr<const Connected> connection, Settings& settings,
                     OperatorAct act, std::vector<AdminOrder> chosen, QWidget* parent)
    : FormDialog("actDialog", kActWidth, parent)
    , connection_(std::move(connection)) {
    setWindowTitle(tr("%1 – Fulfilment").arg(faceOf(act).title));
    auto* form = new ActForm(settings, act, std::move(chosen));
    turnTo(form);
    connect(form, &ActForm::decided, this, &ActDialog::begin);
    connect(form, &ActForm::cancelled, this, &ActDialog::reject);
}

void ActDialog::begin(const ActWish& wish, const std::vector<AdminOrder>& orders) {
    run_ = new ActRun(connection_, wish, orders, this);
    auto* progress = new ActProgress(*run_);
    turnTo(progress);
    connect(progress, &ActProgress::closed, this, &ActDialog::accept);
    connect(run_, &ActRun::finished, this, [this] {
        emit acted();
        if (run_->allDone())
            accept();
    });
    run_->start();
}

void ActDialog::reject() {
    if (run_ != nullptr && run_->running())
        run_->stop();
    else
        FormDialog::reject();
}

} // namespace leadsheet::desktop
