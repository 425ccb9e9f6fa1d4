import { CRM_POLICIES, DOUBTFUL_EMAILS, type DoubtfulEmail } from '#contract/activity/run-kinds/crm.ts'
import type { Run } from '#contract/activity/runs.ts'
import type { CrmDeclaration } from '#contract/core/crms/define.ts'
import { CRM_KINDS, CRMS } from '#contract/core/crms/index.ts'
import * as api from '#contract/leads/crm.ts'
import { crmLedger } from '#contract/leads/crm-ledger.ts'
import { LIST_TYPE_IDS, type ListTypeId } from '#contract/leads/list-types/index.ts'
import { showList } from '#contract/leads/lists.ts'
import { type CommandCall, type CommandSpec, defineCommand } from '../arguments/command-spec.ts'
import { flag, parsed, text } from '../arguments/option-spec.ts'
import { idArgument, oneOf, tagsFrom, wholeNumber } from '../arguments/value-parsers.ts'
import { usageError } from '../cli-error.ts'
import { readInputText } from '../files/input-text.ts'
import type { ApiClient } from '../http/api-client.ts'
import { openClient } from '../http/open-session.ts'
import { makeSelection, startAndFollow } from '../runs/enrichment-run.ts'
import { exitOfRun, stateUnlessDone } from '../runs/run-report.ts'
import { groupedNumber } from '../terminal/progress-bar.ts'
import { detailLines, textTable } from '../terminal/text-table.ts'

const findListType = async (client: ApiClient, id: number): Promise<ListTypeId> => {
  const { data } = await client.call(showList, { params: { id } }, { patient: true })
  return LIST_TYPE_IDS.find((type) => type === data.type) ?? 'local'
}

/** "A, B, or C". */
const labels = (fits: (crm: CrmDeclaration) => boolean | undefined): string =>
  new Intl.ListFormat('en', { type: 'disjunction' }).format(
    CRMS.flatMap((id) => (fits(CRM_KINDS[id]) ? CRM_KINDS[id].label : [])),
  )
const byToken = ({ credential }: CrmDeclaration) => credential === 'token'
const byUrl = ({ credential }: CrmDeclaration) => credential === 'url'

/** `leadwright crm connect`. */
const connectCommand = defineCommand({
  name: 'crm connect',
  summary: `Connect a CRM: ${labels(byToken)} by token, ${labels(byUrl)} by the address of a catch hook`,
  positionals: ['CRM'],
  options: {
    token: text('TOKEN', `The token of ${labels(byToken)}; - reads it from standard input`),
    location: text('ID', `The location of ${labels(({ hasLocation }) => hasLocation)}`),
    url: text('URL', `The address of ${labels(byUrl)}'s catch hook`),
    label: text('NAME', 'A name for the connection'),
  },
  notes: ['Connecting the same account again replaces its token; waiting pushes continue.'],
  examples: [
    'leadwright crm connect ghl --token - --location ve9EPM428h8vShlRW1KT < ghl.token',
    'leadwright crm connect zapier --url https://hooks.zapier.com/hooks/catch/1/abc/',
  ],
  async run({ values, positionals, env, terminal }) {
    const crm = CRMS.find((known) => known === positionals[0])
    if (!crm) throw usageError(`No CRM "${positionals[0]}"`, `Use one of: ${CRMS.join(', ')}`)
    const { location, url, label } = values
    const token =
      values.token === '-'
        ? (await readInputText(env.workingFolder, '-', terminal.input)).trim()
        : values.token
    const client = await openClient({ env, terminal })
    const body: { crm: api.CrmId; token?: string; location?: string; url?: string; label?: string } = { crm }
    for (const [name, value] of Object.entries({ token, location, url, label }))
      if (value !== undefined) body[name as 'token'] = value
    const { data, message } = await client.call(api.connectCrm, { body })
    terminal.result({ id: data.id }, () => `${message}: ${data.label} (${data.id})`)
  },
})

function doubtfulFrom(value: string): DoubtfulEmail[] {
  const words = value.split(',').map((word) => word.trim())
  const wrong = words.find((word) => !(DOUBTFUL_EMAILS as readonly string[]).includes(word))
  if (wrong !== undefined)
    throw usageError(`No doubt "${wrong}"`, `Use some of: ${DOUBTFUL_EMAILS.join(', ')}`)
  return words as DoubtfulEmail[]
}

const startOptions = {
  connection: parsed('ID', 'The connection; see leadwright crm list', wholeNumber(1)),
  tags: parsed('A,B', 'Tags in addition to the list’s', tagsFrom),
  owner: text('ID', 'CRM user to assign contacts to'),
  limit: parsed('N', 'Only the first N leads of the list', wholeNumber(1)),
  'only-verified': flag('Skip leads without a verified email'),
  'include-invalid': flag('Also send leads whose email is invalid'),
  'only-new': flag('Skip leads already in the CRM'),
  campaign: text('ID', 'Campaign of a sender; see leadwright crm campaigns'),
  doubtful: parsed(
    'A,B',
    `What a sender gets besides verified emails: ${DOUBTFUL_EMAILS.join(', ')}`,
    doubtfulFrom,
  ),
  'other-campaigns': flag('Also leads that a sender has in another campaign'),
  policy: parsed('fill|newer|always', 'Which value to keep if both have one', oneOf(CRM_POLICIES)),
}
interface RequestValues {
  connection: number | undefined
  tags: string[] | undefined
  owner: string | undefined
  limit: number | undefined
  'only-verified': boolean
  'include-invalid': boolean
  'only-new': boolean
  campaign: string | undefined
  doubtful: DoubtfulEmail[] | undefined
  'other-campaigns': boolean
  policy: 'fill' | 'newer' | 'always' | undefined
}

