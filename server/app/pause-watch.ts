import type { FastifyInstance } from 'fastify'
import { login, loginSecondFactor, loginWithSocial, logout, socialNonce } from '#contract/identity/auth.ts'
import { beginSignOn, finishSignOn } from '#contract/identity/sign-on.ts'
import { findActor } from '#server/modules/identity/sessions/index.ts'
import { sleep } from '#server/platform/clock.ts'
import type { Context } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { isAdministrator } from '#server/platform/http/actor.ts'
import { bearer } from '#server/platform/http/mount.ts'
import { findPause } from '#server/platform/pause.ts'

/** How soon each process notices the end of a pause. */
const POLL_MS = 2000

export interface PauseWatch {
  isPaused(): boolean
  /** Resolves with true at the end of the pause, at once where there is none, and with false when it is closed before. */
  ended: Promise<boolean>
  close(): void
}

/** Watches whether a restored installation may work again. */
export async function watchPause(db: Db): Promise<PauseWatch> {
  let since = await findPause(db)
  const closing = new AbortController()
  async function waitForEnd(): Promise<boolean> {
    while (since !== null) {
      await sleep(POLL_MS, closing.signal)
      if (closing.signal.aborted) return false
      since = await findPause(db).catch(() => since)
    }
    return true
  }
  return { isPaused: () => since !== null, ended: waitForEnd(), close: () => closing.abort() }
}

/** Ways to sign in, which administrators need to end the pause. */
const SIGN_IN = new Set(
  [login, loginSecondFactor, loginWithSocial, socialNonce, beginSignOn, finishSignOn, logout].map(
    ({ path }) => path,
  ),
)
const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * While the installation is paused, pages answer and administrators get in; all others are told to come back. Vendors
 * repeat what they get no answer to.
 */
export const addPauseGate = (http: FastifyInstance, ctx: Context, pause: PauseWatch): void => {
  http.addHook('onRequest', async (request) => {
    if (!pause.isPaused() || SIGN_IN.has(request.url.split('?')[0] as string)) return
    const token = bearer(request)
    if (token === null && READS.has(request.method)) return
    const actor = token === null ? null : await findActor(ctx, token, request.hostname)
    if (actor && isAdministrator(actor)) return
    throw new AppError(
      'unavailable',
      'This server was restored from a backup and is paused until an administrator starts its work. Try again later',
      { retryAfterSeconds: 300 },
    )
  })
}
