// SPDX-License-Identifier: Apache-2.0
#include "json/readers.hpp"

#include "json/decoder.hpp"

#include <boost/json/basic_parser_impl.hpp>

#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace leadsheet::detail {
namespace {

/// Takes the calls of a boost::json::basic_parser; each returns false where the text is not what a
/// page of leads should be.
class LeadPageHandler {
public:
    using Text = boost::json::string_view;
    using Failure = boost::json::error_code;
    using Type = contract::LeadFieldType;

    static constexpr std::size_t max_array_size = static_cast<std::size_t>(-1);
    static constexpr std::size_t max_object_size = static_cast<std::size_t>(-1);
    static constexpr std::size_t max_string_size = static_cast<std::size_t>(-1);
    static constexpr std::size_t max_key_size = static_cast<std::size_t>(-1);

    /// Nothing when a part of the page is missing.
    std::optional<Page<Lead>> release() {
        const bool whole = hasData_ && hasMore_ && hasLimit_;
        if (!whole || (page_.hasMore && !page_.nextCursor))
            return {};
        return std::move(page_);
    }

    bool on_document_begin(Failure&) { return true; }
    bool on_document_end(Failure&) { return true; }

    bool on_object_begin(Failure& failure) {
        if (unknown_)
            return enterUnknown();
        switch (place_) {
        case Place::Outside:
            return enter(Place::Body);
        case Place::Data:
            page_.items.emplace_back().reserve(columns_.size());
            column_ = 0;
            return enter(Place::Lead);
        case Place::Body:
            if (member_ == Member::Meta && !std::exchange(hasMeta_, true))
                return enter(Place::Meta);
            break;
        case Place::Lead:
        case Place::List:
        case Place::Meta:
            break;
        }
        return refuse(failure);
    }

    bool on_object_end(std::size_t, Failure&) {
        if (unknown_)
            return leaveUnknown();
        place_ = place_ == Place::Lead ? Place::Data
                                       : (place_ == Place::Meta ? Place::Body : Place::Outside);
        return true;
    }

    bool on_array_begin(Failure& failure) {
        if (unknown_)
            return enterUnknown();
        if (place_ == Place::Body && member_ == Member::Data && !std::exchange(hasData_, true))
            return enter(Place::Data);
        if (place_ != Place::Lead || type() != Type::List)
            return refuse(failure);
        lead()[field_] = std::vector<std::string>();
        return enter(Place::List);
    }

    bool on_array_end(std::size_t, Failure&) {
        if (unknown_)
            return leaveUnknown();
        place_ = place_ == Place::List ? Place::Lead : Place::Body;
        return true;
    }

    bool on_key_part(Text text, std::size_t, Failure&) {
        pieces_.append(text.data(), text.size());
        return true;
    }

    bool on_key(Text text, std::size_t, Failure&) {
        const std::string_view name = whole(text);
        if (!unknown_)
            findMember(name);
        pieces_.clear();
        return true;
    }

    bool on_string_part(Text text, std::size_t, Failure&) {
        pieces_.append(text.data(), text.size());
        return true;
    }

    bool on_string(Text text, std::size_t, Failure& failure) {
        const bool taken = unknown_ ? skipScalar() : takeText(whole(text));
        pieces_.clear();
        return taken || refuse(failure);
    }

    bool on_number_part(Text, Failure&) { return true; }

    bool on_int64(std::int64_t number, Text, Failure& failure) {
        if (unknown_)
            return skipScalar();
        if (place_ == Place::Meta && member_ == Member::Limit && number >= 0) {
            page_.limit = number;
            return !std::exchange(hasLimit_, true) || refuse(failure);
        }
        if (place_ == Place::Lead && type() == Type::Integer)
            lead()[field_] = number;
        else if (place_ == Place::Lead && type() == Type::Decimal)
            lead()[field_] = static_cast<double>(number);
        else
            return refuse(failure);
        return true;
    }

    bool on_uint64(std::uint64_t, Text, Failure& failure) {
        return unknown_ ? skipScalar() : refuse(failure);
    }

    bool on_double(double number, Text, Failure& failure) {
        if (unknown_)
            return skipScalar();
        if (place_ != Place::Lead || type() != Type::Decimal || !std::isfinite(number))
            return refuse(failure);
        lead()[field_] = number;
        return true;
    }

    bool on_bool(bool flag, Failure& failure) {
        if (unknown_)
            return skipScalar();
        if (place_ == Place::Meta && member_ == Member::HasMore) {
            page_.hasMore = flag;
            return !std::exchange(hasMore_, true) || refuse(failure);
        }
        if (place_ != Place::Lead || type() != Type::Boolean)
            return refuse(failure);
        lead()[field_] = flag;
        return true;
    }

