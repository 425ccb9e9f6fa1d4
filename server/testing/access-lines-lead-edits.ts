import type { CallRecords, Line } from './access-rules.ts'

const inList = (things: CallRecords) => ({ params: { type: 'local', id: things.list } })
const ofLead = (things: CallRecords) => ({ params: { ...inList(things).params, resultId: things.leads[0] } })
const ofDelivery = ({ importDelivery: { list, id } }: CallRecords) => ({
  params: { id: list, delivery_id: id },
})
const edit = { rule: 'leads', scope: 'write', ok: 200, foreign: 'hidden' } as const
const own = { rule: 'leads', scope: 'write', ok: 200, foreign: 'private' } as const

let counter = 0
/** A label that no field has yet. */
const freshLabel = (): string => {
  counter += 1
  return `Field ${counter}`
}

export const LEAD_EDIT_LINES: Record<string, Line> = {
  'leads.edit': { ...edit, input: (things) => ({ ...ofLead(things), body: { values: { name: 'New' } } }) },
  'lists.duplicate': { ...edit, ok: 201, input: ({ list }) => ({ params: { id: list } }) },
  'leads.status': {
    ...edit,
    input: (things) => ({
      ...inList(things),
      body: { selection: { resultIds: things.leads }, status: 'won' },
    }),
  },
  'leads.setValue': {
    ...edit,
    input: (things) => ({
      ...inList(things),
      body: { selection: { resultIds: things.leads }, field: 'city', value: 'Faro' },
    }),
  },
  'leads.move': {
    ...edit,
    input: (things) => ({
      ...inList(things),
      body: { selection: { resultIds: things.leads }, to: { new_list: 'Other' } },
    }),
  },
  'leads.add': {
    ...edit,
    input: (things) => ({ ...inList(things), body: { values: { website: 'https://added.example' } } }),
  },
  'leads.previewCleanUp': {
    ...edit,
    scope: 'read',
    input: (things) => ({ ...inList(things), body: { selection: { resultIds: things.leads } } }),
  },
  'leads.cleanUp': {
    ...edit,
    input: (things) => ({
      ...inList(things),
      body: { selection: { resultIds: things.leads }, kinds: ['cities'] },
    }),
  },
  'leads.undo': {
    ...edit,
    input: ({ leadChange }) => ({
      params: { type: 'local', id: leadChange.list },
      body: { undo_token: leadChange.token },
    }),
  },
  'leads.notes': { rule: 'leads', scope: 'read', ok: 200, foreign: 'hidden', input: ofLead },
  'leads.addNote': {
    ...edit,
    ok: 201,
    input: (things) => ({ ...ofLead(things), body: { body: 'Called' } }),
  },
  'leads.changeNote': { ...own, input: ({ note }) => ({ params: { id: note }, body: { body: 'Other' } }) },
  'leads.deleteNote': { ...own, input: ({ note }) => ({ params: { id: note } }) },
  'leads.restoreNote': { ...own, input: ({ deletedNote }) => ({ params: { id: deletedNote } }) },
  'leads.notices': {
    ...edit,
    scope: 'export',
    input: (things) => ({ ...inList(things), body: { selection: { resultIds: things.leads } } }),
  },
  'leads.duplicates': { rule: 'leads', scope: 'read', ok: 200, foreign: 'hidden', input: inList },
  'leads.mergeDuplicates': {
    ...edit,
    input: (things) => ({
      ...inList(things),
      body: { groups: [{ keep: things.leads[0], merge: [things.leads[1]] }] },
    }),
  },
  'leads.labels': {
    ...edit,
    input: (things) => ({
      ...inList(things),
      body: { selection: { resultIds: things.leads }, add: [things.label] },
    }),
  },
  'labels.index': { rule: 'leads', scope: 'read', ok: 200 },
  'labels.create': {
    rule: 'leads',
    scope: 'write',
    ok: 201,
    input: () => ({ body: { name: freshLabel() } }),
  },
  'labels.change': { ...edit, input: ({ label }) => ({ params: { id: label }, body: { color: 'red' } }) },
  'labels.delete': { ...edit, input: ({ label }) => ({ params: { id: label } }) },
  'labels.restore': { ...edit, input: ({ deletedLabel }) => ({ params: { id: deletedLabel } }) },
  'labels.merge': {
    ...edit,
    input: ({ label, otherLabel }) => ({ params: { id: label }, body: { into: otherLabel } }),
  },
  'labels.try': {
    rule: 'leads',
    scope: 'read',
    ok: 200,
    foreign: 'hidden',
    input: ({ label }) => ({ params: { id: label }, body: {} }),
  },
  'labels.run': { ...edit, input: ({ label }) => ({ params: { id: label } }) },
  'lists.details': { ...edit, input: ({ list }) => ({ body: { id: list, tags: ['one'] } }) },
  'importAddresses.show': {
    ...edit,
    scope: 'read',
    input: ({ list }) => ({ params: { id: list } }),
  },
  'importAddresses.renew': {
    ...edit,
    ok: 201,
    input: ({ list }) => ({ params: { id: list }, body: {} }),
  },
  'importAddresses.change': {
    ...edit,
    input: ({ importDelivery: { list } }) => ({
      params: { id: list },
      body: { mapping: { [freshLabel()]: null } },
    }),
  },
  'importAddresses.remove': {
    ...edit,
    input: ({ importDelivery: { list } }) => ({ params: { id: list } }),
  },
  'importAddresses.deliveries': {
    ...edit,
    scope: 'read',
    input: ({ importDelivery: { list } }) => ({ params: { id: list } }),
  },
  'importAddresses.delivery': { ...edit, scope: 'read', input: ofDelivery },
  'importAddresses.replay': { ...edit, input: ofDelivery },
  'importAddresses.deliver': {
    rule: 'open',
    ok: 404,
    input: () => ({ params: { key: 'in_unknown' }, body: { Email: 'ann@acme.example' } }),
  },
  'forms.index': { allLists: true, rule: 'leads', scope: 'read', ok: 200 },
  'forms.show': {
    allLists: true,
    rule: 'leads',
    scope: 'read',
    ok: 200,
    foreign: 'hidden',
    input: ({ form }) => ({ params: { id: form } }),
  },
  'forms.submissions': {
    allLists: true,
    rule: 'leads',
    scope: 'read',
    ok: 200,
    foreign: 'hidden',
    input: ({ form }) => ({ params: { id: form } }),
  },
  'forms.create': {
    allLists: true,
    ...edit,
    ok: 201,
    input: ({ list }) => ({
      body: {
        name: freshLabel(),
        list_id: list,
        fields: [{ field: 'email', label: 'Email', required: true }],
      },
    }),
  },
  'forms.change': {
    allLists: true,
    ...edit,
    input: ({ form }) => ({ params: { id: form }, body: { heading: freshLabel() } }),
  },
  'forms.delete': { allLists: true, ...edit, input: ({ form }) => ({ params: { id: form } }) },
  'forms.restore': { allLists: true, ...edit, input: ({ deletedForm }) => ({ params: { id: deletedForm } }) },
  'services.index': { rule: 'leads', scope: 'read', ok: 200 },
  'services.create': {
    rule: 'leads',
    scope: 'write',
    ok: 201,
    input: () => ({ body: { name: freshLabel(), template: 'booking' } }),
  },
  'services.set': {
    rule: 'leads',
    scope: 'write',
    ok: 200,
    input: () => ({ body: { services: [{ name: freshLabel(), template: 'booking' }] } }),
  },
  'services.change': {
    ...edit,
    input: ({ service }) => ({ params: { id: service }, body: { name: freshLabel() } }),
  },
  'services.delete': { ...edit, input: ({ service }) => ({ params: { id: service } }) },
  'services.restore': { ...edit, input: ({ deletedService }) => ({ params: { id: deletedService } }) },
  'customFields.index': { rule: 'leads', scope: 'read', ok: 200 },
  'customFields.create': {
    rule: 'leads',
    scope: 'write',
    ok: 201,
    input: () => ({ body: { label: freshLabel() } }),
  },
  'customFields.change': {
    ...edit,
    input: ({ customField }) => ({ params: { id: customField }, body: { label: freshLabel() } }),
  },
  'customFields.delete': { ...edit, input: ({ customField }) => ({ params: { id: customField } }) },
  'customFields.restore': {
    ...edit,
    input: ({ deletedCustomField }) => ({ params: { id: deletedCustomField } }),
  },
}
