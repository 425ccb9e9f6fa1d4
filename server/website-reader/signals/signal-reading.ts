import type { SignalId } from '#contract/leads/signals.ts'

/** One signal of a website, with what shows it. */
export interface SignalReading {
  id: SignalId
  value: string | number
  url: string | null
  /** Words, code or header that show it; what was looked for where it is missing. */
  text: string
}
