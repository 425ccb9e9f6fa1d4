import type * as z from 'zod/mini'
import { LeadFilters, type LeadSelection } from '#contract/leads/leads.ts'
import { canonicalListType, type ListTypeId, type ListTypeName } from '#contract/leads/list-types/index.ts'
import { showList } from '#contract/leads/lists.ts'
import { usageError } from '../cli-error.ts'
import type { ApiClient } from '../http/api-client.ts'
import { list, parsed } from './option-spec.ts'
import { idArgument } from './value-parsers.ts'

type Selection = z.output<typeof LeadSelection>

/**
 * Filters of a list page, as the API takes them, from the text of `--filter`. @throws a usage error that explains
 * what is wrong.
 */
function filtersFrom(text: string): LeadFilters {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw usageError(`--filter must be JSON such as '{"withEmail":1}', not "${text}"`)
  }
  const read = LeadFilters.safeParse(json)
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw usageError(`--filter: ${issue?.path.join('.') || 'filters'}: ${issue?.message ?? 'not understood'}`)
}

/** Options to select leads of a list; the default is all. */
export const SELECTION_OPTIONS = {
  ids: list('ID,...', 'Only these leads'),
  filter: parsed('JSON', 'Only leads that match these filters, in the form of the API', filtersFrom),
}

export function selectionFrom(values: { ids: string[]; filter: LeadFilters | undefined }): Selection {
  if (values.ids.length > 0 && values.filter) throw usageError('Give --ids or --filter, not both')
  return values.ids.length > 0
    ? { resultIds: values.ids.map((id) => idArgument(id, '--ids')) }
    : { filters: values.filter ?? LeadFilters.parse({}) }
}

/** The list of an argument with its type, which is part of its paths. */
export async function listParams(client: ApiClient, text: string): Promise<{ type: ListTypeId; id: number }> {
  const id = idArgument(text, 'LIST_ID')
  const { data } = await client.call(showList, { params: { id } })
  return { type: canonicalListType(data.type as ListTypeName), id }
}
