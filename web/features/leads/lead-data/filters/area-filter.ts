import { type Area, readArea, writeArea } from '#contract/leads/area.ts'
import type { Condition } from '#contract/leads/leads.ts'
import { OPERATORS_BY_KIND } from '#contract/leads/list-types/define.ts'
import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import { distanceLabel } from '#web/lib/distance.ts'
import { listFields } from '#web/lib/list-fields.ts'
import { type GridQuery, refine } from '../grid-query.ts'

/** The field with the area filter: the first coordinate of the type, undefined without coordinates. */
const fieldOfArea = (type: ListTypeId): string | undefined =>
  listFields(type).find(({ kind, filterable }) => filterable && OPERATORS_BY_KIND[kind].includes('area'))
    ?.name

/** Whether leads of this type have a map. */
export const hasMap = (type: ListTypeId): boolean => fieldOfArea(type) !== undefined

const isArea = ({ operator }: Condition): boolean => operator === 'area'

/** The area filter of the query as its value; null without one. */
export const areaText = ({ custom_search }: Pick<GridQuery, 'custom_search'>): string | null => {
  const value = custom_search.find(isArea)?.value
  return typeof value === 'string' ? value : null
}

/** The query with this area instead of another one, or with none. */
export function withArea(type: ListTypeId, query: GridQuery, area: Area | null): GridQuery {
  const rest = query.custom_search.filter((condition) => !isArea(condition))
  const field = fieldOfArea(type)
  if (!area || !field) return refine(query, { custom_search: rest })
  const condition: Condition = { field, operator: 'area', value: writeArea(area) }
  return refine(query, { custom_search: [...rest, condition] })
}

/** About ten meters: enough to tell two places apart. */
const degrees = (value: number): string => String(Number(value.toFixed(2)))

/** Label of an area: "Within 3 km of 45.52, -122.68". */
export const areaLabel = (area: Area): string =>
  area.kind === 'circle'
    ? `Within ${distanceLabel(area.km)} of ${degrees(area.lat)}, ${degrees(area.lon)}`
    : 'In a box on the map'

/** Parses the value of an area filter; null without one. */
export const readAreaText = (text: string | null): Area | null => readArea(text)
