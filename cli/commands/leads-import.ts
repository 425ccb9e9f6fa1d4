import { MERGE_POLICIES } from '#contract/activity/run-kinds/lead-import.ts'
import type { CallInput } from '#contract/core/endpoint.ts'
import { counted } from '#contract/core/plural.ts'
import { LIST_TYPE_IDS, LIST_TYPE_NAMES } from '#contract/leads/list-types/index.ts'
import { leadImportResult, startLeadImport } from '#contract/prospecting/lead-imports.ts'
import { columnPairs } from '../arguments/column-map.ts'
import { type CommandCall, defineCommand } from '../arguments/command-spec.ts'
import { parsed, repeated, text } from '../arguments/option-spec.ts'
import { oneOf, wholeNumber } from '../arguments/value-parsers.ts'
import { usageError } from '../cli-error.ts'
import { findLocalFile } from '../files/local-file.ts'
import { openClient } from '../http/open-session.ts'
import { countLines } from '../runs/enrichment-run.ts'
import { exitOfRun, stateUnlessDone } from '../runs/run-report.ts'
import { runOfFile, stableKey } from '../upload/run-of-file.ts'

const options = {
  new: text('NAME', 'Into a new list of this name; needs --type'),
  type: parsed('TYPE', `Type of the new list: ${LIST_TYPE_IDS.join(', ')}`, oneOf(LIST_TYPE_NAMES)),
  list: parsed('ID', 'Into this list', wholeNumber(1)),
  map: repeated(
    'FIELD=COLUMN,...',
    'Which column feeds which field; matched by name by default',
    columnPairs,
  ),
  country: text('COUNTRY', 'Country of phone numbers without a country code, e.g. DE or Germany'),
  'custom-fields': parsed(
    'make|skip',
    'Unmatched columns: create custom fields, or skip them; required for more than ten',
    oneOf(['make', 'skip'] as const),
  ),
  'opted-out': parsed(
    'skip|suppress|import',
    'Rows whose opt-out column says yes: skip (default), also put them on the suppression list, or import',
    oneOf(['skip', 'suppress', 'import'] as const),
  ),
  dates: parsed(
    'dmy|mdy',
    'Order of dates such as 03/04/2026, where the file doesn’t show it',
    oneOf(['dmy', 'mdy'] as const),
  ),
  merge: parsed(
    'POLICY',
    `Values of leads already in the list: ${MERGE_POLICIES.join(', ')}; fill by default`,
    oneOf(MERGE_POLICIES),
  ),
}
type Body = CallInput<typeof startLeadImport>['body']

/** Target of the rows: either a new list with its type or an existing list. */
function readTarget({ values }: CommandCall<typeof options>): Body['to'] {
  const { new: name, type, list } = values
  if (list !== undefined) {
    if (name !== undefined || type !== undefined) throw usageError('Use either --list, or --new with --type')
    return { list_id: list }
  }
  if (name === undefined) throw usageError('Pass --list ID, or --new NAME with --type TYPE')
  if (type === undefined) throw usageError('--new needs --type', `List types: ${LIST_TYPE_IDS.join(', ')}`)
  return { new_list: name, type }
}

const needCountry = (count: number): string =>
  `${counted(count, 'phone number needs', 'phone numbers need')} a country: imported unchanged. Use --country to set one`

/** `leadwright leads import FILE`: imports a CSV or Excel file into a list. */
export const leadsImportCommand = defineCommand({
  name: 'leads import',
  summary: 'Import leads from a CSV or Excel file into a list; free',
  positionals: ['FILE'],
  options,
  notes: [
    'Columns are recognized by names and values, also in exports of LinkedIn, Apollo, Hunter, GoHighLevel, HubSpot, Google Contacts and Outlook. Unmatched columns become custom fields; for more than ten use --custom-fields. Unreadable cells stay empty, phone numbers are kept: need_country counts those that --country would make readable.',
    'fill writes only missing values, newer also values older than the file, always every value.',
    'Uploads resume where they stopped, even after a server restart: run the same command again.',
  ],
  examples: [
    'leadwright leads import apollo.csv --new "Marketing heads" --type people',
    'leadwright leads import shops.xlsx --list 12 --country DE --map name=Shop,phone="Phone (main)"',
  ],
  async run(call) {
    const to = readTarget(call)
    const file = await findLocalFile(call.env.workingFolder, call.positionals[0]!)
    const client = await openClient(call)
    const { map = new Map<string, string>(), country, merge, 'custom-fields': newFields } = call.values
    let listId = 0
    const run = await runOfFile(call, client, {
      file,
      start: async (upload_id) => {
        const body: Body = {
          upload_id,
          to,
          mapping: Object.fromEntries([...map].map(([field, column]) => [column, { field }])),
          ...(country ? { country } : {}),
          ...(newFields ? { new_fields: newFields } : {}),
          ...(merge ? { merge } : {}),
          ...(call.values['opted-out'] ? { opted_out: call.values['opted-out'] } : {}),
          ...(call.values.dates ? { date_order: call.values.dates } : {}),
          dated: new Date(file.modifiedMs).toISOString(),
        }
        const key = stableKey('leads', body)
        const { data } = await client.call(startLeadImport, { body }, { patient: true, key })
        listId = data.list.id
        return data.run
      },
    })
    const { imported = 0, merged = 0, rejected = 0, need_country = 0 } = run.counts
    const { data } = await client.call(leadImportResult, { params: { run_id: run.id } }, { patient: true })
    const { not_imported, reasons } = data
    const isNothing = imported + merged === 0
    const document = {
      list_id: listId,
      run_id: run.id,
      imported,
      merged,
      rejected,
      ...(need_country > 0 && { need_country }),
      ...(reasons.length > 0 && { reasons }),
      ...(not_imported.length > 0 && { not_imported }),
      ...stateUnlessDone(run),
    }
    call.terminal.result(document, () => {
      const { need_country: _counted, reasons: _why, not_imported: _left, ...counts } = document
      return [
        countLines(counts),
        ...(need_country > 0 ? [needCountry(need_country)] : []),
        ...reasons.map(({ reason, rows }) => `${counted(rows, 'row')} rejected: ${reason}`),
        ...(not_imported.length > 0 ? [`Columns not imported: ${not_imported.join(', ')}`] : []),
        ...(isNothing ? ['Nothing was imported. Correct the file, or choose its columns with --map'] : []),
      ].join('\n')
    })
    return exitOfRun(run) || (isNothing ? 1 : 0)
  },
})
