import { InstallationDocument, WrittenInstallationDocument } from '#contract/admin/installation-document.ts'
import { KitDocument, WrittenKitDocument } from '#contract/admin/kit-document.ts'
import type { Schema } from '#contract/core/endpoint.ts'
import { LIST_TYPES } from '#contract/leads/list-types/index.ts'
import { SearchInput } from '#contract/leads/search-input.ts'
import { AUTOPILOT_STEP_NAMES, StepOptions, stepDefinition } from '#contract/prospecting/autopilot-steps.ts'

/** What a record holds whose contents are checked by a schema that depends on another field. */
export interface TypedRecord {
  anyOf: readonly Schema[]
  /** Required fields that the server fills in. */
  filledIn: readonly string[]
}

export const TYPED_RECORDS: ReadonlyMap<Schema, TypedRecord> = new Map<Schema, TypedRecord>([
  [WrittenKitDocument, { anyOf: [KitDocument], filledIn: [] }],
  [WrittenInstallationDocument, { anyOf: [InstallationDocument], filledIn: [] }],
  [
    SearchInput,
    { anyOf: Object.values(LIST_TYPES).map(({ searchSchema }) => searchSchema), filledIn: ['source'] },
  ],
  [
    StepOptions,
    { anyOf: [...new Set(AUTOPILOT_STEP_NAMES.map((name) => stepDefinition(name).options))], filledIn: [] },
  ],
])
