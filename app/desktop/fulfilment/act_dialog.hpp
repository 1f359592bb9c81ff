// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../dialogs/form_dialog.hpp"
#include "act_progress.hpp"
#include "operator_act.hpp"

#include <QList>
#include <QString>
#include <QWidget>

class QComboBox;
class QLineEdit;
class QPushButton;

namespace leadsheet::desktop {

class Settings;
class TextEdit;

/// A question that is asked often.
struct InfoTemplate {
    QString name;
    QString question;
    friend bool operator==(const InfoTemplate&, const InfoTemplate&) = default;
};

/// As kept in the settings; a few to begin with.
QList<InfoTemplate> infoTemplates(const Settings& settings);

/// Templates of questions: choosing one offers its text, a typed name keeps the text of now.
class TemplateRow : public QWidget {
    Q_OBJECT

public:
    explicit TemplateRow(Settings& settings);

    /// What would be kept.
    void setQuestion(const QString& question);

signals:
    void chosen(const QString& question);

private:
    void fill();
    void refresh();

    Settings& settings_;
    QString question_;
    QComboBox* name_ = nullptr;
    QPushButton* keep_ = nullptr;
    QPushButton* remove_ = nullptr;
};

/// What is said before an act: text, amount, and what becomes of orders and money. Nothing is sent
/// before its one button is pressed.
class ActForm : public FieldForm {
    Q_OBJECT

public:
    ActForm(Settings& settings, OperatorAct act, std::vector<AdminOrder> chosen);

signals:
    void decided(const leadsheet::desktop::ActWish& wish,
                 const std::vector<leadsheet::AdminOrder>& orders);

private:
    void makeText(Settings& settings);
    void makeAmount();
    void refresh();
    /// What is wrong with what was typed; empty = nothing.
    QString problem() const;
    /// Of a refund, where one can be chosen.
    Result<Money> amount() const;
    bool amountFits() const;

    ActWish wish_;
    std::vector<AdminOrder> chosen_;
    ActPreview preview_;
    Money most_; ///< that can be refunded
    TemplateRow* templates_ = nullptr;
    TextEdit* text_ = nullptr;
    QLineEdit* amount_ = nullptr;
};

/// One act on the chosen orders: what it will do, then how it goes, then what came of it where that
/// is not what was asked for. It stays open while something is under way, and closes by itself when
/// all of it is done. Deletes itself when it is closed.
class ActDialog : public FormDialog {
    Q_OBJECT

public:
    ActDialog(std::shared_ptr<const Connected> connection, Settings& settings, OperatorAct act,
              std::vector<AdminOrder> chosen, QWidget* parent);

    /// Null before the act was confirmed.
    ActRun* run() const { return run_; }
    void reject() override;

signals:
    /// Orders are in another state now.
    void acted();

private:
    void begin(const ActWish& wish, const std::vector<AdminOrder>& orders);

    std::shared_ptr<const Connected> connection_;
    ActRun* run_ = nullptr;
};

} // namespace leadsheet::desktop
