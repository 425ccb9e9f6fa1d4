import type { User } from '#contract/user.ts'

/** What can be changed about the profile; the last two belong to the account and its main user. */
export interface ProfileDraft {
  first_name: string
  last_name: string
  account_name: string
  time_zone: string
}

/** The profile as it is stored. */
export const draftOf = (user: User): ProfileDraft => ({
  first_name: user.first_name,
  last_name: user.last_name,
  account_name: user.account.name,
  time_zone: user.account.time_zone,
})

const OF_ACCOUNT: readonly string[] = ['account_name', 'time_zone']

/** The fields that differ from what is stored, trimmed: what has to be sent. */
export function changesOf(user: User, draft: ProfileDraft): Partial<ProfileDraft> {
  const stored = draftOf(user)
  const changed = Object.entries(draft)
    .map(([field, value]) => [field, value.trim()] as const)
    .filter(([field, value]) => value !== stored[field as keyof ProfileDraft])
    .filter(([field]) => user.isMainUser || !OF_ACCOUNT.includes(field))
  return Object.fromEntries(changed)
}

/** What was typed since a save was started and is not saved by it. */
export const editsAfter = (
  edits: Partial<ProfileDraft>,
  sent: Partial<ProfileDraft>,
): Partial<ProfileDraft> =>
  Object.fromEntries(
    Object.entries(edits).filter(([field, value]) => sent[field as keyof ProfileDraft] !== value),
  )
