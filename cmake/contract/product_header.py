# SPDX-License-Identifier: Apache-2.0
"""Writes products.hpp: the catalogue as constant C++ tables."""

from .headers import array, boolean, camel, header, number, text

TYPES = """enum class FieldKind : std::uint8_t {
    Text,
    List,
    Integer,
    Decimal,
    Boolean,
    Url,
    Money,
    StringMap
};

/// One field of an order. Bounds that do not apply to the kind are 0.
struct FieldInfo {
    std::string_view name;
    FieldKind kind;
    bool required;
    std::int64_t minItems;   ///< List
    std::int64_t maxItems;   ///< List, StringMap
    std::int64_t maxLength; ///< characters: of the text, of one list item, of one map value
    std::int64_t min;        ///< Integer; Decimal: in units of the last place
    std::int64_t max;        ///< as min
    int scale;               ///< Decimal: most decimal places
    std::string_view allowed; ///< closed set separated by '|', empty when open
    std::string_view format; ///< of the text or of each item: "domain", "url", "id" or empty
    std::string_view title;
    std::string_view description;
};

/// The tier with the largest fromLeads <= leadCount prices every lead of the order.
struct PriceTier {
    std::int64_t fromLeads;
    std::int64_t unitPriceMicros;
};

/// Prices in micro-units of kCurrency per lead.
struct ProductInfo {
    std::string_view id;
    std::string_view title;
    std::string_view description;
    std::span<const FieldInfo> fields;
    std::string_view requiredAny; ///< '|' separated; at least one of these fields is needed
    std::span<const PriceTier> tiers;
    std::int64_t requireEmailMicros;
    std::int64_t requirePhoneMicros;
};
"""

# Said beside an order, not of what is ordered.
NOT_ORDERED = ("leadCount", "quoteId", "maxPrice")

LOOKUPS = """[[nodiscard]] constexpr const ProductInfo* findProduct(std::string_view id) {
    for (const ProductInfo& product : kProducts) {
        if (product.id == id)
            return &product;
    }
    return nullptr;
}

[[nodiscard]] constexpr const FieldInfo* findCommonField(std::string_view name) {
    for (const FieldInfo& field : kCommonFields) {
        if (field.name == name)
            return &field;
    }
    return nullptr;
}

/// An own field of the product or a common one.
[[nodiscard]] constexpr const FieldInfo* findField(const ProductInfo& product,
                                                   std::string_view name) {
    for (const FieldInfo& field : product.fields) {
        if (field.name == name)
            return &field;
    }
    return findCommonField(name);
}
"""


def _field(field, sets):
    allowed = "|".join(sets[field["set"]]) if "set" in field else ""
    bounds = [number(field.get(m, 0)) for m in ("minItems", "maxItems", "maxLength", "min", "max")]
    if field.get("required") and field["kind"] == "list" and field.get("minItems", 0) < 1:
        raise ValueError(f"{field['name']}: a required list needs minItems")
    return (f"{{{text(field['name'])}, FieldKind::{camel(field['kind'])}, "
            f"{boolean(field.get('required'))}, {', '.join(bounds)}, {field.get('scale', 0)}, "
            f"{text(allowed)}, {text(field.get('format', ''))}, {text(field['title'])}, "
            f"{text(field['description'])}}}")


def _names(data):
    """Products and fields as enumerations, for programs that write their names."""
    fields = dict.fromkeys(f["name"] for owner in (data["commonFields"],
                                                   *(p["fields"] for p in data["products"]))
                           for f in owner if f["name"] not in NOT_ORDERED)
    products_ = ",\n    ".join(camel(p["id"]) for p in data["products"])
    return f"""/// A line of kProducts.
enum class ProductKind : std::uint8_t {{
    {products_}
}};

[[nodiscard]] constexpr std::string_view nameOf(ProductKind product) {{
    return kProducts[static_cast<std::size_t>(product)].id;
}}

/// A field of what is ordered: of all products, or of some.
enum class OrderField : std::uint8_t {{
    {(","+chr(10)+"    ").join(camel(name) for name in fields)}
}};

{array("std::string_view", "kOrderFieldNames", [text(name) for name in fields])}
[[nodiscard]] constexpr std::string_view nameOf(OrderField field) {{
    return kOrderFieldNames[static_cast<std::size_t>(field)];
}}
"""


def products(facts):
    data = facts["products"]
    parts = [f"inline constexpr std::string_view kCurrency = {text(data['currency'])};\n"
             f"inline constexpr int kCurrencyMinorDigits = {data['currencyMinorDigits']};\n"
             f"inline constexpr std::int64_t kMicrosPerMinorUnit = "
             f"{10 ** (6 - data['currencyMinorDigits'])};\n",
             TYPES,
             array("FieldInfo", "kCommonFields",
                   [_field(f, data["sets"]) for f in data["commonFields"]])]
    rows = []
    for product in data["products"]:
        name = camel(product["id"])
        parts.append(array("FieldInfo", f"k{name}Fields",
                           [_field(f, data["sets"]) for f in product["fields"]]))
        parts.append(array("PriceTier", f"k{name}Tiers",
                           [f"{{{t['fromLeads']}, {t['unitPriceMicros']}}}"
                            for t in product["tiers"]]))
        surcharges = product["surcharges"]
        rows.append(f"{{{text(product['id'])}, {text(product['title'])}, "
                    f"{text(product['description'])}, k{name}Fields, "
                    f"{text('|'.join(product.get('requiredAny', [])))}, k{name}Tiers, "
                    f"{surcharges['requireEmail']}, {surcharges['requirePhone']}}}")
    parts.append(array("ProductInfo", "kProducts", rows))
    parts.append(LOOKUPS)
    parts.append(_names(data))
    return header(["array", "cstddef", "cstdint", "span", "string_view"], "\n".join(parts))
