import { PAID_EMAIL_STATES } from '#contract/leads/email-states.ts'
import { recordAttempts, recordFound } from '#server/modules/sources/source-stats/index.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { Delivered, WorkingRun } from '#server/providers/lead-sources/index.ts'
import type { CheckedWebsite } from '#server/website-reader/index.ts'

/** Whether one of the addresses is verified or potential. */
const hasWorking = (emails: CheckedWebsite['emails']): boolean =>
  emails.some(({ state }) => PAID_EMAIL_STATES.includes(state))

/** Records the hit rate and the source of every delivered address, published and inferred separately. */
export async function recordStats(
  db: Db,
  run: WorkingRun,
  websites: CheckedWebsite[],
  done: Delivered,
): Promise<void> {
  const delivered = new Set(done.delivered)
  const paid = new Set(done.paid)
  const figures = websites.map((website) => {
    const found = website.emails.filter((email) => delivered.has(email.value))
    const inferred = found.filter((email) => email.kind === 'inferred')
    const published = found.filter((email) => email.kind !== 'inferred')
    return { website, found, inferred, published }
  })
  const attempts = figures.flatMap(({ website, found, inferred, published }) => {
    const attempt = { itemKey: website.domain, source: done.source, tookMs: website.took_ms }
    const credits = found.filter((email) => paid.has(email.value)).length * done.unitCost
    // Without a named person nothing could be inferred, so it is not a miss.
    const named = website.people.some((person) => person.staff && !person.email)
    return [
      {
        ...attempt,
        kind: 'website' as const,
        hit: hasWorking(published),
        addresses: published.length,
        credits,
      },
      ...(named
        ? [
            {
              ...attempt,
              kind: 'inferred' as const,
              hit: hasWorking(inferred),
              addresses: inferred.length,
              credits: 0,
            },
          ]
        : []),
    ]
  })
  const found = new Map(figures.flatMap((figure) => figure.found.map((email) => [email.value, email])))
  await recordAttempts(db, run.account_id, run.id, attempts)
  await recordFound(
    db,
    run.account_id,
    run.id,
    [...found.values()].map((email) => ({
      address: email.value,
      source: done.source,
      kind: email.kind === 'inferred' ? 'inferred' : 'website',
      state: email.state,
    })),
  )
}
