import {
  isMailTemplate,
  MAIL_KINDS,
  type MailContents,
  type MailTemplateName,
} from '#contract/branding/mail-kinds/index.ts'

/** Secret names of a mail; empty for an unknown one. */
export const secretNames = (name: string): string[] =>
  isMailTemplate(name) ? Object.keys(MAIL_KINDS[name].secrets) : []

/** Distributes over the names, so that template, variables and secrets always match. */
export type MailDraft = {
  [Name in MailTemplateName]: {
    siteId: number | null
    to: string
    template: Name
    variables: MailContents[Name]['variables']
    secrets: MailContents[Name]['secrets']
    accountId?: number
    userId?: number
    /** After that the mail is not sent and its secrets are wiped. */
    expiresAt?: Date
  }
}[MailTemplateName]
