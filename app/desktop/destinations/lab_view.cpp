// SPDX-License-Identifier: Apache-2.0
#include "lab_view.hpp"

#include "../phrases/say.hpp"
#include "../records/record_list.hpp"
#include "../shell/notice_bar.hpp"
#include "../shell/settings.hpp"
#include "../shell/words.hpp"
#include "../shell/workspace.hpp"
#include "../theme/icons.hpp"
#include "../widgets/parts.hpp"
#include "webhook_records.hpp"

#include "leadsheet/try.hpp"

#include <QClipboard>
#include <QDateTime>
#include <QFormLayout>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QSplitter>
#include <QTableView>

#include <algorithm>
#include <iterator>

namespace leadsheet::desktop {
namespace {

constexpr std::size_t kMaxWaiting = 1'000;
constexpr int kMaxDelaySeconds = 60;
constexpr int kMaxFailures = 1'000;
constexpr int kUsualStatus = 204;

} // namespace

LabModel::LabModel(QObject* parent)
    : RecordModel(parent) {
    add(tr("Received"), {{QStringLiteral("00:00:00")}}, [](const LabRow& row) {
        return QDateTime::fromMSecsSinceEpoch(row.at.time_since_epoch().count())
            .toString(QStringLiteral("HH:mm:ss"));
    });
    add(tr("Message"), {{letters(24)}, false, letters(6)}, [](const LabRow& row) {
        return row.message.eventType.empty() ? tr("No kind of message")
                                             : messageWord(row.message.eventType);
    });
    addState(tr("Signature"), {{letters(26)}, true, letters(5)}, [](const LabRow& row) -> Look {
        const QString word = genuineWord(row.message);
        if (row.message.problem)
            return {word, QLatin1String("error"), Tone::Bad};
        return row.message.checked ? Look{word, QLatin1String("placed"), Tone::Good}
                                   : Look{word, QLatin1String("unknown"), Tone::Muted};
    });
    addNumber(tr("Times received"), {{number(99)}, false, {}, 1},
              [](const LabRow& row) { return number(row.message.attempt); });
    addNumber(tr("Answered"), {{number(999)}},
              [](const LabRow& row) { return QString::number(row.message.status); });
    add(tr("Forwarded"), {{letters(30)}, false, letters(8), 1},
        [](const LabRow& row) { return row.forwarded ? forwardWord(*row.forwarded) : QString(); });
}

void LabModel::addNewest(std::vector<LabRow> came) {
    if (came.empty())
        return;
    const int room = std::max(kMaxRows - static_cast<int>(came.size()), 0);
    if (rowCount() > room)
        remove(room, rowCount() - 1);
    std::reverse(came.begin(), came.end());
    insert(0, std::move(came));
}

void LabModel::forwarded(const app::ForwardOutcome& outcome) {
    for (int row = 0; row < rowCount(); ++row)
        if (at(row)->message.id == outcome.id && !at(row)->forwarded) {
            record(row).forwarded = outcome;
            return rowChanged(row);
        }
}

QString genuineWord(const app::LabMessage& message) {
    if (!message.checked)
        return LabModel::tr("Not checked");
    return message.problem ? say(std::string(toString(*message.problem))) : LabModel::tr("Genuine");
}

QString forwardWord(const app::ForwardOutcome& outcome) {
    if (outcome.dropped)
        return LabModel::tr("Skipped: too many are waiting");
    if (outcome.delivered)
        return LabModel::tr("Accepted after %Ln attempt(s)", "", outcome.attempts);
    return outcome.status != 0 ? LabModel::tr("Not accepted: answered %1").arg(outcome.status)
                               : LabModel::tr("Not accepted: %1").arg(say(outcome.reason));
}

struct LabView::Running {
    std::unique_ptr<app::WebhookForwarder> forwarder; ///< outlives what passes messages to it
    std::unique_ptr<app::WebhookLab> lab;
};

LabView::LabView(Workspace& workspace)
    : workspace_(workspace)
    , model_(new LabModel(this))
    , inbox_(kMaxWaiting, [this](std::vector<Came> came) {
        std::vector<LabRow> rows;
        for (Came& message : came)
            if (message.row)
                rows.push_back(*std::move(message.row));
        model_->addNewest(std::move(rows));
        for (const Came& message : came)
            if (!message.row)
                model_->forwarded(message.outcome);
        refresh();
    }) {
    setObjectName(QStringLiteral("labView"));
    notice_ = new NoticeBar("labNotice");
    auto* layout = columnIn(this, 8, {0, 8, 0, 0});
    auto* nothing = new EmptyPage(
        "destinations",
        tr("A receiver on this computer to build your own program against: it checks signatures, "
           "shows what arrives, and answers the way you choose. Start it, add its address as a "
           "webhook, then send a test."),
        tr("Start the Lab"), "labFirst", "play");
    nothing_ = nothing;
    connect(nothing, &EmptyPage::started, this, &LabView::start);
    messages_ = makeMessages();
    layout->addWidget(nothing_, 1);
    addAll(layout, {makeControls(), notice_});
    layout->addWidget(messages_, 1);
    refresh();
}

// The receiver must be silent before what it tells is gone.
LabView::~LabView() {
    running_.reset();
}

QWidget* LabView::makeControls() {
    auto* card = new QFrame;
    card->setProperty("card", true);
    start_ = named(new QPushButton, "labStart");
    start_->setAutoDefault(true);
    address_ = named(new QLineEdit, "labAddress", tr("Address of the lab"));
    address_->setReadOnly(true);
    copy_ = named(new QPushButton(icon(QLatin1String("copy")), tr("Copy Address")), "labCopy");
    register_ =
        named(new QPushButton(icon(QLatin1String("add")), tr("Add as Webhook…")), "labRegister");
    for (QPushButton* button : {copy_, register_})
        button->setAutoDefault(true);
    acts_ = new QWidget;
    auto* line = rowIn(acts_);
    line->addWidget(start_);
    line->addWidget(address_, 1);
    addAll(line, {copy_, register_});
    secret_ = named(new QLineEdit, "labSecret", tr("Signing secret"));
    secret_->setPlaceholderText(tr("whsec_…; without it signatures are not checked"));
    secret_->setEchoMode(QLineEdit::Password);
    secret_->setInputMethodHints(Qt::ImhSensitiveData | Qt::ImhNoPredictiveText |
                                 Qt::ImhNoAutoUppercase);
    secretNote_ = named(wrappingLabel({}), "labSecretNote");
    forward_ = named(new QLineEdit, "labForward", tr("Forward to"));
    forward_->setPlaceholderText(tr("Your own program's address (optional)"));
    auto* form = new QFormLayout;
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    form->addRow(tr("Signing secret"), secret_);
    form->addRow(QString(), secretNote_);
    addAnswers(form);
    form->addRow(tr("Forward to"), forward_);
    auto* layout = columnIn(card, -1, {14, 10, 14, 10});
    layout->addWidget(acts_);
    layout->addLayout(form);
    connect(start_, &QPushButton::clicked, this, [this] {
        if (listening())
            stop();
        else
            start();
    });
    connect(copy_, &QPushButton::clicked, this,
            [this] { QGuiApplication::clipboard()->setText(address_->text()); });
    connect(register_, &QPushButton::clicked, this,
            [this] { emit webhookWanted(address_->text()); });
    connect(secret_, &QLineEdit::textChanged, this, &LabView::secretChanged);
    return card;
}

void LabView::addAnswers(QFormLayout* form) {
    const auto spin = [this](const char* name, const QString& words, int least, int most) {
        auto* made = new QSpinBox;
        made->setObjectName(QLatin1String(name));
        made->setAccessibleName(words);
        made->setRange(least, most);
        connect(made, &QSpinBox::valueChanged, this, &LabView::answersChanged);
        return made;
    };
    status_ = spin("labStatus", tr("Answer with"), 200, 599);
    delay_ = spin("labDelay", tr("Hold back for"), 0, kMaxDelaySeconds);
    failures_ = spin("labFailures", tr("Fail first"), 0, kMaxFailures);
    status_->setValue(kUsualStatus);
    delay_->setSuffix(tr(" s"));
    failures_->setSuffix(tr(" messages"));
    failures_->setToolTip(tr("This many of the next messages are answered with 503"));
    auto* row = new QHBoxLayout;
    row->addWidget(status_);
    row->addSpacing(12);
    addAll(row, {new QLabel(delay_->accessibleName()), delay_});
    row->addSpacing(12);
    addAll(row, {new QLabel(failures_->accessibleName()), failures_});
    row->addStretch(1);
    form->addRow(status_->accessibleName(), row);
}

QWidget* LabView::makeMessages() {
    table_ = recordTable(*model_, "labTable", tr("Messages received"));
    table_->setMinimumWidth(300);
    connect(table_->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            &LabView::showSelected);
    about_ = named(wrappingLabel({}), "labAbout");
    body_ = named(new TextEdit, "labBody", tr("Body"));
    body_->setReadOnly(true);
    body_->setProperty("code", true);
    auto* detail = new QWidget;
    auto* column = columnIn(detail);
    column->addWidget(about_);
    column->addWidget(body_, 1);
    auto* splitter = new QSplitter(Qt::Horizontal);
    addAll(splitter, {table_, detail});
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 2);
    splitter->setChildrenCollapsible(false);
    state_ = quietLabel("labState");
    auto* whole = new QWidget;
    auto* layout = columnIn(whole);
    layout->addWidget(splitter, 1);
    layout->addWidget(state_);
    return whole;
}

