import type { EmailKind, EmailState } from '#contract/email-states.ts'

/** How an e-mail state reads: its word, and a tone that picks icon and colour. */
export interface EmailWords {
  word: string
  tone: 'found' | 'potential' | 'unknown' | 'invalid'
  /** What the state means, as a sentence without a full stop. */
  meaning: string
}

const words = (tone: EmailWords['tone'], word: string, meaning: string): EmailWords => ({
  tone,
  word,
  meaning,
})

/** Every state with its words, from the best to the worst; `none` stands for a lead without an address. */
const STATES: Record<EmailState | 'none', EmailWords> = {
  valid: words('found', 'Verified', 'The mail server accepts this address'),
  catch_all: words('potential', 'Accept-all', 'The mail server accepts every address of this domain'),
  risky: words('potential', 'Risky', 'The address may bounce'),
  greylisted: words('potential', 'Greylisted', 'The mail server asked to try again later'),
  disposable: words('potential', 'Disposable', 'The domain gives out throw-away addresses'),
  provider_blocks_probe: words('unknown', 'Not disclosed', 'The mail provider does not answer checks'),
  port25_unavailable: words('unknown', 'Not asked', 'The mail server could not be asked from here'),
  unknown: words('unknown', 'Unknown', 'The check gave no clear answer'),
  none: words('invalid', 'Not found', 'No address was found'),
  invalid: words('invalid', 'Invalid', 'The mail server refuses this address'),
  no_mx: words('invalid', 'No mail', 'The domain takes no mail'),
}

const UNCHECKED = words('unknown', 'Not checked', 'Nobody has checked this address yet')

/** States in the order in which screens show them. */
export const EMAIL_STATE_ORDER = Object.keys(STATES).filter((state) => state !== 'none') as EmailState[]

/** Words of an e-mail state; an unknown or absent state reads as not checked. */
export const emailWords = (state: string | null | undefined): EmailWords =>
  state && Object.hasOwn(STATES, state) ? STATES[state as EmailState] : UNCHECKED

const KINDS: Record<EmailKind, { word: string; meaning: string }> = {
  org: { word: 'Company', meaning: "The company's main address" },
  role: { word: 'Function', meaning: 'The address of a function, such as sales or press' },
  person: { word: 'Person', meaning: "A person's own address" },
  list: { word: 'Mailing list', meaning: 'An address that many people read' },
  inferred: {
    word: 'Inferred',
    meaning: 'Made from the pattern of the other addresses of this domain; it was published nowhere',
  },
}

/** Words of a kind of address; null when the kind is not known. */
export const emailKindWords = (kind: string | null | undefined): { word: string; meaning: string } | null =>
  kind && Object.hasOwn(KINDS, kind) ? KINDS[kind as EmailKind] : null
