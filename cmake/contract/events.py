# SPDX-License-Identifier: Apache-2.0
"""Makes the webhooks section: one message for each event."""

from .headers import camel
from .inputs import ContractError
from .schemas import ref

PARAMETERS = ("WebhookIdHeader", "WebhookTimestampHeader", "WebhookSignatureHeader", "TraceParentHeader")


def apply(document, events):
    schemas = document["components"]["schemas"]
    webhooks = document.setdefault("webhooks", {})
    for event in events["events"]:
        if event["data"] not in schemas:
            raise ContractError(f"webhook_events.json: {event['name']}: no schema {event['data']}")
        name = f"{camel(event['name'])}Message"
        schemas[name] = {
            "type": "object", "description": event["description"],
            "required": ["type", "timestamp", "data"],
            "properties": {
                "type": {"type": "string", "const": event["name"], "description": "The event."},
                "timestamp": {**ref("Timestamp"), "description": "When it happened."},
                "data": ref(event["data"]),
            },
        }
        webhooks[event["name"]] = {"post": {
            "operationId": f"on{camel(event['name'])}", "tags": ["events"],
            "summary": event["description"], "security": [],
            "parameters": [{"$ref": f"#/components/parameters/{p}"} for p in PARAMETERS],
            "requestBody": {"required": True,
                            "content": {"application/json": {"schema": ref(name)}}},
            "responses": {
                "2XX": {"description": "Delivered."},
                "410": {"description": "Gone: the webhook is disabled."},
                "429": {"description": "Not now; Retry-After lengthens the next step."},
                "default": {"description": "Failed; the next attempt follows the schedule."},
            },
        }}
