// SPDX-License-Identifier: Apache-2.0
// The API document without its texts for people: what is kept of a release, and compared with it.
const kTexts = new Set(["description", "summary", "title", "example", "examples"]);
/// Their members are names, which may be spelt like a text.
const kOfNames = new Set(["properties", "headers", "responses", "schemas", "parameters", "paths", "webhooks", "mapping", "securitySchemes"]);

export function withoutTexts(part, ofNames = false) {
    if (Array.isArray(part)) return part.map((item) => withoutTexts(item));
    if (part === null || typeof part !== "object") return part;
    const kept = Object.entries(part).filter(([name]) => ofNames || !kTexts.has(name));
    // A server is told from another by its description.
    return Object.fromEntries(kept.map(([name, member]) => [name, name === "servers" ? member : withoutTexts(member, kOfNames.has(name))]));
}
