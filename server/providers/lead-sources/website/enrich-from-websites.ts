import { type ListTypeId, leadSubject } from '#contract/leads/list-types/index.ts'
import {
  type CheckedWebsite,
  findCompanyAddress,
  findPersonAddress,
  readInTurn,
  type WebsiteReader,
  type WebsiteReport,
} from '#server/website-reader/index.ts'
import type { Enriched, EnrichRequest, EnrichUnit, FoundValue, WorkContext } from '../lead-source.ts'
import { originOfSighting } from './sighting-origin.ts'

type CheckedEmail = CheckedWebsite['emails'][number]
type Values = Record<string, FoundValue>

const SOCIAL_FIELDS: Record<string, string> = {
  linkedin: 'linkedin_url',
  facebook: 'facebook_url',
  instagram: 'instagram_url',
}

/** The company's phone and profiles, found along the way. */
function companyValues(report: WebsiteReport): Values {
  const values: Values = {}
  const phone = report.phones.find(({ person }) => person === null)
  if (phone) values.phone = { value: phone.value, origin: originOfSighting(phone.sources[0], 0.9) }
  for (const { network, url, sources } of report.socials) {
    const field = SOCIAL_FIELDS[network]
    if (field) values[field] ??= { value: url, origin: originOfSighting(sources[0], 0.9) }
  }
  return values
}

function emailValues(email: CheckedEmail | null): Values {
  if (!email) return {}
  const origin = originOfSighting(email.sources[0], email.confidence)
  return {
    email: { value: email.value, origin },
    email_state: { value: email.state, origin },
    email_kind: { value: email.kind, origin },
  }
}

/** The company's address for each lead, or for people their own; an influencer's website counts as personal. */
async function answer(
  report: WebsiteReport,
  unit: EnrichUnit,
  type: ListTypeId,
  context: WorkContext,
): Promise<Enriched> {
  const { check, signal } = context
  const leads = await unit.leads()
  const found: { leadId: number; email: CheckedEmail | null }[] = []
  if (leadSubject(type) === 'person') {
    for (const { id, name, position } of leads) {
      const email = await findPersonAddress(report, { name: name ?? '', position }, { check, signal })
      found.push({ leadId: id, email })
    }
  } else {
    const email = leads.length > 0 ? await findCompanyAddress(report, { check, signal }) : null
    found.push(...leads.map(({ id }) => ({ leadId: id, email })))
  }
  const shared = leadSubject(type) === 'business' ? companyValues(report) : {}
  const emails = new Map(found.flatMap(({ email }) => (email ? [[email.value, email] as const] : [])))
  return {
    unit: unit.key,
    answers: found.map(({ leadId, email }) => ({ leadId, values: { ...emailValues(email), ...shared } })),
    problem: report.problem,
    evidence: { ...report, emails: [...emails.values()] },
  }
}

/** Looks up values on companies' websites, each read once; a unit is a domain. */
export function enrichFromWebsites(
  { type, units, withSignals = false }: EnrichRequest,
  context: WorkContext,
  { reader, concurrentWebsites }: { reader: WebsiteReader; concurrentWebsites: number },
): AsyncIterable<Enriched[]> {
  return readInTurn({
    items: units,
    reader,
    websitesAtOnce: concurrentWebsites,
    signal: context.signal,
    read: ({ key }) => ({
      domain: key,
      withSignals,
      onProgress: (progress) => context.recorder.progress(key, progress),
      onRead: () => context.recorder.wasRead(key),
    }),
    work: (report, unit) => answer(report, unit, type, context),
  })
}
