import { PLAIN_COOKIE } from '#contract/branding/script-zone.ts'
import { ACTING_MINUTES, endActing } from '#contract/identity/log-in-as.ts'
import { call } from '#web/lib/api.ts'
import { clearSession } from '#web/lib/session.ts'
import { keepOwnToken, readOwnToken, readToken, writeToken } from '#web/lib/token.ts'

/** Starts over with another token by a full load, so that no data of one person is left for the other. */
export function startOver(token: string, { acting }: { acting: boolean }): void {
  // A brand's own scripts must not run in someone else's session.
  // biome-ignore lint/suspicious/noDocumentCookie: the server reads it with the page, before any script
  document.cookie = `${PLAIN_COOKIE}=1; path=/; samesite=strict; max-age=${acting ? ACTING_MINUTES * 60 : 0}`
  keepOwnToken(acting ? readToken() : null)
  writeToken(token)
  window.location.assign('/')
}

/** Ends acting and returns to the caller's own account. Signs out when that session has ended. */
export async function goBack(): Promise<void> {
  const token = readOwnToken()
  if (!token) return clearSession()
  // Shown instead: the person's own page, which opens at once
  await call(endActing, { token, quiet: 'message' })
  startOver(token, { acting: false })
}
