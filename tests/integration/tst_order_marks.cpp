// SPDX-License-Identifier: Apache-2.0
// The marks of orders that client and server compute, without a line of code in common.
#include "test_main.hpp"

#include "domain/json.hpp"
#include "domain/order_mark.hpp"
#include "domain/order_request.hpp"
#include "leadsheet/contract/products.hpp"
#include "leadsheet/submit/row_identity.hpp"

#include <QtTest>
#include <algorithm>
#include <cstdint>
#include <map>
#include <random>
#include <rapidcheck.h>
#include <set>
#include <span>

using namespace leadsheet;
namespace domain = leadsheet::server::domain;
using contract::FieldInfo;
using contract::FieldKind;

namespace {

constexpr std::size_t kRequestsACase = 20; ///< of 100 cases, five requests each: 10,000
constexpr int kMaxWords = 3;
constexpr int kMaxLetters = 4;
constexpr int kMaxItems = 4;

/// Letters, each in all the ways it can be written. No letter is another one's beginning, so that
/// different words stay different however they are written.
const std::vector<std::vector<std::string>> kLetters = {{"a", "A", "\uff41", "\uff21"},
                                                        {"b", "B", "b\u00ad", "\u200bB"},
                                                        {"k", "K", "\u212a"},
                                                        {"e", "E"},
                                                        {"\u00e9", "\u00c9", "e\u0301", "E\u0301"},
                                                        {"\u00f6", "\u00d6", "o\u0308", "O\u0308"},
                                                        {"\u00df", "\u1e9e", "ss", "SS", "\u017fs"},
                                                        {"\ufb01", "fi", "FI", "\uff26I"},
                                                        {"\u03c3", "\u03c2", "\u03a3"},
                                                        {"1", "\uff11", "\u2460"},
                                                        {"\u6771"},
                                                        {"\ud55c", "\u1112\u1161\u11ab"},
                                                        {"+"},
                                                        {"#"},
                                                        {"&"},
                                                        {"/"}};
const std::vector<std::string> kBlanks = {" ", "  ", "\u00a0", "\u3000", "\u2003\t"};

/// Whatever may stand in a text, and changes its neighbours when texts are folded.
const std::vector<std::string> kAnything = {
    "a",      "Z",      " ",      "\u00a0", "\u3000", "\u00e9", "e\u0301", "\u00df", "\u1e9e",
    "\ufb01", "\u0130", "\u0131", "\u03a3", "\u03c2", "\uff21", "\u00ad",  "\u200d", "\u0345",
    "\u1fb3", "\u01c5", "\u0149", "\u017f", "\u212a", "\u212b", "\u1112",  "\u1161", "\u11ab",
    "\u6771", "\u00b2", "\u2460", "\u0663", "\u0640", "\u3099", "\uff76",  "-",      "\"",
    "\\",     "'",      ",",      "1.0",    "\u00b5", "\u0390", "\u1e97",  "\ufdfa", "\u2011",
    "\ufe0f", "\u034f", "\u0323", "\u0301", "\u064b", "\u0f71", "\u0f72",  "\u1ea5", "\u2126"};

/// What a case comes to depends on its seed alone. Drawn from rapidcheck one by one, so many
/// choices would take minutes.
class Chance {
public:
    explicit Chance(std::uint64_t seed)
        : random_(seed) {}

