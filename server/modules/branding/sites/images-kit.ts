import { conflict, invalidField } from '#server/platform/errors.ts'
import { defineKitPart } from '#server/platform/kit-part.ts'
import { drawImage } from './draw-image.ts'
import { findImage, insertImage, ownImages } from './images-store.ts'
import { isPlainPng } from './plain-png.ts'
import { requireRoomForImages } from './site-editing.ts'
import { ensureSiteScope, findSiteScope } from './site-scope.ts'
import type { SiteRow } from './sites-store.ts'

const PREFIX = 'data:image/png;base64,'
const PATH = /\/brand-images\/([a-f0-9]{32})\.png/g

/** Ids of the images that a site shows: its logos, its icon and those in the text beside the sign-in form. */
const listUsed = ({ logo, logo_dark, icon, content }: SiteRow): string[] =>
  [...[logo, logo_dark, icon, content].join(' ').matchAll(PATH)].map(([, id]) => id as string)

/**
 * Images that a site shows, byte for byte under their ids, which its settings name. None is ever deleted, because emails
 * show them.
 */
export const imagesKitPart = defineKitPart<string>({
  name: 'images',
  module: 'whitelabel',
  stays: true,
  async list(ctx, actor) {
    const { site } = await findSiteScope(ctx, actor, undefined)
    const own = site ? await ownImages(ctx.db, site.id, listUsed(site)) : new Set<string>()
    const found = new Map<string, { id: string; content: string }>()
    for (const id of [...own].sort()) {
      const image = await findImage(ctx.db, id)
      if (image?.content_type === 'image/png')
        found.set(id, { id, content: `${PREFIX}${image.bytes.toString('base64')}` })
    }
    return found
  },
  async create(ctx, actor, id, content) {
    const bytes = Buffer.from(content.slice(PREFIX.length), 'base64')
    const { site } = await ensureSiteScope(ctx, actor, undefined)
    const known = await findImage(ctx.db, id)
    if (known) {
      const isSame = known.bytes.equals(bytes) && (await ownImages(ctx.db, site.id, [id])).has(id)
      if (!isSame)
        throw conflict(`Another image is here as ${id}. Upload yours, and export the document again`)
      return
    }
    await requireRoomForImages(ctx, site.id)
    const { width, height, contentType } = await drawImage(bytes, 'content')
    // As it is, so that an export here has the same bytes: it has nothing that drawing again would remove.
    if (!isPlainPng(bytes, { width, height }))
      throw invalidField('image', 'Only images as an export has them. Upload this one, and export again')
    await insertImage(ctx.db, { id, site_id: site.id, content_type: contentType, width, height, bytes })
  },
  change() {
    throw conflict('An image never changes. Upload the new one, and export the document again')
  },
  async remove() {},
})
