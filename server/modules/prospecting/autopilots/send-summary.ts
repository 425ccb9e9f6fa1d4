import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import { findChangeStep } from '#contract/prospecting/autopilot-steps.ts'
import { findReader } from '#server/modules/activity/notifications/index.ts'
import { sendMail } from '#server/modules/branding/mail/index.ts'
import { findBrand } from '#server/modules/branding/sites/index.ts'
import { findLeadScope, readLeadChunks } from '#server/modules/leads/leads/index.ts'
import type { Context } from '#server/platform/context.ts'
import { findRunBefore } from './autopilots-store.ts'
import type { StepContext } from './step-work.ts'

const CHUNK = 1000
/** Maximum leads named in the email, which says how many more there are. */
const NAMED = 20

/** What the email says about the new leads. */
async function countLeads(ctx: Context, { actor, list, leadIds }: StepContext) {
  const names: string[] = []
  const counts = { with_email: 0, with_phone: 0 }
  const scope = await findLeadScope(ctx, actor, list.id, list.type as ListTypeId)
  for await (const chunk of readLeadChunks(ctx, scope, leadIds, CHUNK))
    for (const { name, company, domain, email, phone } of chunk) {
      if (names.length < NAMED) names.push(name ?? company ?? domain ?? email ?? 'A lead without a name')
      counts.with_email += email ? 1 : 0
      counts.with_phone += phone ? 1 : 0
    }
  const more = leadIds.length - names.length
  if (more > 0) names.push(`And ${more.toLocaleString('en')} more`)
  return { ...counts, lines: names.join('\n') }
}

/** Emails the run's person the new or changed leads since the previous run, in the step's transaction. */
export async function sendSummary(ctx: Context, context: StepContext): Promise<null> {
  const { actor, autopilot, run, list, leadIds } = context
  const reader = await findReader(ctx.db, actor.accountId, actor.userId)
  if (!reader) return null
  const before = await findRunBefore(ctx.db, run)
  const isAboutChanges = findChangeStep(run.steps.slice(0, run.step)) !== undefined
  const changes = run.results.find(({ step }) => step === 'check-websites')?.message ?? ''
  const { url } = await findBrand(ctx, reader.site_id)
  const when = new Intl.DateTimeFormat('en', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: autopilot.time_zone,
  })
  await sendMail(ctx, {
    siteId: reader.site_id,
    to: reader.email,
    template: 'autopilot-summary',
    variables: {
      first_name: reader.first_name,
      name: autopilot.name,
      count: leadIds.length,
      before: before && !isAboutChanges ? before.leads.toLocaleString('en') : '',
      kind: isAboutChanges ? 'changed' : 'new',
      changes,
      since: when.format(before?.slot ?? autopilot.created_at),
      ...(await countLeads(ctx, context)),
    },
    secrets: {
      link: `${url}/saved-lists/${list.type}-${list.id}`,
      settings_link: `${url}/autopilot/${list.type}-${autopilot.id}/edit`,
    },
    accountId: actor.accountId,
    userId: actor.userId,
  })
  return null
}