    std::int64_t between(std::int64_t least, std::int64_t most) {
        return std::uniform_int_distribution(least, most)(random_);
    }
    int upTo(int most) { return static_cast<int>(between(0, most)); }
    std::size_t below(std::size_t count) {
        return static_cast<std::size_t>(between(0, static_cast<std::int64_t>(count) - 1));
    }
    template <class T>
    const T& oneOf(const std::vector<T>& list) {
        return list[below(list.size())];
    }
    bool coin() { return between(0, 1) == 1; }

private:
    std::mt19937_64 random_;
};

using Word = std::vector<std::size_t>; ///< of kLetters
using Text = std::vector<Word>;

/// What is wanted, apart from how it is written.
struct Wish {
    const contract::ProductInfo* product = nullptr;
    std::map<std::string, std::vector<Text>> lists;
    std::map<std::string, std::int64_t> numbers; ///< decimals in units of the last place
    std::map<std::string, bool> flags;
};

Text someText(Chance& chance) {
    Text text;
    for (int words = 1 + chance.upTo(kMaxWords - 1); words > 0; --words) {
        Word word;
        for (int letters = 1 + chance.upTo(kMaxLetters - 1); letters > 0; --letters)
            word.push_back(chance.below(kLetters.size()));
        text.push_back(std::move(word));
    }
    return text;
}

/// A closed set or a format leaves no choice of letters: the text is a number among those allowed.
bool isOpen(const FieldInfo& field) {
    return field.allowed.empty() && field.format.empty() && field.kind != FieldKind::Url;
}

std::vector<std::string> allowedOf(const FieldInfo& field) {
    std::vector<std::string> values;
    std::string_view rest = field.allowed;
    while (!rest.empty()) {
        const auto end = std::min(rest.find('|'), rest.size());
        values.emplace_back(rest.substr(0, end));
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return values;
}

std::string closedText(const FieldInfo& field, std::size_t number) {
    if (!field.allowed.empty())
        return allowedOf(field)[number % allowedOf(field).size()];
    const std::string name = "site" + std::to_string(number) + ".example";
    return field.format == "domain" ? name : "https://" + name + "/People?q=" + name;
}

Text closedNumber(const FieldInfo& field, Chance& chance) {
    constexpr std::size_t kMany = 50;
    const std::size_t most = field.allowed.empty() ? kMany : allowedOf(field).size();
    return {{chance.below(most)}};
}

const FieldInfo& fieldOf(const Wish& wish, const std::string& name) {
    const auto in = [&](std::span<const FieldInfo> fields) {
        return std::ranges::find(fields, name, &FieldInfo::name);
    };
    const auto own = in(wish.product->fields);
    return own != wish.product->fields.end()
               ? *own
               : *in(std::span<const FieldInfo>(contract::kCommonFields));
}

bool narrows(const FieldInfo& field) {
    return field.name == "requireEmail" || field.name == "requirePhone" ||
           field.name == "excludeDomains" ||
           std::ranges::find(contract::kCommonFields, field.name, &FieldInfo::name) ==
               contract::kCommonFields.end();
}

void give(Wish& wish, const FieldInfo& field, Chance& chance) {
    const std::string name(field.name);
    switch (field.kind) {
    case FieldKind::Boolean:
        wish.flags[name] = chance.coin();
        break;
    case FieldKind::Integer:
    case FieldKind::Decimal:
        wish.numbers[name] = chance.between(field.min, field.max);
        break;
    default: {
        const int items = field.kind == FieldKind::List ? 1 + chance.upTo(kMaxItems - 1) : 1;
        auto& list = wish.lists[name];
        for (int i = 0; i < items; ++i)
            list.push_back(isOpen(field) ? someText(chance) : closedNumber(field, chance));
        break;
    }
    }
}

Wish someWish(Chance& chance) {
    Wish wish;
    wish.product = &contract::kProducts[chance.below(contract::kProducts.size())];
    const std::string_view any = wish.product->requiredAny;
    for (const FieldInfo& field : wish.product->fields)
        if (field.required || any.starts_with(field.name) || chance.upTo(2) == 0)
            give(wish, field, chance);
    for (const FieldInfo& field : contract::kCommonFields)
        if (narrows(field) && chance.upTo(2) == 0)
            give(wish, field, chance);
    return wish;
}

std::string flipped(std::string text, Chance& chance) {
    // The scheme of an address is written small.
    const std::size_t from = text.starts_with("https://") ? 8 : 0;
    for (std::size_t i = from; i < text.size(); ++i)
        if (text[i] >= 'a' && text[i] <= 'z' && chance.coin())
            text[i] = static_cast<char>(text[i] - 'a' + 'A');
    return text;
}

std::string written(const FieldInfo& field, const Text& text, Chance& chance) {
    if (!isOpen(field)) {
        const std::string closed = closedText(field, text[0][0]);
        return field.allowed.empty() ? flipped(closed, chance) : closed;
    }
    std::string out;
    for (const Word& word : text) {
        out += out.empty() ? chance.oneOf<std::string>({"", "", " ", "\u2003"})
                           : chance.oneOf(kBlanks);
        for (const std::size_t letter : word)
            out += chance.oneOf(kLetters[letter]);
    }
    return out + chance.oneOf<std::string>({"", "", " "});
}

/// The wish, written one way or another; with what narrows nothing.
OrderRequest written(const Wish& wish, Chance& chance) {
    OrderRequest request;
    request.product = std::string(wish.product->id);
    request.leadCount = chance.between(1, 50'000);
    for (const auto& [name, list] : wish.lists) {
        const FieldInfo& field = fieldOf(wish, name);
        if (field.kind != FieldKind::List) {
            request.fields[name] = written(field, list.front(), chance);
            continue;
        }
        std::vector<std::string> items;
        for (const Text& text : list)
            items.push_back(written(field, text, chance));
        items.push_back(written(field, chance.oneOf(list), chance));
        std::rotate(items.begin(), items.begin() + chance.upTo(static_cast<int>(items.size()) - 1),
                    items.end());
        std::string joined;
        for (const std::string& item : items)
            joined += (joined.empty() ? "" : ",") + item;
        if (chance.coin())
            request.fields[name] = joined;
        else
            request.fields[name] = items;
    }
    for (const auto& [name, number] : wish.numbers) {
        const FieldInfo& field = fieldOf(wish, name);
        if (field.kind == FieldKind::Decimal)
            request.fields[name] = Decimal{number, field.scale};
        else
            request.fields[name] = number;
    }
    for (const auto& [name, flag] : wish.flags)
        request.fields[name] = flag;
    for (const char* name : {"requireEmail", "requirePhone"})
        if (!wish.flags.contains(name) && chance.coin())
            request.fields[name] = false;
    if (chance.coin())
        request.fields["notes"] = std::string("urgent");
    if (chance.coin())
        request.fields["excludeOwned"] = chance.coin();
    if (chance.coin())
        request.fields["metadata"] = std::map<std::string, std::string>{{"campaign", "q3"}};
    return request;
}

/// The server's mark; "" when it refuses the request.
std::string serversMark(const OrderRequest& request) {
    const auto body = domain::parseJson(canonicalBody(request));
    const auto draft =
        body ? domain::validateOrder(*body, {}) : tl::make_unexpected(domain::OrderRefusal{});
    return draft ? draft->marks.mark : std::string();
}

/// The mark that both sides give, by every way they have.
std::string agreedMark(const OrderRequest& request) {
    const std::string mark = submit::orderMark(request);
    const std::string body = canonicalBody(request);
    if (serversMark(request) != mark || submit::markOfBody(body) != mark)
        RC_FAIL("client " + mark + ", of the body " + submit::markOfBody(body) + ", server " +
                serversMark(request) + ": " + body);
    return mark;
}

/// The same, but for one field that narrows.
void change(Wish& wish, Chance& chance) {
    std::vector<std::string> names;
    for (const auto& [name, list] : wish.lists)
        names.push_back(name);
    for (const auto& [name, number] : wish.numbers)
        names.push_back(name);
    for (const FieldInfo& field : contract::kCommonFields)
        if (narrows(field) && field.kind == FieldKind::Boolean)
            names.emplace_back(field.name);
    const std::string name = chance.oneOf(names);
    const FieldInfo& field = fieldOf(wish, name);
    if (field.kind == FieldKind::Boolean) {
        wish.flags[name] = !wish.flags[name];
    } else if (const auto number = wish.numbers.find(name); number != wish.numbers.end()) {
        number->second = number->second == field.min ? field.max : field.min;
    } else if (isOpen(field)) {
        // Longer than any other, so none of them.
        wish.lists[name][0] = {Word(kMaxLetters + 1, 1)};
        if (field.kind == FieldKind::List && chance.coin())
            wish.lists[name].push_back({Word(kMaxLetters + 2, 2)});
    } else {
        const auto other = [&](const Text& text) {
            return closedText(field, text[0][0]);
        };
        std::set<std::string> had;
        for (const Text& text : wish.lists[name])
            had.insert(other(text));
        std::size_t unused = 0;
        while (had.contains(closedText(field, unused)) &&
               (field.allowed.empty() || unused + 1 < allowedOf(field).size()))
            ++unused;
        wish.lists[name] = {{{unused}}};
        if (had == std::set<std::string>{closedText(field, unused)})
            wish.flags["requirePhone"] = !wish.flags["requirePhone"];
    }
}

OrderRequest anyRequest(Chance& chance) {
    const auto anything = [&chance] {
        std::string text(1, static_cast<char>('a' + chance.upTo(25)));
        for (int pieces = chance.upTo(12); pieces > 0; --pieces)
            text += chance.oneOf(kAnything);
        return text;
    };
    OrderRequest request;
    request.product = "filters";
    request.leadCount = 10;
    for (const char* name : {"industries", "jobTitles", "locations", "keywords"}) {
        std::vector<std::string> items;
        for (int count = chance.upTo(kMaxItems); count > 0; --count)
            items.push_back(anything());
        if (chance.upTo(3) == 0)
            request.fields[name] = anything();
        else if (!items.empty())
            request.fields[name] = items;
    }
    return request;
}

} // namespace

class OrderMarksTest : public QObject {
    Q_OBJECT

private slots:
    void anySpelling_hasOneMarkOnBothSides() {
        QVERIFY(rc::check("two spellings of a wish have one mark", [] {
            Chance chance(*rc::gen::arbitrary<std::uint64_t>());
            for (std::size_t i = 0; i < kRequestsACase; ++i) {
                const Wish wish = someWish(chance);
                RC_ASSERT(agreedMark(written(wish, chance)) == agreedMark(written(wish, chance)));
            }
        }));
    }

    void anyOtherWish_hasAnotherMarkOnBothSides() {
        QVERIFY(rc::check("a wish that differs in one field has another mark", [] {
            Chance chance(*rc::gen::arbitrary<std::uint64_t>());
            for (std::size_t i = 0; i < kRequestsACase; ++i) {
                const Wish wish = someWish(chance);
                Wish other = wish;
                change(other, chance);
                const OrderRequest one = written(wish, chance);
                const OrderRequest two = written(other, chance);
                if (agreedMark(one) == agreedMark(two))
                    RC_FAIL(canonicalBody(one) + " has the mark of " + canonicalBody(two));
            }
        }));
    }

    void anyText_isFoldedAlikeOnBothSides() {
        QVERIFY(rc::check("client and server agree on every text", [] {
            Chance chance(*rc::gen::arbitrary<std::uint64_t>());
            for (std::size_t i = 0; i < kRequestsACase; ++i)
                agreedMark(anyRequest(chance));
        }));
    }
};

LEADSHEET_TEST(tst_order_marks, OrderMarksTest);
#include "tst_order_marks.moc"
