// SPDX-License-Identifier: Apache-2.0
#include "secret_view.hpp"

#include "../account/trouble.hpp"
#include "../dialogs/form_dialog.hpp"
#include "../phrases/say.hpp"
#include "../shell/notice_bar.hpp"
#include "../shell/words.hpp"
#include "../theme/icons.hpp"
#include "../widgets/parts.hpp"
#include "../widgets/text_edit.hpp"

#include <QClipboard>
#include <QComboBox>
#include <QFile>
#include <QGuiApplication>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace leadsheet::desktop {
namespace {

struct Language {
    const char* name;
    const char* file;
};

constexpr Language kLanguages[] = {
    {"Node.js", "verify.mjs"}, {"Python", "verify.py"}, {"PHP", "verify.php"},
    {"Ruby", "verify.rb"},     {"Java", "Verify.java"},
};

constexpr int kLinesShown = 9;

} // namespace

SnippetView::SnippetView(QWidget* parent)
    : QWidget(parent)
    , languages_(named(new QComboBox, "snippetLanguage", tr("Programming language")))
    , code_(named(new TextEdit, "snippetCode", tr("Code that verifies messages")))
    , copy_(new QPushButton(icon(QLatin1String("copy")), tr("Copy Code"))) {
    auto* title = new QLabel(tr("Verify messages in"));
    for (const Language& language : kLanguages)
        languages_->addItem(QLatin1String(language.name), QLatin1String(language.file));
    code_->setReadOnly(true);
    code_->setLineWrapMode(QPlainTextEdit::NoWrap);
    code_->showCode(kLinesShown);
    copy_->setObjectName(QStringLiteral("snippetCopy"));
    copy_->setAutoDefault(true);
    auto* head = new QHBoxLayout;
    head->addWidget(title);
    head->addWidget(languages_);
    head->addStretch(1);
    head->addWidget(copy_);
    auto* layout = columnIn(this);
    layout->addLayout(head);
    layout->addWidget(code_, 1);
    connect(languages_, &QComboBox::currentIndexChanged, this, &SnippetView::refresh);
    connect(copy_, &QPushButton::clicked, this,
            [this] { QGuiApplication::clipboard()->setText(code()); });
    refresh();
}

QString SnippetView::code() const {
    return code_->toPlainText();
}

void SnippetView::refresh() {
    QFile file(QStringLiteral(":/snippets/") + languages_->currentData().toString());
    if (!file.open(QIODevice::ReadOnly))
        return;
    // The licence of our file is nothing to the program that the code is pasted into.
    QStringList lines = QString::fromUtf8(file.readAll()).split(QLatin1Char('\n'));
    lines.removeIf([](const QString& line) { return line.contains(QLatin1String("SPDX")); });
    code_->setPlainText(lines.join(QLatin1Char('\n')).trimmed() + QLatin1Char('\n'));
}

SecretView::SecretView(std::shared_ptr<const Connected> connection, const Webhook& webhook,
                       const MadeWebhookSecret& made, QWidget* parent)
    : QWidget(parent)
    , connection_(std::move(connection))
    , webhook_(webhook.id) {
    auto* layout = columnIn(this, 10);
    auto* shown = new QWidget;
    makeSecret(made, shown);
    layout->addWidget(shown);
    layout->addWidget(new SnippetView, 1);
    outcome_ = new NoticeBar("testOutcome");
    layout->addWidget(outcome_);
    test_ = named(new QPushButton(icon(QLatin1String("play")), tr("Send Test")), "secretTest");
    auto* finish = primaryButton(tr("I Have Stored It"), "secretDone");
    layout->addLayout(buttonRow({test_, finish}));
    connect(test_, &QPushButton::clicked, this, &SecretView::test);
    connect(finish, &QPushButton::clicked, this, &SecretView::done);
}

void SecretView::makeSecret(const MadeWebhookSecret& made, QWidget* into) {
    auto* layout = columnIn(into);
    auto* words = wrappingLabel(
        made.previousValidUntil
            ? tr("The new signing secret is shown this once. Until %1 messages carry signatures of "
                 "the old secret and of the new one: give your program the new one before then.")
                  .arg(timeOr(made.previousValidUntil))
            : tr("The signing secret is shown this once. Store it where your program reads it; "
                 "with it your program knows that a message is from this service. If it is lost, "
                 "create a new one with Rotate Secret."));
    secret_ = new SecretRow(text(made.secret.reveal()), tr("Signing secret"), "webhookSecret",
                            "secretCopy");
    layout->addWidget(words);
    layout->addWidget(secret_);
    setFocusProxy(secret_);
}

void SecretView::test() {
    if (background_.busy())
        return;
    test_->setEnabled(false);
    outcome_->show(NoticeKind::Info, tr("A test message is on its way…"));
    background_.run(
        [connection = connection_, webhook = webhook_, key = newActKey("test")](
            const std::stop_token& stop) { return sendTest(*connection, webhook, key, stop); },
        [this](const Result<WebhookDeliveryDetail>& detail) { tested(detail); });
}

void SecretView::tested(const Result<WebhookDeliveryDetail>& detail) {
    test_->setEnabled(true);
    emit sent();
    if (!detail)
        return outcome_->show(NoticeKind::Bad, callTrouble(detail.error(), *connection_));
    const TestWords words = testWords(*detail);
    outcome_->show(words.good ? NoticeKind::Good : NoticeKind::Warn, words.words);
}

TestWords testWords(const WebhookDeliveryDetail& detail) {
    if (detail.attempts.empty())
        return {false, SecretView::tr("The test message is queued; no answer has come yet. It is "
                                      "in the list of messages.")};
    const WebhookAttempt& last = detail.attempts.back();
    const QString time = number(last.durationMs);
    if (detail.delivery.state == "delivered")
        return {true, SecretView::tr("Delivered: your program answered %1 within %2 ms.")
                          .arg(last.status.value_or(0))
                          .arg(time)};
    if (last.status == 410)
        return {false, SecretView::tr("Your program answered 410 after %1 ms, which means that it "
                                      "is gone for good: the webhook is disabled.")
                           .arg(time)};
    if (last.status)
        return {false, SecretView::tr("Your program answered %1 after %2 ms, and only 2xx counts "
                                      "as delivered. The message is tried again.")
                           .arg(*last.status)
                           .arg(time)};
    return {false, SecretView::tr("Your program was not reached. %1")
                       .arg(last.error ? say(*last.error) : QString())};
}

} // namespace leadsheet::desktop
