import { randomUUID } from 'node:crypto'
import { allRuns, cancelAnyRun, retryAnyRun } from '#contract/activity/all-runs.ts'
import { RUN_STATES } from '#contract/activity/runs.ts'
import { MAX_PAGE_SIZE } from '#contract/core/constants.ts'
import { cancelJob, JOB_STATES, jobs, retryJob } from '#contract/core/jobs.ts'
import { type CommandCall, defineCommand } from '../arguments/command-spec.ts'
import { flag, parsed, text } from '../arguments/option-spec.ts'
import { idArgument, oneOf, wholeNumber } from '../arguments/value-parsers.ts'
import { usageError } from '../cli-error.ts'
import { EXIT } from '../exit-codes.ts'
import { openClient } from '../http/open-session.ts'
import { readPages } from '../http/read-pages.ts'
import { pageText } from '../terminal/text-table.ts'

const STATES = [...new Set([...JOB_STATES, ...RUN_STATES])]
const options = {
  state: parsed('failed', `One of ${STATES.join(', ')}`, oneOf(STATES)),
  queue: text('NAME', 'Only jobs of this queue'),
  runs: flag('Runs of all accounts instead of background jobs'),
  limit: parsed('N', 'Maximum number (50 by default)', wholeNumber(1)),
}
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const COLUMNS = ['ID', 'STATE', 'KIND', 'QUEUED', 'ABOUT']

/** @throws CliError for a state that jobs or runs do not have. */
function readState<State extends string>(
  typed: string | undefined,
  states: readonly State[],
): { state?: State } {
  if (typed === undefined) return {}
  const state = states.find((known) => known === typed)
  if (!state) throw usageError(`--state must be one of ${states.join(', ')} here`)
  return { state }
}

async function list(call: CommandCall<typeof options>): Promise<number> {
  const { state, queue, runs, limit: maxRows = 50 } = call.values
  const client = await openClient(call)
  const found = runs
    ? await readPages(maxRows, MAX_PAGE_SIZE, (paging) =>
        client.call(allRuns, { query: { ...paging, ...readState(state, RUN_STATES) } }),
      )
    : await readPages(maxRows, MAX_PAGE_SIZE, (paging) =>
        client.call(jobs, {
          query: { ...paging, ...readState(state, JOB_STATES), ...(queue && { queue }) },
        }),
      )
  const rows = found.data.map((item) =>
    'queue' in item
      ? [item.id, item.state, item.queue, item.created_at, item.error ?? JSON.stringify(item.payload)]
      : [`${item.account_id}/${item.id}`, item.state, item.label, item.created_at, item.title],
  )
  call.terminal.result(found, () =>
    pageText({ columns: COLUMNS, rows, total: found.total, maxWidth: call.terminal.width }),
  )
  return EXIT.done.code
}

const setter =
  (ofJob: typeof cancelJob | typeof retryJob, ofRun: typeof cancelAnyRun | typeof retryAnyRun) =>
  async (call: CommandCall<Record<never, never>>): Promise<number> => {
    const [id] = call.positionals as [string]
    const client = await openClient(call)
    const [account, run] = id.split('/')
    if (!UUID.test(id) && run === undefined)
      throw usageError(`"${id}" is neither a job nor a run: copy the ID from jobs list, with --runs for runs`)
    const once = { key: randomUUID() }
    const { data, message } =
      run === undefined
        ? await client.call(ofJob, { params: { id } }, once)
        : await client.call(
            ofRun,
            { params: { account_id: idArgument(account as string, 'ID'), id: idArgument(run, 'ID') } },
            once,
          )
    call.terminal.result(
      data,
      () => `${message}: ${'queue' in data ? data.id : `${data.account_id}/${data.id}`}`,
    )
    return EXIT.done.code
  }

const notes = ['For administrators. ID is that of jobs list: a job, or ACCOUNT/RUN for a run.']

/** `leadwright jobs`: background jobs and runs of all accounts, for administrators. */
export const JOB_COMMANDS = [
  defineCommand({
    name: 'jobs list',
    summary: 'Background jobs, or runs of all accounts, newest first',
    options,
    examples: ['leadwright jobs list --state failed --json', 'leadwright jobs list --runs --state running'],
    run: list,
  }),
  defineCommand({
    name: 'jobs retry',
    summary: 'Retry a job that has ended, or a run that failed or was cancelled',
    positionals: ['ID'],
    notes: [...notes, 'Runs that spend credits are refused: only the account can start them again.'],
    run: setter(retryJob, retryAnyRun),
  }),
  defineCommand({
    name: 'jobs cancel',
    summary: 'Cancel a waiting job, or a waiting or active run',
    positionals: ['ID'],
    notes,
    run: setter(cancelJob, cancelAnyRun),
  }),
]
