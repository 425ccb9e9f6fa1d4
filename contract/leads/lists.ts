import * as z from 'zod/mini'
import { Run } from '../activity/runs.ts'
import { Cursor, Done, Id, IdParam, page, pageQuery, Timestamp, text } from '../core/common.ts'
import { defineArea } from '../core/define-area.ts'
import { ListName, StartedSearch, startSearchFields } from '../prospecting/searches.ts'
import { HISTORY_EVENT_NAMES } from './history.ts'
import { LIST_TYPE_NAMES } from './list-types/index.ts'
import { SearchInput } from './search-input.ts'

/** Ids of lists for bulk actions; the spec calls them resultIds. */
const ResultIds = z.array(Id).check(z.minLength(1), z.maxLength(1000))

/** A saved list. The paths say campaign. */
export const List = z.object({
  id: Id,
  name: z.string(),
  type: z.string(),
  is_archived: z.boolean(),
  is_pinned: z.boolean().check(z.describe('Pinned by the caller')),
  total: z.int().check(z.describe('Leads in the list')),
  emails: z.int().check(z.describe('Leads whose email is found or potential')),
  search: z.nullable(SearchInput).check(z.describe('The search that created the list')),
  last_run: z.nullable(Run),
  folder: z.nullable(z.string()).check(z.describe('Its folder; null without one')),
  tags: z.array(z.string()).check(z.describe('Added to every exported or sent lead')),
  lead_source: z.nullable(z.string()).check(z.describe('Source of every exported or sent lead')),
  created_by: z.nullable(z.string()).check(z.describe('Email of its creator')),
  created_by_name: z.nullable(z.string()),
  created_at: Timestamp,
  updated_at: Timestamp,
  deleted_at: z.nullable(Timestamp),
})
export type List = z.output<typeof List>

/** Sort orders of lists; a leading `-` reverses them. */
export const LIST_SORTS = [
  'name',
  'type',
  'created_by',
  'total',
  'coverage',
  'last_run',
  'created_at',
  'updated_at',
] as const
type ListSort = (typeof LIST_SORTS)[number]
/** States of a list's last run to filter lists by. */
export const LIST_RUN_STATES = ['working', 'succeeded', 'cancelled', 'failed', 'none'] as const

const api = defineArea({ tag: 'Lists', access: { module: 'leads' }, scope: 'write' })

export const lists = api.get('/api/campaigns', {
  name: 'lists.index',
  reads: ['lists'],
  summary: 'Saved lists',
  description: 'The caller’s pinned lists come first, in the requested order.',
  query: z.strictObject({
    ...pageQuery,
    search: z.optional(z.string().check(z.trim(), z.maxLength(200), z.describe('In names and tags'))),
    tag: z
      .optional(z.string().check(z.trim(), z.maxLength(60)))
      .check(z.describe('Only lists with this tag')),
    folder: z
      .optional(z.string().check(z.trim(), z.maxLength(60)))
      .check(z.describe('Only lists in this folder')),
    type: z.optional(z.enum(LIST_TYPE_NAMES)),
    created_by: z.optional(IdParam).check(z.describe('Id of its creator')),
    run_state: z
      .optional(z.enum(LIST_RUN_STATES))
      .check(z.describe('State of the last run; `working` is queued or running, `none` means no run yet')),
    pinned: z._default(z.stringbool(), false).check(z.describe('Only lists pinned by the caller')),
    view: z._default(z.enum(['active', 'archived', 'bin']), 'active'),
    sort: z._default(
      z.enum([...LIST_SORTS, ...LIST_SORTS.map((name) => `-${name}` as `-${ListSort}`)]),
      '-created_at',
    ),
  }),
  reply: page(List),
  cli: {
    name: 'lists',
    summary: 'Saved lists, newest first',
    options: {
      archived: { field: 'view', is: 'archived', help: 'Archived lists instead' },
      folder: { help: 'Only lists in this folder', value: 'NAME' },
    },
    columns: {
      '>ID': 'id',
      TYPE: 'type',
      '>LEADS': 'total|number',
      'LAST RUN': 'last_run.state',
      CREATED: 'created_at|minute',
      NAME: 'name',
    },
  },
})

export const listCreators = api.get('/api/campaign-creators', {
  name: 'lists.creators',
  reads: ['lists', 'team'],
  summary: 'People who have created lists',
  reply: z.object({ data: z.array(z.object({ id: Id, name: z.string(), lists: z.int() })) }),
})

