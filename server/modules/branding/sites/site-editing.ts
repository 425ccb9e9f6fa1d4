import { createHash } from 'node:crypto'
import type { Site, updateSite as updateEndpoint } from '#contract/branding/site.ts'
import type { ParsedInput } from '#contract/core/endpoint.ts'
import { fieldChanges } from '#server/modules/core/audit/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { AppError, conflict, invalidField } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { can } from '#server/platform/http/capabilities.ts'
import { isHostBelow } from '#server/platform/text/is-host-below.ts'
import { cleanContent } from './clean-content.ts'
import { isServed } from './domain-record.ts'
import { listDomains } from './domains-store.ts'
import type { DrawnImage } from './draw-image.ts'
import { countImages, insertImage, ownImages } from './images-store.ts'
import { changeSignUpSettings, currentTerms, signUpSettings } from './signals.ts'
import { auditSiteChange, ensureSiteScope, findSiteScope } from './site-scope.ts'
import { findSiteUrl } from './sites.ts'
import { type SiteChange, type SiteRow, updateSite } from './sites-store.ts'
import { vendorContext } from './social-settings.ts'

type Body = ParsedInput<typeof updateEndpoint>['body']

/** Maximum images of a site over time: none is deleted, because mails show them. */
const MAX_IMAGES = 500
const IMAGES = ['logo', 'logo_dark', 'icon'] as const
const PLAIN = [
  ...['name', 'logo', 'logo_dark', 'icon', 'button_color', 'secondary_color', 'heading_color', 'text_color'],
  ...['blue_color', 'light_blue_color', 'sidebar_background_color', 'login_page_bg_color', 'script'],
  ...[
    'script_hosts',
    'crms',
    'menu',
    'show_training_center',
    'support_email',
    'mail_from',
    'google_client_id',
  ],
  ...['google_popup_type', 'facebook_app_id', 'facebook_page_view', 'chat_vendor', 'chat_app_id'],
] as const satisfies readonly string[] as readonly (keyof SiteChange & keyof Body)[]

/** Sign-up settings for the audit log. */
const pickOffers = ({
  sign_up,
  sign_up_plan_id,
  sign_up_credits,
}: Pick<Site, 'sign_up' | 'sign_up_plan_id' | 'sign_up_credits'>) => ({
  sign_up,
  sign_up_plan_id,
  sign_up_credits,
})

const imageId = (path: string): string => path.replace(/^\/brand-images\/|\.\w+$/g, '')

type Account = Awaited<ReturnType<typeof findSiteScope>>['account']

async function present(ctx: Context, actor: Actor, account: Account, site: SiteRow | null): Promise<Site> {
  const isPlatform = account.parent_id === null
  const siteId = isPlatform ? null : (site?.id ?? null)
  const plain = Object.fromEntries(PLAIN.map((name) => [name, site?.[name] ?? null])) as Pick<
    SiteRow,
    (typeof PLAIN)[number]
  >
  return {
    ...plain,
    crms: plain.crms as Site['crms'],
    script_hosts: site?.script_hosts ?? [],
    show_training_center: site?.show_training_center ?? true,
    account_id: account.id,
    id: site?.id ?? null,
    is_platform: isPlatform,
    content: site?.content ?? null,
    has_google_client_secret: Boolean(site?.google_client_secret_sealed),
    has_facebook_app_secret: Boolean(site?.facebook_app_secret_sealed),
    has_chat_secret: Boolean(site?.chat_secret_sealed),
    ...(await signUpSettings.ask(ctx, { owner: account, site })),
    terms: await currentTerms.ask(ctx, { siteId }),
    url: await findSiteUrl(ctx, siteId),
    can: {
      set_credits: can(actor, 'administer'),
      publish_terms: account.id === actor.accountId && (isPlatform || site !== null),
    },
    updated_at: site?.updated_at?.toISOString() ?? null,
  }
}

/** @throws AppError validation_failed for an image of another site. */
async function checkImages(ctx: Context, site: SiteRow, body: Body): Promise<void> {
  const chosen = IMAGES.flatMap((name) => (body[name] ? [[name, imageId(body[name])] as const] : []))
  const own = await ownImages(
    ctx.db,
    site.id,
    chosen.map(([, id]) => id),
  )
  const wrong = chosen.find(([, id]) => !own.has(id))
  if (wrong) throw invalidField(wrong[0], 'Upload the image first')
}

