import type { User } from '#contract/identity/user.ts'
import { customFieldDefinition } from '#contract/leads/custom-fields.ts'
import type { FieldDefinition } from '#contract/leads/list-types/define.ts'
import { LIST_TYPES, type ListTypeId } from '#contract/leads/list-types/index.ts'
import { loadSession, readSession } from './session.ts'

const NONE: User['custom_fields'] = []

/** One array per server response, so that comparisons by identity see no change without one. */
const cache = new WeakMap<User['custom_fields'], Map<ListTypeId, FieldDefinition[]>>()

/** All fields of a list type: the declared ones, then the account's custom fields. */
export function listFields(type: ListTypeId): FieldDefinition[] {
  const session = readSession()
  // A server that is being upgraded may still omit them.
  const custom = (session.status === 'signed-in' && session.user.custom_fields) || NONE
  const byType = cache.get(custom) ?? new Map<ListTypeId, FieldDefinition[]>()
  cache.set(custom, byType)
  const fields = byType.get(type) ?? [...LIST_TYPES[type].fields, ...custom.map(customFieldDefinition)]
  byType.set(type, fields)
  return fields
}

/** Reloads the account's custom fields after one was added, renamed or deleted. */
export async function refreshFields(): Promise<void> {
  await loadSession({ again: true })
}

/** A field of a list type, or undefined. */
export const findField = (type: ListTypeId, name: string): FieldDefinition | undefined =>
  listFields(type).find((field) => field.name === name)