std::optional<std::vector<WebhookSecret>> LabView::secrets() {
    const QString typed = secret_->text().trimmed();
    if (typed.isEmpty())
        return std::vector<WebhookSecret>();
    // During a rotation there are two.
    std::vector<WebhookSecret> all;
    for (const QString& part : typed.split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
        auto secret = WebhookSecret::parse(part.toStdString());
        if (!secret)
            return std::nullopt;
        all.push_back(*std::move(secret));
    }
    return all;
}

app::LabAnswers LabView::answers() const {
    app::LabAnswers answers;
    answers.status = status_->value();
    answers.delay = std::chrono::seconds(delay_->value());
    answers.failures = failures_->value();
    return answers;
}

void LabView::learn(const QString& url, const MadeWebhookSecret& made) {
    if (!listening() || url != address_->text())
        return;
    const QString secret = text(made.secret.reveal());
    const QString before = made.previousValidUntil ? secret_->text().trimmed() : QString();
    secret_->setText((secret + QLatin1Char(' ') + before).trimmed());
}

void LabView::secretChanged() {
    const auto given = secrets();
    if (running_ && given)
        running_->lab->checkWith(*given);
    refresh();
}

void LabView::answersChanged() {
    if (running_)
        running_->lab->answer(answers());
    emit changed();
}

