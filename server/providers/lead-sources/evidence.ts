import type { Evidence, SourceRecorder } from './lead-source.ts'

export interface WorkingRun {
  account_id: number
  id: number
}

/** What happened to the leads or values of units. */
export interface Delivered {
  source: string
  /** Keys of new leads, or of leads with new values. */
  delivered: string[]
  /** Of those, the ones charged now. */
  paid: string[]
  /** Credits for each of those. */
  unitCost: number
  /** Keys that the run could not pay for or had no room for; their evidence is not kept. */
  leftOut: ReadonlySet<string>
}

/** What is told of a unit without its evidence. */
interface Visited {
  domain: string
  pages: number
  problem: string | null
  moved_to: string | null
}

/** Stores what sources show as evidence beside leads: the units of a run, their progress, and what each showed. */
export interface EvidenceStore {
  /** Ids of the sources whose evidence it stores. */
  sources: readonly string[]
  /** Saves the planned units with the new run. */
  plan(place: { accountId: number; runId: number; listId: number | null }, units: string[]): Promise<void>
  /**
   * Receives progress from the source and saves it periodically; `written` gets the saved units. Close it at the
   * end.
   */
  recorder(
    run: WorkingRun,
    written?: (units: string[]) => Promise<unknown>,
  ): SourceRecorder & { close(): Promise<void> }
  /** Stores the evidence of units and its outcome, in the transaction that delivers. */
  finish(run: WorkingRun, evidence: readonly Evidence[], done: Delivered): Promise<void>
  /** Ends units that were read for something else than contacts: their earlier evidence stays the newest. */
  finishVisited(run: WorkingRun, visited: readonly Visited[]): Promise<void>
  /** Marks the run's unfinished units as not read, in the transaction that ends it. */
  leave(run: WorkingRun): Promise<void>
}
