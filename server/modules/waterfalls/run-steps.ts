import { sourceById } from '#contract/sources/index.ts'
import type { RunsService } from '#server/modules/runs/index.ts'
import type { Db } from '#server/platform/db/db.ts'
import { notFound } from '#server/platform/errors.ts'
import { hideEmail, hidePhone } from '#server/platform/text/hide-contact.ts'
import { hitsOfRun, type LookupValue, stepsOfRun } from './lookups-store.ts'

/** A value that was found and is not paid for: enough to see that it is there. */
function masked(values: Record<string, LookupValue>): string | null {
  const { email, phone, position, company } = values
  if (email) return hideEmail(email.value)
  if (phone) return hidePhone(phone.value)
  return [position?.value, company?.value].filter(Boolean).join(', ') || 'Profile'
}

/** What the sources of a waterfall were asked and had. @throws AppError not_found. */
export async function showSteps(
  { db, runs }: { db: Db; runs: Pick<RunsService, 'find'> },
  accountId: number,
  runId: number,
) {
  const run = await runs.find(accountId, runId)
  if (!run) throw notFound('The run')
  const steps = await stepsOfRun(db, accountId, runId)
  const isDry = (run.input as { isDry?: boolean }).isDry === true
  const hits = isDry ? await hitsOfRun(db, accountId, runId) : []
  return {
    tried: run.done,
    found: (run.counts.found ?? 0) + (run.counts.potential ?? 0),
    cost: run.cost,
    waiting: steps.reduce((sum, { waiting }) => sum + waiting, 0),
    steps: steps.map(({ source, tried, found, failed, cost, seconds }) => ({
      ...{ source, label: sourceById(source)?.label ?? source },
      ...{ tried, found, failed, cost, seconds },
    })),
    rows: hits.map(({ lead_id, name, source, answer }) => ({
      ...{ lead_id, name, source },
      value: masked(answer.values),
    })),
  }
}
