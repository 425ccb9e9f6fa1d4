/** Sentences of the events a history shows; an unknown one reads as its own words. */
const EVENT_WORDS: Record<string, string> = {
  'list.created': 'List created',
  'list.renamed': 'List renamed',
  'list.archived': 'List archived',
  'list.unarchived': 'List brought back from the archive',
  'list.deleted': 'List put in the bin',
  'list.restored': 'List brought back from the bin',
  'lead.added': 'Added',
  'lead.imported': 'Imported',
  'lead.updated': 'Changed',
  'lead.deleted': 'Leads put in the bin',
  'lead.restored': 'Leads brought back from the bin',
  'lead.exported': 'Leads exported',
  'run.search': 'Search',
  'run.export': 'Export',
  'run.corpus_import': 'Import',
  'run.find_emails': 'E-mails looked for',
  'run.get_employees': 'People collected',
  'run.verify': 'E-mails checked',
  'run.bounce_import': 'Bounces imported',
  'lead.enriched': 'Values found',
  'lead.verified': 'E-mail checked',
  'lead.bounced': 'A mail came back',
}

/** An event as a sentence: `list.renamed` reads "List renamed", `some.new_thing` "Some new thing". */
export function eventWords(event: string): string {
  const known = EVENT_WORDS[event]
  if (known) return known
  const words = event.replace(/[._]+/g, ' ').trim()
  return words ? words[0]!.toUpperCase() + words.slice(1) : event
}

const isShort = (value: unknown): value is string | number | boolean =>
  (typeof value === 'string' && value !== '' && value.length <= 120) ||
  typeof value === 'number' ||
  typeof value === 'boolean'

const key = (name: string): string => name.replaceAll('_', ' ')

/** The telling parts of an event's detail in one line: `from: A, to: B`. Long and nested parts are left out. */
export const detailWords = (detail: Record<string, unknown>): string =>
  Object.entries(detail)
    .filter(([name, value]) => isShort(value) && !/(^|_)id$/.test(name))
    .map(([name, value]) => `${key(name)}: ${value}`)
    .join(', ')
