// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import { test } from "node:test";
import { Webhook } from "standardwebhooks";
import { verifyWebhook, WebhookVerificationError } from "../dist/esm/index.js";

const kSecret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLSw";
const kTime = 1614265330;
const kVector = {
    body: '{"test": 2432232314}',
    headers: {
        "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek", "webhook-timestamp": String(kTime),
        "webhook-signature": "v1,ZX+cit3WVzUwYRrx5Jd2bAxKm4yP98Gl9PXm206LrCk=",
    },
};
const at = (seconds) => ({ secret: kSecret, now: () => seconds * 1000 });
const fault = (kind) => (error) => error instanceof WebhookVerificationError && error.fault === kind;

test("vector of the contract_isAccepted", async () => {
    assert.deepEqual(await verifyWebhook(kVector, at(kTime)), { test: 2432232314 });
    assert.deepEqual(await verifyWebhook({ ...kVector, headers: new Headers(kVector.headers) }, at(kTime)), { test: 2432232314 });
    const upper = Object.fromEntries(Object.entries(kVector.headers).map(([name, value]) => [name.toUpperCase(), [value]]));
    assert.deepEqual(await verifyWebhook({ body: new TextEncoder().encode(kVector.body), headers: upper }, at(kTime)), { test: 2432232314 });
});

test("signature of another library_isAccepted", async () => {
    const signer = new Webhook(kSecret);
    const body = '{"type":"order.created","data":{"text":"Zo\u00eb \ud83d\ude80"}}';
    const headers = { "webhook-id": "msg_1", "webhook-timestamp": String(kTime), "webhook-signature": signer.sign("msg_1", new Date(kTime * 1000), body) };
    assert.equal((await verifyWebhook({ body, headers }, at(kTime))).type, "order.created");
});

for (const [what, signature, secret] of [
    ["after one of an old secret", `v1,${Buffer.alloc(32).toString("base64")} ${kVector.headers["webhook-signature"]}`, kSecret],
    ["after one of a later version", `v1a,AAAA ${kVector.headers["webhook-signature"]}`, kSecret],
    ["with the second of two secrets", kVector.headers["webhook-signature"], ["whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", kSecret]],
])
    test(`signature_${what}_isAccepted`, async () => {
        const headers = { ...kVector.headers, "webhook-signature": signature };
        await verifyWebhook({ ...kVector, headers }, { ...at(kTime), secret });
    });

const with_ = (name, value) => ({ ...kVector, headers: { ...kVector.headers, [name]: value } });
for (const [what, message, kind] of [
    ["another body", { ...kVector, body: '{"test": 2432232315}' }, "no_matching_signature"],
    ["the same body written anew", { ...kVector, body: '{"test":2432232314}' }, "no_matching_signature"],
    ["another id", with_("webhook-id", "msg_2"), "no_matching_signature"],
    ["another time", with_("webhook-timestamp", String(kTime + 1)), "no_matching_signature"],
    ["hexadecimal", with_("webhook-signature", `v1,${Buffer.from(kVector.headers["webhook-signature"].slice(3), "base64").toString("hex")}`), "no_matching_signature"],
    ["a shortened signature", with_("webhook-signature", "v1,ZX+cit3W"), "no_matching_signature"],
    ["commas between signatures", with_("webhook-signature", `v1,AAAA,${kVector.headers["webhook-signature"]}`), "no_matching_signature"],
    ["no id", with_("webhook-id", undefined), "missing_header"],
    ["no signature", with_("webhook-signature", ""), "missing_header"],
    ["no time", with_("webhook-timestamp", "yesterday"), "malformed_timestamp"],
])
    test(`message_with ${what}_isRefused`, () => assert.rejects(verifyWebhook(message, at(kTime)), fault(kind)));

test("age_up to the tolerance_isAccepted", async () => {
    for (const difference of [-300, 300]) await verifyWebhook(kVector, at(kTime + difference));
    await assert.rejects(verifyWebhook(kVector, at(kTime + 301)), fault("too_old"));
    await assert.rejects(verifyWebhook(kVector, at(kTime - 301)), fault("too_new"));
});

test("secret_of the environment_isTaken", async () => {
    await assert.rejects(verifyWebhook(kVector, { now: at(kTime).now }), /LEADSHEET_WEBHOOK_SECRET/);
    process.env.LEADSHEET_WEBHOOK_SECRET = kSecret;
    try {
        assert.deepEqual(await verifyWebhook(kVector, { now: at(kTime).now }), { test: 2432232314 });
    } finally {
        delete process.env.LEADSHEET_WEBHOOK_SECRET;
    }
});

test("secret_that is none_isRefused", () => assert.rejects(verifyWebhook(kVector, { ...at(kTime), secret: "whsec_!" }), /base64/));