    bool on_null(Failure& failure) {
        if (unknown_)
            return skipScalar();
        if (place_ == Place::Meta && member_ == Member::NextCursor)
            return !std::exchange(hasCursor_, true) || refuse(failure);
        if (place_ == Place::Meta && member_ == Member::ResumeCursor)
            return !std::exchange(hasResume_, true) || refuse(failure);
        if (place_ != Place::Lead)
            return refuse(failure);
        if (lead().has(field_))
            lead()[field_] = LeadValue();
        return true;
    }

    bool on_comment_part(Text, Failure&) { return true; }
    bool on_comment(Text, Failure&) { return true; }

private:
    enum class Place { Outside, Body, Data, Lead, List, Meta };
    enum class Member { Data, Meta, NextCursor, HasMore, Limit, ResumeCursor };

    static bool refuse(Failure& failure) {
        failure = boost::json::error::syntax;
        return false;
    }

    bool enter(Place place) {
        place_ = place;
        return true;
    }
    bool enterUnknown() {
        ++unknownDepth_;
        return true;
    }
    bool leaveUnknown() {
        unknown_ = --unknownDepth_ > 0;
        return true;
    }
    bool skipScalar() {
        unknown_ = unknownDepth_ > 0;
        return true;
    }

    std::string_view whole(Text last) {
        if (pieces_.empty())
            return {last.data(), last.size()};
        return pieces_.append(last.data(), last.size());
    }

    Lead& lead() { return page_.items.back(); }
    Type type() const { return contract::kLeadFields[static_cast<std::size_t>(field_)].type; }

    void findMember(std::string_view name) {
        if (place_ == Place::Lead)
            unknown_ = !findField(name);
        else if (place_ == Place::Body)
            unknown_ = !found(name, "data", Member::Data) && !found(name, "meta", Member::Meta);
        else
            unknown_ = !found(name, "nextCursor", Member::NextCursor) &&
                       !found(name, "hasMore", Member::HasMore) &&
                       !found(name, "limit", Member::Limit) &&
                       !found(name, "resumeCursor", Member::ResumeCursor);
    }

    bool found(std::string_view name, std::string_view known, Member member) {
        if (name != known)
            return false;
        member_ = member;
        return true;
    }

    /// Leads of a page name their fields in the same order.
    bool findField(std::string_view name) {
        const std::size_t column = column_++;
        if (column < columns_.size() && toString(columns_[column]) == name) {
            field_ = columns_[column];
            return true;
        }
        const auto field = leadFieldFromName(name);
        if (!field)
            return false;
        field_ = *field;
        if (column == columns_.size())
            columns_.push_back(*field);
        return true;
    }

    bool takeText(std::string_view text) {
        if (place_ == Place::List) {
            std::get<std::vector<std::string>>(lead()[field_]).emplace_back(text);
            return true;
        }
        if (place_ == Place::Lead && (type() == Type::Text || type() == Type::Timestamp)) {
            lead()[field_].emplace<std::string>(text);
            return true;
        }
        if (place_ == Place::Meta && member_ == Member::ResumeCursor) {
            page_.resumeCursor.emplace(text);
            return !std::exchange(hasResume_, true);
        }
        if (place_ != Place::Meta || member_ != Member::NextCursor)
            return false;
        page_.nextCursor.emplace(text);
        return !std::exchange(hasCursor_, true);
    }

    Page<Lead> page_;
    Place place_ = Place::Outside;
    Member member_ = Member::Data; ///< of the body or the meta object
    LeadField field_ = LeadField::Id;
    std::vector<LeadField> columns_;
    std::size_t column_ = 0;
    bool unknown_ = false; ///< inside a member that this version does not know
    std::size_t unknownDepth_ = 0;
    std::string pieces_; ///< of a text with escapes
    bool hasData_ = false;
    bool hasMeta_ = false;
    bool hasCursor_ = false;
    bool hasResume_ = false;
    bool hasMore_ = false;
    bool hasLimit_ = false;
};

} // namespace

std::optional<Page<Lead>> readLeadPage(std::string_view body) {
    boost::json::parse_options options;
    options.max_depth = kMaxJsonDepth;
    boost::json::basic_parser<LeadPageHandler> parser(options);
    boost::json::error_code failure;
    const std::size_t used = parser.write_some(false, body.data(), body.size(), failure);
    if (failure || used != body.size())
        return {};
    return parser.handler().release();
}

std::optional<std::string> peekNextCursor(std::string_view body) {
    // An unescaped quote cannot stand inside a text, so this is found in no value of a lead.
    constexpr std::string_view kStart = R"(],"meta":{"nextCursor":")";
    constexpr std::string_view kMore = R"(","hasMore":true,)";
    const std::size_t start = body.rfind(kStart);
    if (start == std::string_view::npos)
        return {};
    const std::string_view rest = body.substr(start + kStart.size());
    const std::string_view cursor = rest.substr(0, rest.find_first_of("\"\\"));
    if (cursor.empty() || rest.substr(cursor.size()).substr(0, kMore.size()) != kMore)
        return {};
    return std::string(cursor);
}

} // namespace leadsheet::detail
