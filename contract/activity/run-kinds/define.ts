import type * as z from 'zod/mini'
import type { Schema } from '../../core/endpoint.ts'
import type { Words } from '../../core/plural.ts'
import type { Topic } from '../../core/topics.ts'
import type { WebhookEventType } from '../webhook-events.ts'

/** Outcome of a piece of work, with its own icon and colour; its label is that of the count. */
const OUTCOMES = ['found', 'potential', 'not_found', 'failed', 'not_tried'] as const
export type Outcome = (typeof OUTCOMES)[number]

/** How the end of a run is announced, beside the event `run.finished`. A run stopped by a user announces nothing. */
interface RunEnding {
  /** Further webhook events: at any end, and on success only. */
  events?: { ended?: readonly WebhookEventType[]; succeeded?: readonly WebhookEventType[] }
  /**
   * When the user who started the run is notified: if it took long enough to be left unwatched, always, or never.
   * Owners are notified of runs that started automatically. Default: `unwatched`.
   */
  notify?: 'unwatched' | 'always' | 'never'
  /** Page with the resulting file: success is notified as `export_ready`, any other end as `run_finished`. */
  fileAt?: string
}

/** Declaration of a kind of run for browser, command line and server. */
export interface RunDefinition<
  Kind extends string = string,
  Input extends Schema = Schema,
  Count extends string = string,
> {
  kind: Kind
  /** Input of the run, as its executor gets it. */
  input: Input
  /** Its counts in display order, each with the label after its number, also for 1 where it differs; null marks an internal count. */
  counts: Record<Count, Words | null>
  /** Counts that add up to the whole, each with its outcome, in the order of `counts`. */
  outcomes?: Partial<Record<NoInfer<Count>, Outcome>>
  /** Whether it queries lead sources, so that results can be shown per source. */
  usesSources?: true
  /** Topics that progress changes besides the run; `{list_id}` is the run's list. */
  touches: readonly Topic[]
  labels: {
    /** Label of the action, as on a button: "Export". */
    name: string
    /** Entry in the list's history. */
    history: string
  }
  /** Unit of `done` and `total`. */
  unit: 'pieces' | 'bytes'
  /** Singular and plural name of the unit, by list type. */
  pieces?: (listType: string | null) => readonly [string, string]
  /** The count of failures: a run with failures is shown as partly done. */
  failures?: NoInfer<Count>
  /** Field value that filters the list for the failed leads. */
  failedLeads?: { field: string; value: string }
  /** Reserves credits when it starts and releases unused ones when it ends. */
  isPaid?: true
  /** Can be started again with the same input. */
  repeats?: true
  /** How its end is told. */
  ending?: RunEnding
  /** Whether it reads websites and shows progress for each. */
  readsWebsites?: (listType: string | null) => boolean
  /** Seconds before a run without a heartbeat counts as lost. Default: one lease. */
  graceSeconds?: number
}

export const defineRun = <const Kind extends string, Input extends Schema, const Count extends string>(
  draft: Omit<RunDefinition<Kind, Input, Count>, 'unit'> & { unit?: 'pieces' | 'bytes' },
): RunDefinition<Kind, Input, Count> => ({ unit: 'pieces', ...draft })

/** Input of a run of this kind. */
export type RunInput<D> =
  D extends RunDefinition<infer _Kind, infer Input, infer _Count> ? z.output<Input> : never

/** Counts of a run of this kind; absent if never counted. */
export type RunCounts<D> =
  D extends RunDefinition<infer _Kind, infer _Input, infer Count> ? Partial<Record<Count, number>> : never
