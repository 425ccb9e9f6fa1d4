import type { Evidence, SourceRecorder } from './lead-source.ts'

/** The run that works, by account. */
export interface WorkingRun {
  account_id: number
  id: number
}

/** What became of the leads or values that units of work brought. */
export interface Delivered {
  source: string
  /** Addresses that became leads, or values of leads. */
  delivered: string[]
  /** Of them, the ones that were charged now. */
  paid: string[]
  /** Credits that each of those cost. */
  unitCost: number
  /** Addresses that the run could not pay for or had no room for: they are nobody's yet and are not kept. */
  leftOut: ReadonlySet<string>
}

/**
 * Keeps what sources show beside leads: which units of work a run has, how far each is, what each said. A source whose
 * batches carry evidence names its evidenceStore; a run of any other has none.
 */
export interface EvidenceStore {
  /** Id of the sources whose evidence it keeps. */
  sources: readonly string[]
  /** Writes down, with the run that is being made, what it will look at. */
  plan(place: { accountId: number; runId: number; listId: number | null }, units: string[]): Promise<void>
  /** Takes progress from the source and writes it now and then; `written` hears of which units. Close it at the end. */
  recorder(
    run: WorkingRun,
    written?: (units: string[]) => Promise<unknown>,
  ): SourceRecorder & { close(): Promise<void> }
  /** Stores what units showed together with what was made of it, in the transaction that delivers. */
  finish(run: WorkingRun, evidence: readonly Evidence[], done: Delivered): Promise<void>
  /** Says of units that a run leaves unfinished that they were not looked at, in the transaction that ends it. */
  leave(run: WorkingRun): Promise<void>
}
