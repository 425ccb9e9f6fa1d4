import { SIGNAL_IDS, type SignalId } from '#contract/leads/signals.ts'
import type { SourceOrigin } from '../lead-source.ts'
import type { SampleDraft } from './sample-draft.ts'
import type { SampleRandom } from './sample-random.ts'

/** Share of sample websites for which each is true. */
const ODDS: readonly (readonly [id: SignalId, share: number])[] = [
  ['no_booking', 0.5],
  ['outdated', 0.35],
  ['no_contact_form', 0.3],
  ['no_description', 0.3],
  ['no_structured_data', 0.4],
  ['not_mobile', 0.2],
  ['slow', 0.15],
  ['hiring', 0.15],
]

/** What a check of the lead’s website might have found, so that services, views and label rules show their work. */
export const sampleSignals = (hasWebsite: boolean, random: SampleRandom): SampleDraft => ({
  no_website: hasWebsite ? 'no' : 'yes',
  ...(hasWebsite &&
    Object.fromEntries(ODDS.map(([id, share]) => [id, random.share() < share ? 'yes' : 'no']))),
})

const IDS: ReadonlySet<string> = new Set(SIGNAL_IDS)
const EVIDENCE = 'Invented, like everything else about this sample'

/** Origins of the signals among a lead’s values: they say that nothing was read. */
export const sampleEvidence = (values: SampleDraft, origin: SourceOrigin): Record<string, SourceOrigin> =>
  Object.fromEntries(
    Object.keys(values)
      .filter((name) => IDS.has(name))
      .map((name) => [name, { ...origin, text: EVIDENCE }]),
  )
