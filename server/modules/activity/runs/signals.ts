import { defineEvent } from '#server/platform/signals.ts'
import type { EndState } from './run-types.ts'
import type { RunRow } from './runs-store.ts'

/**
 * A run ends, in the transaction that ends it: its executor has settled it, and its end is not yet written. `run`
 * is its previous state.
 */
export const runEnding = defineEvent<{ run: RunRow; state: EndState }>()
