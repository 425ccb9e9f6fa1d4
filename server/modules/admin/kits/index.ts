import * as installation from '#contract/admin/installation.ts'
import { kitLibrary, libraryKit } from '#contract/admin/kit-library.ts'
import * as api from '#contract/admin/kits.ts'
import {
  accountCreated,
  findNames,
  personAdded,
  planApplied,
} from '#server/modules/accounts/accounts/index.ts'
import { hasKit } from '#server/modules/accounts/plans/index.ts'
import { getActorIn } from '#server/modules/identity/sessions/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { data, route } from '#server/platform/http/route.ts'
import { defineModule } from '#server/platform/module.ts'
import { applyKit, diffKit, rollBackKit } from './apply-kit.ts'
import { applyInstallation, diffInstallation, exportInstallation } from './installation.ts'
import { getLibraryKit, listLibraryKits } from './kit-library.ts'
import { listUses } from './kits-store.ts'
import { givePackageKit, offerPackageKit, planPackageKit } from './package-kits.ts'
import { exportSettings } from './read-settings.ts'
import { resumeRollouts, rolloutJob } from './rollout-job.ts'
import { rolloutRoutes, storedKitRoutes } from './stored-kit-routes.ts'
import { findKit } from './stored-kits-store.ts'

const accountOf = (actor: Actor, { account_id }: { account_id?: number | undefined }): number =>
  account_id ?? actor.accountId

async function exportKit(ctx: Context, actor: Actor, accountId: number) {
  const target = await getActorIn(ctx, actor, accountId)
  return exportSettings(ctx, target, `Account ${accountId}`)
}

async function listKitUses(ctx: Context, actor: Actor, accountId: number) {
  await getActorIn(ctx, actor, accountId)
  const rows = await listUses(ctx.db, accountId)
  const people = rows.flatMap(({ applied_by: id, applied_from: from }) =>
    id && from === accountId ? [id] : [],
  )
  const names = await findNames(ctx.db, accountId, people)
  return rows.map((row) => ({
    id: row.id,
    kit: row.kit,
    applied_at: row.applied_at.toISOString(),
    applied_by: names.get(row.applied_by ?? 0)?.name ?? null,
    rolled_back_at: row.rolled_back_at?.toISOString() ?? null,
    items: row.touched.length,
  }))
}

const kitRoutes = (ctx: Context) => [
  route(kitLibrary, () => data(listLibraryKits())),
  route(libraryKit, ({ params }) => data(getLibraryKit(params.name))),
  route(api.exportKit, ({ actor, query }) => data(exportKit(ctx, actor, accountOf(actor, query)))),
  route(api.diffKit, ({ actor, query, body }) => data(diffKit(ctx, actor, accountOf(actor, query), body))),
  route(api.applyKit, async ({ actor, query, body }) => ({
    data: await applyKit(ctx, actor, accountOf(actor, query), body),
    message: 'Kit applied',
  })),
  route(api.kitUses, ({ actor, query }) => data(listKitUses(ctx, actor, accountOf(actor, query)))),
  route(api.rollBackKit, async ({ actor, query, params }) => ({
    data: await rollBackKit(ctx, actor, accountOf(actor, query), params.id),
    message: 'Kit rolled back',
  })),
]

const installationRoutes = (ctx: Context) => [
  route(installation.exportInstallation, ({ actor }) => data(exportInstallation(ctx, actor))),
  route(installation.diffInstallation, ({ actor, body }) =>
    data(diffInstallation(ctx, actor, body.document)),
  ),
  route(installation.applyInstallation, async ({ actor, body }) => ({
    data: await applyInstallation(ctx, actor, body.document),
    message: 'The installation is as the document says',
  })),
]

export const kitsModule = defineModule({
  routes: (ctx) => [
    ...kitRoutes(ctx),
    ...storedKitRoutes(ctx),
    ...rolloutRoutes(ctx),
    ...installationRoutes(ctx),
  ],
  jobs: (ctx) => [rolloutJob(ctx)],
  housekeeping: (ctx) => ({ rollouts: () => resumeRollouts(ctx) }),
  on: [
    accountCreated.on(planPackageKit),
    personAdded.on(givePackageKit),
    planApplied.on(offerPackageKit),
    hasKit.answer(
      async (ctx, { accountId, kitId }) => (await findKit(ctx.db, accountId, kitId)) !== undefined,
    ),
  ],
})
