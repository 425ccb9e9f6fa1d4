import type * as z from 'zod/mini'
import type { Schema } from '../../core/endpoint.ts'
import type { Topic } from '../../core/topics.ts'
import type { WebhookEventType } from '../webhook-events.ts'

/** What became of pieces of work, told apart by icon and colour; the words are those of the counts. */
const OUTCOMES = ['found', 'potential', 'not_found', 'failed', 'not_tried'] as const
export type Outcome = (typeof OUTCOMES)[number]

/** How the end of a run is told, beside the event `run.finished`. A run that someone has stopped notifies nobody. */
interface RunEnding {
  /** Further events for webhooks: however it ended, and only when it succeeded. */
  events?: { ended?: readonly WebhookEventType[]; succeeded?: readonly WebhookEventType[] }
  /**
   * Whether whoever started it is notified: once it took so long that nobody watched it, always, or never. The owners are
   * in place of nobody, where it started by itself. Default: `unwatched`.
   */
  notify?: 'unwatched' | 'always' | 'never'
  /** Address of the page with the file that it made: its success is notified as `export_ready`, else as `run_finished`. */
  fileAt?: string
}

/** What a run of one kind is: everything that browser, command line and server know of it. */
export interface RunDefinition<
  Kind extends string = string,
  Input extends Schema = Schema,
  Count extends string = string,
> {
  kind: Kind
  /** What the run was started with, as its executor finds it. */
  input: Input
  /**
   * What it counts, in the order in which it is told, each with the word that follows its number; null is a number
   * that only the program uses.
   */
  counts: Record<Count, string | null>
  /** Counts that divide the work between them, each with what it means for its pieces; told in the order of `counts`. */
  outcomes?: Partial<Record<NoInfer<Count>, Outcome>>
  /** Whether it asks lead sources, so that what each delivered can be told. */
  usesSources?: true
  /** What its progress changes besides the run itself; `{list_id}` is the run's list. */
  touches: readonly Topic[]
  labels: {
    /** Name of the work, as on a button: "Export". */
    name: string
    /** The entry of the list's history. */
    history: string
  }
  /** What `done` and `total` count. */
  unit: 'pieces' | 'bytes'
  /** Name of the pieces, one and many, by type of list. */
  pieces?: (listType: string | null) => readonly [string, string]
  /** The count of what went wrong: a run that ends with some is not simply done. */
  failures?: NoInfer<Count>
  /** The value of a field that tells, in its list, the leads that went wrong. */
  failedLeads?: { field: string; value: string }
  /** It holds credits when it starts; what was not used is available again when it ends. */
  isPaid?: true
  /** All that it needs is in its input, so the same run can simply be started again. */
  repeats?: true
  /** How its end is told. */
  ending?: RunEnding
  /** Whether it reads websites, so that its progress can be told for each. */
  readsWebsites?: (listType: string | null) => boolean
  /** Seconds that it may wait for its first sign of life before it counts as lost. Default: one lease. */
  graceSeconds?: number
}

/** Declares a kind of run. Pieces are counted by default. */
export const defineRun = <const Kind extends string, Input extends Schema, const Count extends string>(
  draft: Omit<RunDefinition<Kind, Input, Count>, 'unit'> & { unit?: 'pieces' | 'bytes' },
): RunDefinition<Kind, Input, Count> => ({ unit: 'pieces', ...draft })

/** What a run of this kind is started with. */
export type RunInput<D> =
  D extends RunDefinition<infer _Kind, infer Input, infer _Count> ? z.output<Input> : never

/** Numbers of a run of this kind; what was never counted is absent. */
export type RunCounts<D> =
  D extends RunDefinition<infer _Kind, infer _Input, infer Count> ? Partial<Record<Count, number>> : never
