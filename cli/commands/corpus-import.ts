import type { Run } from '#contract/activity/runs.ts'
import type { CallInput } from '#contract/core/endpoint.ts'
import { rejectedRows, startImport } from '#contract/sources/corpus.ts'
import { FIELDS_OF_KIND, IMPORT_KINDS } from '#contract/sources/import-kinds.ts'
import { PLACE_FORMATS } from '#contract/sources/place-formats.ts'
import { columnMap } from '../arguments/column-map.ts'
import { type CommandCall, defineCommand } from '../arguments/command-spec.ts'
import { parsed, repeated, required, text } from '../arguments/option-spec.ts'
import { oneOf } from '../arguments/value-parsers.ts'
import { findLocalFile } from '../files/local-file.ts'
import type { ApiClient } from '../http/api-client.ts'
import { openClient } from '../http/open-session.ts'
import { exitOfRun, stateUnlessDone } from '../runs/run-report.ts'
import { groupedNumber } from '../terminal/progress-bar.ts'
import { runOfFile, stableKey } from '../upload/run-of-file.ts'

const SHOWN_REJECTED = 5

const options = {
  source: required(text('NAME', 'Name of the source; its rows are identified by id')),
  licence: required(text('TEXT', "The data's licence, shown with every lead")),
  kind: parsed('KIND', `Kind of rows: ${IMPORT_KINDS.join(' or ')}; places by default`, oneOf(IMPORT_KINDS)),
  format: parsed(
    'FORMAT',
    `Format of the file: ${PLACE_FORMATS.join(', ')}; detected by default`,
    oneOf(PLACE_FORMATS),
  ),
  encoding: text('E', 'Encoding of the file, e.g. windows-1252; detected by default'),
  category: text('C', 'Category of rows without one'),
  country: text('CC', 'Country of rows without one, e.g. US'),
  map: repeated('FIELD=COLUMN,...', 'Which column feeds which field; guessed by default', columnMap),
}
type Call = CommandCall<typeof options>
type ImportBody = CallInput<typeof startImport>['body']

function importBody(uploadId: string, { values }: Call): ImportBody {
  const { source, licence, kind, format, encoding, category, country, map } = values
  return {
    upload_id: uploadId,
    source,
    licence,
    ...(kind ? { kind } : {}),
    ...(format ? { format } : {}),
    ...(encoding ? { encoding } : {}),
    ...(category ? { category } : {}),
    ...(country ? { country } : {}),
    ...(map ? { mapping: map } : {}),
  }
}

/** The first rejected rows, one per line. They are extra, so a failure here does not fail the command. */
async function rejectedLines(client: ApiClient, runId: number, rejected: number): Promise<string[]> {
  const reply = await client.call(rejectedRows, { params: { run_id: runId } }).catch(() => null)
  const shown = reply?.data.slice(0, SHOWN_REJECTED) ?? []
  const more = rejected - shown.length
  return [
    ...shown.map(({ line, reason }) => `  ${reply?.unit} ${line}: ${reason}`),
    ...(shown.length > 0 && more > 0 ? [`  and ${groupedNumber(more)} more`] : []),
  ]
}

const categoryLines = ({ counts: { unknown_category: unknown = 0 } }: Run): string[] =>
  unknown > 0
    ? [
        `${groupedNumber(unknown)} with an unknown category, found by keywords only: state --category to give them one`,
      ]
    : []

function humanReport(run: Run, lines: string[]): string {
  const { imported = 0, updated = 0, unchanged = 0, rejected = 0 } = run.counts
  const verb = run.state === 'succeeded' ? 'Imported' : 'Until it stopped: imported'
  const same = unchanged > 0 ? ` (${groupedNumber(unchanged)} unchanged)` : ''
  const counts = `${groupedNumber(imported)}, updated ${groupedNumber(updated)}${same}, rejected ${groupedNumber(rejected)}`
  return [`${verb} ${counts} (run ${run.id})`, ...lines, ...categoryLines(run)].join('\n')
}

/** `leadwright corpus import`: uploads a file of places or people, resumably, and imports it into the business data. */
export const corpusImportCommand = defineCommand({
  name: 'corpus import',
  summary: 'Import a file of places or people into the business data',
  positionals: ['FILE'],
  options,
  notes: [
    `Fields of --map: ${FIELDS_OF_KIND.places.join(', ')}; of people: ${FIELDS_OF_KIND.people.join(', ')}. A column with a comma is quoted: --map 'city="Town, or city"'.`,
    'Parquet (Overture Maps, Foursquare OS Places) and OpenStreetMap extracts (osm.pbf) need no --map: their columns are known.',
    'Uploads resume where they stopped, even after a server restart: run the same command again.',
  ],
  examples: [
    'leadwright corpus import places.csv --source osm --licence "ODbL 1.0" --country US',
    'leadwright corpus import monaco.osm.pbf --source osm --licence ODbL-1.0',
    'leadwright corpus import people.csv --kind people --source conference --licence "CC BY 4.0"',
    'leadwright corpus import shops.csv --source city --licence "CC BY 4.0" --map id=Ref,name=Title',
  ],
  async run(call) {
    const { env, terminal } = call
    const file = await findLocalFile(env.workingFolder, call.positionals[0]!)
    const client = await openClient(call)
    const run = await runOfFile(call, client, {
      file,
      start: async (uploadId) => {
        const body = importBody(uploadId, call)
        const { data } = await client.call(
          startImport,
          { body },
          { patient: true, key: stableKey('import', body) },
        )
        return data
      },
    })
    const {
      imported = 0,
      updated = 0,
      unchanged = 0,
      rejected = 0,
      unknown_category: unknown = 0,
    } = run.counts
    const lines = rejected > 0 && !terminal.json ? await rejectedLines(client, run.id, rejected) : []
    const document = {
      run_id: run.id,
      imported,
      updated,
      unchanged,
      rejected,
      ...(unknown > 0 && { unknown_category: unknown }),
      ...stateUnlessDone(run),
    }
    terminal.result(document, () => humanReport(run, lines))
    return exitOfRun(run)
  },
})
