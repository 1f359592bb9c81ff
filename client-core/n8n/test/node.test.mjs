// SPDX-License-Identifier: Apache-2.0
import { FakeEngine } from "./fake_engine.mjs";
import { defineScenarios } from "./scenarios.mjs";

defineScenarios(FakeEngine);
