import { type Context, perContext } from '#server/platform/context.ts'
import { saveBuiltIn } from './built-in.ts'

const stateOf = perContext(() => ({ saved: undefined as Promise<void> | undefined }))

/** Ensures that the built-in courses exist: once per process, on first use; failures are retried. */
export function ensureBuiltIn(ctx: Context): Promise<void> {
  const state = stateOf(ctx)
  state.saved ??= saveBuiltIn(ctx.db).catch((error) => {
    state.saved = undefined
    throw error
  })
  return state.saved
}