void LabView::start() {
    if (background_.busy())
        return;
    const QString target = forward_->text().trimmed();
    if (const QString fault = target.isEmpty() ? QString() : addressFault(target); !fault.isEmpty())
        return notice_->show(NoticeKind::Bad, fault);
    notice_->hide();
    TransportOptions network;
    network.proxy = workspace_.settings().proxy().toStdString();
    network.caFile = workspace_.settings().caFile().toStdString();
    app::WebhookLabOptions options;
    options.secrets = secrets().value_or(std::vector<WebhookSecret>());
    options.answers = answers();
    background_.run(
        [options = std::move(options), network, target = target.toStdString(),
         send =
             inbox_.sender()](const std::stop_token&) mutable -> Result<std::shared_ptr<Running>> {
            auto running = std::make_shared<Running>();
            if (!target.empty())
                running->forwarder = std::make_unique<app::WebhookForwarder>(
                    target, makeCurlTransport(network), [send](const app::ForwardOutcome& outcome) {
                        send({std::nullopt, outcome});
                    });
            options.received = [send, to = running->forwarder.get()](const app::LabMessage& came) {
                send({LabRow{came, wallNow(), std::nullopt}, {}});
                // What the sender will send again must not be done twice behind this.
                if (to != nullptr && !came.problem && came.status < 300)
                    to->pass(came);
            };
            LEADSHEET_TRY(auto lab, app::WebhookLab::start(std::move(options)));
            running->lab = std::move(lab);
            return running;
        },
        [this](Result<std::shared_ptr<Running>> started) {
            if (!started)
                notice_->show(NoticeKind::Bad, say(started.error()));
            else
                running_ = *std::move(started);
            secretChanged();
        });
    refresh();
}

