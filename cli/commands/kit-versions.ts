import { KIT_PART_NAMES, type KitPartName } from '#contract/admin/kit-part-names.ts'
import * as api from '#contract/admin/kit-rollouts.ts'
import { KIT_CHOICES } from '#contract/admin/kits.ts'
import { showKit } from '#contract/admin/stored-kits.ts'
import { defineCommand } from '../arguments/command-spec.ts'
import { flag, list, parsed, text } from '../arguments/option-spec.ts'
import { idArgument, oneOf, wholeNumber } from '../arguments/value-parsers.ts'
import { usageError } from '../cli-error.ts'
import { readVariables } from '../files/environment-references.ts'
import { openClient } from '../http/open-session.ts'
import type { Paging } from '../http/read-pages.ts'
import { readAll, reportPreview, reportRollout, saveVersion } from '../runs/kit-roll-out.ts'
import { account, readKit } from './kit.ts'

/** `leadwright kit save`. */
export const kitSaveCommand = defineCommand({
  name: 'kit save',
  summary: 'Keep settings as a kit, or as the newest version of yours of that name',
  positionals: ['FILE?'],
  options: {
    account,
    name: text('NAME', 'Name of the kit; by default that in the file'),
    parts: list('PART,...', 'Only these settings of the account', oneOf(KIT_PART_NAMES)),
    link: text('URL', 'Link of a kit that another account shares'),
    note: text('TEXT', 'What is new'),
  },
  notes: ['Without FILE and --link, the settings of an account. No customer gets a version by itself.'],
  examples: [
    'leadwright kit save kit.yaml --note "New views"',
    'leadwright kit save --name "Web agency" --parts labels,views',
  ],
  async run(call) {
    const { account: from, name, parts, link, note } = call.values
    const [file] = call.positionals
    const isAccount = from !== undefined || parts.length > 0
    if ([file !== undefined, link !== undefined, isAccount].filter(Boolean).length > 1)
      throw usageError('Choose one: FILE, --link or --account and --parts')
    const client = await openClient(call)
    const document = file === undefined ? undefined : (await readKit(call, file, { isKept: true })).document
    const title = name ?? document?.kit
    if (title === undefined) throw usageError('Name the kit with --name')
    const source = {
      ...(document && { document }),
      ...(link !== undefined && { link }),
      ...(from !== undefined && { from_account_id: from }),
      ...(parts.length > 0 && { parts: parts as KitPartName[] }),
    }
    const kit = await saveVersion(client, title, source, note)
    call.terminal.result(kit, () => `Kit ${kit.id}, ${kit.name}: version ${kit.version}`)
    return undefined
  },
})

/** `leadwright kit roll-out`. */
export const kitRollOutCommand = defineCommand({
  name: 'kit roll-out',
  summary: 'Apply a version of a kit to many accounts, and wait for it',
  positionals: ['ID'],
  options: {
    accounts: list('ID,...', 'These accounts below your own'),
    'on-kit': flag('All accounts that have this kit'),
    package: parsed('ID', 'All customers of this package of yours', (typed) =>
      idArgument(typed, '--package'),
    ),
    version: parsed('N', 'The newest by default', wholeNumber(1)),
    conflicts: parsed(
      'WHAT',
      'What accounts changed themselves: keep (default) or replace',
      oneOf(KIT_CHOICES),
    ),
    'dry-run': flag('Only say what would change'),
  },
  notes: [
    'Each account is changed as a whole or not at all, and one that refuses stops no other.',
    'Ctrl-C stops it after the account in work. Exits with 1 if an account refused.',
  ],
  examples: [
    'leadwright kit roll-out 3 --on-kit --dry-run',
    'leadwright kit roll-out 3 --accounts 12,15 --conflicts replace --json',
  ],
  async run(call) {
    const {
      accounts,
      'on-kit': on_kit,
      package: package_id,
      version,
      conflicts,
      'dry-run': isDry,
    } = call.values
    const params = { id: idArgument(call.positionals[0] ?? '', 'ID') }
    const targets = {
      on_kit,
      ...(accounts.length > 0 && { account_ids: accounts.map((id) => idArgument(id, '--accounts')) }),
      ...(package_id !== undefined && { package_id }),
      ...(version !== undefined && { version }),
    }
    if ([on_kit, accounts.length > 0, package_id !== undefined].filter(Boolean).length !== 1)
      throw usageError('Choose one: --accounts, --on-kit or --package')
    const client = await openClient(call)
    const { versions } = (await client.call(showKit, { params })).data
    const chosen = versions.find(({ number }) => number === (version ?? versions[0]?.number))
    const variables = readVariables(chosen?.variables ?? [], call.env.variables)
    if (isDry) {
      const load = (query: Paging) =>
        client.call(api.previewRollout, { params, query, body: { ...targets, variables } })
      return reportPreview(call, await readAll(load))
    }
    const body = { ...targets, variables, ...(conflicts && { conflicts }) }
    const { data } = await client.call(api.rollOutKit, { params, body })
    return reportRollout(call, client, data.id)
  },
})

/** `leadwright kit roll-back`. */
export const kitRollBackCommand = defineCommand({
  name: 'kit roll-back',
  summary: 'Restore in all accounts what was there before a roll-out, and wait for it',
  positionals: ['ROLL_OUT_ID'],
  notes: [
    'Accounts that have a newer version of the kit are left alone and named; so is what an account has changed since.',
    'For one account: `kit rollback`.',
  ],
  examples: ['leadwright kit roll-back 7'],
  async run(call) {
    const client = await openClient(call)
    const params = { id: idArgument(call.positionals[0] ?? '', 'ROLL_OUT_ID') }
    const { data } = await client.call(api.rollBackRollout, { params })
    return reportRollout(call, client, data.id)
  },
})
