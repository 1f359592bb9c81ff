// SPDX-License-Identifier: Apache-2.0
import { createHmac, timingSafeEqual } from "node:crypto";

// body: the bytes of the request as they came, before any JSON is parsed (a Buffer).
// Returns whether the message is genuine and not older than five minutes.
export function isGenuine(secret, headers, body) {
    const id = headers["webhook-id"];
    const timestamp = headers["webhook-timestamp"];
    if (!id || !/^\d{1,12}$/.test(timestamp ?? "")) return false;
    if (Math.abs(Date.now() / 1000 - Number(timestamp)) > 300) return false;
    const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
    const expected = createHmac("sha256", key).update(`${id}.${timestamp}.`).update(body).digest();
    return (headers["webhook-signature"] ?? "").split(" ").some((signature) => {
        const [version, value] = signature.split(",");
        const given = Buffer.from(value ?? "", "base64");
        return version === "v1" && given.length === expected.length && timingSafeEqual(given, expected);
    });
}
