import type { BOUNCE_KINDS } from '#contract/prospecting/bounces.ts'
import { readBounceKind } from '#server/modules/branding/mail/index.ts'

export type BounceKind = (typeof BOUNCE_KINDS)[number]

/** When a mail bounced. `dayOnly`: some time on that day (UTC), starting at `at`. */
export interface BounceMoment {
  at: Date
  dayOnly: boolean
}

/** Event kinds in mail programs, matched in this order in lower case; null: not a bounce. */
const KIND_PATTERNS: [RegExp, BounceKind | null][] = [
  [/soft|transient|temporar|defer|delay|throttl|over ?quota|undetermined|block|dns|full/, 'soft'],
  [
    /hard|permanent|invalid|unknown user|no ?such|nonexist|does not exist|bad ?(?:mailbox|address|domain)|suppress/,
    'hard',
  ],
  [/^(?:4\d\d\b|4\.\d)/, 'soft'],
  [/^(?:5\d\d\b|5\.\d)/, 'hard'],
  [/open|click|\bdeliver(?:ed|y)$|^sent$|accept|process|complain|spam|unsub|subscri/, null],
  [/bounce|fail|undeliver|reject|drop|error|returned/, 'hard'],
]
/** An enhanced status, such as 5.1.1. */
const ENHANCED = /(?<![\d.])[45]\.\d{1,3}\.\d{1,3}(?!\.?\d)/

/**
 * A row's bounce kind, from its kind, reason and status in the file. The server's status decides, else the kind of
 * the mail program; a fault of the sender is soft, because it says nothing about the address. Null: not a bounce, or
 * unclear.
 */
export function readRowKind(kind: string, reason: string, status = ''): BounceKind | null {
  const word = kind.trim().toLowerCase()
  const rule = KIND_PATTERNS.find(([pattern]) => pattern.test(word))?.[1]
  if (word !== '' && !rule) return null
  const text = `${status || word} ${reason}`
  // "bounce" alone is ambiguous; the server's own text decides.
  const isVague = /^(?:bounced?|failed|failure|dropped|[45][\d.]*)?$/.test(word)
  const told = isVague || ENHANCED.test(text) ? readBounceKind(text) : undefined
  if (!told) return rule ?? 'hard'
  return told === 'hard' ? 'hard' : 'soft'
}

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/
const ISO =
  /^(\d{4}-\d{2}-\d{2})[T ](\d{1,2}:\d{2}(?::\d{2})?)(?:[.,](\d{1,9}))? ?(Z|UTC|GMT|[+-]\d{2}:?\d{2})?$/i
const NUMERIC =
  /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})(?:,? (\d{1,2}):(\d{2})(?::(\d{2}))?(?: ?([ap])\.?m\.?)?)?$/i
const MONTH = /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\b/i
const ZONE = /(?:z|utc|gmt|[+-]\d{2}:?\d{2})(?: \([a-z ]+\))?$/i
const EPOCH = /^\d{10}(?:\.\d{1,6})?$|^\d{13}$/

const moment = (ms: number, dayOnly = false): BounceMoment | null =>
  Number.isNaN(ms) ? null : { at: new Date(ms), dayOnly }

function isoMoment(match: RegExpExecArray): BounceMoment | null {
  const [, day, time, fraction = '', zone = 'Z'] = match as unknown as [
    string,
    string,
    string,
    string?,
    string?,
  ]
  const offset = /^[zug]/i.test(zone) ? 'Z' : `${zone.slice(0, 3)}:${zone.slice(-2)}`
  const part = fraction && `.${fraction.slice(0, 3).padEnd(3, '0')}`
  return moment(Date.parse(`${day}T${time.length % 3 === 1 ? `0${time}` : time}${part}${offset}`))
}

/** Day and month in the only possible order; when both are possible, dots mean day first and slashes month first. */
function numericMoment(match: RegExpExecArray): BounceMoment | null {
  const [, first, sign, second, year, hours, minutes, seconds, half] = match
  const [a, b] = [Number(first), Number(second)]
  const dayFirst = a > 12 || (b <= 12 && sign === '.')
  const [day, month] = dayFirst ? [a, b] : [b, a]
  if (month < 1 || month > 12 || day < 1 || day > 31) return null
  if (hours === undefined) return moment(Date.UTC(Number(year), month - 1, day), true)
  const hour = half ? (Number(hours) % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : Number(hours)
  return moment(Date.UTC(Number(year), month - 1, day, hour, Number(minutes), Number(seconds ?? 0)))
}

/** Parses a date in mail programs' formats; without a time zone it is UTC. Null when invalid. */
export function readMoment(text: string): BounceMoment | null {
  const plain = text.trim()
  if (plain === '' || plain.length > 60) return null
  if (EPOCH.test(plain)) return moment(Math.round(Number(plain) * (plain.length === 13 ? 1 : 1000)))
  if (DAY.test(plain)) return moment(Date.parse(plain), true)
  const iso = ISO.exec(plain)
  if (iso) return isoMoment(iso)
  const numeric = NUMERIC.exec(plain)
  if (numeric) return numericMoment(numeric)
  if (!MONTH.test(plain)) return null
  const named = plain.replace(/ at /i, ' ')
  const dayOnly = !named.includes(':')
  return moment(Date.parse(!dayOnly && ZONE.test(named) ? named : `${named} UTC`), dayOnly)
}
