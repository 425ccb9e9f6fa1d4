import { canonicalListType, LIST_TYPE_NAMES } from '#contract/leads/list-types/index.ts'
import { enrichOne, MAX_WAIT_SECONDS, showEnrichCall } from '#contract/prospecting/enrich-one.ts'
import { WANTS, type Want } from '#contract/sources/source-kinds/define.ts'
import { defineCommand } from '../arguments/command-spec.ts'
import { flag, parsed, repeated, text } from '../arguments/option-spec.ts'
import { idArgument, oneOf, wholeNumber } from '../arguments/value-parsers.ts'
import { usageError } from '../cli-error.ts'
import { openClient } from '../http/open-session.ts'
import { withSpendingHint } from '../http/spending-hint.ts'
import { detailLines } from '../terminal/text-table.ts'

/** `email,phone`. */
const readWants = (words: string): Want[] =>
  words.split(',').map((word) => {
    const want = WANTS.find((known) => known === word.trim())
    if (!want) throw usageError(`--want doesn’t know "${word}"`, `Choose among ${WANTS.join(', ')}`)
    return want
  })

/** `name=Ann Lee`. */
function readValue(line: string): [string, string] {
  const at = line.indexOf('=')
  if (at < 1) throw usageError(`"${line}" is no value`, 'Write --value city=Faro')
  return [line.slice(0, at), line.slice(at + 1)]
}

/** `leadwright enrich one`: finds what is wanted of one lead. */
export const enrichOneCommand = defineCommand({
  name: 'enrich one',
  summary: 'Find the email, phone, profile or details of one lead',
  options: {
    type: parsed('TYPE', 'Type of the lead; people by default', oneOf(LIST_TYPE_NAMES)),
    name: text('NAME', 'Name of the person or business'),
    company: text('NAME', 'Company of the person'),
    website: text('URL', 'Website of the company'),
    domain: text('DOMAIN', 'Domain of the company'),
    email: text('EMAIL', 'Email of the lead'),
    linkedin: text('URL', 'LinkedIn URL of the lead'),
    value: repeated('FIELD=VALUE', 'Another value of the lead', (lines) => lines.map(readValue)),
    want: parsed('WANT,…', `What to find: ${WANTS.join(', ')}; email by default`, readWants),
    'max-cost': parsed('N', 'Spend at most this many credits', wholeNumber(0)),
    list: parsed('LIST_ID', 'Keep the lead in this list', (word) => idArgument(word, '--list')),
    'dry-run': flag('Only say what it would cost'),
  },
  examples: [
    'leadwright enrich one --name "Ann Lee" --domain acme.com --want email,phone --max-cost 3 --json',
    'leadwright enrich one --type local --website https://acme.com --want email --dry-run',
  ],
  async run(call) {
    const { values: given, terminal } = call
    const { name, company, website, domain, email, linkedin } = given
    const known = Object.entries({ name, company, website, domain, email, linkedin_url: linkedin })
    const values = Object.fromEntries([
      ...known.flatMap(([field, value]): [string, string][] => (value === undefined ? [] : [[field, value]])),
      ...(given.value ?? []),
    ])
    if (Object.keys(values).length === 0)
      throw usageError('Say who it is', 'Write --website URL, or --name "Ann Lee" --domain acme.com')
    const max = given['max-cost']
    const body = {
      type: canonicalListType(given.type ?? 'people'),
      values,
      want: given.want ?? (['email'] as Want[]),
      dry_run: Boolean(given['dry-run']),
      wait: MAX_WAIT_SECONDS,
      ...(max !== undefined && { max_cost: max }),
      ...(given.list !== undefined && { list_id: given.list }),
    }
    const client = await openClient(call)
    let { data } = await withSpendingHint(() => client.call(enrichOne, { body }, { patient: true }))
    while (data.state === 'working' && data.id !== null)
      data = (
        await client.call(
          showEnrichCall,
          { params: { id: data.id }, query: { wait: MAX_WAIT_SECONDS } },
          { patient: true },
        )
      ).data
    terminal.result(data, () =>
      detailLines([
        ...data.results.map(({ want, state, reason, values: found }): [string, string] => [
          want,
          found[0] ? `${found[0].value}  ${found[0].source ?? ''}` : (reason ?? state.replace('_', ' ')),
        ]),
        data.credits
          ? ['Would cost', `${data.credits.expected} credits, at most ${data.credits.max}`]
          : ['Cost', `${data.cost} credits`],
      ]),
    )
  },
})
