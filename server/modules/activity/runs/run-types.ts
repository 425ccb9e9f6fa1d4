import type { RunCounts, RunDefinition, RunInput } from '#contract/activity/run-kinds/define.ts'
import type { RunKind } from '#contract/activity/run-kinds/index.ts'
import type { Progress, RunRow } from './runs-store.ts'

/** A declared kind of run. */
export type AnyRun = RunDefinition<RunKind>

/** A run of one kind, with the declared input and counts. */
export type RunOf<D> = Omit<RunRow, 'input' | 'counts'> & { input: RunInput<D>; counts: RunCounts<D> }

/** Progress after a step; absolute values. */
export type ProgressOf<D> = Omit<Progress, 'counts'> & { counts?: RunCounts<D> }

export interface RunContext<D = AnyRun> {
  run: RunOf<D>
  /** Aborts on cancel, on a lost lease and on shutdown. */
  signal: AbortSignal
  /**
   * One step in one transaction: the run is locked, the claim is checked, `work` writes rows and charges and
   * returns the progress, which is stored with them. Throws RunStopped when the run must end.
   */
  step(work: (run: RunOf<D>) => Promise<ProgressOf<D>>): Promise<void>
}

export type EndState = 'succeeded' | 'cancelled' | 'failed'

/** Writes an ending run's last progress; absolute values. */
export type WriteLast<D = AnyRun> = (progress: ProgressOf<D>) => Promise<unknown>

/**
 * The implementation of one kind of run. `run` must continue from `run.cursor`; `settle` runs in the transaction
 * that ends it.
 */
export interface RunExecutor {
  kind: RunKind
  run(context: RunContext): Promise<void>
  settle?(run: RunRow, state: EndState, write: WriteLast): Promise<void>
}

/** Implements a declared kind of run, with the declaration's types of input and counts. */
export const defineExecutor = <D extends AnyRun>(
  definition: D,
  work: {
    run(context: RunContext<D>): Promise<void>
    settle?(run: RunOf<D>, state: EndState, write: WriteLast<D>): Promise<void>
  },
): RunExecutor => ({ kind: definition.kind, ...(work as unknown as Omit<RunExecutor, 'kind'>) })
