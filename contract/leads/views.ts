import * as z from 'zod/mini'
import { Done, Id, Timestamp, text } from '../core/common.ts'
import { defineArea } from '../core/endpoint.ts'
import { LeadFilters } from './leads.ts'
import { LIST_TYPE_LABELS } from './list-types/index.ts'

/** Views that one person may have, over all list types. */
export const MAX_VIEWS = 100
/** Characters that the filters of a view may take as JSON. */
const MAX_FILTER_LENGTH = 20_000

export const MIN_COLUMN_WIDTH = 80
export const MAX_COLUMN_WIDTH = 600
export const ROW_HEIGHTS = ['compact', 'normal', 'tall'] as const
export type RowHeight = (typeof ROW_HEIGHTS)[number]

/** One shown column; `width` in pixels, null as wide as its kind of field usually is. */
export const ShownColumn = z.strictObject({
  field: z.string().check(z.minLength(1), z.maxLength(60)),
  pinned: z._default(z.boolean(), false).check(z.describe('Stays at the left edge')),
  width: z._default(
    z.nullable(z.int().check(z.minimum(MIN_COLUMN_WIDTH), z.maximum(MAX_COLUMN_WIDTH))),
    null,
  ),
})
export type ShownColumn = z.output<typeof ShownColumn>

/** The columns of the grid from left to right, and how high its rows are. */
export const ViewColumns = z.strictObject({
  shown: z.array(ShownColumn).check(z.minLength(1), z.maxLength(100)),
  row_height: z._default(z.enum(ROW_HEIGHTS), 'normal'),
})
export type ViewColumns = z.output<typeof ViewColumns>

/** Which leads a view shows: the filters of a list without page, order and bin. */
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

/** A saved view: which leads of a list are shown, in which order and with which columns. */
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
    edit: z.boolean().check(z.describe('Its owner may, and for a shared view the owner of the account')),
  }),
  owner: z.nullable(z.string()).check(z.describe('Email of who made it')),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type LeadView = z.output<typeof LeadView>

const api = defineArea({ tag: 'Views', access: { module: 'leads' }, scope: 'write' })
const ViewReply = z.object({ data: LeadView, message: z.optional(z.string()) })

export const leadViews = api.get('/api/lead-views', {
  name: 'views.index',
  reads: ['views'],
  summary: 'Saved views of a list type: the own ones and those shared with everyone',
  query: z.strictObject({ type: z.enum(LIST_TYPE_LABELS) }),
  reply: z.object({
    data: z.array(LeadView),
    default_view_id: z
      .nullable(Id)
      .check(z.describe('The view that the caller opens lists of this type with')),
    columns: z.nullable(ViewColumns).check(z.describe("The caller's last columns outside of any view")),
  }),
})

export const createLeadView = api.post('/api/lead-views', {
  name: 'views.create',
  changes: ['views'],
  audit: 'view.created',
  summary: 'Save a view',
  description: `It can be used in every list of its type. At most ${MAX_VIEWS} views per person.`,
  idempotent: true,
  status: 201,
  body: z.strictObject({
    type: z.enum(LIST_TYPE_LABELS),
    name: ViewName,
    visibility: z._default(Visibility, 'mine'),
    filters: z._default(ViewFilters, ViewFilters.parse({})),
    sort: z._default(Sort, null),
    columns: ViewColumns,
    is_default: z
      ._default(z.boolean(), false)
      .check(z.describe('The caller opens lists with it from now on')),
  }),
  reply: ViewReply,
  errors: ['conflict'],
})

export const changeLeadView = api.put('/api/lead-views/{id}', {
  name: 'views.change',
  changes: ['views'],
  audit: 'view.changed',
  summary: 'Change a view: its name, who sees it, or what it shows',
  description: 'Absent fields stay as they are.',
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
  audit: 'view.restored',
  summary: 'Bring a deleted view back',
  reply: ViewReply,
  errors: ['forbidden', 'conflict'],
})

export const chooseLeadView = api.put('/api/lead-views/choice', {
  name: 'views.choose',
  changes: ['views'],
  audit: 'view.default_changed',
  summary: 'How the caller opens lists of a type: with which view, and with which columns outside of any',
  description:
    'Absent fields stay as they are; null forgets the choice. Columns alone are not told to the audit log.',
  body: z.strictObject({
    type: z.enum(LIST_TYPE_LABELS),
    default_view_id: z.optional(z.nullable(Id)),
    columns: z.optional(z.nullable(ViewColumns)),
  }),
  reply: Done,
  errors: ['not_found'],
})
