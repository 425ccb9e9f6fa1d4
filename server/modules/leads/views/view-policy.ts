import { type Actor, isOwner } from '#server/platform/http/actor.ts'
import type { LeadViewRow } from './views-store.ts'

type OwnedView = Pick<LeadViewRow, 'owner_id' | 'visibility'>

/** Whether a person of the account can see a view. */
export const canSeeView = (actor: Pick<Actor, 'userId'>, view: OwnedView): boolean =>
  view.owner_id === actor.userId || view.visibility === 'everyone'

/** Whether a person who can see a view may change it: its owner, and the account's owner if it is shared. */
export const canEditView = (actor: Pick<Actor, 'userId' | 'isMainUser'>, view: OwnedView): boolean =>
  view.owner_id === actor.userId || (view.visibility === 'everyone' && isOwner(actor))
