import type { ListRow } from '#server/modules/leads/lists/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import type { AutopilotRow, AutopilotRunRow } from './autopilots-store.ts'

/** A step's leads: those of this run that match its condition. */
export interface StepContext {
  actor: Actor
  autopilot: AutopilotRow
  run: AutopilotRunRow
  list: ListRow
  leadIds: number[]
  /** As parsed by the step's declaration. */
  options: Record<string, unknown>
}

/** Credits of a step, for a number of leads. */
export interface StepPrice {
  expected: number
  max: number
}

export interface StepWork {
  /** Rejects options that are invalid in this account. @throws AppError. */
  check?(ctx: Context, actor: Actor, options: Record<string, unknown>): Promise<void>
  /**
   * Starts its run, or does its work at once, in the transaction that records it: exactly once. Calls no
   * external service.
   * @returns the run; null when it is done.
   * @throws AppError as for a manual action.
   */
  start(ctx: Context, context: StepContext): Promise<{ runId: number } | null>
  /** What came of its run, for the summary; null for nothing to tell. */
  summarise?(db: Db, work: { accountId: number; listId: number; runId: number }): Promise<string | null>
  /** For a paid step: the expected cost of this many leads. */
  price?(ctx: Context, actor: Actor, leads: number, options: Record<string, unknown>): Promise<StepPrice>
}