export const listTags = api.get('/api/campaign-tags', {
  name: 'lists.tags',
  reads: ['lists'],
  summary: 'Tags of the lists of the account, by name',
  reply: z.object({ data: z.array(z.object({ tag: z.string(), lists: z.int() })) }),
})

export const listFolders = api.get('/api/campaign-folders', {
  name: 'lists.folders',
  reads: ['lists'],
  summary: 'Folders of the lists of the account, by name',
  reply: z.object({ data: z.array(z.object({ folder: z.string(), lists: z.int() })) }),
})

export const moveLists = api.post('/api/campaigns/move', {
  name: 'lists.move',
  changes: ['lists', 'list:*'],
  audit: 'list.moved',
  summary: 'Move lists to a folder, or out of theirs',
  description:
    'A folder is its name, ignoring case: it is created with the first list in it and is gone when the last one leaves.',
  idempotent: true,
  body: z.strictObject({ resultIds: ResultIds, folder: z.nullable(text(60)) }),
  reply: z.object({ success: z.literal(true), count: z.int(), message: z.optional(z.string()) }),
})

export const pinList = api.put('/api/campaigns/{id}/pin', {
  name: 'lists.pin',
  changes: ['lists', 'list:{id}'],
  audit: 'list.pinned',
  summary: 'Pin or unpin a list for yourself',
  body: z.strictObject({ is_pinned: z.boolean() }),
  reply: z.object({ data: z.object({ id: Id, is_pinned: z.boolean() }) }),
})

/** Maximum tags of a list, as in CRMs. */
export const MAX_TAGS = 20

/** A tag cannot contain a comma, which separates tags in files and commands. */
const Tag = z
  .string()
  .check(
    z.trim(),
    z.minLength(1),
    z.maxLength(60),
    z.regex(/^[^,;\n]*$/, { error: 'Leave out commas and semicolons' }),
  )

export const listDetails = api.post('/api/campaigns/details', {
  name: 'lists.details',
  changes: ['lists', 'list:*', 'history:*'],
  audit: 'list.tagged',
  summary: 'Set tags and source of a list, added to every exported or sent lead',
  idempotent: true,
  body: z.strictObject({
    id: Id,
    tags: z.optional(z.array(Tag).check(z.maxLength(MAX_TAGS))),
    source: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(100)))),
  }),
  reply: z.object({ data: List, message: z.optional(z.string()) }),
  errors: ['not_found'],
})

export const createList = api.create('/api/campaigns', {
  name: 'lists.create',
  scope: 'spend',
  changes: ['lists', 'runs', 'wallet'],
  audit: 'list.created',
  summary: 'Create a list and start its search',
  description: 'Reserves the maximum of the quote; charges only delivered leads.',
  idempotent: true,
  body: z.strictObject({ name: ListName, type: z.enum(LIST_TYPE_NAMES), ...startSearchFields }),
  reply: z.object({ data: StartedSearch, message: z.optional(z.string()) }),
  errors: ['insufficient_credits', 'quote_expired'],
})

export const duplicateList = api.create('/api/campaigns/{id}/duplicate', {
  name: 'lists.duplicate',
  changes: ['lists', 'labels'],
  audit: 'list.created',
  summary: 'Copy a list with its leads; free',
  description:
    'The copy includes search, folder, tags and source of the list, and its leads with values, custom fields, status and labels. Notes, autopilots and the trash are not copied.',
  idempotent: true,
  reply: z.object({ data: List, message: z.string() }),
})

export const searchIntoList = api.create('/api/campaigns/{id}/searches', {
  name: 'lists.search',
  scope: 'spend',
  changes: ['lists', 'list:{id}', 'runs', 'wallet'],
  audit: 'run.started',
  summary: 'Start a new search into an existing list',
  idempotent: true,
  body: z.strictObject(startSearchFields),
  reply: z.object({ data: StartedSearch, message: z.optional(z.string()) }),
  errors: ['insufficient_credits', 'quote_expired'],
})

export const showList = api.get('/api/campaigns/{id}', {
  name: 'lists.show',
  reads: ['list:{id}'],
  summary: 'One list',
  reply: z.object({ data: List }),
  cli: {
    name: 'lists show',
    summary: 'A list with its leads, tags and last run',
    args: { LIST_ID: 'id' },
    text: [
      '{name}',
      'Type: {type}',
      'Leads: {total|number}, {emails|number} with an email',
      '[Last run: {last_run.state} {last_run.created_at|minute}]',
      '[Folder: {folder}]',
      '[Source: {lead_source}]',
      'Created: {created_at|minute}[ by {created_by}]',
    ],
  },
})

