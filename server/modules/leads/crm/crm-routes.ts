import type { ParsedInput } from '#contract/core/endpoint.ts'
import * as api from '#contract/leads/crm.ts'
import { crmLedger } from '#contract/leads/crm-ledger.ts'
import { canonicalListType } from '#contract/leads/list-types/index.ts'
import { data, type Route, route, routeWithLookup } from '#server/platform/http/route.ts'
import type { ConnectionsService } from './connections-service.ts'
import type { CrmFieldsService } from './fields-service.ts'
import type { PushRequest, PushService } from './push-service.ts'

export interface CrmRouteDeps {
  connections: ConnectionsService
  fields: CrmFieldsService
  pushes: PushService
}

const requestOf = ({ params, body }: ParsedInput<typeof api.pushCrm>): PushRequest => ({
  type: canonicalListType(params.type),
  listId: params.id,
  connectionId: body.connection_id,
  selection: body.selection,
  tags: body.tags,
  owner: body.owner ?? null,
  onlyVerified: body.only_verified,
  onlyNew: body.only_new,
  policy: body.policy ?? null,
})

const connectionRoutes = ({ connections }: CrmRouteDeps): Route[] => [
  route(api.crmConnections, ({ actor }) => connections.list(actor)),
  routeWithLookup(
    api.connectCrm,
    ({ actor, body, signal }) => connections.lookUp(actor, body, signal),
    async ({ actor }, lookedUp) => ({ data: await connections.save(actor, lookedUp), message: 'Connected' }),
  ),
  route(api.startCrmConsent, async ({ actor, body, host }) => ({
    data: { url: await connections.startConsent(actor, body.crm, host) },
  })),
  routeWithLookup(
    api.finishCrmConsent,
    ({ actor, body, signal, host }) => connections.requestConsent(actor, { ...body, host }, signal),
    async ({ actor }, lookedUp) => ({ data: await connections.save(actor, lookedUp), message: 'Connected' }),
  ),
  route(api.testCrm, ({ actor, params, signal }) => connections.test(actor, params.id, signal)),
  route(api.disconnectCrm, async ({ actor, params }) => ({
    success: true as const,
    message: `${await connections.disconnect(actor, params.id)} is disconnected`,
  })),
]

const fieldRoutes = ({ fields }: CrmRouteDeps): Route[] => [
  route(api.crmFields, ({ actor, params, signal }) => data(fields.fields(actor, params.id, signal))),
  route(api.createCrmField, async ({ actor, params, body, signal }) => ({
    data: await fields.createField(actor, params.id, body, signal),
    message: 'Field created',
  })),
  route(api.crmOwners, ({ actor, params, signal }) => fields.owners(actor, params.id, signal)),
  route(api.crmMapping, ({ actor, params }) =>
    data(fields.mapping(actor, params.id, canonicalListType(params.type))),
  ),
  route(api.createMissingCrmFields, async ({ actor, params, signal }) => {
    const place = { id: params.id, type: canonicalListType(params.type) }
    const { mapping, created } = await fields.createMissing(actor, place, signal)
    return {
      data: mapping,
      created,
      message: created === 1 ? '1 field created' : `${created} fields created`,
    }
  }),
  route(api.saveCrmMapping, async ({ actor, params, body, signal }) => ({
    data: await fields.save(actor, { id: params.id, type: canonicalListType(params.type) }, body, signal),
    message: 'Mapping saved',
  })),
]

const pushRoutes = ({ pushes }: CrmRouteDeps): Route[] => [
  route(api.previewCrm, async ({ actor, ...input }) => ({
    data: await pushes.preview(actor, requestOf(input)),
    message: 'Checking your CRM',
  })),
  route(api.pushCrm, async ({ actor, ...input }) => ({
    data: await pushes.push(actor, requestOf(input)),
    message: 'Push started',
  })),
  route(api.retryCrm, async ({ actor, params }) => ({
    data: await pushes.retry(actor, params.id),
    message: 'Retrying failed leads',
  })),
  route(api.crmRunRows, ({ actor, params }) => data(pushes.rows(actor, params.id))),
  route(crmLedger, ({ actor, params, query }) =>
    pushes.ledger(
      actor,
      { listId: params.id, type: canonicalListType(params.type) },
      {
        page: query.page,
        limit: query.limit,
        state: query.state,
        connectionId: query.connection_id,
        leadId: query.lead_id,
      },
    ),
  ),
]

export const crmRoutes = (deps: CrmRouteDeps): Route[] => [
  ...connectionRoutes(deps),
  ...fieldRoutes(deps),
  ...pushRoutes(deps),
]
