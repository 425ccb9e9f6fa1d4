import type { ParsedInput } from '#contract/core/endpoint.ts'
import { counted } from '#contract/core/plural.ts'
import * as api from '#contract/leads/crm.ts'
import { crmLedger } from '#contract/leads/crm-ledger.ts'
import * as outcomes from '#contract/leads/crm-outcomes.ts'
import * as wins from '#contract/leads/crm-wins.ts'
import { canonicalListType } from '#contract/leads/list-types/index.ts'
import type { Context } from '#server/platform/context.ts'
import { data, publicRoute, type Route, route, routeWithLookup } from '#server/platform/http/route.ts'
import { checkNewConnection } from './check-connection.ts'
import { disconnectCrm, listConnections, saveConnection, testConnection } from './connections.ts'
import { requestConsent, startConsent } from './consent.ts'
import { createCrmField, listCrmFields, listCrmOwners } from './crm-fields.ts'
import { saveCrmMapping, showCrmMapping } from './crm-mapping.ts'
import { createMissingFields } from './missing-fields.ts'
import { countPush, type PushRequest, previewPush, pushLeads, retryPush } from './push-leads.ts'
import { receiveSenderHook } from './sender-hook.ts'
import { listSenderCampaigns, readSenderOutcomes, showSenderOutcomes } from './sender-settings.ts'
import { listPushedRows, showPushLedger } from './show-pushes.ts'
import { readCrmWins, saveCrmWins, showCrmWins } from './wins-settings.ts'

const readRequest = ({ params, body }: ParsedInput<typeof api.pushCrm>): PushRequest => ({
  type: canonicalListType(params.type),
  listId: params.id,
  connectionId: body.connection_id,
  selection: body.selection,
  tags: body.tags,
  owner: body.owner ?? null,
  onlyVerified: body.only_verified,
  includeInvalid: body.include_invalid,
  onlyNew: body.only_new,
  policy: body.policy ?? null,
  campaign: body.campaign ?? null,
  doubtful: body.doubtful,
  otherCampaigns: body.other_campaigns,
})

const connectionRoutes = (ctx: Context): Route[] => [
  route(api.crmConnections, ({ actor }) => listConnections(ctx, actor)),
  routeWithLookup(
    api.connectCrm,
    ({ actor, body, signal }) => checkNewConnection(ctx, actor, body, signal),
    async ({ actor }, lookedUp) => ({
      data: await saveConnection(ctx, actor, lookedUp),
      message: 'Connected',
    }),
  ),
  route(api.startCrmConsent, async ({ actor, body, host }) => ({
    data: { url: await startConsent(ctx, actor, body.crm, host) },
  })),
  routeWithLookup(
    api.finishCrmConsent,
    ({ actor, body, signal, host }) => requestConsent(ctx, actor, { ...body, host }, signal),
    async ({ actor }, lookedUp) => ({
      data: await saveConnection(ctx, actor, lookedUp),
      message: 'Connected',
    }),
  ),
  route(api.testCrm, ({ actor, params, signal }) => testConnection(ctx, actor, params.id, signal)),
  route(api.disconnectCrm, async ({ actor, params }) => ({
    success: true as const,
    message: `${await disconnectCrm(ctx, actor, params.id)} is disconnected`,
  })),
]

const fieldRoutes = (ctx: Context): Route[] => [
  route(api.crmFields, ({ actor, params, signal }) => data(listCrmFields(ctx, actor, params.id, signal))),
  route(api.createCrmField, async ({ actor, params, body, signal }) => ({
    data: await createCrmField(ctx, actor, params.id, body, signal),
    message: 'Field created',
  })),
  route(api.crmOwners, ({ actor, params, signal }) => listCrmOwners(ctx, actor, params.id, signal)),
  route(api.crmMapping, ({ actor, params }) =>
    data(showCrmMapping(ctx, actor, params.id, canonicalListType(params.type))),
  ),
  route(api.createMissingCrmFields, async ({ actor, params, signal }) => {
    const place = { id: params.id, type: canonicalListType(params.type) }
    const { mapping, created } = await createMissingFields(ctx, actor, place, signal)
    return {
      data: mapping,
      created,
      message: `${counted(created, 'field')} created`,
    }
  }),
  route(api.saveCrmMapping, async ({ actor, params, body, signal }) => ({
    data: await saveCrmMapping(
      ctx,
      actor,
      { id: params.id, type: canonicalListType(params.type) },
      body,
      signal,
    ),
    message: 'Mapping saved',
  })),
]

const winRoutes = (ctx: Context): Route[] => [
  route(wins.crmWins, ({ actor, params, signal }) => data(showCrmWins(ctx, actor, params.id, signal))),
  route(wins.saveCrmWins, async ({ actor, params, body, signal }) => {
    await saveCrmWins(ctx, actor, params.id, body.sign, signal)
    return { success: true as const, message: body.sign === null ? 'Turned off' : 'Saved' }
  }),
  route(wins.readCrmWins, async ({ actor, params, signal }) => {
    const won = await readCrmWins(ctx, actor, params.id, signal)
    return { won, message: won === 0 ? 'No new won leads' : `${counted(won, 'lead')} marked as won` }
  }),
]

const senderRoutes = (ctx: Context): Route[] => [
  route(outcomes.crmCampaigns, ({ actor, params, signal }) =>
    data(listSenderCampaigns(ctx, actor, params.id, signal)),
  ),
  route(outcomes.crmOutcomes, ({ actor, params, host }) =>
    data(showSenderOutcomes(ctx, actor, params.id, host)),
  ),
  route(outcomes.readCrmOutcomes, async ({ actor, params, signal }) => {
    const leads = await readSenderOutcomes(ctx, actor, params.id, signal)
    return { leads, message: leads === 0 ? 'Nothing new' : `${counted(leads, 'lead')} changed` }
  }),
  publicRoute(outcomes.senderHook, async ({ params }) => {
    await receiveSenderHook(ctx, params.token)
    return { message: 'Thank you' }
  }),
]

const pushRoutes = (ctx: Context): Route[] => [
  route(api.countCrm, ({ actor, params, body }) =>
    data(
      countPush(ctx, actor, {
        type: canonicalListType(params.type),
        listId: params.id,
        connectionId: body.connection_id,
        selection: body.selection,
        onlyVerified: body.only_verified,
        includeInvalid: body.include_invalid,
        doubtful: body.doubtful,
      }),
    ),
  ),
  route(api.previewCrm, async ({ actor, ...input }) => ({
    data: await previewPush(ctx, actor, readRequest(input)),
    message: 'Checking your CRM',
  })),
  route(api.pushCrm, async ({ actor, ...input }) => ({
    data: await pushLeads(ctx, actor, readRequest(input)),
    message: 'Push started',
  })),
  route(api.retryCrm, async ({ actor, params }) => ({
    data: await retryPush(ctx, actor, params.id),
    message: 'Retrying failed leads',
  })),
  route(api.crmRunRows, ({ actor, params }) => data(listPushedRows(ctx, actor, params.id))),
  route(crmLedger, ({ actor, params, query }) =>
    showPushLedger(
      ctx,
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

export const crmRoutes = (ctx: Context): Route[] => [
  ...connectionRoutes(ctx),
  ...fieldRoutes(ctx),
  ...winRoutes(ctx),
  ...senderRoutes(ctx),
  ...pushRoutes(ctx),
]
