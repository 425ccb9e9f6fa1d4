import type { BounceColumns } from '#contract/activity/run-kinds/bounce-import.ts'
import {
  columnNamed,
  findAddressColumn,
  findByName,
} from '#server/modules/prospecting/email-verification/index.ts'
import { invalidField } from '#server/platform/errors.ts'

/** Column names in reports of mail programs, best first, lower case without spaces and punctuation. */
const NAMES = {
  kind: 'bouncetype bouncekind bounceclassification bounceclass bouncecategory classification kind type category severity bounce event action status'.split(
    ' ',
  ),
  reason:
    'reason bouncereason diagnostic diagnosticcode diagnosticmessage bouncemessage smtpresponse smtpmessage response errormessage error description details message comment'.split(
      ' ',
    ),
  status:
    'status smtpstatus statuscode enhancedcode enhancedstatus enhancedstatuscode smtpcode code dsn'.split(
      ' ',
    ),
  bounced_at:
    'bouncedat bouncedate bouncetime bouncedon lastbounce dateofbounce date timestamp datetime time eventtime eventdate occurredat processed createdat created sentat'.split(
      ' ',
    ),
}

type Wanted = Partial<Record<keyof BounceColumns, string | undefined>>

/**
 * Finds the columns of a bounce report; the caller names those in `wanted`.
 * @throws AppError validation_failed when a named column is missing or no column contains addresses.
 */
export function findBounceColumns(
  columns: readonly string[],
  rows: string[][],
  wanted: Wanted = {},
): BounceColumns & { headerless: boolean } {
  const address = wanted.email
    ? { index: columnNamed(columns, wanted.email, 'columns.email'), headerless: false }
    : findAddressColumn(columns, rows)
  if (!address)
    throw invalidField(
      'columns.email',
      `No column in this file looks like email addresses. Choose one of: ${columns.slice(0, 40).join(', ')}`,
    )
  const place = (field: keyof typeof NAMES): number => {
    const name = wanted[field]
    if (name) return columnNamed(columns, name, `columns.${field}`)
    return address.headerless ? -1 : findByName(columns, NAMES[field])
  }
  return {
    email: address.index,
    headerless: address.headerless,
    kind: place('kind'),
    reason: place('reason'),
    status: place('status'),
    bounced_at: place('bounced_at'),
  }
}
