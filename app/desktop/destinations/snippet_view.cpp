// SPDX-License-Identifier: Apache-2.0
#include "snippet_view.hpp"

#include "../theme/icons.hpp"
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
    , languages_(new QComboBox)
    , code_(new TextEdit)
    , copy_(new QPushButton(icon(QLatin1String("copy")), tr("Copy Code"))) {
    auto* title = new QLabel(tr("Verify messages in"));
    languages_->setObjectName(QStringLiteral("snippetLanguage"));
    languages_->setAccessibleName(tr("Programming language"));
    for (const Language& language : kLanguages)
        languages_->addItem(QLatin1String(language.name), QLatin1String(language.file));
    code_->setObjectName(QStringLiteral("snippetCode"));
    code_->setAccessibleName(tr("Code that verifies messages"));
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
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
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

} // namespace leadsheet::desktop