export const renameList = api.put('/api/campaigns/{id}', {
  name: 'lists.rename',
  changes: ['lists', 'list:{id}'],
  audit: 'list.renamed',
  summary: 'Rename a list',
  body: z.strictObject({ name: ListName }),
  reply: z.object({ data: List, message: z.optional(z.string()) }),
  cli: {
    name: 'lists rename',
    args: { LIST_ID: 'id', NAME: 'name' },
    text: ['List {id} is now called {name}'],
  },
})

export const deleteList = api.delete('/api/campaigns/{id}', {
  name: 'lists.delete',
  changes: ['lists', 'list:{id}', 'runs'],
  audit: 'list.deleted',
  summary: 'Move a list to the trash, where it stays for 30 days',
  reply: Done,
  cli: {
    name: 'lists delete',
    args: { LIST_ID: 'id' },
    text: ['List {input.id} moved to the trash'],
    json: ['list_id=input.id'],
  },
})

export const bulkDeleteLists = api.post('/api/campaigns/bulk-delete', {
  name: 'lists.bulkDelete',
  changes: ['lists', 'list:*', 'runs'],
  audit: 'list.deleted',
  summary: 'Move several lists to the trash',
  idempotent: true,
  body: z.strictObject({ resultIds: ResultIds }),
  reply: z.object({ success: z.literal(true), count: z.int(), message: z.optional(z.string()) }),
})

export const restoreLists = api.post('/api/campaigns/restore', {
  name: 'lists.restore',
  changes: ['lists', 'list:*'],
  audit: 'list.restored',
  summary: 'Restore lists from the trash with their contents',
  idempotent: true,
  body: z.strictObject({ resultIds: ResultIds }),
  reply: z.object({ success: z.literal(true), count: z.int(), message: z.optional(z.string()) }),
})

export const archiveList = api.post('/api/campaigns/archive/{id}', {
  name: 'lists.archive',
  changes: ['lists', 'list:{id}'],
  idempotent: true,
  audit: 'list.archived',
  summary: 'Archive or unarchive a list; returns the new state',
  reply: z.object({ data: z.object({ id: Id, is_archived: z.boolean() }), message: z.optional(z.string()) }),
})

export const bulkArchiveLists = api.post('/api/campaigns/bulk-archive', {
  name: 'lists.bulkArchive',
  changes: ['lists', 'list:*'],
  audit: 'list.archived',
  summary: 'Archive several lists, or unarchive them',
  idempotent: true,
  body: z.strictObject({ resultIds: ResultIds, is_archived: z.boolean() }),
  reply: z.object({ success: z.literal(true), count: z.int(), message: z.optional(z.string()) }),
})

export const ListHistoryEntry = z.object({
  id: Id,
  event: z.enum(HISTORY_EVENT_NAMES),
  detail: z.record(z.string(), z.unknown()).check(z.describe('Facts of the event; each kind has its own')),
  run: z.nullable(Run),
  user: z.nullable(z.string()),
  can_undo: z.boolean().check(z.describe('A change of leads that was not undone; its id is the undo token')),
  undone_at: z.nullable(Timestamp),
  created_at: Timestamp,
})

export const listHistory = api.post('/api/campaign/{id}/history', {
  name: 'lists.history',
  scope: 'read',
  reads: ['list:{id}', 'history:{id}'],
  changesNothing: true,
  summary: "A list's runs and changes, newest first",
  body: z.optional(
    z.strictObject({
      page: z._default(z.int().check(z.minimum(1)), 1),
      limit: z._default(z.int().check(z.minimum(1), z.maximum(200)), 20),
      cursor: Cursor,
    }),
  ),
  reply: page(ListHistoryEntry),
})

/** How a list was created. */
export const DataSource = z.object({
  source: z.string(),
  licence: z.nullable(z.string()),
  attribution: z.string().check(z.describe('Attribution to show beside the data and its copies')),
  attribution_url: z.nullable(z.string()),
  leads: z.int(),
  data_as_of: z.nullable(Timestamp).check(z.describe('Newest date of its records')),
})
export type DataSource = z.output<typeof DataSource>

export const listDataSources = api.get('/api/campaign/{id}/data-sources', {
  name: 'lists.dataSources',
  reads: ['list:{id}'],
  summary: 'Sources of a list’s leads: source, license, attribution, date',
  reply: z.object({ data: z.array(DataSource) }),
})
