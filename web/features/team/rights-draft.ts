import type { ModuleSlug } from '#contract/constants.ts'
import type { Member, TEAM_ROLES } from '#contract/team.ts'

export type TeamRole = (typeof TEAM_ROLES)[number]

/** What stands in the form of somebody's rights. */
export interface RightsDraft {
  /** An administrator's role is shown, never changed here. */
  role: Member['role']
  everything: boolean
  /** Chosen modules; they count while `everything` is off. */
  modules: ModuleSlug[]
  wallet: boolean
  /** Credits a month; null is no limit. */
  cap: number | null
}

type Rights = Pick<Member, 'role' | 'granted_modules' | 'access_to_wallet' | 'monthly_credit_cap'>

/** What an invitation starts with. */
export const NEW_RIGHTS: Rights = {
  role: 'related',
  granted_modules: null,
  access_to_wallet: false,
  monthly_credit_cap: null,
}

/** Rights as the form shows them. `offered` are the modules that can be granted; others cannot stay chosen. */
export const draftOf = (rights: Rights, offered: readonly ModuleSlug[]): RightsDraft => ({
  role: rights.role,
  everything: rights.granted_modules === null,
  modules: offered.filter((slug) => rights.granted_modules?.includes(slug) ?? true),
  wallet: rights.access_to_wallet,
  cap: rights.monthly_credit_cap,
})

/** The form as the API takes it. */
export const rightsOf = (draft: RightsDraft) => ({
  ...(draft.role === 'admin' ? {} : { role: draft.role }),
  granted_modules: draft.everything ? null : draft.modules,
  access_to_wallet: draft.wallet,
  monthly_credit_cap: draft.cap,
})

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** Only what differs from the form as it was opened; empty when nothing does. */
export function changedRights(before: RightsDraft, now: RightsDraft): Partial<ReturnType<typeof rightsOf>> {
  const old = rightsOf(before)
  return Object.fromEntries(
    Object.entries(rightsOf(now)).filter(([name, value]) => !same(old[name as keyof typeof old], value)),
  )
}

/** The sentence for a field, whether the server named the field itself or a part of it. */
export const fieldError = (fields: Record<string, string>, name: string): string | undefined =>
  fields[name] ?? Object.entries(fields).find(([path]) => path.startsWith(`${name}.`))?.[1]
