import { randomUUID } from 'node:crypto'
import { Id, IdParam } from '#contract/core/common.ts'
import type { Endpoint, Schema } from '#contract/core/endpoint.ts'
import { listRecordNames } from './access-rules.ts'
import { ACCESS } from './access-table.ts'
import { VENDOR_NAMES, vendors } from './foreign-vendor-names.ts'
import type { UserRecords } from './user-records.ts'

/** Input of a call. */
export interface Input {
  params?: object
  query?: object
  body?: object
}

/**
 * What happens to ids of other accounts. The call of a row takes the id in question from the second argument and
 * everything else from the first: with the caller's own records as both it succeeds.
 */
export type ForeignIdOutcome =
  /** Leads outside the list are neither counted nor changed; without a call, that of the access matrix. */
  | { leftOut: true | ((own: MixedRecords) => Input) }
  | { refused: 404 | 409 | 422; call: IdCall }
  /** A reply without rows. */
  | { nothing: IdCall }
  /** The id does not belong to an account. */
  | { nobodys: string }
type IdCall = (own: UserRecords, id: UserRecords) => Promise<Input>

/** The records of an access line, with leads of other lists among those of the list. */
export interface MixedRecords {
  list: number
  leads: number[]
  binnedLeads: number[]
  peopleList: { id: number; leads: number[] }
  crmConnection: number
  label: number
}

interface Def {
  type: string
  shape?: Record<string, Schema>
  element?: Schema
  innerType?: Schema
  valueType?: Schema
  options?: Schema[]
  in?: Schema
  out?: Schema
  getter?: () => Schema
}

const NAMES_IDS = /(^|[._])ids?(\[\])?$|Ids?(\[\])?$/

function* placesIn(schema: Schema | undefined, path: string, depth = 0): Generator<string> {
  if (!schema || depth > 12) return
  const def = schema._zod.def as unknown as Def
  const inner = [def.innerType, def.in, def.out, ...(def.options ?? []), def.getter?.()]
  for (const part of inner) yield* placesIn(part, path, depth + 1)
  for (const [name, part] of Object.entries(def.shape ?? {}))
    yield* placesIn(part, `${path}.${name}`, depth + 1)
  yield* placesIn(def.element, `${path}[]`, depth + 1)
  yield* placesIn(def.valueType, `${path}.*`, depth + 1)
  const isText = /^(number|int|string)$/.test(def.type)
  if (schema === Id || schema === IdParam || (isText && NAMES_IDS.test(path))) yield path
}

/** Where a call takes ids in its body or query, such as `body.selection.resultIds[]`, by field name. */
export const placesOfIds = ({ body, query }: Endpoint): string[] => [
  ...new Set([...placesIn(body, 'body'), ...placesIn(query, 'query')]),
]

/** Acts as any record and any of its properties. */
const anyRecord: unknown = new Proxy(() => '0', {
  get: (_target, name) => (name === Symbol.toPrimitive ? () => '0' : anyRecord),
})

/**
 * Whether the access matrix makes this call with another account's id: its line gives the id, says what others see,
 * and the path has no other record that could refuse them first.
 */
export function isInMatrix({ name, path }: Endpoint, place: string): boolean {
  const line = ACCESS[name]
  if (!line?.foreign || path.includes('{')) return false
  // For a list and something in it, the list is refused.
  if (listRecordNames(line).length > 1 && !place.endsWith('list_id')) return false
  let value: unknown = line.input?.(anyRecord as never)
  for (const key of place.replaceAll('[]', '').split('.'))
    value = (value as Record<string, unknown> | undefined)?.[key]
  return value !== undefined
}

const local = (id: number) => ({ params: { type: 'local', id } })
const leftOut = { leftOut: true } as const
const staff = { nobodys: 'Only the staff of the installation calls this' } as const
const sellers = { nobodys: 'Only resellers and the staff of the installation call this' } as const
const prompts = (fine_tune_id: number) => [{ prompt_type: 'summary', fine_tune_id }]
const HOOK = 'https://hook.example/in'

/** A quote about the leads of a list, used by a call about them. */
const quoted =
  (part: object, quote: (id: UserRecords) => Promise<number>): IdCall =>
  async (own, id) => ({
    ...local((await own.list()).id),
    body: { ...part, selection: { filters: {} }, quote_id: await quote(id) },
  })
