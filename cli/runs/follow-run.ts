import { setTimeout as sleep } from 'node:timers/promises'
import { cancelRun, FINAL_RUN_STATES, type Run, run as showRun } from '#contract/activity/runs.ts'
import type { ApiClient } from '../http/api-client.ts'
import { ReplyError } from '../http/request-error.ts'

/** How a run is waited for. */
export interface FollowOptions {
  onProgress?: (run: Run) => void
  /** When it aborts the server is asked to cancel the run, and the wait goes on until that has happened. */
  cancelOn?: AbortSignal
}

const FIRST_WAIT_MS = 300
const LONGEST_WAIT_MS = 1000

/** Whether a run is over. */
const isFinal = (run: Run): boolean => (FINAL_RUN_STATES as readonly string[]).includes(run.state)

/** Asks the server to stop a run. A run that is already over is no error. */
async function confirmCancel(client: ApiClient, id: number): Promise<void> {
  try {
    await client.call(cancelRun, { params: { id } }, { patient: true })
  } catch (error) {
    if (!(error instanceof ReplyError && error.status === 409)) throw error
  }
}

const pause = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  sleep(ms, undefined, signal ? { signal } : {}).catch(() => {})

/** Waits until a run is over and answers its last state. A server that restarts in between is waited for. */
export async function followRun(client: ApiClient, id: number, options: FollowOptions = {}): Promise<Run> {
  let requested = false
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 1.25, LONGEST_WAIT_MS)) {
    const { data: run } = await client.call(showRun, { params: { id } }, { patient: true })
    options.onProgress?.(run)
    if (isFinal(run)) return run
    if (options.cancelOn?.aborted && !requested) {
      requested = true
      wait = FIRST_WAIT_MS
      await confirmCancel(client, id)
    } else {
      await pause(wait, requested ? undefined : options.cancelOn)
    }
  }
}
