import { type Actor, isOwner } from '#server/platform/http/actor.ts'
import type { TemplateRow } from './templates-store.ts'

/** Whether a person who can see a template may change it: its owner, and the account's owner if it is shared. */
export const canEditTemplate = (
  actor: Pick<Actor, 'userId' | 'isMainUser'>,
  template: Pick<TemplateRow, 'owner_id' | 'is_shared'>,
): boolean => template.owner_id === actor.userId || (template.is_shared && isOwner(actor))