const expired = (part: object, quote: (id: UserRecords) => Promise<number>) =>
  ({ refused: 409, call: quoted(part, quote) }) as const
const ofList =
  (part: object = {}): IdCall =>
  async (_own, id) => ({ query: { ...part, list_id: (await id.list()).id } })
const intoList =
  (part: object): IdCall =>
  async (_own, id) => ({ body: { ...part, list_id: (await id.list()).id } })
const pushed: IdCall = async (own, id) => ({
  ...local((await own.list()).id),
  body: { connection_id: await id.things.crmConnection(), selection: { filters: {} } },
})

const labelled =
  (part: 'add' | 'remove'): IdCall =>
  async (own, id) => ({
    ...local((await own.list()).id),
    body: { selection: { filters: {} }, [part]: [await id.things.label()] },
  })
/** A list of the caller, and the same or one of the other account. */
const newForm = async (own: UserRecords, part: object): Promise<Input> => ({
  body: {
    name: 'Contact us',
    list_id: (await own.list()).id,
    fields: [{ field: 'email', label: 'Email', required: true }],
    ...part,
  },
})
async function twoLists(own: UserRecords, id: UserRecords) {
  const list = await own.list()
  return [list, own === id ? list : await id.list()] as const
}
const undone: IdCall = async (own, id) => {
  const { list, token } = await id.things.leadChange()
  return { ...local(own === id ? list : (await own.list()).id), body: { undo_token: token } }
}

