import {
  EMAIL_STATE_LABELS,
  type EmailKind,
  type EmailState,
  NO_EMAIL,
} from '#contract/leads/email-states.ts'

/** Display of an email state: a label, and a tone that sets icon and color. */
export interface EmailLabel {
  label: string
  tone: 'found' | 'potential' | 'unknown' | 'invalid'
  /** Meaning of the state, as a sentence without a full stop. */
  meaning: string
}

type Meaning = Omit<EmailLabel, 'label'>

const means = (tone: EmailLabel['tone'], meaning: string): Meaning => ({ tone, meaning })

const MEANINGS: Record<EmailState, Meaning> = {
  valid: means('found', 'The mail server accepts this address'),
  catch_all: means('potential', 'The mail server accepts every address at this domain'),
  risky: means('potential', 'The address may bounce'),
  greylisted: means('potential', 'The mail server asked to try again later'),
  disposable: means('potential', 'This domain provides disposable addresses'),
  provider_blocks_probe: means('unknown', 'The mail provider blocks checks'),
  port25_unavailable: means('unknown', 'We couldn’t check with the mail server'),
  unknown: means('unknown', 'The check was inconclusive'),
  invalid: means('invalid', 'The mail server rejects this address'),
  no_mx: means('invalid', 'This domain doesn’t accept email'),
}

const UNCHECKED: EmailLabel = {
  label: 'Not checked',
  ...means('unknown', 'This address hasn’t been checked yet'),
}
/** A lead without an email. */
const NONE: EmailLabel = { label: 'Not found', ...means('invalid', 'No email was found') }

/** The same in counts. */
const NO_ADDRESS: EmailLabel = { ...NONE, label: 'No email' }

/** States in display order. */
export const EMAIL_STATE_ORDER = Object.keys(EMAIL_STATE_LABELS) as EmailState[]

/**
 * Label of an email state; `none` and `no_email` mean a lead without one. Unknown states count as not
 * checked.
 */
export function emailLabel(state: string | null | undefined): EmailLabel {
  if (state === 'none') return NONE
  if (state === NO_EMAIL) return NO_ADDRESS
  if (!state || !Object.hasOwn(MEANINGS, state)) return UNCHECKED
  return { label: EMAIL_STATE_LABELS[state as EmailState], ...MEANINGS[state as EmailState] }
}

const KINDS: Record<EmailKind, { label: string; meaning: string }> = {
  org: { label: 'General', meaning: 'The company’s main address' },
  role: { label: 'Role', meaning: 'A role address, such as sales or press' },
  person: { label: 'Person', meaning: 'A person’s own address' },
  list: { label: 'Mailing list', meaning: 'An address read by several people' },
  inferred: {
    label: 'Guessed',
    meaning: 'Guessed from other addresses at this domain; not published anywhere',
  },
}

/** Label of an email type; null if unknown. */
export const emailKindLabel = (kind: string | null | undefined): { label: string; meaning: string } | null =>
  kind && Object.hasOwn(KINDS, kind) ? KINDS[kind as EmailKind] : null
