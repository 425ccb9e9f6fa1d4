import { type Actor, isOwner } from '#server/platform/http/actor.ts'
import type { TemplateRow } from './templates-store.ts'

/** Whether someone who sees a template may change it: its owner, and for a shared one the account's owner. */
export const canEditTemplate = (
  actor: Pick<Actor, 'userId' | 'isMainUser'>,
  template: Pick<TemplateRow, 'owner_id' | 'is_shared'>,
): boolean => template.owner_id === actor.userId || (template.is_shared && isOwner(actor))
