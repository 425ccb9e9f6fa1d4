/** A two-factor event. */
export type SecondFactorChange = 'on' | 'off' | 'recovery-code-used' | 'new-recovery-codes'

/**
 * All mails with their data. `variables` are stored and shown to admins; `secrets` (six-digit codes and links)
 * are sealed, wiped after sending and never shown. `minutes` is the secret's lifetime, `when` an ISO date and
 * time.
 */
export interface MailContents {
  'confirm-email': {
    variables: { first_name: string; minutes: number }
    secrets: { code: string; link: string }
  }
  'already-registered': {
    variables: Record<never, never>
    secrets: { sign_in_link: string; reset_link: string }
  }
  'reset-password': {
    variables: { first_name: string; minutes: number }
    secrets: { code: string; link: string }
  }
  'reset-unknown': { variables: Record<never, never>; secrets: Record<never, never> }
  'password-changed': {
    variables: { first_name: string; when: string; ip: string }
    secrets: { reset_link: string }
  }
  'mail-change-confirm': { variables: { first_name: string; minutes: number }; secrets: { code: string } }
  'mail-change-taken': { variables: Record<never, never>; secrets: Record<never, never> }
  'mail-changed': {
    variables: { first_name: string; new_email_masked: string }
    secrets: Record<never, never>
  }
  /** `account_name` is the company, or `their team` without one. */
  invitation: {
    variables: { inviter: string; account_name: string; first_name: string; minutes: number }
    secrets: { link: string }
  }
  'invitation-elsewhere': {
    variables: { inviter: string; account_name: string }
    secrets: Record<never, never>
  }
  'second-factor-changed': {
    variables: { first_name: string; change: SecondFactorChange; when: string; ip: string }
    secrets: Record<never, never>
  }
  /** `when` is the deletion date. */
  'account-closed': {
    variables: { first_name: string; account_name: string; when: string }
    secrets: { link: string }
  }
  'account-deletion-soon': {
    variables: { first_name: string; account_name: string; when: string }
    secrets: { link: string }
  }
  'account-reopened': {
    variables: { first_name: string; account_name: string }
    secrets: { link: string }
  }
  'credit-request': {
    variables: { account_name: string; requester: string; amount: string; note: string }
    secrets: { link: string }
  }
  /** `name` is what somebody paid for with the recipient's email. */
  'sale-waiting': { variables: { name: string }; secrets: { link: string } }
  /** One event, with links to its place and to the settings. */
  notification: {
    variables: { first_name: string; title: string; text: string }
    secrets: { link: string; settings_link: string }
  }
  /** Events of a day, one per line. */
  'notification-digest': {
    variables: { first_name: string; count: number; lines: string }
    secrets: { link: string; settings_link: string }
  }
  /** An autopilot's results since its last run: `leads` are names, one per line. */
  'autopilot-summary': {
    variables: {
      first_name: string
      name: string
      count: number
      before: string
      since: string
      with_email: number
      with_phone: number
      lines: string
    }
    secrets: { link: string; settings_link: string }
  }
  /** `when` is the day of the report. */
  'subscription-report': {
    variables: { first_name: string; when: string; lines: string }
    secrets: { link: string }
  }
  /** `head` is the signed head of the audit log as JSON, `when` its time. */
  'audit-head': {
    variables: { when: string; entries: number; head: string }
    secrets: Record<never, never>
  }
  test: { variables: { first_name: string; when: string }; secrets: Record<never, never> }
  'social-linked': { variables: { first_name: string; provider: string }; secrets: Record<never, never> }
}
export type MailTemplateName = keyof MailContents

/**
 * How a variable is formatted: a chosen name, a sentence that may contain one, several of those as lines, our
 * own text, a longer line of ours, a duration, a time or a number.
 */
export type VariableKind =
  | 'name'
  | 'sentence'
  | 'lines'
  | 'words'
  | 'line'
  | 'minutes'
  | 'moment'
  | 'number'
  | 'change'
export type SecretKind = 'code' | 'link'

/**
 * A mail as data. In texts, `{{ name }}` is a variable, one of `derived`, `greeting`, or one of the brand's;
 * subject and preheader can use variables only, so they can never contain a code.
 */
export interface MailTemplate<Name extends MailTemplateName = MailTemplateName> {
  variables: { readonly [Key in keyof MailContents[Name]['variables']]: VariableKind }
  secrets: { readonly [Key in keyof MailContents[Name]['secrets']]: SecretKind }
  /** Further variables, computed from the others. */
  derived?: Readonly<Record<string, (readable: Readonly<Record<string, string | number>>) => string>>
  subject: string
  preheader: string
  heading: string
  paragraphs: readonly string[]
  /** A variable of the kind `lines`, each of which becomes a paragraph at the end. */
  lines?: Extract<keyof MailContents[Name]['variables'], string>
  /** Shows the secret `code`. */
  showsCode?: true
  /** The first is a button, the others are plain links. */
  links?: readonly { label: string; secret: Extract<keyof MailContents[Name]['secrets'], string> }[]
  /** What to do if one did not request it. */
  closing: string
}
