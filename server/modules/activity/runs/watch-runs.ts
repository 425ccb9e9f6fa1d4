import type { Context } from '#server/platform/context.ts'
import { createLeaseRenewal } from './keep-leases.ts'
import { RunStopped } from './run-stops.ts'
import type { RunRow } from './runs-store.ts'

/** Renews the leases of active runs, and tells each when it must stop; `shutdown` stops all. */
export function createRunWatch(ctx: Context, shutdown: AbortSignal) {
  const leases = createLeaseRenewal(ctx.db)

  return function watch(run: RunRow): { controller: AbortController; stop(): void } {
    const controller = new AbortController()
    const stopBy = (reason: RunStopped['reason']) => controller.abort(new RunStopped(reason))
    const onShutdown = () => stopBy('shutdown')
    shutdown.addEventListener('abort', onShutdown, { once: true })
    const release = leases.track({ accountId: run.account_id, id: run.id, attempt: run.attempt }, stopBy)
    const unsubscribe = ctx.bus.subscribe((message) => {
      if (message.kind === 'run_cancel' && message.accountId === run.account_id && message.id === run.id)
        stopBy('cancelled')
    })
    return {
      controller,
      stop() {
        release()
        unsubscribe()
        shutdown.removeEventListener('abort', onShutdown)
      },
    }
  }
}

export type WatchRun = ReturnType<typeof createRunWatch>
