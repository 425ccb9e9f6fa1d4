import type { KitDocument } from '#contract/admin/kit-document.ts'
import { KIT_BODY_LIMIT, type KitPartName } from '#contract/admin/kit-part-names.ts'
import { getActorIn } from '#server/modules/identity/sessions/index.ts'
import type { Context } from '#server/platform/context.ts'
import { conflict, invalidField } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { settingsOf } from './apply-kit.ts'
import type { Settings } from './kits-store.ts'
import { readSettings } from './read-settings.ts'
import { findKitOfLink } from './shared-kits.ts'

/** Where the settings of a version come from. */
export interface KitSource {
  from_account_id?: number | undefined
  parts?: KitPartName[] | undefined
  document?: KitDocument | undefined
  link?: string | undefined
}

export interface ReadKit {
  /** Null: an account has no name for them. */
  name: string | null
  description: string
  settings: Settings
}

/** @throws AppError validation_failed for two sources at once */
function requireOneSource({ from_account_id, parts, document, link }: KitSource): void {
  const isAccount = from_account_id !== undefined || parts !== undefined
  if ([isAccount, document !== undefined, link !== undefined].filter(Boolean).length < 2) return
  throw invalidField(document ? 'document' : 'link', 'Choose one: an account, a document or a link')
}

/**
 * What a version is made of. Documents and kits of others are as untrusted as any input: applying them goes through
 * the checks of each setting.
 * @throws AppError not_found, validation_failed, conflict for one that is too large
 */
export async function readKitSource(ctx: Context, actor: Actor, source: KitSource): Promise<ReadKit> {
  requireOneSource(source)
  const { document, link } = source
  if (document)
    return { name: document.kit, description: document.description ?? '', settings: settingsOf(document) }
  if (link !== undefined) {
    const shared = await findKitOfLink(ctx, link)
    if (!shared) throw invalidField('link', 'This link doesn’t work. Ask for a new one')
    const { name, description } = shared.kit
    return { name, description, settings: shared.version.document }
  }
  const target = await getActorIn(ctx, actor, source.from_account_id ?? actor.accountId)
  const settings = await readSettings(ctx, target, source.parts)
  if (JSON.stringify(settings).length > KIT_BODY_LIMIT)
    throw conflict('These settings are larger than 4 MB. Leave parts out')
  return { name: null, description: '', settings }
}
