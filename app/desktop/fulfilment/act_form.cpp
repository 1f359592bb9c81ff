// SPDX-License-Identifier: Apache-2.0
#include "act_form.hpp"

#include "../shell/notice_bar.hpp"
#include "../shell/words.hpp"
#include "../theme/icons.hpp"
#include "../widgets/facts_form.hpp"
#include "../widgets/text_edit.hpp"
#include "queue_model.hpp"
#include "template_row.hpp"

#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace leadsheet::desktop {
namespace {

constexpr qsizetype kMostCharacters = 2000; // the contract's OrderQuestion and OrderReason
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

} // namespace

ActForm::ActForm(Settings& settings, OperatorAct act, std::vector<AdminOrder> chosen,
                 QWidget* parent)
    : QWidget(parent)
    , wish_{act}
    , chosen_(std::move(chosen)) {
    preview_ = previewOf(wish_, chosen_);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    auto* orders = wrappingLabel(orderWords(chosen_));
    orders->setForegroundRole(QPalette::PlaceholderText);
    layout->addWidget(orders);
    if (needsText(act))
        makeText(layout, settings);
    if (act == OperatorAct::Refund && preview_.orders.size() == 1 &&
        preview_.orders.front().order.status == OrderStatus::Delivered)
        makeAmount(layout);
    problem_ = wrappingLabel({});
    problem_->setObjectName(QStringLiteral("actProblem"));
    problem_->setForegroundRole(QPalette::PlaceholderText);
    effect_ = wrappingLabel({});
    effect_->setObjectName(QStringLiteral("actEffect"));
    effect_->setProperty("heading", 2);
    caution_ = new NoticeBar;
    caution_->setObjectName(QStringLiteral("actCaution"));
    caution_->setClosable(false);
    layout->addWidget(problem_);
    layout->addWidget(effect_);
    layout->addWidget(caution_);
    layout->addStretch(1);
    makeButtons(layout);
    refresh();
}

void ActForm::makeText(QVBoxLayout* layout, Settings& settings) {
    if (wish_.act == OperatorAct::Ask) {
        templates_ = new TemplateRow(settings);
        layout->addWidget(templates_);
        connect(templates_, &TemplateRow::chosen, this,
                [this](const QString& question) { text_->setPlainText(question); });
    }
    const QString words = textLabel(wish_.act);
    auto* label = new QLabel(words);
    text_ = new TextEdit;
    text_->setObjectName(QStringLiteral("actText"));
    text_->setAccessibleName(words);
    text_->setFixedHeight(fontMetrics().height() * kTextLines);
    label->setBuddy(text_);
    layout->addWidget(label);
    layout->addWidget(text_);
    connect(text_, &QPlainTextEdit::textChanged, this, &ActForm::refresh);
}

void ActForm::makeAmount(QVBoxLayout* layout) {
    most_ = refundable(preview_.orders.front());
    auto* label =
        new QLabel(tr("Amount in %1, at most %2").arg(text(most_.currency), desktop::money(most_)));
    amount_ = new QLineEdit(typedMoney(most_));
    amount_->setObjectName(QStringLiteral("actAmount"));
    amount_->setAccessibleName(label->text());
    label->setBuddy(amount_);
    layout->addWidget(label);
    layout->addWidget(amount_);
    connect(amount_, &QLineEdit::textChanged, this, &ActForm::refresh);
}

void ActForm::makeButtons(QVBoxLayout* layout) {
    auto* cancel = new QPushButton(tr("Cancel"));
    cancel->setObjectName(QStringLiteral("actCancel"));
    cancel->setAutoDefault(true);
    confirm_ = new QPushButton;
    confirm_->setObjectName(QStringLiteral("actConfirm"));
    confirm_->setProperty("primary", true);
    confirm_->setAutoDefault(true);
    auto* row = new QHBoxLayout;
    row->addStretch(1);
    row->addWidget(cancel);
    row->addWidget(confirm_);
    layout->addLayout(row);
    connect(cancel, &QPushButton::clicked, this, &ActForm::cancelled);
    connect(confirm_, &QPushButton::clicked, this,
            [this] { emit confirmed(wish_, preview_.orders); });
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
    if (text_ != nullptr && text_->toPlainText().trimmed().size() > kMostCharacters)
        return tr("The text is too long: at most %1 characters.").arg(number(kMostCharacters));
    if (amount_ == nullptr)
        return {};
    const auto typed = amount();
    if (!typed)
        return tr("This is no amount of money. Type one like %1.").arg(typedMoney(most_));
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
    const QString wrong = problem();
    problem_->setText(wrong);
    problem_->setVisible(!wrong.isEmpty());
    const bool amountKnown = amount_ == nullptr || amountFits();
    effect_->setText(preview_.effect);
    effect_->setVisible(amountKnown && !preview_.orders.empty());
    confirm_->setText(amountKnown ? preview_.button : actTitle(wish_.act));
    confirm_->setEnabled(wrong.isEmpty());
    if (preview_.caution.isEmpty())
        caution_->hide();
    else
        caution_->show(NoticeKind::Warn, preview_.caution);
}

} // namespace leadsheet::desktop
