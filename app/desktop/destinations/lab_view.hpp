// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../bridge/background.hpp"
#include "../records/record_model.hpp"

#include "leadsheet/app/sandbox/webhook_forwarder.hpp"
#include "leadsheet/model/webhook.hpp"

#include <QWidget>

class QFormLayout;
class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;
class QTableView;

namespace leadsheet::desktop {

class NoticeBar;
class TextEdit;
class Workspace;

/// A message that came to the lab, and what became of it on its way on.
struct LabRow {
    app::LabMessage message;
    WallTime at;
    std::optional<app::ForwardOutcome> forwarded;
};

/// What came to the lab, newest first; the oldest are forgotten.
class LabModel : public RecordModel<LabRow> {
    Q_OBJECT

public:
    enum Column { Time, Message, Genuine, Attempt, Answered, Forwarded };
    static constexpr int kMaxRows = 1000;

    explicit LabModel(QObject* parent = nullptr);

    void addNewest(std::vector<LabRow> rows); ///< oldest first
    /// Of the newest message with that id.
    void forwarded(const app::ForwardOutcome& outcome);
};

/// Whether a message is genuine, in a word; with the reason where it is not.
QString genuineWord(const app::LabMessage& message);
QString forwardWord(const app::ForwardOutcome& outcome);

/// A receiver of webhooks on this computer: it checks signatures, shows what came, answers as it is
/// told, and passes on. The same as `leadsheet webhooks listen`.
class LabView : public QWidget {
    Q_OBJECT

public:
    explicit LabView(Workspace& workspace);
    ~LabView() override;

    bool listening() const { return running_ != nullptr; }
    /// Checks with this secret from now on, if it is of a webhook to this very receiver.
    void learn(const QString& url, const MadeWebhookSecret& made);
    /// Words of the command line that does the same, after "leadsheet".
    QStringList commandWords() const;

signals:
    void changed();
    /// The person wants a webhook to this address.
    void webhookWanted(const QString& address);

private:
    /// The receiver with what it passes on to. Made and ended beside the GUI thread.
    struct Running;
    struct Came {
        std::optional<LabRow> row; ///< or what became of an earlier one:
        app::ForwardOutcome outcome;
    };

    QWidget* makeControls();
    QWidget* makeMessages();
    void addAnswers(QFormLayout* form);
    void start();
    void stop();
    void secretChanged();
    void answersChanged();
    void refresh();
    void showSelected();
    std::optional<std::vector<WebhookSecret>> secrets();
    app::LabAnswers answers() const;

    Workspace& workspace_;
    LabModel* model_;
    QWidget* nothing_ = nullptr; ///< instead of the acts and the messages
    QWidget* acts_ = nullptr;
    QWidget* messages_ = nullptr;
    QPushButton* start_ = nullptr;
    QLineEdit* address_ = nullptr;
    QPushButton* copy_ = nullptr;
    QPushButton* register_ = nullptr;
    QLineEdit* secret_ = nullptr;
    QLabel* secretNote_ = nullptr;
    QSpinBox* status_ = nullptr;
    QSpinBox* failures_ = nullptr;
    QSpinBox* delay_ = nullptr;
    QLineEdit* forward_ = nullptr;
    NoticeBar* notice_ = nullptr;
    QTableView* table_ = nullptr;
    QLabel* state_ = nullptr;
    QLabel* about_ = nullptr;
    TextEdit* body_ = nullptr;
    std::shared_ptr<Running> running_;
    Inbox<Came> inbox_;
    Background background_;
};

} // namespace leadsheet::desktop
