// SPDX-License-Identifier: Apache-2.0
#include "check/row_checker.hpp"

#include "check/note_meaning.hpp"
#include "leadsheet/app/results_file.hpp"
#include "leadsheet/messages/check.hpp"
#include "leadsheet/text/render.hpp"
#include "map/auto_match.hpp"
#include "map/name_meaning.hpp"
#include "map/transform.hpp"
#include "map/vocabulary.hpp"
#include "text/names.hpp"

#include <algorithm>
#include <utility>

namespace leadsheet::app {

namespace say = messages::check;
namespace {

constexpr std::size_t kKeyColumn = 5; // in kResultHeaders

using contract::FieldInfo;
using contract::ProductInfo;

constexpr std::int64_t kMetadataNameCharacters = 40;
constexpr std::size_t kKnownBytes = 256; ///< of a cell that is worth remembering
constexpr std::size_t kKnownValues = 1'024;
const std::vector<Transform> kNoSteps;

std::vector<std::string> productIds() {
    std::vector<std::string> ids;
    for (const ProductInfo& product : contract::kProducts)
        ids.emplace_back(product.id);
    return ids;
}

bool isUncalculated(const RowView& row, std::uint32_t column) {
    const Cell* const cell = cellAt(row, column);
    return cell != nullptr && cell->formula && cell->kind == CellKind::Empty;
}

// The column of a rule, then those that are joined with it.
template <typename Each>
void eachColumn(const ColumnRule& rule, Each each) {
    each(rule.column, rule.header);
    for (const JoinedColumn& joined : rule.with)
        each(joined.column, joined.header);
}

template <typename Is>
bool anyColumn(const ColumnRule& rule, Is is) {
    return is(rule.column) ||
           std::any_of(rule.with.begin(), rule.with.end(),
                       [&](const JoinedColumn& joined) { return is(joined.column); });
}

} // namespace

FieldInput wholeRow(const RowView& row, std::string_view target) {
    return {target, {}, nullptr, {row.row, row.line, 0}, {}};
}

RowChecker::RowChecker(const ColumnMap& map, std::string tab, bool severalTabs, SeenRows& seen,
                       std::shared_ptr<const LearnedNames> learned)
    : tab_(std::move(tab))
    , severalTabs_(severalTabs)
    , seen_(seen)
    , learned_(std::move(learned)) {
    seen_.tabs.push_back(tab_);
    auto& names = seen_.unused.emplace_back();
    for (const std::uint32_t column : map.resultColumns)
        if (plainName(map.headerOf(column)) == plainName(kResultHeaders[kKeyColumn]))
            formerKey_ = column;
    withoutCountries_ = map.withoutCountries.has_value();
    if (const ColumnRule* places = map.columnFor("locations"))
        namesCountries_ =
            places->with.empty() && meaningOf(places->header).place == PlacePart::Country;
    for (const auto* columns : {&map.unused, &map.unfilled})
        for (const UnusedColumn& column : *columns) {
            if (column.marks != RowMarks::No) {
                marks_.emplace_back(column.column, column.marks);
                headers_.push_back(column.header);
            }
            if (column.reason == UnusedReason::Ambiguous && map.columnFor(column.field) != nullptr)
                rivals_.push_back({column.column, column.header, column.field});
            if (mayLose(column))
                lost_.push_back(lostOf(column, map));
            if (column.contradicts)
                contradicting_.push_back({column.column, column.header, column.field});
            if (column.narrows && column.reason != UnusedReason::Result) {
                unused_.push_back(column.column);
                names.push_back(columnTitle(column.column, column.header));
            }
        }
    const auto add = [&](const std::string& name) {
        const auto target = findTarget(name);
        if (!target || source(name) != nullptr)
            return;
        Source found{*target, map.columnFor(name), map.valueFor(name)};
        found.numeric =
            target->info != nullptr && (target->info->kind == contract::FieldKind::Integer ||
                                        target->info->kind == contract::FieldKind::Decimal);
        found.sizes = name == "companySizes";
        found.items = found.rule != nullptr && found.rule->joinsItems();
        if (found.rule != nullptr && found.sizes)
            found.ends = endColumns(*found.rule);
        found.mayEmpty =
            found.rule != nullptr &&
            std::any_of(found.rule->transforms.begin(), found.rule->transforms.end(),
                        [](const Transform& step) {
                            return step.saysMeaning() || step.kind == TransformKind::Replace;
                        });
        sources_.push_back(std::move(found));
    };
    for (const ColumnRule& rule : map.columns)
        add(rule.target);
    for (const ValueRule& rule : map.values)
        add(rule.target);
}

const RowChecker::Source* RowChecker::source(std::string_view target) const {
    const auto found = std::find_if(sources_.begin(), sources_.end(), [&](const Source& candidate) {
        return candidate.target.name == target;
    });
    return found == sources_.end() ? nullptr : &*found;
}

// Nothing in it, or nothing that its column's steps leave of it.
bool RowChecker::isEmpty(const Source& source, std::string_view cell) {
    if (!source.mayEmpty || trimmed(cell).empty())
        return trimmed(cell).empty();
    const auto pieces = applyTransforms(cell, source.rule->transforms);
    return std::all_of(pieces.begin(), pieces.end(),
                       [](const std::string& piece) { return trimmed(piece).empty(); });
}

// The cell, or the value that stands in for it; of joined columns the first one with text.
RowChecker::Filling RowChecker::fillingOf(const Source& source, const RowView& row) {
    std::string_view cell =
        source.rule == nullptr ? std::string_view() : row.textAt(source.rule->column);
    if (source.rule != nullptr)
        for (const JoinedColumn& joined : source.rule->with)
            if (trimmed(cell).empty())
                cell = row.textAt(joined.column);
    if (source.value != nullptr && (!source.value->fillOnly || isEmpty(source, cell)))
        return {source.value->value, true};
    return {cell, false};
}

FieldInput RowChecker::inputOf(const Source& source, const RowView& row) {
    return inputOf(source, row, fillingOf(source, row));
}

// A stand-in keeps the column's place, so that its problems still point at the cell.
FieldInput RowChecker::inputOf(const Source& source, const RowView& row, const Filling& filling) {
    FieldInput input = wholeRow(row, source.target.name);
    input.text = filling.text;
    if (source.rule != nullptr) {
        input.place.column = source.rule->column + 1;
        input.header = source.rule->header;
        input.transforms = filling.standsIn ? nullptr : &source.rule->transforms;
        const bool counts = source.numeric || source.sizes;
        const Cell* const cell =
            counts && !filling.standsIn ? cellAt(row, source.rule->column) : nullptr;
        if (cell != nullptr && cell->kind == CellKind::Number && source.numeric)
            input.number = cell->number;
        input.isTime =
            cell != nullptr && (cell->kind == CellKind::Date || cell->kind == CellKind::Time);
    }
    return input;
}

bool RowChecker::hasMappedValue(const RowView& row) const {
    return std::any_of(sources_.begin(), sources_.end(), [&](const Source& candidate) {
        const auto hasText = [&](std::uint32_t column) {
            return !trimmed(row.textAt(column)).empty() || isUncalculated(row, column);
        };
        return candidate.rule != nullptr && anyColumn(*candidate.rule, hasText);
    });
}

ReadColumns RowChecker::columns() const {
    ReadColumns columns;
    columns.used.resize(1); // not empty, which would mean all of them
    columns.marks = marks_;
    columns.key = formerKey_;
    const auto mark = [](std::vector<bool>& marked, std::uint32_t column) {
        marked.resize(std::max<std::size_t>(marked.size(), column + 1U));
        marked[column] = true;
    };
    for (const Source& from : sources_) {
        if (from.rule == nullptr)
            continue;
        eachColumn(*from.rule, [&](std::uint32_t column, const std::string& header) {
            mark(columns.used, column);
            columns.names.push_back({column, plainName(header), std::string(from.target.name)});
        });
        if (from.numeric)
            mark(columns.numbers, from.rule->column);
        if (from.target.name == kLeadCountTarget && from.value == nullptr)
            columns.count = from.rule->column;
        if (from.target.name == kSizesTarget)
            columns.sizes = from.rule->column;
    }
    return columns;
}

// Formulas that gave nothing that could be ordered by. Errors written as text are found as text.
void RowChecker::checkFormulas(const RowView& row, ProblemSink& problems) const {
    std::vector<std::uint32_t> seen;
    const auto look = [&](const Source& from, std::uint32_t column, const std::string& header) {
        const Cell* const cell = cellAt(row, column);
        if (cell == nullptr || (!cell->formula && cell->kind != CellKind::Error) ||
            std::find(seen.begin(), seen.end(), column) != seen.end())
            return;
        seen.push_back(column);
        FieldInput input = inputOf(from, row);
        input.text = cell->text;
        input.place.column = column + 1;
        input.header = header;
        if (cell->formula && cell->kind == CellKind::Empty)
            problems.add(ProblemLevel::Blocks, ProblemCode::FormulaWithoutValue, input,
                         say::formulaWithoutValue(), say::recalculateOrWriteValue());
        else if (cell->kind == CellKind::Error && !isErrorValue(trimmed(cell->text)))
            problems.add(ProblemLevel::Blocks, ProblemCode::ErrorCell, input,
                         say::cellShowsError(cell->text), say::repairFormula());
    };
    for (const Source& from : sources_)
        if (from.rule != nullptr)
            eachColumn(*from.rule, [&](std::uint32_t column, const std::string& header) {
                look(from, column, header);
            });
}

const ProductInfo* RowChecker::product(const RowView& row, ProblemSink& problems) const {
    const Source* const from = source(kProductTarget);
    const FieldInput input = from == nullptr ? wholeRow(row, kProductTarget) : inputOf(*from, row);
    const std::string_view cell = trimmed(input.text);
    if (cell.empty()) {
        problems.add(ProblemLevel::Blocks, ProblemCode::MissingProduct, input,
                     say::rowWithoutProduct(), say::writeOneProduct(productIds()));
        return nullptr;
    }
    std::string text(cell);
    if (input.transforms != nullptr)
        for (const std::string& piece : applyTransforms(cell, *input.transforms))
            text = piece;
    if (const ProductInfo* known = productFromText(text))
        return known;
    const std::string meant = suggestProduct(text);
    problems.add(ProblemLevel::Blocks, ProblemCode::UnknownProduct, input,
                 say::noSuchProduct(quotable(text)),
                 meant.empty() ? say::writeOneProduct(productIds()) : say::didYouMean({meant}),
                 meant.empty() ? std::vector<ProblemFix>() : readAs(input.of(text), {meant}, true));
    return nullptr;
}

void RowChecker::readMember(const Source& source, const FieldInput& field, OrderRequest& request,
                            ProblemSink& problems) const {
    const auto dot = source.target.name.find(kMemberSeparator);
    const std::string map = source.target.name.substr(0, dot);
    const std::string member = source.target.name.substr(dot + 1);
    if (static_cast<std::int64_t>(characterCount(member)) > kMetadataNameCharacters) {
        problems.add(ProblemLevel::Blocks, ProblemCode::TooLong, field,
                     say::nameTooLong(member, kMetadataNameCharacters), say::mapToShorterName());
        return;
    }
    auto value = readField(field, *source.target.info, problems);
    if (!value)
        return;
    auto& slot = request.fields[map];
    if (!std::holds_alternative<std::map<std::string, std::string>>(slot))
        slot = std::map<std::string, std::string>();
    auto& members = std::get<std::map<std::string, std::string>>(slot);
    members[member] = std::get<std::string>(*value);
    if (static_cast<std::int64_t>(members.size()) > source.target.info->maxItems)
        problems.add(ProblemLevel::Blocks, ProblemCode::TooManyItems, field,
                     say::tooManyColumnsMapped(source.target.info->maxItems, map),
                     say::mapFewerColumns());
}

std::optional<FieldValue> RowChecker::readKnown(Source& source, const FieldInput& input,
                                                const FieldInfo& field, ProblemSink& problems) {
    const bool costly =
        field.kind == contract::FieldKind::List || field.kind == contract::FieldKind::Integer;
    if (!costly || !source.repeats || input.number || input.text.size() > kKnownBytes)
        return readField(input, field, problems);
    const bool asCell = input.transforms != nullptr; // a value is read without the steps
    if (const auto known = source.known.find(input.text); known != source.known.end() &&
                                                          known->second.field == &field &&
                                                          known->second.asCell == asCell) {
        ++source.recalled;
        return known->second.value;
    }
    const std::size_t before = problems.count();
    auto value = readField(input, field, problems);
    if (value && problems.count() == before) {
        if (source.known.size() >= kKnownValues) {
            source.known.clear();
            // A text that stands in one row only, as a company's name, is not worth remembering.
            source.repeats = std::exchange(source.recalled, 0) >= kKnownValues;
        }
        source.known.insert_or_assign(std::string(input.text), KnownValue{&field, asCell, *value});
    }
    return value;
}

void RowChecker::readFields(const RowView& row, const ProductInfo& product, submit::RowInput& input,
                            ProblemSink& problems) {
    for (Source& from : sources_) {
        const std::string& name = from.target.name;
        if (name == kProductTarget)
            continue;
        const Filling filling = fillingOf(from, row);
        if (trimmed(filling.text).empty())
            continue;
        const FieldInput field = inputOf(from, row, filling);
        if (name == kReferenceTarget) {
            if (checkText(field, problems))
                input.reference = std::string(trimmed(field.text));
            continue;
        }
        const auto& products = from.target.products;
        if (!products.empty() &&
            std::find(products.begin(), products.end(), product.id) == products.end()) {
            // A value for all rows is meant for those whose product has the field.
            if (from.rule == nullptr)
                continue;
            std::vector<std::string> having(products.begin(), products.end());
            problems.add(ProblemLevel::Blocks, ProblemCode::OtherProductField, field,
                         say::productWithoutField(product.id, name),
                         say::emptyOrChangeProduct(having));
            continue;
        }
        if (from.target.info->kind == contract::FieldKind::StringMap) {
            readMember(from, field, input.request, problems);
            continue;
        }
        const FieldInfo* info = contract::findField(product, name);
        const bool joined = from.rule != nullptr && !from.rule->with.empty() && !filling.standsIn;
        auto value = info == nullptr                  ? std::nullopt
                     : from.ends && !filling.standsIn ? readEnds(from, row, *info, problems)
                     : joined                         ? readJoined(from, row, *info, problems)
                                                      : readKnown(from, field, *info, problems);
        if (!value)
            continue;
        if (name == kLeadCountTarget)
            input.request.leadCount = std::get<std::int64_t>(*value);
        else
            input.request.fields.insert_or_assign(name, std::move(*value));
    }
}

void RowChecker::checkComplete(const RowView& row, const ProductInfo& product,
                               const OrderRequest& request, ProblemSink& problems) const {
    const auto inputFor = [&](std::string_view target) {
        const Source* const from = source(target);
        return from == nullptr ? wholeRow(row, target) : inputOf(*from, row);
    };
    const auto cellOf = [&](std::string_view target) {
        const Source* const from = source(target);
        return from == nullptr ? std::string_view() : trimmed(fillingOf(*from, row).text);
    };
    const auto isUnknown = [&](std::string_view target) {
        const Source* const from = source(target);
        return from != nullptr && from->rule != nullptr &&
               anyColumn(*from->rule,
                         [&](std::uint32_t column) { return isUncalculated(row, column); });
    };
    const auto missing = [&](std::string_view target) {
        // Text that a step leaves, or a formula, has a problem of its own already.
        if ((!cellOf(target).empty() && problems.blocked()) || isUnknown(target))
            return;
        const FieldInput input = inputFor(target);
        const FieldInfo* const field = contract::findField(product, target);
        const bool several = field != nullptr && field->kind == contract::FieldKind::List;
        const std::string_view title = field == nullptr ? target : field->title;
        const Cell* const only = several ? nullptr : onlyFilled(row);
        if (only != nullptr && isSentence(only->text))
            return problems.add(ProblemLevel::Blocks, ProblemCode::MissingValue,
                                input.of(trimmed(only->text)),
                                say::lineIsNote(quotable(only->text)), say::deleteLineOrFollowIt());
        problems.add(ProblemLevel::Blocks, ProblemCode::MissingValue, input,
                     several ? say::requiredListEmpty(title) : say::requiredFieldEmpty(title),
                     several           ? say::fillInRequiredList(product.id)
                     : only != nullptr ? say::fillInOrDeleteLine()
                                       : say::fillInRequiredField(product.id));
    };
    if (request.leadCount == 0)
        missing(kLeadCountTarget);
    bool criteria = false;
    for (const FieldInfo& field : product.fields) {
        const bool filled = request.fields.contains(field.name);
        const std::string_view cell = criteria ? std::string_view() : cellOf(field.name);
        // "Total" in the column of industries names a line of totals, not an industry.
        const std::string word = plainName(cell);
        const bool total = !word.empty() && Vocabulary::builtIn().isTotal(word) &&
                           Vocabulary::builtIn().guessedValues(field.name, word).empty();
        const bool wrong = !cell.empty() && problems.blocked();
        criteria = criteria || isUnknown(field.name) || (!total && (filled || wrong));
        if (field.required && !filled)
            missing(field.name);
    }
    if (!criteria)
        return problems.add(ProblemLevel::Blocks, ProblemCode::MissingCriteria, wholeRow(row, ""),
                            say::nothingSaysWhichLeads(), say::fillInAnyField(product.id));
    const auto any = trimmedParts(product.requiredAny, "|");
    const bool filled =
        any.empty() || std::any_of(any.begin(), any.end(), [&](std::string_view name) {
            return request.fields.contains(name) || (!cellOf(name).empty() && problems.blocked());
        });
    if (!filled)
        problems.add(ProblemLevel::Blocks, ProblemCode::MissingValue, wholeRow(row, any.front()),
                     say::noneOfFieldsFilled({any.begin(), any.end()}), say::fillInOneOfThem());
}

void RowChecker::checkOrder(const RowView& row, const RowFindings& findings,
                            submit::RowInput& input, ProblemSink& problems) {
    checkFormulas(row, problems);
    if (const ProductInfo* info = product(row, problems)) {
        input.request.product = std::string(info->id);
        readFields(row, *info, input, problems);
        checkBlanks(row, findings, *info, problems);
        checkComplete(row, *info, input.request, problems);
        checkLeftOut(row, *info, input.request, problems);
        checkLost(row, *info, input.request, problems);
        if (!problems.blocked())
            checkContradicting(row, *info, problems);
        checkCountries(row, input.request, problems);
        checkGaps(row, findings, input.request, problems);
    }
    if (!problems.blocked())
        checkRepeated(row, input, problems);
}

// What a person said about the same text in such a column before is the first that is offered.
void RowChecker::addLearned(std::vector<Problem>& problems) const {
    for (Problem& problem : problems) {
        if (problem.place.column == 0 || problem.value.empty())
            continue;
        const auto meaning = learned_->meaningOf(problem.field, problem.value);
        if (!meaning)
            continue;
        // Ordered once as something else, it is not ordered again as it stands unasked.
        if (problem.code == ProblemCode::NearValue && *meaning != problem.value) {
            problem.level = ProblemLevel::Blocks;
            problem.reason = {say::wasReadBeforeAs(problem.value, *meaning)};
        }
        const FieldInput input{problem.field, problem.value, &kNoSteps, {}, {}};
        auto before = readAs(input, {*meaning}, true);
        for (ProblemFix& fix : before) {
            std::erase_if(problem.fixes,
                          [&](const ProblemFix& other) { return other.step == fix.step; });
            for (ProblemFix& other : problem.fixes)
                other.likely = false;
            fix.likely = true;
            problem.fixes.insert(problem.fixes.begin(), std::move(fix));
        }
    }
}

void RowChecker::check(const RowView& row, const RowFindings& findings, CheckedRow& result) {
    result = CheckedRow();
    result.row = row.row;
    result.line = row.line;
    if (result.blank = !hasMappedValue(row); result.blank)
        return;
    auto& input = result.input.emplace();
    input.sourceRow = row.row;
    input.tab = tab_;
    input.snapshot = rowSnapshot(row);
    if (formerKey_)
        input.formerKey = trimmed(row.textAt(*formerKey_));
    ProblemSink problems(result.problems);
    checkFindings(row, findings, problems);
    const bool isTotal = findings.total != TotalLine::No && findings.total != TotalLine::Maybe;
    const bool denies = findings.sectionLine && findings.section && findings.section->denies();
    if (!isTotal && !denies)
        checkOrder(row, findings, input, problems);
    if (learned_ != nullptr)
        addLearned(result.problems);
    result.blocked =
        std::any_of(result.problems.begin(), result.problems.end(),
                    [](const Problem& problem) { return problem.level == ProblemLevel::Blocks; });
    if (severalTabs_)
        for (Problem& problem : result.problems)
            problem.tab = tab_;
    for (const Problem& problem : result.problems)
        if (problem.level == ProblemLevel::Blocks)
            input.problems.push_back({problem.place.column == 0 ? std::string()
                                      : problem.header.empty()
                                          ? columnLetter(problem.place.column - 1)
                                          : problem.header,
                                      std::string(problemCodeName(problem.code)),
                                      text::render(problem.sentences()), problem.sentences()});
}

} // namespace leadsheet::app