void LabView::stop() {
    // It waits for answers under way: not here.
    background_.run([ended = std::exchange(running_, nullptr)](
                        const std::stop_token&) mutable { ended.reset(); },
                    [this] { refresh(); });
    refresh();
}

void LabView::refresh() {
    const bool on = listening();
    start_->setText(on ? tr("Stop the Lab") : tr("Start the Lab"));
    start_->setIcon(icon(on ? QLatin1String("stop") : QLatin1String("play")));
    start_->setEnabled(!background_.busy());
    address_->setText(on ? text(running_->lab->url()) : QString());
    address_->setPlaceholderText(tr("Not listening"));
    copy_->setEnabled(on);
    register_->setEnabled(on);
    forward_->setEnabled(!on);
    secretNote_->setVisible(!secrets());
    secretNote_->setText(tr("This is not a signing secret: whsec_ and base64. During a rotation "
                            "enter both, separated by a space."));
    const int rows = model_->rowCount();
    const bool empty = rows == 0 && !on;
    const bool first = acts_->isHidden() && !empty;
    nothing_->setVisible(empty);
    acts_->setVisible(!empty);
    messages_->setVisible(!empty);
    if (first && !isHidden())
        start_->setFocus(); // which was the other button's
    state_->setText(rows > 0 ? tr("%Ln message(s), newest first.", "", rows)
                    : on     ? tr("Waiting for messages. Add the address as a webhook, then send "
                                      "a test.")
                             : QString());
    chooseFirst(*table_);
    showSelected();
    emit changed();
}

void LabView::showSelected() {
    const LabRow* row = model_->at(table_->currentIndex().row());
    about_->setVisible(row != nullptr);
    if (row == nullptr)
        return body_->clear();
    QStringList lines{genuineWord(row->message)};
    for (const HttpHeader& header : row->message.headers)
        lines << QStringLiteral("%1: %2").arg(text(header.name), text(header.value));
    about_->setText(lines.join(QLatin1Char('\n')));
    if (const QString body = text(row->message.body); body != body_->toPlainText())
        body_->setPlainText(body);
}

QStringList LabView::commandWords() const {
    QStringList words{QStringLiteral("webhooks"), QStringLiteral("listen")};
    const auto add = [&words](const QString& option, const QString& value) {
        words << option << value;
    };
    if (!secret_->text().trimmed().isEmpty())
        add(QStringLiteral("--secret-file"), QStringLiteral("SECRET_FILE"));
    if (status_->value() != kUsualStatus)
        add(QStringLiteral("--status"), QString::number(status_->value()));
    if (failures_->value() > 0)
        add(QStringLiteral("--fail"), QString::number(failures_->value()));
    if (delay_->value() > 0)
        add(QStringLiteral("--delay"), QString::number(delay_->value()));
    if (!forward_->text().trimmed().isEmpty())
        add(QStringLiteral("--forward"), forward_->text().trimmed());
    return words;
}

} // namespace leadsheet::desktop
