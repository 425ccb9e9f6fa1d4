import { setTimeout as sleep } from 'node:timers/promises'
import type { KitDocument } from '#contract/admin/kit-document.ts'
import * as api from '#contract/admin/kit-rollouts.ts'
import { listVariables } from '#contract/admin/kit-variables.ts'
import type { KIT_CHOICES } from '#contract/admin/kits.ts'
import * as stored from '#contract/admin/stored-kits.ts'
import { MAX_PAGE_SIZE } from '#contract/core/constants.ts'
import type { CallInput } from '#contract/core/endpoint.ts'
import type { CommandCall } from '../arguments/command-spec.ts'
import { EXIT } from '../exit-codes.ts'
import { readVariables } from '../files/environment-references.ts'
import type { ApiClient } from '../http/api-client.ts'
import { openClient } from '../http/open-session.ts'
import { type Paging, readPages } from '../http/read-pages.ts'
import { ReplyError } from '../http/request-error.ts'
import { catchInterrupt } from '../terminal/interrupt.ts'
import { textTable } from '../terminal/text-table.ts'

type Call = Pick<CommandCall<unknown>, 'env' | 'terminal'>

const FIRST_WAIT_MS = 300
const LONGEST_WAIT_MS = 2000

/** All pages of a paged reply. */
export async function readAll<Row>(
  load: (paging: Paging) => Promise<{ data: Row[]; total: number; next_cursor?: string | null }>,
): Promise<Row[]> {
  return (await readPages(Number.POSITIVE_INFINITY, MAX_PAGE_SIZE, load)).data
}

/** Saves a document as the newest version of the kit of its name. @returns its id. */
export async function saveVersion(
  client: ApiClient,
  name: string,
  source: Omit<CallInput<typeof stored.addKitVersion>['body'], 'note'>,
  note = '',
): Promise<stored.StoredKitDetail> {
  const found = await readAll((query) => client.call(stored.kits, { query: { ...query, search: name } }))
  const known = found.find((kit) => kit.name.toLowerCase() === name.toLowerCase())
  const body = { ...source, note }
  if (!known) return (await client.call(stored.createKit, { body: { ...body, name } })).data
  return (await client.call(stored.addKitVersion, { params: { id: known.id }, body })).data
}

/** Asks the server to stop it. One that has ended is no error. */
async function stop(client: ApiClient, id: number): Promise<void> {
  try {
    await client.call(api.stopRollout, { params: { id } }, { patient: true })
  } catch (error) {
    if (!(error instanceof ReplyError && error.status === 409)) throw error
  }
}

/** Waits for the end; the first Ctrl-C stops the roll-out after the account in work. */
async function follow(call: Call, client: ApiClient, id: number): Promise<api.Rollout> {
  const { signal, release } = catchInterrupt()
  let isStopping = false
  try {
    for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 1.25, LONGEST_WAIT_MS)) {
      const { data } = await client.call(api.showRollout, { params: { id } }, { patient: true })
      const done = data.accounts - data.counts.waiting
      const label = data.kind === 'apply' ? 'Applying' : 'Rolling back'
      call.terminal.progress.update({ label, done, total: data.accounts })
      if (data.ended_at !== null) return data
      if (signal.aborted && !isStopping) {
        isStopping = true
        await stop(client, id)
      }
      await sleep(wait, undefined, isStopping ? {} : { signal }).catch(() => {})
    }
  } finally {
    release()
  }
}

/** Waits for a roll-out and shows what happened in each account. @returns the exit code. */
export async function reportRollout(call: Call, client: ApiClient, id: number): Promise<number> {
  const rollout = await follow(call, client, id)
  const accounts = await readAll((query) => client.call(api.rolloutAccounts, { params: { id }, query }))
  const results = accounts.map(({ ended_at: _at, ...result }) => result)
  const { state, counts } = rollout
  call.terminal.result({ id, state, counts, results }, () => {
    const rows = results.map((row) => [
      String(row.account_id),
      row.account,
      row.outcome,
      `${row.added}/${row.changed}/${row.removed}`,
      row.problem ?? (row.kept.length > 0 ? `keeps ${row.kept.join(', ')}` : ''),
    ])
    const sum = `${counts.done} done, ${counts.unchanged} unchanged, ${counts.refused} refused, ${counts.skipped} skipped`
    const head = ['>ACCOUNT', 'NAME', 'RESULT', 'ADDED/CHANGED/REMOVED', '']
    return `${textTable(head, rows, call.terminal.width)}\nRoll-out ${id}: ${sum}`
  })
  if (counts.refused > 0) return EXIT.failed.code
  return state === 'stopped' ? EXIT.interrupted.code : EXIT.done.code
}

/** Shows a preview of all accounts. @returns the exit code. */
export function reportPreview(call: Call, previews: readonly api.RolloutPreview[]): number {
  call.terminal.result(previews, () => {
    const rows = previews.map(({ account_id, account, version, counts, problem }) => [
      String(account_id),
      account,
      version === null ? '' : String(version),
      `${counts.added}/${counts.changed}/${counts.removed}`,
      String(counts.conflicts),
      problem ?? '',
    ])
    const head = ['>ACCOUNT', 'NAME', '>VERSION', 'ADDED/CHANGED/REMOVED', '>CONFLICTS', '']
    return textTable(head, rows, call.terminal.width)
  })
  return EXIT.done.code
}

/** Keeps a document as the newest version of the kit of its name, and rolls it out to all customers of a package. */
export async function applyToPackage(
  call: Call,
  document: KitDocument,
  what: { package_id: number; conflicts: (typeof KIT_CHOICES)[number]; isDry: boolean },
): Promise<number> {
  const { package_id, conflicts, isDry } = what
  const client = await openClient(call)
  const variables = readVariables(listVariables(document), call.env.variables)
  if (isDry) {
    const body = { document, variables, package_id }
    return reportPreview(call, await readAll((query) => client.call(api.previewDocument, { query, body })))
  }
  const kit = await saveVersion(client, document.kit, { document })
  const params = { id: kit.id }
  const { data } = await client.call(api.rollOutKit, { params, body: { package_id, conflicts, variables } })
  return reportRollout(call, client, data.id)
}
