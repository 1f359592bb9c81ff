# SPDX-License-Identifier: Apache-2.0
"""Puts the parts of the API document together."""

from pathlib import Path

import yaml

from . import events, house_rules, schemas
from .inputs import ContractError
from .operations import check_operations


class _Loader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):
    """Refuses repeated keys, and leaves times as the texts they are in JSON."""

    def construct_mapping(self, node, deep=False):
        keys = [self.construct_object(key, deep=True) for key, _ in node.value]
        for key in keys:
            if keys.count(key) > 1:
                raise ContractError(f"line {node.start_mark.line + 1}: {key!r} occurs twice")
        return super().construct_mapping(node, deep)


_Loader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in resolvers
            if tag != "tag:yaml.org,2002:timestamp"]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


def _merge(target, part, where):
    for name, value in part.items():
        if name not in target:
            target[name] = value
        elif isinstance(value, dict) and isinstance(target[name], dict):
            _merge(target[name], value, f"{where}/{name}")
        else:
            raise ContractError(f"{where}/{name} is defined in two parts of the document")


def load_parts(folder):
    """Merges openapi/*.yaml into one document; a member defined twice is an error."""
    document = {}
    parts = sorted(Path(folder).glob("*.yaml"), key=lambda p: (p.name != "openapi.yaml", p.name))
    for part in parts:
        try:
            with part.open(encoding="utf-8") as stream:
                _merge(document, yaml.load(stream, _Loader) or {}, "")
        except (yaml.YAMLError, ContractError) as error:
            raise ContractError(f"openapi/{part.name}: {error}") from error
    return document


def build(folder, facts):
    """The whole document: parts, filled in from the data files, house rules applied, checked; and
    its places that follow settings, as schemas.setting_places() has them."""
    document = load_parts(folder)
    _merge(document, {"components": {"schemas": schemas.generated_schemas(facts)}}, "")
    places = schemas.setting_places(document, facts)
    document = schemas.fill(document, facts)
    check_operations(document, facts["scopes"], facts["limits"])
    house_rules.apply(document, facts["error_codes"])
    events.apply(document, facts["webhook_events"])
    return document, places