/** Every place in the contract that takes ids and is not covered by the access matrix. */
export const FOREIGN_IDS: Record<string, ForeignIdOutcome> = {
  ...VENDOR_NAMES,
  'aiText.start body.selection.resultIds[]': leftOut,
  'aiText.quote body.selection.resultIds[]': leftOut,
  'crm.count body.selection.resultIds[]': leftOut,
  'crm.preview body.selection.resultIds[]': leftOut,
  'crm.push body.selection.resultIds[]': leftOut,
  'enrichment.findEmails body.selection.resultIds[]': leftOut,
  'enrichment.getEmployees body.selection.resultIds[]': leftOut,
  'enrichment.quote body.selection.resultIds[]': leftOut,
  'enrichment.verify body.selection.resultIds[]': leftOut,
  'enrichment.checkWebsites body.selection.resultIds[]': leftOut,
  'exports.create body.resultIds[]': {
    leftOut: ({ list, leads }) => ({ body: { list_id: list, resultIds: leads } }),
  },
  'exports.emails body.resultIds[]': {
    leftOut: ({ list, leads }) => ({ body: { list_id: list, resultIds: leads } }),
  },
  'leads.cleanUp body.selection.resultIds[]': leftOut,
  'leads.delete body.resultIds[]': leftOut,
  'leads.labels body.selection.resultIds[]': leftOut,
  'leads.move body.selection.resultIds[]': leftOut,
  'leads.notices body.selection.resultIds[]': leftOut,
  'leads.previewCleanUp body.selection.resultIds[]': leftOut,
  'leads.restore body.resultIds[]': {
    leftOut: ({ list, binnedLeads }) => ({ ...local(list), body: { resultIds: binnedLeads } }),
  },
  'leads.setValue body.selection.resultIds[]': leftOut,
  'leads.status body.selection.resultIds[]': leftOut,
  'waterfalls.getPhones body.selection.resultIds[]': leftOut,
  'waterfalls.quote body.selection.resultIds[]': leftOut,
  'waterfalls.start body.selection.resultIds[]': leftOut,

  'aiText.start body.quote_id': expired({ prompts: [{ prompt_type: 'summary' }] }, (id) => id.textQuote()),
  'enrichment.findEmails body.quote_id': expired({}, (id) => id.enrichmentQuote('find-emails')),
  'enrichment.checkWebsites body.quote_id': expired({}, (id) => id.enrichmentQuote('check-websites')),
  'enrichment.getEmployees body.quote_id': expired({}, (id) => id.enrichmentQuote('get-employees')),
  'lists.create body.quote_id': {
    refused: 409,
    call: async (_own, id) => ({ body: { ...id.search, name: 'x', quote_id: await id.searchQuote() } }),
  },
  'lists.search body.quote_id': {
    refused: 409,
    call: async (own, id) => {
      const { type: _, ...search } = id.search
      const quote_id = await id.searchQuote(await id.peopleList())
      return { params: { id: await own.peopleList() }, body: { ...search, quote_id } }
    },
  },
  'waterfalls.getPhones body.quote_id': {
    refused: 409,
    call: async (own, id) => ({
      params: { type: 'people', id: await own.peopleList() },
      body: { selection: { filters: {} }, quote_id: await id.waterfallQuote('phone') },
    }),
  },
  'waterfalls.start body.quote_id': expired({ want: 'email' }, (id) => id.waterfallQuote('email')),

  'aiText.quote body.prompts[].fine_tune_id': {
    refused: 404,
    call: async (own, id) => ({
      body: {
        type: 'local',
        list_id: (await own.list()).id,
        selection: { filters: {} },
        prompts: prompts(await id.things.prompt()),
      },
    }),
  },
  'aiText.start body.prompts[].fine_tune_id': {
    refused: 404,
    call: async (own, id) => ({
      ...local((await own.list()).id),
      body: { selection: { filters: {} }, prompts: prompts(await id.things.prompt()) },
    }),
  },
  'crm.count body.connection_id': { refused: 404, call: pushed },
  'crm.preview body.connection_id': { refused: 404, call: pushed },
  'crm.push body.connection_id': { refused: 404, call: pushed },
  'enrichment.getEmployees body.into_list_id': {
    refused: 404,
    call: async (own, id) => ({
      ...local((await own.list()).id),
      body: { selection: { filters: {} }, into_list_id: await id.peopleList() },
    }),
  },
  'exports.create body.template_id': {
    refused: 422,
    call: async (own, id) => ({
      body: { list_id: (await own.list()).id, template_id: await id.things.exportTemplate() },
    }),
  },
  'leadImports.start body.to.list_id': {
    refused: 404,
    call: async (own, id) => ({
      body: { upload_id: await own.things.addressUpload(), to: { list_id: await id.peopleList() } },
    }),
  },
  'forms.create body.label_ids[]': {
    refused: 404,
    call: async (own, id) => newForm(own, { label_ids: [await id.things.label()] }),
  },
  'forms.create body.notify_ids[]': {
    refused: 404,
    call: async (own, id) => newForm(own, { notify_ids: [id.user.id] }),
  },
  'forms.change body.list_id': {
    refused: 404,
    call: async (own, id) => ({
      params: { id: await own.things.form() },
      body: { list_id: (await id.list()).id },
    }),
  },
  'forms.change body.label_ids[]': {
    refused: 404,
    call: async (own, id) => ({
      params: { id: await own.things.form() },
      body: { label_ids: [await id.things.label()] },
    }),
  },
  'forms.change body.notify_ids[]': {
    refused: 404,
    call: async (own, id) => ({
      params: { id: await own.things.form() },
      body: { notify_ids: [id.user.id] },
    }),
  },
  'enrich.one body.list_id': {
    refused: 404,
    call: async (_own, id) => ({
      body: {
        values: { name: 'Ann Lee', email: 'ann@acme.example' },
        want: ['email'],
        list_id: await id.peopleList(),
      },
    }),
  },
  'importAddresses.change body.label_ids[]': {
    refused: 404,
    call: async (own, id) => ({
      params: { id: (await own.things.importDelivery()).list },
      body: { label_ids: [await id.things.label()] },
    }),
  },
  'importAddresses.change body.notify_ids[]': {
    refused: 404,
    call: async (own, id) => ({
      params: { id: (await own.things.importDelivery()).list },
      body: { notify_ids: [id.user.id] },
    }),
  },
  'labels.merge body.into': {
    refused: 404,
    call: async (own, id) => ({
      params: { id: await own.things.label() },
      body: { into: await id.things.label() },
    }),
  },
  'ai-training.forLead query.lead_id': {
    refused: 404,
    call: async (own, id) => {
      const [list, other] = await twoLists(own, id)
      return { query: { list_id: list.id, lead_id: other.leads[0] } }
    },
  },
  'leads.index query.service': {
    refused: 404,
    call: async (own, id) => ({
      ...local((await own.list()).id),
      query: { service: await id.things.service() },
    }),
  },
  'leads.labels body.add[]': { refused: 404, call: labelled('add') },
  'leads.labels body.remove[]': { refused: 404, call: labelled('remove') },
  'leads.mergeDuplicates body.groups[].keep': {
    refused: 409,
    call: async (own, id) => {
      const [list, other] = await twoLists(own, id)
      return { ...local(list.id), body: { groups: [{ keep: other.leads[0], merge: [list.leads[1]] }] } }
    },
  },
  'leads.mergeDuplicates body.groups[].merge[]': {
    refused: 409,
    call: async (own, id) => {
      const [list, other] = await twoLists(own, id)
      return { ...local(list.id), body: { groups: [{ keep: list.leads[0], merge: [other.leads[1]] }] } }
    },
  },
  'leads.mergeDuplicates body.groups[].values.*': {
    refused: 422,
    call: async (own, id) => {
      const [list, other] = await twoLists(own, id)
      const [keep, merge] = list.leads
      return {
        ...local(list.id),
        body: { groups: [{ keep, merge: [merge], values: { city: other.leads[1] } }] },
      }
    },
  },
  'leads.restore body.undo_token': { nothing: undone },
  'leads.undo body.undo_token': { refused: 404, call: undone },
  'team.remove query.hand_over_to': {
    refused: 422,
    call: async (own, id) => ({
      params: { id: await own.colleague() },
      query: { hand_over_to: await id.colleague() },
    }),
  },
  'leads.move body.to.list_id': {
    refused: 404,
    call: async (own, id) => ({
      ...local((await own.list()).id),
      body: { selection: { filters: {} }, to: { list_id: (await id.otherList()).id } },
    }),
  },
  'people.findSimilar body.ids[]': {
    refused: 422,
    call: async (own, id) => {
      const { leads, id: list } = await id.things.peopleList()
      return {
        params: { type: 'people', id: own === id ? list : await own.peopleList() },
        body: { ids: leads },
      }
    },
  },
  'people.findSimilar body.into_list_id': {
    refused: 404,
    call: async (own, id) => {
      const { leads, id: list } = await own.things.peopleList()
      return {
        params: { type: 'people', id: list },
        body: { ids: leads, into_list_id: await id.peopleList() },
      }
    },
  },
  'searches.quote body.list_id': {
    refused: 404,
    call: async (_own, id) => ({ body: { ...id.search, list_id: await id.peopleList() } }),
  },
  'webhooks.create body.list_id': {
    refused: 404,
    call: intoList({ url: HOOK, events: ['lead.added'] }),
  },
  'webhooks.index query.list_id': { refused: 404, call: ofList() },
  'zapier.samples query.list_id': { refused: 404, call: ofList({ event: 'lead.added' }) },
  'zapier.subscribe body.list_id': {
    refused: 404,
    call: intoList({ hookUrl: HOOK, event: 'lead.added' }),
  },

  'aiText.index query.lead_id': {
    nothing: async (_own, id) => ({ query: { lead_id: (await id.text()).lead_id } }),
  },
  'aiText.index query.list_id': {
    nothing: async (_own, id) => ({ query: { list_id: (await id.text()).list_id } }),
  },
  'aiText.index query.run_id': {
    nothing: async (_own, id) => ({ query: { run_id: (await id.text()).run_id } }),
  },
  'aiText.review body.list_id': {
    nothing: async (_own, id) => ({ body: { decision: 'accept', list_id: (await id.text()).list_id } }),
  },
  'creditRequests.create body.pack_id': { nobodys: 'A pack that the account above offers' },
  'audit.export body.account_id': {
    refused: 404,
    call: async (_own, id) => ({ body: { account_id: id.user.accountId } }),
  },
  'audit.index query.account_id': {
    refused: 404,
    call: async (_own, id) => ({ query: { account_id: id.user.accountId } }),
  },
  'kits.apply query.account_id': {
    refused: 404,
    call: async (_own, id) => ({
      query: { account_id: id.user.accountId },
      body: { document: { kit: 'Matrix' } },
    }),
  },
  'kits.diff query.account_id': {
    refused: 404,
    call: async (_own, id) => ({
      query: { account_id: id.user.accountId },
      body: { document: { kit: 'Matrix' } },
    }),
  },
  'kits.export query.account_id': {
    refused: 404,
    call: async (_own, id) => ({ query: { account_id: id.user.accountId } }),
  },
  'kits.uses query.account_id': {
    refused: 404,
    call: async (_own, id) => ({ query: { account_id: id.user.accountId } }),
  },
  'kits.create body.from_account_id': {
    refused: 404,
    call: async (_own, id) => ({ body: { name: randomUUID(), from_account_id: id.user.accountId } }),
  },
  'kits.addVersion body.from_account_id': {
    refused: 404,
    call: async (own, id) => ({
      params: { id: await own.things.kit() },
      body: { from_account_id: id.user.accountId },
    }),
  },
  'kits.targets query.seller_id': { nobodys: 'Filters accounts below one’s own' },
  'kits.targets query.account_id': { nobodys: 'Filters accounts below one’s own' },
  'kits.rollOuts query.kit_id': { nobodys: 'Filters one’s own roll-outs' },
  'kits.preview body.account_ids[]': { nobodys: 'Accounts below one’s own; rollouts.test.ts tries others' },
  'kits.preview body.package_id': { nobodys: 'A package of one’s own; rollouts.test.ts tries another one' },
  'kits.previewDocument body.account_ids[]': {
    nobodys: 'Accounts below one’s own; rollouts.test.ts tries others',
  },
  'kits.previewDocument body.package_id': {
    nobodys: 'A package of one’s own; rollouts.test.ts tries another one',
  },
  'kits.rollOut body.account_ids[]': { nobodys: 'Accounts below one’s own; rollouts.test.ts tries others' },
  'kits.rollOut body.package_id': { nobodys: 'A package of one’s own; rollouts.test.ts tries another one' },
  'packages.create body.kit_id': { nobodys: 'A kit of the seller; stored-kits.test.ts tries another one' },
  'packages.update body.kit_id': { nobodys: 'A kit of the seller; stored-kits.test.ts tries another one' },
  'kits.rollBack query.account_id': {
    nobodys: 'Only accounts below one’s own; kits.test.ts tries another one',
  },
  'autopilots.index query.list_id': {
    nothing: async (_own, id) => ({ query: { list_id: await id.autopilotList() } }),
  },
  'crm.ledger query.connection_id': {
    nothing: async (own, id) => ({
      ...local((await own.list()).id),
      query: { connection_id: await id.things.crmConnection() },
    }),
  },
  'crm.ledger query.lead_id': {
    nothing: async (own, id) => ({
      ...local((await own.list()).id),
      query: { lead_id: (await id.list()).leads[0] },
    }),
  },
  'emailVerification.index query.run_id': {
    nothing: async (_own, id) => ({ query: { run_id: await id.things.verifyRun() } }),
  },
  'runs.index query.list_id': {
    nothing: async (_own, id) => ({ query: { list_id: await id.autopilotList() } }),
  },
  'sourceStats.ofRuns query.run_ids': {
    nothing: async (_own, id) => ({ query: { run_ids: String(await id.things.run()) } }),
  },
  'wallet.ledger query.run_id': {
    nothing: async (_own, id) => ({ query: { run_id: await id.things.run() } }),
  },
  'lists.index query.created_by': { nothing: async (_own, id) => ({ query: { created_by: id.user.id } }) },
  'wallet.exportUsage body.member': { nothing: async (_own, id) => ({ body: { member: id.user.id } }) },
  'wallet.usage query.member': { nothing: async (_own, id) => ({ query: { member: id.user.id } }) },
  'websites.ofList query.run_id': {
    nothing: async (own, id) => ({
      params: { id: (await own.list()).id },
      query: { run_id: await id.things.run() },
    }),
  },

  'auth.login body.realm_id': { nobodys: 'Names a brand, which everybody may' },
  'auth.social body.realm_id': { nobodys: 'Names a brand, which everybody may' },
  'courses.index query.topic_id': { nobodys: 'Courses are the product’s' },
  'corpus.import body.upload_id': staff,
  'corpus.preview body.upload_id': staff,
  'corpus.duplicates query.source': staff,
  'resellers.create body.account_id': staff,
  'users.index query.account_id': staff,
  'users.create body.account_id': staff,
  'users.create body.package_id': staff,
  'reports.subscriptions query.account_id': staff,
  'reports.exportSubscriptions body.account_id': staff,
  'auth.register body.package_id': { nobodys: 'Only packages with a public page on this domain are found' },
  'payments.changePackage body.package_id': {
    nobodys: 'Only public packages of the account above are found',
  },
  'payments.checkout body.pack_id': { nobodys: 'A pack that the account above offers' },
  'payments.checkout body.package_id': { nobodys: 'Only public packages of the account above are found' },
  'payments.index query.customer_id': sellers,
  'upgrade.request body.package_id': { nobodys: 'Only public packages of the account above are found' },
  'searchers.order body.ids[]': { nobodys: 'Names of sources' },
  'terms.publish body.site_id': staff,
  'domains.add body.account_id': sellers,
  'payKickstart.save body.campaigns[].id': { nobodys: 'An id of PayKickstart' },
  'payKickstart.save body.portal_id': { nobodys: 'An id of PayKickstart' },
  'payKickstart.save body.products[].campaign_id': { nobodys: 'An id of PayKickstart' },
  'payKickstart.save body.products[].product_id': { nobodys: 'An id of PayKickstart' },
  'payKickstart.save body.products[].package_id': {
    nobodys: 'Only packages that the account sells are taken',
  },
  'payKickstart.save body.products[].pack_id': {
    nobodys: 'Only top-up packs that the account sells are taken',
  },
  'subscriptions.change body.package_id': sellers,
  'subscriptions.create body.account_id': sellers,
  'subscriptions.create body.package_id': sellers,
  'subscriptions.exportUsage body.customer_id': sellers,
  'subscriptions.import body.package_id': sellers,
  'subscriptions.index query.account_id': sellers,
  'subscriptions.index query.package_id': sellers,
  'subscriptions.packages query.account_id': sellers,
  'subscriptions.previewImport body.package_id': sellers,
  'subscriptions.usage query.customer_id': sellers,
  'domains.index query.account_id': sellers,
  'domains.makePrimary query.account_id': sellers,
  'domains.remove query.account_id': sellers,
  'domains.verify query.account_id': sellers,
  'logInAs.people query.account_id': sellers,
  'logInAs.start body.user_id': sellers,
  'mailEvents.index query.account_id': sellers,
  'mailEvents.remove query.account_id': sellers,
  'mailEvents.save query.account_id': sellers,
  'mailServer.check query.account_id': sellers,
  'mailServer.dkim query.account_id': sellers,
  'mailServer.mails query.account_id': sellers,
  'mailServer.remove query.account_id': sellers,
  'mailServer.resume query.account_id': sellers,
  'mailServer.save query.account_id': sellers,
  'mailServer.show query.account_id': sellers,
  'mailServer.test query.account_id': sellers,
  'mailSuppressions.index query.account_id': sellers,
  'mailSuppressions.lift query.account_id': sellers,
  'mailTemplates.index query.account_id': sellers,
  'mailTemplates.language query.account_id': sellers,
  'mailTemplates.preview query.account_id': sellers,
  'mailTemplates.reset query.account_id': sellers,
  'mailTemplates.restore query.account_id': sellers,
  'mailTemplates.save query.account_id': sellers,
  'mailTemplates.show query.account_id': sellers,
  'mailTemplates.test query.account_id': sellers,
  'auditPage.save body.list_id': sellers,
  'auditPage.save body.label_ids[]': sellers,
  'auditPage.save body.notify_ids[]': sellers,
  'auditPage.save body.service_ids[]': sellers,
  'sites.setup query.account_id': sellers,
  'sites.show query.account_id': sellers,
  'signOn.show query.account_id': sellers,
  'signOn.save query.account_id': sellers,
  'signOn.save body.client_id': vendors,
  'signOn.remove query.account_id': sellers,
  'sites.update body.sign_up_plan_id': sellers,
  'sites.update query.account_id': sellers,
  'sites.uploadImage query.account_id': sellers,
  'training.createCourse body.topic_id': sellers,
  'training.courses query.topic_id': sellers,
  'training.orderPages body.page_ids[]': sellers,
  'training.updateCourse body.topic_id': sellers,
  'adminTopics.order body.topic_ids[]': staff,
}
