import * as z from 'zod/mini'
import { Done, Id, Timestamp, text } from '../core/common.ts'
import { defineArea } from '../core/define-area.ts'
import { LeadFilters } from './leads.ts'
import { LIST_TYPE_NAMES, LIST_TYPES, type ListTypeId } from './list-types/index.ts'

/** Maximum number of views of a person, over all list types. */
export const MAX_VIEWS = 100
/** Maximum size of a view's filters as JSON, in characters. */
const MAX_FILTER_LENGTH = 20_000

export const MIN_COLUMN_WIDTH = 80
export const MAX_COLUMN_WIDTH = 600
/** Maximum number of shown columns. */
export const MAX_COLUMNS = 100
export const ROW_HEIGHTS = ['compact', 'normal', 'tall'] as const
export type RowHeight = (typeof ROW_HEIGHTS)[number]

/** A shown column; `width` in pixels, null for the default width of its type. */
export const ShownColumn = z.strictObject({
  field: z.string().check(z.minLength(1), z.maxLength(60)),
  pinned: z._default(z.boolean(), false).check(z.describe('Pinned to the left edge')),
  width: z._default(
    z.nullable(z.int().check(z.minimum(MIN_COLUMN_WIDTH), z.maximum(MAX_COLUMN_WIDTH))),
    null,
  ),
})
export type ShownColumn = z.output<typeof ShownColumn>

/** Columns of the grid from left to right, and the height of its rows. */
export const ViewColumns = z.strictObject({
  shown: z.array(ShownColumn).check(z.minLength(1), z.maxLength(MAX_COLUMNS)),
  row_height: z._default(z.enum(ROW_HEIGHTS), 'normal'),
})
export type ViewColumns = z.output<typeof ViewColumns>

/** The columns of someone who has chosen none, the first of them pinned. */
export const defaultColumns = (type: ListTypeId): ViewColumns => ({
  shown: LIST_TYPES[type].fields
    .filter(({ defaultColumn }) => defaultColumn)
    .map(({ name }, at) => ({ field: name, pinned: at === 0, width: null })),
  row_height: 'normal',
})

/** Leads of a view: the filters of a list without page, order and trash. */
export const ViewFilters = z.omit(LeadFilters, { limit: true, page: true, sort: true, view: true }).check(
  z.refine((filters) => JSON.stringify(filters).length <= MAX_FILTER_LENGTH, {
    error: 'These filters are too long for a view',
  }),
)
export type ViewFilters = z.output<typeof ViewFilters>

const Visibility = z.enum(['mine', 'everyone'])
const ViewName = text(100)
const Sort = z
  .nullable(z.string().check(z.maxLength(60)))
  .check(z.describe('A sortable field, `-` in front for descending'))

/** A saved view: filters, sort order and columns. */
export const LeadView = z.object({
  id: Id,
  type: z.string(),
  name: z.string(),
  visibility: Visibility.check(z.describe('`everyone` means all members of the account')),
  filters: ViewFilters,
  sort: z.nullable(z.string()),
  columns: ViewColumns,
  is_mine: z.boolean(),
  can: z.object({
    edit: z.boolean().check(z.describe('Its owner can, and for a shared view the owner of the account')),
  }),
  owner: z.nullable(z.string()).check(z.describe('Email of its creator')),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type LeadView = z.output<typeof LeadView>

const api = defineArea({ tag: 'Views', access: { module: 'leads' }, scope: 'write' })
const ViewReply = z.object({ data: LeadView, message: z.optional(z.string()) })

export const leadViews = api.get('/api/lead-views', {
  name: 'views.index',
  reads: ['views'],
  summary: 'Saved views of a list type: your own and shared ones',
  query: z.strictObject({ type: z.enum(LIST_TYPE_NAMES) }),
  reply: z.object({
    data: z.array(LeadView),
    default_view_id: z.nullable(Id).check(z.describe('The caller’s default view of this type')),
    columns: z.nullable(ViewColumns).check(z.describe('The caller’s last columns without a view')),
  }),
  cli: {
    name: 'views list',
    args: { TYPE: 'type' },
    columns: {
      '>ID': 'id',
      SHARED: "{visibility=everyone?yes ?? 'no'}",
      SORT: 'sort',
      OWNER: 'owner',
      CHANGED: 'updated_at|minute',
      NAME: 'name',
    },
    empty: 'No views',
  },
})

export const createLeadView = api.create('/api/lead-views', {
  name: 'views.create',
  changes: ['views'],
  audit: 'view.created',
  summary: 'Save a view',
  description: `Usable in every list of its type. At most ${MAX_VIEWS} views per person.`,
  idempotent: true,
  body: z.strictObject({
    type: z.enum(LIST_TYPE_NAMES),
    name: ViewName,
    visibility: z._default(Visibility, 'mine'),
    filters: z._default(ViewFilters, ViewFilters.parse({})),
    sort: z._default(Sort, null),
    columns: ViewColumns,
    is_default: z._default(z.boolean(), false).check(z.describe('Use it as the caller’s default view')),
  }),
  reply: ViewReply,
  errors: ['conflict'],
})

export const changeLeadView = api.put('/api/lead-views/{id}', {
  name: 'views.change',
  changes: ['views'],
  audit: 'view.changed',
  summary: 'Change a view: its name, sharing or contents',
  description: 'Absent fields keep their value.',
  body: z.strictObject({
    name: z.optional(ViewName),
    visibility: z.optional(Visibility),
    filters: z.optional(ViewFilters),
    sort: z.optional(Sort),
    columns: z.optional(ViewColumns),
  }),
  reply: ViewReply,
  errors: ['forbidden', 'conflict'],
})

export const deleteLeadView = api.delete('/api/lead-views/{id}', {
  name: 'views.delete',
  changes: ['views'],
  audit: 'view.deleted',
  summary: 'Delete a view; it can be restored for 30 days',
  reply: Done,
  errors: ['forbidden'],
})

export const restoreLeadView = api.post('/api/lead-views/{id}/restore', {
  name: 'views.restore',
  changes: ['views'],
  idempotent: true,
  audit: 'view.restored',
  summary: 'Restore a deleted view',
  reply: ViewReply,
  errors: ['forbidden', 'conflict'],
})

export const chooseLeadView = api.put('/api/lead-views/choice', {
  name: 'views.choose',
  changes: ['views'],
  audit: 'view.default_changed',
  summary: 'The caller’s default view of a list type, and columns without a view',
  description:
    'Absent fields keep their value; null clears one. Column changes alone are not recorded in the audit log.',
  body: z.strictObject({
    type: z.enum(LIST_TYPE_NAMES),
    default_view_id: z.optional(z.nullable(Id)),
    columns: z.optional(z.nullable(ViewColumns)),
  }),
  reply: Done,
  errors: ['not_found'],
})
