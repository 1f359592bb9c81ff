// SPDX-License-Identifier: Apache-2.0
#include "webhook_records.hpp"

#include "../dialogs/form_dialog.hpp"
#include "../phrases/say.hpp"
#include "../shell/notice_bar.hpp"
#include "../shell/words.hpp"
#include "../theme/icons.hpp"
#include "../widgets/parts.hpp"

#include "leadsheet/contract/webhook_events.hpp"
#include "leadsheet/resource/webhooks.hpp"
#include "leadsheet/timestamp.hpp"
#include "leadsheet/try.hpp"

#include <QClipboard>
#include <QComboBox>
#include <QCoreApplication>
#include <QFile>
#include <QGuiApplication>
#include <QLabel>
#include <QPushButton>
#include <QUrl>

#include <condition_variable>
#include <mutex>

namespace leadsheet::desktop {
namespace {

struct WebhookSaid {
    Q_DECLARE_TR_FUNCTIONS(WebhookWords)
};

struct MessageName {
    const char* kind;
    const char* word;
};

constexpr MessageName kMessageNames[] = {
    {"order.created", QT_TRANSLATE_NOOP("WebhookWords", "Order placed")},
    {"order.approved", QT_TRANSLATE_NOOP("WebhookWords", "Order approved")},
    {"order.info_requested", QT_TRANSLATE_NOOP("WebhookWords", "Question about an order")},
    {"order.delivered", QT_TRANSLATE_NOOP("WebhookWords", "Order delivered")},
    {"order.rejected", QT_TRANSLATE_NOOP("WebhookWords", "Order rejected")},
    {"order.cancelled", QT_TRANSLATE_NOOP("WebhookWords", "Order cancelled")},
    {"order.refunded", QT_TRANSLATE_NOOP("WebhookWords", "Order refunded")},
    {"order.failed", QT_TRANSLATE_NOOP("WebhookWords", "Order failed")},
    {"leads.delivered", QT_TRANSLATE_NOOP("WebhookWords", "Leads")},
    {"lead.erased", QT_TRANSLATE_NOOP("WebhookWords", "Lead erased")},
    {"endpoint.disabled", QT_TRANSLATE_NOOP("WebhookWords", "A webhook was disabled")},
    {"webhook.test", QT_TRANSLATE_NOOP("WebhookWords", "Test message")},
};

constexpr int kMaxAddress = 2048;
const QString kNothing = QStringLiteral("–");

constexpr std::chrono::milliseconds kLookAgain{400};
constexpr int kLooks = 50; // 20 s: an attempt takes 15 at most

/// False when it was stopped.
bool pauseFor(std::chrono::milliseconds time, const std::stop_token& stop) {
    std::mutex mutex;
    std::condition_variable_any never;
    std::unique_lock lock(mutex);
    never.wait_for(lock, stop, time, [] { return false; });
    return !stop.stop_requested();
}

Look webhookLook(const Webhook& webhook) {
    if (!webhook.enabled) {
        const std::string reason = webhook.disabledReason.value_or("owner");
        if (reason == "gone")
            return {WebhookSaid::tr("Disabled: it answered 410"), QLatin1String("stop"), Tone::Bad};
        if (reason == "failing")
            return {WebhookSaid::tr("Disabled: failed for days"), QLatin1String("stop"), Tone::Bad};
        return {WebhookSaid::tr("Disabled"), QLatin1String("pause"), Tone::Muted};
    }
    const WebhookHealth& health = webhook.health;
    const auto time = [](const std::optional<std::string>& at) {
        return at ? parseTimestamp(*at).value_or(WallTime()) : WallTime();
    };
    if (health.lastFailureAt && time(health.lastFailureAt) > time(health.lastSuccessAt))
        return {WebhookSaid::tr("Failing"), QLatin1String("warning"), Tone::Warn};
    if (health.lastSuccessAt)
        return {WebhookSaid::tr("Working"), QLatin1String("placed"), Tone::Good};
    return {WebhookSaid::tr("Nothing sent yet"), QLatin1String("queued"), Tone::Neutral};
}

QString messagesWord(const Webhook& webhook) {
    const auto all = contract::kWebhookEvents.size();
    if (webhook.events.size() >= all)
        return WebhookSaid::tr("All");
    if (webhook.events.size() == 1)
        return messageWord(webhook.events.front());
    return WebhookSaid::tr("%1 of %2 kinds")
        .arg(number(static_cast<std::int64_t>(webhook.events.size())),
             number(static_cast<std::int64_t>(all)));
}

QString shareWord(const WebhookHealth& health) {
    const std::int64_t all = health.delivered24h + health.failed24h;
    if (all == 0)
        return kNothing;
    // Rounded down: "100 %" with a failure in it would be a lie.
    return WebhookSaid::tr("%1 % of %2").arg(number(health.delivered24h * 100 / all), number(all));
}

QString waitingWord(const WebhookHealth& health) {
    if (health.held == 0)
        return number(health.pending);
    const QString held = WebhookSaid::tr("%1 held back").arg(number(health.held));
    return health.pending == 0 ? held : WebhookSaid::tr("%1, %2").arg(number(health.pending), held);
}

QString answerWord(const WebhookDelivery& delivery) {
    if (delivery.lastError && !delivery.lastStatus)
        return say(*delivery.lastError);
    return delivery.lastStatus ? WebhookSaid::tr("Answered %1").arg(*delivery.lastStatus)
                               : QString();
}

} // namespace

Look deliveryLook(const WebhookDelivery& delivery) {
    if (delivery.state == "delivered")
        return {WebhookSaid::tr("Delivered"), QLatin1String("placed"), Tone::Good};
    if (delivery.state == "failed")
        return {WebhookSaid::tr("Not delivered"), QLatin1String("error"), Tone::Bad};
    if (delivery.state == "held" && delivery.lastStatus)
        return {WebhookSaid::tr("Not delivered, held back"), QLatin1String("error"), Tone::Bad};
    if (delivery.state == "held")
        return {WebhookSaid::tr("Held back"), QLatin1String("pause"), Tone::Muted};
    if (delivery.state == "pending" && delivery.attempts > 0)
        return {WebhookSaid::tr("Will retry"), QLatin1String("redo"), Tone::Warn};
    if (delivery.state == "pending")
        return {WebhookSaid::tr("On its way"), QLatin1String("queued"), Tone::Info};
    return {text(delivery.state), QLatin1String("unknown"), Tone::Muted};
}

QString messageWord(std::string_view eventType) {
    for (const MessageName& named : kMessageNames)
        if (eventType == named.kind)
            return WebhookSaid::tr(named.word);
    return text(std::string(eventType));
}

std::vector<std::string> messageKinds() {
    std::vector<std::string> kinds;
    for (const auto& event : contract::kWebhookEvents)
        kinds.emplace_back(event.name);
    return kinds;
}

QString nameOf(const Webhook& webhook) {
    return text(webhook.name.empty() ? webhook.url : webhook.name);
}

QString timeOr(const std::optional<std::string>& rfc3339) {
    return rfc3339 ? timeText(*rfc3339, wallNow()) : kNothing;
}

QString addressFault(const QString& address) {
    if (address.isEmpty())
        return WebhookSaid::tr("The address is missing.");
    if (address.size() > kMaxAddress)
        return WebhookSaid::tr("The address is longer than 2,048 characters.");
    const QUrl url(address, QUrl::StrictMode);
    if (!url.isValid() || address.contains(QLatin1Char(' ')) || address.contains(QLatin1Char('\\')))
        return WebhookSaid::tr(
            "This is not an address: it contains a character that must be percent-encoded.");
    if (url.scheme() != QLatin1String("https") && url.scheme() != QLatin1String("http"))
        return WebhookSaid::tr("The address must begin with https://");
    if (url.host().isEmpty())
        return WebhookSaid::tr("The address names no host.");
    if (!url.userInfo().isEmpty() || url.authority().contains(QLatin1Char('@')))
        return WebhookSaid::tr("The address must not hold a user name or password. Check the "
                               "signature instead.");
    return {};
}

WebhookModel::WebhookModel(QObject* parent)
    : PagedModel(parent) {
    add(tr("Webhook"), {{letters(22)}, false, letters(10)},
        [](const Webhook& webhook) { return nameOf(webhook); });
    addState(tr("State"), {{letters(24)}}, webhookLook);
    add(tr("Last delivery"), {{letters(18)}, false, letters(10)},
        [](const Webhook& webhook) { return timeOr(webhook.health.lastSuccessAt); });
    add(tr("Succeeded in 24 h"), {{letters(18)}},
        [](const Webhook& webhook) { return shareWord(webhook.health); });
    add(tr("Waiting"), {{letters(18)}, false, letters(10)},
        [](const Webhook& webhook) { return waitingWord(webhook.health); });
    add(tr("Messages"), {{letters(18)}, false, letters(8), 1}, messagesWord);
    add(tr("Address"), {{letters(40)}, false, letters(8), 1},
        [](const Webhook& webhook) { return text(webhook.url); });
}

DeliveryModel::DeliveryModel(QObject* parent)
    : PagedModel(parent) {
    add(tr("Message"), {{letters(24)}, false, letters(12)},
        [](const WebhookDelivery& delivery) { return messageWord(delivery.eventType); });
    addState(tr("State"), {{letters(24)}, true, letters(14)}, deliveryLook);
    add(tr("Created"), {{letters(18)}, false, letters(8)},
        [](const WebhookDelivery& delivery) { return timeText(delivery.createdAt, wallNow()); });
    addNumber(tr("Attempts"), {{number(99)}, false, {}, 1},
              [](const WebhookDelivery& delivery) { return number(delivery.attempts); });
    add(tr("Last answer"), {{letters(24)}, false, letters(10), 1}, answerWord);
    add(tr("Next attempt"), {{letters(18)}, false, letters(8), 1},
        [](const WebhookDelivery& delivery) {
            return delivery.state == "pending" && delivery.attempts > 0
                       ? timeOr(delivery.nextAttemptAt)
                       : QString();
        });
    add(tr("Order"), {{letters(17)}, false, {}, 1}, [](const WebhookDelivery& delivery) {
        return delivery.orderNumber ? text(delivery.orderNumber->str()) : QString();
    });
}

Result<WebhookDeliveryDetail> awaitAttempt(const Connected& at, const WebhookDeliveryId& id,
                                           std::int64_t attempts, const std::stop_token& stop) {
    for (int look = 1;; ++look) {
        auto found = at.client->webhooks().delivery(id, callUntil(stop));
        if (!found || found->delivery.attempts > attempts || look == kLooks)
            return found;
        if (!pauseFor(kLookAgain, stop))
            return failure(localError(ErrorCode::Cancelled, "Stopped."));
    }
}

Result<WebhookDeliveryDetail> sendTest(const Connected& at, const WebhookId& webhook,
                                       const IdempotencyKey& key, const std::stop_token& stop) {
    LEADSHEET_TRY(const auto queued, at.client->webhooks().test(webhook, key, callUntil(stop)));
    return awaitAttempt(at, queued.id, 0, stop);
}

Result<EnableOutcome> enableWebhook(const Connected& at, const Webhook& shown,
                                    const std::optional<std::string>& since,
                                    const IdempotencyKey& key, const std::stop_token& stop) {
    WebhookChange change;
    change.enabled = true;
    LEADSHEET_TRY(auto webhook,
                  at.client->webhooks().update(shown.id, change, shown.version, callUntil(stop)));
    EnableOutcome outcome{std::move(webhook), 0};
    if (since) {
        LEADSHEET_TRY(const auto queued,
                      at.client->webhooks().recover(shown.id, *since, key, callUntil(stop)));
        outcome.queued = queued;
    }
    return outcome;
}

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

SnippetView::SnippetView()
    : languages_(named(new QComboBox, "snippetLanguage", tr("Programming language")))
    , code_(named(new TextEdit, "snippetCode", tr("Code that verifies messages")))
    , copy_(named(new QPushButton(icon(QLatin1String("copy")), tr("Copy Code")), "snippetCopy")) {
    auto* title = new QLabel(tr("Verify messages in"));
    for (const Language& language : kLanguages)
        languages_->addItem(QLatin1String(language.name), QLatin1String(language.file));
    code_->setReadOnly(true);
    code_->setLineWrapMode(QPlainTextEdit::NoWrap);
    code_->showCode(kLinesShown);
    copy_->setAutoDefault(true);
    auto* head = new QHBoxLayout;
    addAll(head, {title, languages_});
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
                       const MadeWebhookSecret& made)
    : connection_(std::move(connection))
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
    addAll(layout, {words, secret_});
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
