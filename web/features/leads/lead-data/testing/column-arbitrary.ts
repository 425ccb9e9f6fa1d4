import fc from 'fast-check'
import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import { MAX_COLUMN_WIDTH, MIN_COLUMN_WIDTH, ROW_HEIGHTS, type ViewColumns } from '#contract/leads/views.ts'
import { listFields } from '#web/lib/list-fields.ts'

/** Any columns that the grid of a list type can show, pinned ones first. */
export const anyColumns = (type: ListTypeId): fc.Arbitrary<ViewColumns> =>
  fc.record({
    shown: fc
      .shuffledSubarray(
        listFields(type).map(({ name }) => name),
        { minLength: 1 },
      )
      .chain((names) =>
        fc.tuple(
          fc.constant(names),
          fc.integer({ min: 0, max: names.length }),
          fc.array(fc.option(fc.integer({ min: MIN_COLUMN_WIDTH, max: MAX_COLUMN_WIDTH })), {
            minLength: names.length,
            maxLength: names.length,
          }),
        ),
      )
      .map(([names, pins, widths]) =>
        names.map((field, at) => ({ field, pinned: at < pins, width: widths[at] ?? null })),
      ),
    row_height: fc.constantFrom(...ROW_HEIGHTS),
  })
