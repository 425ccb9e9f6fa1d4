import { foldText } from '#server/platform/text/fold-text.ts'
import { memoize } from '#server/platform/text/memoize.ts'

/** Whether a business is still open. */
export type OperatingStatus = 'open' | 'closed' | 'temporarily_closed'

const CLOSED = new Set([
  'closed',
  'closed permanently',
  'permanently closed',
  'closed forever',
  'closed down',
  'out of business',
  'defunct',
  'dissolved',
  'liquidated',
  'ceased',
  'ceased trading',
  'shut down',
  'shuttered',
  'disused',
  'abandoned',
  'demolished',
  'geschlossen',
  'dauerhaft geschlossen',
  'ferme',
  'ferme definitivement',
  'cerrado',
  'cerrado permanentemente',
  'chiuso',
  'chiuso definitivamente',
  'fechado',
  'gesloten',
])

const TEMPORARILY = /temporar|vorubergehend|provisoire|temporal|tijdelijk/
const CLOSED_WORD = /clos|geschlossen|ferme|cerrad|chius|fechad|gesloten/

/** Parses a status cell; any other text, and an empty one, means open. */
export const normaliseStatus: (raw: string) => OperatingStatus = memoize(readStatus)

function readStatus(raw: string): OperatingStatus {
  const text = foldText(raw)
  if (TEMPORARILY.test(text) && CLOSED_WORD.test(text)) return 'temporarily_closed'
  return CLOSED.has(text) ? 'closed' : 'open'
}