/** Whether a site's mails may have this sender: they must not use someone else's domain. */
export async function mayMailFrom(
  ctx: Context,
  { site, isPlatform }: { site: SiteRow | null; isPlatform: boolean },
  address: string | null | undefined,
): Promise<boolean> {
  if (!address || isPlatform) return true
  const host = address.slice(address.lastIndexOf('@') + 1).toLowerCase()
  const own = site ? (await listDomains(ctx.db, site.id)).filter(isServed) : []
  return own.some((row) => isHostBelow(host, row.host))
}

const sealed = (ctx: Context, context: string, value: string | null) =>
  value && ctx.secretBox.seal(value, context)

function makeChange(ctx: Context, site: SiteRow, body: Body): SiteChange {
  const { google_client_secret: google, facebook_app_secret: facebook, chat_secret: chat } = body
  return {
    ...(Object.fromEntries(
      PLAIN.flatMap((name) => (body[name] === undefined ? [] : [[name, body[name]]])),
    ) as object),
    ...(body.content !== undefined && { content: body.content && (cleanContent(body.content) || null) }),
    ...(google !== undefined && {
      google_client_secret_sealed: sealed(ctx, vendorContext('google', site.id), google),
    }),
    ...(facebook !== undefined && {
      facebook_app_secret_sealed: sealed(ctx, vendorContext('facebook', site.id), facebook),
    }),
    ...(chat !== undefined && { chat_secret_sealed: sealed(ctx, vendorContext('chat', site.id), chat) }),
  }
}

/** An account's site for its owners. */
export async function showBrandSettings(
  ctx: Context,
  actor: Actor,
  accountId: number | undefined,
): Promise<Site> {
  const { account, site } = await findSiteScope(ctx, actor, accountId)
  return present(ctx, actor, account, site)
}

/** Changes the fields of the body. @throws AppError validation_failed, forbidden, not_found. */
export const updateBrandSettings = (
  ctx: Context,
  actor: Actor,
  accountId: number | undefined,
  body: Body,
): Promise<Site> =>
  transaction(ctx.db, async () => {
    const { account, site } = await ensureSiteScope(ctx, actor, accountId)
    if (body.sign_up_credits !== undefined && !can(actor, 'administer'))
      throw new AppError('forbidden', 'Only administrators can give away credits')
    await checkImages(ctx, site, body)
    if (!(await mayMailFrom(ctx, { site, isPlatform: account.parent_id === null }, body.mail_from)))
      throw invalidField('mail_from', 'Use an address at one of your verified domains')
    const offered = pickOffers(await signUpSettings.ask(ctx, { owner: account, site }))
    // The realm has the plan; an old row may differ.
    const sign_up_plan_id =
      body.sign_up === undefined && body.sign_up_plan_id === undefined ? site.sign_up_plan_id : null
    const after = await updateSite(ctx.db, site.id, { ...makeChange(ctx, site, body), sign_up_plan_id })
    const { sign_up: open, sign_up_plan_id: planId, sign_up_credits: credits } = body
    if (open !== undefined || planId !== undefined || credits !== undefined)
      await changeSignUpSettings.ask(ctx, {
        owner: account,
        site: after,
        change: { open, planId, credits },
      })
    const offers = fieldChanges(
      offered,
      pickOffers(await signUpSettings.ask(ctx, { owner: account, site: after })),
    )
    const columns = fieldChanges(site, after)
    auditSiteChange(ctx, actor, account.id, `site:${site.id}`, {
      before: { ...columns.before, ...offers.before },
      after: { ...columns.after, ...offers.after },
    })
    return present(ctx, actor, account, after)
  })

/** @throws AppError conflict for a site that has as many images as it may. */
export async function requireRoomForImages(ctx: Context, siteId: number): Promise<void> {
  if ((await countImages(ctx.db, siteId)) >= MAX_IMAGES)
    throw conflict(`A site keeps at most ${MAX_IMAGES} images`)
}

/** Stores a re-encoded image. The same content is the same image. */
export const addBrandImage = (ctx: Context, actor: Actor, accountId: number | undefined, image: DrawnImage) =>
  transaction(ctx.db, async () => {
    const { account, site } = await ensureSiteScope(ctx, actor, accountId)
    await requireRoomForImages(ctx, site.id)
    const { bytes, contentType, width, height } = image
    const id = createHash('sha256').update(`${site.id}:`).update(bytes).digest('hex').slice(0, 32)
    await insertImage(ctx.db, { id, site_id: site.id, content_type: contentType, width, height, bytes })
    auditSiteChange(ctx, actor, account.id, `site:${site.id}`, { image: id, width, height })
    return { url: `/brand-images/${id}.png`, width, height }
  })
