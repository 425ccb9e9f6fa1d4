import { accountMails } from './account.ts'
import type { MailKind, SecondFactorChange } from './define.ts'
import { notificationMails } from './notifications.ts'
import { purchaseMails } from './purchases.ts'
import { signInMails } from './sign-in.ts'
import { systemMails } from './system.ts'
import { teamMails } from './team.ts'
import { visitorMails } from './visitors.ts'

/** Every kind of mail, in the order of lists. A new one is one entry in the file of its group. */
const DECLARED = {
  ...signInMails,
  ...teamMails,
  ...purchaseMails,
  ...accountMails,
  ...notificationMails,
  ...visitorMails,
  ...systemMails,
}

export type MailTemplateName = keyof typeof DECLARED
export const MAIL_TEMPLATE_NAMES = Object.keys(DECLARED) as [MailTemplateName, ...MailTemplateName[]]
export const MAIL_KINDS: Readonly<Record<MailTemplateName, MailKind>> = DECLARED as never
export const isMailTemplate = (name: string): name is MailTemplateName => Object.hasOwn(DECLARED, name)

type ValueOf<Kind> = Kind extends 'minutes' | 'number'
  ? number
  : Kind extends 'change'
    ? SecondFactorChange
    : string

/** What each mail needs to be sent. */
export type MailContents = {
  [Name in MailTemplateName]: {
    variables: {
      -readonly [Key in keyof (typeof DECLARED)[Name]['variables']]: ValueOf<
        (typeof DECLARED)[Name]['variables'][Key]
      >
    }
    secrets: { -readonly [Key in keyof (typeof DECLARED)[Name]['secrets']]: string }
  }
}
