import type { ListRow } from '#server/modules/leads/lists/index.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import type { AutopilotRow, AutopilotRunRow } from './autopilots-store.ts'

/** What a step works on: the leads of this run that pass its condition. */
export interface StepContext {
  actor: Actor
  autopilot: AutopilotRow
  run: AutopilotRunRow
  list: ListRow
  leadIds: number[]
  /** As the step's declaration reads them. */
  options: Record<string, unknown>
}

/** Credits of a step, for a number of leads. */
export interface StepPrice {
  expected: number
  max: number
}

/** How the server does one step. */
export interface StepWork {
  /** Refuses options that mean nothing in this account. @throws AppError. */
  check?(actor: Actor, options: Record<string, unknown>): Promise<void>
  /**
   * Starts its run, or does its work at once, in the transaction that notes it: it happens exactly once. Calls nobody
   * outside.
   * @returns the run that does it; null when it is done.
   * @throws AppError with what a person would be told who did it by hand.
   */
  start(context: StepContext): Promise<{ runId: number } | null>
  /** Of a step that costs: what so many leads are expected to cost. */
  price?(actor: Actor, leads: number, options: Record<string, unknown>): Promise<StepPrice>
}
