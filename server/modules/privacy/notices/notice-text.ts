import type { LeadDetail } from '#contract/leads/leads.ts'
import { LIST_TYPES, type ListTypeId } from '#contract/leads/list-types/index.ts'

type Origin = LeadDetail['provenance'][string]

/** "companies' own websites, https://acme.example/team, on 2026-01-02 (licence CC-BY-4.0)". */
function originText({ source, url, observed_at, licence }: Origin): string {
  const parts = [source, url, observed_at && `on ${observed_at.slice(0, 10)}`].filter(Boolean)
  return parts.join(', ') + (licence ? ` (licence ${licence})` : '')
}

/** The data controller. Empty fields are left for the person to fill in. */
export interface Controller {
  name: string
  /** One line each. */
  address: string
  website: string
}

const contactLabel = ({ name, address, website }: Controller): string =>
  [
    name,
    address
      .split(/\s*\n\s*/)
      .filter(Boolean)
      .join(', ') || '[postal address]',
    website,
  ]
    .filter(Boolean)
    .join(', ')

/**
 * The GDPR Article 14 notice to a lead's person: who stores what, and from where. What only the controller knows
 * is in [brackets].
 */
export function noticeText(controller: Controller, type: ListTypeId, lead: LeadDetail): string {
  const fields = LIST_TYPES[type].fields.filter(({ name }) => lead.provenance[name])
  const bySource = Map.groupBy(fields, ({ name }) => originText(lead.provenance[name] as Origin))
  const stored = fields.map(
    ({ name, label }) => `- ${label}: ${lead.labels[name] ?? lead.values[name] ?? ''}`,
  )
  const sources = [...bySource].map(
    ([origin, own]) => `- ${own.map(({ label }) => label).join(', ')}: ${origin}`,
  )
  return [
    'Information about the processing of your personal data (Article 14 GDPR)',
    '',
    'Who we are',
    `${contactLabel(controller)}, [email], [phone]. Data protection officer: [name and contact, or remove].`,
    '',
    'What we hold about you',
    ...stored,
    '',
    'Where it comes from',
    'We did not obtain it from you.',
    ...sources,
    `We hold it since ${lead.added_at.slice(0, 10)}.`,
    '',
    'What for, and on which legal basis',
    '[Purpose, for example: to offer our services to you in your professional role]. Legal basis: [for example Article 6(1)(f) GDPR, our legitimate interest in ...].',
    '',
    'Who receives it, and for how long we keep it',
    'Recipients: [recipients or categories of recipients]. Transfers to third countries: [none, or which and with what safeguards]. We keep it for [period, or how it is determined].',
    '',
    'Your rights',
    'You may ask us for access to your data, for its rectification or erasure, for the restriction of its processing and for its portability. You may complain to a supervisory authority: [competent authority]. We take no automated decisions about you [or explain them].',
    '',
    'Your right to object',
    'You may object to this processing at any time. For direct marketing no reasons are needed. Write to [email]; we then erase your data and put you on our suppression list, so that it does not come back.',
    '',
  ].join('\n')
}
