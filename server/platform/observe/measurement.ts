/** A gauge that is read on demand: its name without prefix, help text, and a value per set of labels. */
export interface Measurement {
  name: string
  help: string
  values: readonly { labels?: Readonly<Record<string, string>>; value: number }[]
}

/** Reads measurements, mostly from the database. */
export type Measure = () => Promise<Measurement[]>

/** Converts rows with labels and counts to measurements: one per count, named as in `gauges`. */
export const makeMeasurements = <Row extends object, Label extends keyof Row & string>(
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
