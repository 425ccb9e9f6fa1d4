import { setTimeout as sleep } from 'node:timers/promises'
import { cancelRun, FINAL_RUN_STATES, type Run, run as showRun } from '#contract/activity/runs.ts'
import type { ApiClient } from '../http/api-client.ts'
import { ReplyError } from '../http/request-error.ts'

export interface FollowOptions {
  onProgress?: (run: Run) => void
  /** Aborting it asks the server to cancel the run, and waits until that has happened. */
  cancelOn?: AbortSignal
}

const FIRST_WAIT_MS = 300
const LONGEST_WAIT_MS = 1000

const isFinal = (run: Run): boolean => (FINAL_RUN_STATES as readonly string[]).includes(run.state)

/** Asks the server to cancel a run. A run that has ended is no error. */
async function confirmCancel(client: ApiClient, id: number): Promise<void> {
  try {
    await client.call(cancelRun, { params: { id } }, { patient: true })
  } catch (error) {
    if (!(error instanceof ReplyError && error.status === 409)) throw error
  }
}

const pause = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  sleep(ms, undefined, signal ? { signal } : {}).catch(() => {})

/** Waits until a run has ended and returns its last state. Keeps waiting when the server restarts in between. */
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
