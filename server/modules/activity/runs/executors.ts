import { type Context, perContext } from '#server/platform/context.ts'
import { listParts } from '#server/platform/module.ts'
import type { RunExecutor } from './run-types.ts'

declare module '#server/platform/module.ts' {
  interface Module {
    /** Implementations of kinds of runs, one for each kind. */
    executors?(ctx: Context): RunExecutor[]
  }
}

const executorsByKind = perContext((ctx) => {
  const executors = listParts(ctx, (module) => module.executors?.(ctx))
  return new Map(executors.map((executor) => [executor.kind, executor]))
})

/** How a kind of run is carried out; undefined when no module does. */
export const findExecutor = (ctx: Context, kind: RunExecutor['kind']): RunExecutor | undefined =>
  executorsByKind(ctx).get(kind)
