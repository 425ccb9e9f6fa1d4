import * as z from 'zod/mini'
import { FILTER_OPERATORS } from '../core/constants.ts'

/**
 * A condition on a field. `value` is required by like, not like, lower, greater and area; like accepts several
 * values as "any of". `area` on a coordinate uses both coordinates: `circle:LAT,LON,KM` or
 * `box:WEST,SOUTH,EAST,NORTH`. A date is compared with a day or with one that moves: `90 days ago`.
 */
export const Condition = z.strictObject({
  field: z.string().check(z.minLength(1), z.maxLength(60)),
  operator: z.enum(FILTER_OPERATORS),
  value: z.optional(
    z.union([
      z.string().check(z.maxLength(500)),
      z.number(),
      z.array(z.string().check(z.maxLength(500))).check(z.maxLength(200)),
    ]),
  ),
})
export type Condition = z.output<typeof Condition>

/** Nested groups: every rule of `and`, at least one of `or`. Up to 5 deep and 100 rules. */
export interface FilterGroup {
  and?: (Condition | FilterGroup)[]
  or?: (Condition | FilterGroup)[]
}
export const FilterGroup: z.ZodMiniType<FilterGroup, FilterGroup> = z.lazy(() =>
  z.strictObject({ and: z.optional(z.array(FilterRule)), or: z.optional(z.array(FilterRule)) }),
) as z.ZodMiniType<FilterGroup, FilterGroup>
const FilterRule = z.union([Condition, FilterGroup])
