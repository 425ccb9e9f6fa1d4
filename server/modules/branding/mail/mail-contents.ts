/** The brand that a mail speaks for. */
export interface MailBrand {
  name: string
  /** Origin for links, without a slash at its end. */
  url: string
  /** Address of an image; shown only when it is https. */
  logo: string | null
  /** Colours as #rgb or #rrggbb. */
  primaryColor: string
  textColor: string
  headingColor: string
  /** Sender address. */
  from: string
  /** Where answers go. */
  supportEmail: string | null
}

/** What happened to a second factor. */
export type SecondFactorChange = 'on' | 'off' | 'recovery-code-used' | 'new-recovery-codes'

/**
 * Every mail there is, with what it says. `variables` are kept and shown to admins; `secrets` (codes of six digits and
 * links) are sealed, wiped after sending and never shown. `minutes` is how long the secret is valid, `when` an ISO
 * date and time.
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
  /** `account_name` is the company, or `their team` where there is none. */
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
  /** `when` is when everything is deleted. */
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
  /** One event, with the links to its place and to the settings. */
  notification: {
    variables: { first_name: string; title: string; text: string }
    secrets: { link: string; settings_link: string }
  }
  /** Events of a day: one a line. */
  'notification-digest': {
    variables: { first_name: string; count: number; lines: string }
    secrets: { link: string; settings_link: string }
  }
  /** What an autopilot has brought since its last run: `leads` are names, one a line. */
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
  /** `head` is the signed head of the audit log as JSON, `when` when it was taken. */
  'audit-head': {
    variables: { when: string; entries: number; head: string }
    secrets: Record<never, never>
  }
  test: { variables: { first_name: string; when: string }; secrets: Record<never, never> }
  'social-linked': { variables: { first_name: string; provider: string }; secrets: Record<never, never> }
}
export type MailTemplateName = keyof MailContents

/**
 * How a variable is made fit for reading: a name someone chose, a sentence that may hold one, several of those in
 * lines, our own words, a longer line of ours, a duration, a moment or a number.
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
 * A mail as data. In texts, `{{ name }}` is a variable, one of `derived`, `greeting`, or one of the brand's; subject and preheader see the variables only, so a code can
 * never are there.
 */
export interface MailTemplate<Name extends MailTemplateName = MailTemplateName> {
  variables: { readonly [Key in keyof MailContents[Name]['variables']]: VariableKind }
  secrets: { readonly [Key in keyof MailContents[Name]['secrets']]: SecretKind }
  /** Further variables, worked out of the others as they are read. */
  derived?: Readonly<Record<string, (readable: Readonly<Record<string, string | number>>) => string>>
  subject: string
  preheader: string
  heading: string
  paragraphs: readonly string[]
  /** A variable of the kind `lines`, each of which becomes a paragraph after the others. */
  lines?: Extract<keyof MailContents[Name]['variables'], string>
  /** Shows the secret `code`. */
  showsCode?: true
  /** The first is a button, the others are plain links. */
  links?: readonly { label: string; secret: Extract<keyof MailContents[Name]['secrets'], string> }[]
  /** What to do when one did not ask for it. */
  closing: string
}
