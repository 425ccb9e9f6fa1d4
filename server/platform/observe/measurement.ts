/** A gauge that is read when someone looks: its name without prefix, what it says, and a value for each set of labels. */
export interface Measurement {
  name: string
  help: string
  values: readonly { labels?: Readonly<Record<string, string>>; value: number }[]
}

/** Reads measurements, most of them from the database. */
export type Measure = () => Promise<Measurement[]>

/** Rows with labels and one or more counts as measurements: one for each count, named as in `gauges`. */
export const measurementsOf = <Row extends object, Label extends keyof Row & string>(
  rows: readonly Row[],
  labels: readonly Label[],
  gauges: Readonly<
    Partial<Record<Exclude<keyof Row & string, Label>, readonly [name: string, help: string]>>
  >,
): Measurement[] =>
  Object.entries(gauges as Record<string, readonly [string, string]>).map(([column, [name, help]]) => ({
    name,
    help,
    values: rows.map((row) => ({
      labels: Object.fromEntries(labels.map((label) => [label, String(row[label])])),
      value: Number(row[column as keyof Row] ?? 0),
    })),
  }))
