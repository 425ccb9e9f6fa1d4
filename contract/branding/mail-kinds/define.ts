export const MAIL_GROUPS = {
  'sign-in': 'Signing in',
  team: 'Team',
  account: 'Account and billing',
  notifications: 'Notifications and reports',
  visitors: 'Visitors of websites',
  system: 'System',
} as const
export type MailGroup = keyof typeof MAIL_GROUPS

/**
 * Why someone gets a mail. `security` and `billing` are always sent; a `notice` links to the email settings;
 * `report` and `news` can be unsubscribed from with one click.
 */
export const MAIL_CATEGORIES = ['security', 'billing', 'notice', 'report', 'news'] as const
type MailCategory = (typeof MAIL_CATEGORIES)[number]

/** A two-factor event. */
export type SecondFactorChange = 'on' | 'off' | 'recovery-code-used' | 'new-recovery-codes'

/**
 * How a variable is formatted: a chosen name, a sentence that may contain one, several of those as lines, our
 * own text, a longer line of ours, a duration in minutes, an ISO time, the day of one (empty for none), a number or a
 * two-factor event.
 */
export type VariableKind =
  | 'name'
  | 'sentence'
  | 'lines'
  | 'words'
  | 'line'
  | 'minutes'
  | 'moment'
  | 'day'
  | 'number'
  | 'change'
export type SecretKind = 'code' | 'link'

/**
 * A kind of mail as data. In texts, `{{ name }}` is a variable, one of `derived`, `greeting`, or one of the
 * brand's; subject and preheader can use variables only, so they can never contain a code.
 */
export interface MailKind<
  Variables extends Readonly<Record<string, VariableKind>> = Readonly<Record<string, VariableKind>>,
  Secrets extends Readonly<Record<string, SecretKind>> = Readonly<Record<string, SecretKind>>,
> {
  /** Label in lists. */
  title: string
  group: MailGroup
  category: MailCategory
  /** To the operator only: resellers cannot customize it. */
  platformOnly?: true
  /** Stored, and shown to admins. `minutes` is the lifetime of the secrets. */
  variables: Variables
  /** Six-digit codes and links: sealed, wiped after sending and never shown. */
  secrets: Secrets
  /** Further variables, computed from the others. */
  derived?: Readonly<Record<string, (readable: Readonly<Record<string, string | number>>) => string>>
  subject: string
  preheader: string
  heading: string
  paragraphs: readonly string[]
  /** A variable of the kind `lines`, each of which becomes a paragraph at the end. */
  lines?: Extract<keyof Variables, string>
  /** Shows the secret `code`. */
  showsCode?: true
  /** The first is a button, the others are plain links. */
  links?: readonly { label: string; secret: Extract<keyof Secrets, string> }[]
  /** What to do if one did not request it. */
  closing: string
}

/** Declares mails of a group. */
export const inGroup =
  (group: MailGroup) =>
  <
    const Variables extends Readonly<Record<string, VariableKind>>,
    const Secrets extends Readonly<Record<string, SecretKind>>,
  >(
    mail: Omit<MailKind<Variables, Secrets>, 'group'>,
  ): MailKind<Variables, Secrets> => ({ ...mail, group })

/** "Hello Ann," or "Hello,". */
export const HELLO = '{{ greeting }}'

export const CHANGE_PASSWORD =
  'If this wasn’t you, reset your password on the sign-in page now and contact the owner of your account.'

/** "1 lead", "2 leads". */
export const counted = (
  count: string | number | undefined,
  singular: string,
  many = `${singular}s`,
): string => `${count} ${Number(count) === 1 ? singular : many}`
