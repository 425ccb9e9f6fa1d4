import { Readable } from 'node:stream'
import * as rollouts from '#contract/admin/kit-rollouts.ts'
import * as api from '#contract/admin/stored-kits.ts'
import type { Context } from '#server/platform/context.ts'
import { data, publicRoute, type Route, route } from '#server/platform/http/route.ts'
import { listTargets } from './list-targets.ts'
import { previewDocument, previewRollout } from './preview-rollout.ts'
import {
  listRolloutAccounts,
  listRollouts,
  rollBackRollout,
  showRollout,
  startRollout,
  stopRollout,
} from './rollouts.ts'
import { shareKit, showSharedKit, unshareKit, writeSharedKit } from './shared-kits.ts'
import * as kits from './stored-kits.ts'

/** Kits that accounts keep, and the links to them. */
export const storedKitRoutes = (ctx: Context): Route[] => [
  route(api.kits, ({ actor, query }) => kits.listKits(ctx, actor, query)),
  route(api.createKit, async ({ actor, body }) => ({
    data: await kits.createKit(ctx, actor, body),
    message: 'Kit saved',
  })),
  route(api.showKit, ({ actor, params }) => data(kits.showKit(ctx, actor, params.id))),
  route(api.updateKit, async ({ actor, params, body }) => ({
    data: await kits.updateKit(ctx, actor, params.id, body),
    message: 'Kit saved',
  })),
  route(api.deleteKit, async ({ actor, params }) => {
    await kits.deleteKit(ctx, actor, params.id)
    return { success: true as const, message: 'Kit deleted' }
  }),
  route(api.addKitVersion, async ({ actor, params, body }) => {
    const { kit, isNew } = await kits.addKitVersion(ctx, actor, params.id, body)
    return { data: kit, message: isNew ? `Version ${kit.version} saved` : 'Nothing has changed' }
  }),
  route(api.showKitVersion, ({ actor, params }) =>
    data(kits.showKitVersion(ctx, actor, params.id, params.number)),
  ),
  route(api.kitAccounts, ({ actor, params, query }) => kits.listKitAccounts(ctx, actor, params.id, query)),
  route(api.shareKit, async ({ actor, params }) => ({
    data: await shareKit(ctx, actor, params.id),
    message: 'Link made',
  })),
  route(api.unshareKit, async ({ actor, params }) => {
    await unshareKit(ctx, actor, params.id)
    return { success: true as const, message: 'Link turned off' }
  }),
  publicRoute(api.sharedKit, ({ params, ip }) => data(showSharedKit(ctx, params.token, ip))),
  publicRoute(api.sharedKitFile, async ({ params, ip }) => ({
    stream: Readable.from([await writeSharedKit(ctx, params.token, ip)]),
    filename: 'kit.yaml',
    contentType: 'application/yaml; charset=utf-8',
  })),
]

/** Versions on their way to many accounts. */
export const rolloutRoutes = (ctx: Context): Route[] => [
  route(rollouts.previewRollout, ({ actor, params, body, query }) =>
    previewRollout(ctx, actor, params.id, body, query),
  ),
  route(rollouts.previewDocument, ({ actor, body, query }) => previewDocument(ctx, actor, body, query)),
  route(rollouts.rollOutKit, async ({ actor, params, body }) => ({
    data: await startRollout(ctx, actor, params.id, body),
    message: 'Roll-out started',
  })),
  route(rollouts.kitTargets, ({ actor, query }) => listTargets(ctx, actor, query)),
  route(rollouts.kitRollouts, ({ actor, query }) => listRollouts(ctx, actor, query)),
  route(rollouts.showRollout, ({ actor, params }) => data(showRollout(ctx, actor, params.id))),
  route(rollouts.rolloutAccounts, ({ actor, params, query }) =>
    listRolloutAccounts(ctx, actor, params.id, query),
  ),
  route(rollouts.stopRollout, async ({ actor, params }) => ({
    data: await stopRollout(ctx, actor, params.id),
    message: 'The roll-out stops after the account in work',
  })),
  route(rollouts.rollBackRollout, async ({ actor, params }) => ({
    data: await rollBackRollout(ctx, actor, params.id),
    message: 'Rolling back',
  })),
]
