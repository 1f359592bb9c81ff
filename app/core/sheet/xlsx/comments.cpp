// SPDX-License-Identifier: Apache-2.0
#include "sheet/xlsx/comments.hpp"

#include "leadsheet/try.hpp"
#include "sheet/cell_notes.hpp"
#include "sheet/xlsx/xml_values.hpp"
#include "text/names.hpp"

#include <optional>
#include <set>
#include <string>
#include <utility>

namespace leadsheet::app {
namespace {

constexpr std::size_t kMostBytes = 16 * kMaxNoteBytes; // of one comment that are looked at
constexpr std::size_t kMostAuthors = 10'000;

/// Without "Anna Meier:" above it, as Excel begins notes, and "\t-Anna Meier" below it, as Google
/// Sheets ends comments.
std::string_view withoutAuthor(std::string_view text, std::string_view author) {
    text = trimmed(text);
    if (!author.empty() && text.starts_with(author) && text.substr(author.size()).starts_with(':'))
        text = trimmed(text.substr(author.size() + 1));
    if (const auto line = text.rfind("\n\t-"); line != std::string_view::npos)
        text = trimmed(text.substr(0, line));
    return text;
}

class TextHandler : public PartHandler {
public:
    TextHandler(CellNotes& notes, std::uint32_t maxRows)
        : notes_(notes)
        , maxRows_(maxRows) {}

    void text(std::string_view piece) override {
        if (inText_ && text_.size() < kMostBytes)
            text_ += piece.substr(0, kMostBytes - text_.size());
    }

protected:
    void begin(const XmlAttributes& attributes) {
        place_ = parseCellReference(attributes.get("ref").value_or(std::string_view()));
        text_.clear();
    }
    void add(std::string_view author) {
        decodeEscapes(text_);
        if (place_ && place_->row > 0 && place_->row <= maxRows_)
            notes_.add(place_->row, place_->column, withoutAuthor(text_, author));
        place_.reset();
    }

    bool inText_ = false;
    std::string text_;

private:
    CellNotes& notes_;
    std::uint32_t maxRows_;
    std::optional<CellReference> place_;
};

/// Notes. With `threads`, those that only repeat one, for programs that know none, are left out.
class NotesHandler final : public TextHandler {
public:
    NotesHandler(CellNotes& notes, std::uint32_t maxRows, bool threads)
        : TextHandler(notes, maxRows)
        , threads_(threads) {}

    void startElement(std::string_view name, const XmlAttributes& attributes) override {
        if (name == "comment") {
            begin(attributes);
            const auto author = xmlUnsigned(attributes.get("authorId").value_or("0"));
            author_ = author && *author < authors_.size() ? authors_[*author] : std::string();
        } else if (name == "author") {
            text_.clear();
        }
        phonetic_ = phonetic_ || name == "rPh";
        inText_ = name == "author" || (name == "t" && !phonetic_);
    }
    void endElement(std::string_view name) override {
        inText_ = false;
        if (name == "rPh")
            phonetic_ = false;
        else if (name == "author" && authors_.size() < kMostAuthors)
            authors_.push_back(std::exchange(text_, std::string()));
        else if (name == "comment" && !(threads_ && author_.starts_with("tc=")))
            add(author_);
    }

private:
    std::vector<std::string> authors_;
    std::string author_;
    bool threads_;
    bool phonetic_ = false;
};

/// Threads: an entry and the answers to it, each by itself.
class ThreadsHandler final : public TextHandler {
public:
    using TextHandler::TextHandler;

    void startElement(std::string_view name, const XmlAttributes& attributes) override {
        inText_ = name == "text";
        if (name != "threadedComment")
            return;
        begin(attributes);
        const std::string parent(attributes.get("parentId").value_or(std::string_view()));
        done_ = xmlBoolean(attributes.get("done")) || resolved_.contains(parent);
        if (const auto id = attributes.get("id"); done_ && id && resolved_.size() < kMostAuthors)
            resolved_.emplace(*id);
    }
    void endElement(std::string_view name) override {
        inText_ = false;
        if (name == "threadedComment" && !done_)
            add({});
    }

private:
    std::set<std::string> resolved_;
    bool done_ = false;
};

} // namespace

SheetResult<CellNotes> readComments(const Package& package, const ZipEntry& sheet) {
    LEADSHEET_TRY(const auto relations, readRelationships(package, sheet.name));
    CellNotes notes(package.limits.maxNotes);
    const auto maxRows = static_cast<std::uint32_t>(package.limits.maxRows);
    bool anyThreads = false;
    const auto readEach = [&](std::string_view kind, auto&& readPart) -> SheetResult<void> {
        for (const Relationship& relation : relations)
            if (relation.kind == kind)
                if (const ZipEntry* const part = package.target(sheet.name, relation.target))
                    LEADSHEET_TRY_DONE(readPart(*part));
        return {};
    };
    LEADSHEET_TRY_DONE(readEach("threadedComment", [&](const ZipEntry& part) {
        anyThreads = true;
        ThreadsHandler handler(notes, maxRows);
        return parsePart(package, part, handler);
    }));
    LEADSHEET_TRY_DONE(readEach("comments", [&](const ZipEntry& part) {
        NotesHandler handler(notes, maxRows, anyThreads);
        return parsePart(package, part, handler);
    }));
    notes.sort();
    return notes;
}

} // namespace leadsheet::app
