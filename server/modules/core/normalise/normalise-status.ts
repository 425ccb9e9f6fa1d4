import { foldText } from '#server/platform/text/fold-text.ts'
import { remember } from '#server/platform/text/remember.ts'

/** Whether a business still trades. */
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

/** Reads a status cell; every other text, and none, means open. */
export const normaliseStatus: (raw: string) => OperatingStatus = remember(readStatus)

function readStatus(raw: string): OperatingStatus {
  const text = foldText(raw)
  if (TEMPORARILY.test(text) && CLOSED_WORD.test(text)) return 'temporarily_closed'
  return CLOSED.has(text) ? 'closed' : 'open'
}
