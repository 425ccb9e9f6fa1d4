import { OVERTURE } from '#contract/sources/corpus-area-shapes.ts'
import { type AreaEstimate, estimateArea, fetchArea } from '#contract/sources/corpus-areas.ts'
import { mapBox } from '../arguments/box.ts'
import { type CommandCall, defineCommand } from '../arguments/command-spec.ts'
import { flag, parsed, text } from '../arguments/option-spec.ts'
import { nearPlace, radiusKm } from '../arguments/value-parsers.ts'
import { usageError } from '../cli-error.ts'
import { EXIT } from '../exit-codes.ts'
import { openClient } from '../http/open-session.ts'
import { followFetch } from '../runs/source-run.ts'
import { confirmYes } from '../terminal/confirm-yes.ts'
import { byteSize, groupedNumber } from '../terminal/progress-bar.ts'
import { detailLines } from '../terminal/text-table.ts'

const options = {
  bbox: parsed('W,S,E,N', 'The area as a box, in degrees', mapBox),
  near: parsed('PLACE|LAT,LON', 'The area around a place', nearPlace),
  radius: parsed('DISTANCE', 'How far around it: 25km, 25, 15mi or 500m', radiusKm),
  release: text('R', 'Release, e.g. 2026-10-21.0; the newest by default'),
  source: text('NAME', `Name of the target source (${OVERTURE.source} by default)`),
  estimate: flag('Only show the estimate'),
  yes: flag('Skip the confirmation'),
}
type Call = CommandCall<typeof options>

function readArea({ values: { bbox, near, radius, release } }: Call) {
  if ((bbox === undefined) === (near === undefined))
    throw usageError('Choose an area: either --bbox W,S,E,N or --near PLACE', 'leadwright help corpus fetch')
  if (bbox && radius !== undefined) throw usageError('--radius needs --near')
  return {
    ...(bbox ? { bbox } : { near: near!, ...(radius === undefined ? {} : { radius_km: radius }) }),
    ...(release ? { release } : {}),
  }
}

const timeText = (seconds: number): string =>
  seconds < 90 ? `about ${seconds} s` : `about ${Math.round(seconds / 60)} min`

const estimateText = (estimate: AreaEstimate): string =>
  detailLines([
    ['Area', `${estimate.label} (${groupedNumber(estimate.square_km)} km²)`],
    ['Release', estimate.release],
    ['Files', `${estimate.files.length} of ${estimate.files_in_release}`],
    ['Places', `about ${groupedNumber(estimate.places)}`],
    ['Download', byteSize(estimate.transfer_bytes)],
    ['Time', timeText(estimate.seconds)],
    ['Disk', byteSize(estimate.disk_bytes)],
    ['Licence', estimate.licence],
    ['Attribution', estimate.attribution],
  ])

/** `leadwright corpus fetch overture`: estimates an area of Overture Maps and imports it into the business data. */
export const corpusFetchCommand = defineCommand({
  name: 'corpus fetch',
  summary: 'Fetch an area of Overture Maps into the business data',
  positionals: ['overture'],
  options,
  notes: [
    'Prints an estimate and asks before fetching. Only the parts of files in the area are downloaded.',
    'Fetching an area again updates it: its places keep their ids, and vanished ones are left out of searches.',
  ],
  examples: [
    'leadwright corpus fetch overture --near "Portland, Oregon" --radius 25km',
    'leadwright corpus fetch overture --bbox -122.84,45.43,-122.47,45.65 --estimate',
    'leadwright corpus fetch overture --near 52.52,13.40 --radius 10 --source Berlin --yes',
  ],
  async run(call) {
    const { terminal, values, positionals } = call
    if (positionals[0] !== 'overture')
      throw usageError(`Only overture can be fetched by area, not "${positionals[0]}"`)
    const area = readArea(call)
    const client = await openClient(call)
    const { data: estimate } = await client.call(estimateArea, { body: area }, { patient: true })
    if (values.estimate) {
      terminal.result(estimate, () => estimateText(estimate))
      return EXIT.done.code
    }
    if (!terminal.json) terminal.note(estimateText(estimate))
    if (!values.yes && !(await confirmYes(terminal, `Fetch about ${groupedNumber(estimate.places)} places?`)))
      return EXIT.interrupted.code
    const body = {
      ...area,
      release: estimate.release,
      ...(values.source ? { source: values.source } : {}),
    }
    return followFetch(terminal, client, (callOptions) => client.call(fetchArea, { body }, callOptions))
  },
})