function makeRequest(values: RequestValues) {
  if (values.connection === undefined)
    throw usageError('--connection is missing', 'See leadwright crm list for its id')
  return {
    connection_id: values.connection,
    selection: makeSelection(values.limit),
    tags: values.tags ?? [],
    only_verified: values['only-verified'],
    include_invalid: values['include-invalid'],
    only_new: values['only-new'],
    doubtful: values.doubtful ?? [],
    other_campaigns: values['other-campaigns'],
    ...(values.campaign === undefined ? {} : { campaign: values.campaign }),
    ...(values.owner === undefined ? {} : { owner: values.owner }),
    ...(values.policy === undefined ? {} : { policy: values.policy }),
  }
}

const pickCounts = ({ counts }: Run, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, counts[name] ?? 0]))

const lines = (numbers: Record<string, number>): string =>
  detailLines(
    Object.entries(numbers).map(([name, count]): [string, string] => [
      `${name[0]?.toUpperCase()}${name.slice(1)}`,
      groupedNumber(count),
    ]),
  )

/** Starts a run for a list and waits until it ends. */
async function startCrmRun(
  call: CommandCall<typeof startOptions>,
  endpoint: typeof api.previewCrm | typeof api.pushCrm,
): Promise<{ client: ApiClient; run: Run }> {
  const id = idArgument(call.positionals[0]!, 'LIST_ID')
  const body = makeRequest(call.values)
  const client = await openClient(call)
  const type = await findListType(client, id)
  const { run } = await startAndFollow(call, client, async (options) => {
    return (await client.call(endpoint as typeof api.pushCrm, { params: { type, id }, body }, options)).data
  })
  return { client, run }
}

/** `leadwright crm preview LIST_ID`. */
const previewCommand = defineCommand({
  name: 'crm preview',
  summary: 'Show what a push would create, update and skip, and conflicting values',
  positionals: ['LIST_ID'],
  options: startOptions,
  examples: ['leadwright crm preview 12 --connection 3'],
  async run(call) {
    const { run } = await startCrmRun(call, api.previewCrm)
    const numbers = pickCounts(run, ['create', 'update', 'skip', 'conflict'])
    const all = run.counts.failed ? { ...numbers, failed: run.counts.failed } : numbers
    call.terminal.result({ ...all, ...stateUnlessDone(run) }, () => lines(all))
    return exitOfRun(run)
  },
})

/** `leadwright crm push LIST_ID`. */
const pushCommand = defineCommand({
  name: 'crm push',
  summary: 'Send the leads of a list to a CRM; existing contacts are updated',
  positionals: ['LIST_ID'],
  options: startOptions,
  notes: [
    'Costs no credits. The list’s tags and source are included.',
    'Ctrl-C asks the server to stop and prints what was sent (exit 7); a second one exits at once.',
  ],
  examples: ['leadwright crm push 12 --connection 3 --tags leads,berlin'],
  async run(call) {
    const { client, run } = await startCrmRun(call, api.pushCrm)
    const numbers = pickCounts(run, ['created', 'updated', 'skipped', 'failed'])
    const { data } = await client.call(api.crmRunRows, { params: { id: run.id } }, { patient: true })
    const reasons = data.rows.filter(({ state }) => state === 'failed').slice(0, 10)
    call.terminal.result({ run_id: run.id, ...numbers, ...stateUnlessDone(run) }, () =>
      [
        lines({ run: run.id, ...numbers }),
        ...reasons.map(({ lead_id, name, reason }) => `${name ?? lead_id}: ${reason}`),
      ].join('\n'),
    )
    return exitOfRun(run)
  },
})

/** `leadwright crm ledger LIST_ID`. */
const ledgerCommand = defineCommand({
  name: 'crm ledger',
  summary: 'What was pushed to CRMs, with CRM ids',
  positionals: ['LIST_ID'],
  options: {
    connection: parsed('ID', 'Only this connection', wholeNumber(1)),
    page: parsed('N', 'Page number', wholeNumber(1)),
    'page-size': parsed('N', 'Rows per page', wholeNumber(1)),
  },
  async run(call) {
    const id = idArgument(call.positionals[0]!, 'LIST_ID')
    const client = await openClient(call)
    const type = await findListType(client, id)
    const { connection, page } = call.values
    const query = {
      ...(connection === undefined ? {} : { connection_id: connection }),
      ...(page === undefined ? {} : { page }),
      limit: call.values['page-size'] ?? 100,
    }
    const { data, total } = await client.call(crmLedger, { params: { type, id }, query })
    call.terminal.result({ data, total }, () =>
      textTable(
        ['LEAD', 'NAME', 'CRM', 'STATE', 'REMOTE ID', 'SENT'],
        data.map((row) => [
          String(row.lead_id),
          row.name ?? '',
          row.connection,
          row.error ?? row.state,
          row.remote_id ?? '',
          row.sent_at ?? '',
        ]),
        call.terminal.width,
      ),
    )
  },
})

export const CRM_COMMANDS: CommandSpec[] = [connectCommand, previewCommand, pushCommand, ledgerCommand]
