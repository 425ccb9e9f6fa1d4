import { isDeepStrictEqual } from 'node:util'
import { MAX_SERVICES, type NewService, type Service, templateSignals } from '#contract/leads/services.ts'
import { lockAccount } from '#server/modules/accounts/accounts/index.ts'
import { fieldChanges, recordAudit } from '#server/modules/core/audit/index.ts'
import type { Context } from '#server/platform/context.ts'
import { isUniqueViolation, transaction } from '#server/platform/db/db.ts'
import { conflict, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { markUnchanged } from '#server/platform/http/current-call.ts'
import { presentService } from './find-services.ts'
import * as store from './services-store.ts'

type Content = Pick<store.ServiceRow, 'name' | 'template' | 'signals'>

const readContent = ({ name, template, signals }: NewService): Content => ({
  name,
  template,
  signals: signals ?? (template ? templateSignals(template) : []),
})

async function withFreeName<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isUniqueViolation(error, 'service_name')) throw error
    const message = `There is already a service called “${name}”`
    throw conflict(message, { fields: { name: message }, cause: error })
  }
}

/** Locks the account, so that two new services don’t pass the limit. */
async function requireRoom(ctx: Context, actor: Actor): Promise<void> {
  await lockAccount(ctx.db, actor.accountId)
  if ((await store.findOwnServices(ctx.db, actor.accountId)).length >= MAX_SERVICES)
    throw conflict(`You’ve reached the limit of ${MAX_SERVICES} services. Delete one to add another`)
}

async function lockOwn(ctx: Context, actor: Actor, id: number, deleted: boolean): Promise<store.ServiceRow> {
  const service = await store.lockService(ctx.db, actor.accountId, id)
  if (!service || (service.deleted_at !== null) !== deleted) throw notFound('The service')
  return service
}

const audit = (ctx: Context, actor: Actor, { id, name }: store.ServiceRow, detail: object = {}) =>
  recordAudit(ctx.db, { accountId: actor.accountId, subject: `service:${id}`, detail: { name, ...detail } })

/** @throws AppError conflict (name, number). */
export const createService = (ctx: Context, actor: Actor, input: NewService): Promise<Service> =>
  transaction(ctx.db, async () => {
    await requireRoom(ctx, actor)
    const service = await withFreeName(input.name, () =>
      store.insertService(ctx.db, { account_id: actor.accountId, ...readContent(input) }),
    )
    audit(ctx, actor, service, { template: service.template, signals: service.signals })
    return presentService(service)
  })

/** @throws AppError not_found, conflict (name). */
export const changeService = (
  ctx: Context,
  actor: Actor,
  id: number,
  change: Partial<Pick<Service, 'name' | 'signals'>>,
): Promise<Service> =>
  transaction(ctx.db, async () => {
    const before = await lockOwn(ctx, actor, id, false)
    const { name, signals } = { ...before, ...change }
    if (name === before.name && isDeepStrictEqual(signals, before.signals)) {
      markUnchanged()
      return presentService(before)
    }
    const after = await withFreeName(name, () => store.updateService(ctx.db, before, { name, signals }))
    audit(ctx, actor, after, fieldChanges(presentService(before), presentService(after)))
    return presentService(after)
  })

/** @throws AppError not_found. */
export const removeService = (ctx: Context, actor: Actor, id: number): Promise<void> =>
  transaction(ctx.db, async () => {
    const service = await lockOwn(ctx, actor, id, false)
    audit(ctx, actor, await store.updateService(ctx.db, service, { deleted: true }))
  })

/** @throws AppError not_found, conflict (name, number). */
export const restoreService = (ctx: Context, actor: Actor, id: number): Promise<Service> =>
  transaction(ctx.db, async () => {
    await requireRoom(ctx, actor)
    const service = await lockOwn(ctx, actor, id, true)
    const restored = await withFreeName(service.name, () =>
      store.updateService(ctx.db, service, { deleted: false }),
    )
    audit(ctx, actor, restored)
    return presentService(restored)
  })

const isSame = (row: store.ServiceRow, { name, template, signals }: Content): boolean =>
  row.name === name && row.template === template && isDeepStrictEqual(row.signals, signals)

/** Makes these the account’s services; those with the same name keep their ids. */
export const setServices = (ctx: Context, actor: Actor, inputs: NewService[]): Promise<Service[]> =>
  transaction(ctx.db, async () => {
    await lockAccount(ctx.db, actor.accountId)
    const before = await store.findOwnServices(ctx.db, actor.accountId)
    const known = new Map(before.map((row) => [row.name.toLowerCase(), row]))
    const wanted = inputs.map(readContent)
    const names = new Set(wanted.map(({ name }) => name.toLowerCase()))
    const gone = before.filter(({ name }) => !names.has(name.toLowerCase()))
    for (const row of gone) await store.updateService(ctx.db, row, { deleted: true })
    let changed = gone.length
    for (const content of wanted) {
      const row = known.get(content.name.toLowerCase())
      if (row && isSame(row, content)) continue
      changed += 1
      if (row) await store.updateService(ctx.db, row, content)
      else await store.insertService(ctx.db, { account_id: actor.accountId, ...content })
    }
    const after = (await store.findOwnServices(ctx.db, actor.accountId)).map(presentService)
    if (changed === 0) markUnchanged()
    else
      recordAudit(ctx.db, {
        accountId: actor.accountId,
        detail: { before: before.map(({ name }) => name), after: after.map(({ name }) => name) },
      })
    return after
  })
